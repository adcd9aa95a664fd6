// Random machines of the flit-level router for differential tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "microarch/fabric.h"
#include "microarch/hash.h"
#include "tests/oracle/flit_oracle.h"
#include "tests/support/random_machine.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::test {

/// A machine of flits and its load. Everything follows from `machine.seed`.
struct WormMachine {
  Machine machine;  ///< network, parameters and traffic
  topologies::WormRouting routing;
  bool self = false;  ///< nodes send to themselves, too

  std::string text() const;
  /// With the routes of the machine.
  std::shared_ptr<const topologies::Topology> topology() const;
};

/// Machine number `seed` of an endless series: all networks, routes, datelines, pipelines, allocators, arbiters and
/// ways to inject; 1 to 16 VCs of each class, buffers of 1 to 64 flits, delays mostly up to 4; loads from 0.01 to 4
/// times the bound.
WormMachine random_worm_machine(std::uint64_t seed);

/// Machine number `seed` of a series of the routes and escapes that random_worm_machine() does not draw, in turn:
/// `duato_nbc`, `nbc`, `nhop`, flit bubbles, unidirectional tori; all else is drawn as there.
WormMachine random_escape_machine(std::uint64_t seed);

/// The same machine with some delays, depths and lengths at and beyond the ends of what that series draws.
WormMachine stretched(WormMachine machine);

/// Draws what depends on the network and the number of VCs anew: link delays by port, strides, crossbar inputs.
void fit_worm_machine(WormMachine& machine);
/// Gives strides, of lists or of a table, to the arbiters that have them.
void draw_worm_strides(Machine& machine);

/// The machine for a run of that length, and whether it is small, as for other machines.
WormMachine with_length(WormMachine machine, RunLength length);
inline bool is_small(const WormMachine& machine) { return is_small(machine.machine); }

/// The same machine for the oracle.
oracle::flit::Config worm_oracle_config(const WormMachine& machine);

/// Runs the machine on `view` and in the oracle, in step. Empty if every delivery of every cycle and the flit hops
/// agree and the audits find nothing, else the machine and the first difference. `view` must be new.
std::string compare_with_worm_oracle(const WormMachine& machine, microarch::Fabric& view);

/// The same for two views of the product: every delivery and hop, the counters, who waits for what, whether the fabrics
/// are idle, the counts of stalls, and the observers of waiting heads. Both must be new.
std::string compare_worm_views(const WormMachine& machine, microarch::Fabric& tlm, microarch::Fabric& pin);

/// Calls offer(Offer) for each packet of `cycle`.
template <class Callback>
void worm_offers(const WormMachine& machine, const RandomTraffic& traffic, microarch::Cycle cycle,
                 const Callback& offer) {
  constexpr int kOneIn = 8;
  traffic.offers(cycle, [&](Offer packet) {
    const bool self = microarch::hash(machine.machine.seed, 1101, packet.source, cycle) % kOneIn == 0;
    if (machine.self && self) packet.destination = packet.source;
    offer(packet);
  });
}

}  // namespace trenza::test
