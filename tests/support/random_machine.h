// Random machines and traffic for differential tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "tests/oracle/oracle.h"
#include "topologies/twisted_torus.h"

namespace trenza::test {

/// A machine and its open-loop load. Everything follows from `seed`.
struct Machine {
  std::uint64_t seed = 0;
  std::vector<int> sizes;
  std::vector<topologies::Twist> twists;
  microarch::FabricParameters parameters;
  int message_classes = 1;       ///< K where the oracle has no part; `parameters` says 1, as the oracle has one class
  bool mixed_lengths = true;     ///< lengths 1..M, else all M
  double load_over_bound = 0.5;  ///< offered load over the uniform bound of the network
  microarch::Cycle cycles = 1000;

  std::string text() const;
};

/// Machine number `seed` of an endless series: all topologies, policies, delays 1..4, loads to 4 times the bound.
Machine random_machine(std::uint64_t seed);

/// A packet to be offered.
struct Offer {
  topologies::NodeId source = 0;
  topologies::NodeId destination = 0;
  int flits = 1;
  int message_class = 0;  ///< drawn from those of Machine::message_classes
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
oracle::Config oracle_config(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists,
                             const microarch::FabricParameters& parameters);

/// The machine with its message classes.
microarch::FabricParameters with_classes(const Machine& machine);

/// Runs the machine in the pin view and in the oracle. Empty if every delivery of every cycle agrees, else the machine
/// and the first difference. To be called in a process of its own.
std::string compare_pin_with_oracle(const Machine& machine);

}  // namespace trenza::test
