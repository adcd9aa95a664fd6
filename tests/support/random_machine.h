// Random machines and traffic for differential tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"
#include "tests/oracle/oracle.h"
#include "tests/support/random_network.h"

namespace trenza::test {

/// Where packets go.
enum class Destinations : std::uint8_t {
  uniform,
  hot_spot,     ///< every second one to the same node
  partner,      ///< each node to one other node, several perhaps to the same
  shift,        ///< node n to n + constant
  few_sources,  ///< uniform, but only one node in four sends
};
inline constexpr int kDestinations = 5;

/// A machine and its load. Everything follows from `seed`.
struct Machine {
  std::uint64_t seed = 0;
  RandomNetwork network;
  microarch::FabricParameters parameters;
  bool mixed_lengths = true;     ///< lengths 1..M, else all M
  double load_over_bound = 0.5;  ///< offered load over that of an even split in the network
  Destinations destinations = Destinations::uniform;
  int burst = 1;         ///< packets that a node offers in one cycle when it offers
  bool self = false;     ///< nodes send to themselves too, every fourth packet at least
  bool replies = false;  ///< every packet that is not a reply is answered in the cycle after its ejection
  microarch::Cycle cycles = 1000;

  std::string text() const;
};

/// Machine number `seed` of an endless series: all families of networks and policies, one or two message classes, loads
/// from 0.01 to 4 times the bound. Most have delays of 1..4, packets of up to 64 flits, buffers of 2..5 packets and up
/// to 3 adaptive VCs; now and then, each on its own, delays up to 255, packets of up to 2,000 flits, buffers of 1
/// or 6..64 packets, 4..7 adaptive VCs, no bubble rule, bursts, replies, other than uniform destinations.
Machine random_machine(std::uint64_t seed);
/// A machine of that series with an allocator, an arbiter or a crossbar that it does not draw.
Machine machine_with_other_policies(std::uint64_t seed);
/// Machine number `seed` with an arbiter that counts flits, with a guard of traffic in transit, or with both.
Machine machine_with_shares(std::uint64_t seed);

/// A machine of that series with a pipeline of two steps, and with any allocator, arbiter and crossbar.
Machine machine_with_pipelines(std::uint64_t seed);

/// Machine number `seed` of any of the series, whose nodes send to themselves too.
Machine machine_with_self(std::uint64_t seed);

/// The same machine without what can end in a deadlock: with the bubble rule and buffers of 2 packets at least.
Machine without_deadlock(Machine machine);

/// How long a random machine runs: the cycles of its series, or a quarter of them, which is enough for a quick test.
enum class RunLength : std::uint8_t { whole, quick };
Machine with_length(Machine machine, RunLength length);
/// Whether the routers have few inputs in all, so that the pin view is there at once: about half of each series.
bool is_small(const Machine& machine);

/// Calls check(machine) for `count` machines of a series with this length, from number `first` on; of those that are
/// quick for small ones only.
template <class AnyMachine, class Check>
void for_machines(AnyMachine (*series)(std::uint64_t seed), std::uint64_t first, std::uint64_t count, RunLength length,
                  const Check& check) {
  for (std::uint64_t seed = first; count > 0; ++seed) {
    const AnyMachine machine = with_length(series(seed), length);
    if (length == RunLength::quick && !is_small(machine)) continue;
    check(machine);
    --count;
  }
}

/// A packet to be offered.
struct Offer {
  topologies::NodeId source = 0;
  topologies::NodeId destination = 0;
  int flits = 1;
  int message_class = 0;
};

/// Calls offer(Offer) for each packet of `cycle` that is not a reply, in ascending order of sources.
class RandomTraffic {
 public:
  RandomTraffic(const Machine& machine, const topologies::Topology& topology);

  template <class Callback>
  void offers(microarch::Cycle cycle, const Callback& offer) const {
    for (topologies::NodeId node = 0; node < nodes_; ++node) {
      if (!sends(node, cycle)) continue;
      for (int k = 0; k < machine_.burst; ++k) {
        const Offer packet = draw(node, cycle, k);
        if (machine_.self || packet.destination != node) offer(packet);
      }
    }
  }

 private:
  bool sends(topologies::NodeId node, microarch::Cycle cycle) const;
  Offer draw(topologies::NodeId node, microarch::Cycle cycle, int number) const;
  topologies::NodeId destination(topologies::NodeId node, std::uint64_t draw) const;

  Machine machine_;
  topologies::NodeId nodes_;
  std::uint64_t threshold_;
};

/// The answer to a packet that was delivered.
Offer reply_to(const microarch::Delivery& packet, const Machine& machine);

/// The same machine for the oracle.
oracle::Config oracle_config(const RandomNetwork& network, const microarch::FabricParameters& parameters);

/// Runs the machine on `view` and in the oracle, in step. Empty if every delivery of every cycle, its hops and the
/// counters agree and the audits find nothing, else the machine, the first difference and the history of its packet.
/// `view` must be new; traffic begins in cycle `start`.
std::string compare_with_oracle(const Machine& machine, microarch::Fabric& view, microarch::Cycle start = 0);

/// What is wrong in the counts of stalls by place of a fabric that counted from cycle 0 on: every input and output that
/// exists has all cycles. Empty: nothing.
std::string stalls_fault(const microarch::Fabric& fabric);

/// The same for the tlm view and the pin view, for who waits for what, and for why packets do not move.
std::string compare_views(const Machine& machine, microarch::Fabric& view, microarch::Fabric& other);

}  // namespace trenza::test
