// Random machines and traffic for differential tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "tests/oracle/oracle.h"
#include "tests/support/random_network.h"

namespace trenza::test {

/// A machine and its open-loop load. Everything follows from `seed`.
struct Machine {
  std::uint64_t seed = 0;
  RandomNetwork network;
  microarch::FabricParameters parameters;
  bool mixed_lengths = true;     ///< lengths 1..M, else all M
  double load_over_bound = 0.5;  ///< offered load over the uniform bound of the network
  microarch::Cycle cycles = 1000;

  std::string text() const;
};

/// Machine number `seed` of an endless series: all families of networks, policies, delays 1..4, one or two message classes,
/// loads from 0.01 to 4 times the bound.
Machine random_machine(std::uint64_t seed);

/// A packet to be offered.
struct Offer {
  topologies::NodeId source = 0;
  topologies::NodeId destination = 0;
  int flits = 1;
  int message_class = 0;
};

/// Calls offer(Offer) for each packet of `cycle`, in ascending order of sources.
class RandomTraffic {
 public:
  RandomTraffic(const Machine& machine, const topologies::Topology& topology);

  template <class Callback>
  void offers(microarch::Cycle cycle, const Callback& offer) const {
    for (topologies::NodeId node = 0; node < nodes_; ++node) {
      Offer packet;
      if (draw(node, cycle, packet)) offer(packet);
    }
  }

 private:
  bool draw(topologies::NodeId node, microarch::Cycle cycle, Offer& packet) const;

  std::uint64_t seed_;
  topologies::NodeId nodes_;
  int max_flits_;
  int classes_;
  bool mixed_;
  std::uint64_t threshold_;
};

/// The same machine for the oracle.
oracle::Config oracle_config(const RandomNetwork& network, const microarch::FabricParameters& parameters);

/// Runs the machine on `view` and in the oracle, in step. Empty if every delivery of every cycle, its hops and the
/// counters agree and the audits find nothing, else the machine, the first difference and the history of its packet.
/// `view` must be new; traffic begins in cycle `start`.
std::string compare_with_oracle(const Machine& machine, microarch::Fabric& view, microarch::Cycle start = 0);

/// The same for the tlm view and the pin view, and for who waits for what.
std::string compare_views(const Machine& machine, microarch::Fabric& view, microarch::Fabric& other);

}  // namespace trenza::test
