// The bound of uniform traffic on a machine: its channels under its routing, and what its nodes send and receive.
#pragma once

#include <cstdint>
#include <optional>

#include "graphs/bounds/routing_bound.h"
#include "testbench/experiment.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::testbench {

/// Phits a cycle that the injectors of a node send, of `classes` message classes.
int injection_limit(const microarch::FabricParameters& parameters, int classes);
/// Phits a cycle that a node receives.
int ejection_limit(const microarch::FabricParameters& parameters);

/// What limits a load.
enum class LoadLimit : std::uint8_t { channels, injection, ejection };

/// In phits/cycle/node. No steady state accepts more.
struct UniformBound {
  double load = 0;
  LoadLimit limit = LoadLimit::channels;
  graphs::RoutingBound channels;  ///< by the channels alone
};

/// How every node sends to the others.
struct UniformTraffic {
  bool self = false;     ///< a packet in `nodes` is for its own node: it makes no hop
  bool replies = false;  ///< injectors of both message classes send
};

/// Whether every node has as many processes, so that what is uniform over processes is uniform over nodes.
bool is_even(const std::vector<topologies::NodeId>& mapping, topologies::NodeId nodes);

/// None where graphs::routing_bound() has none.
std::optional<UniformBound> uniform_bound(const topologies::Topology& topology,
                                          const microarch::FabricParameters& parameters, UniformTraffic traffic);

/// The experiment with the bound of its traffic on this machine, if that is uniform over the nodes and has one.
Experiment with_uniform_bound(Experiment experiment, const topologies::Topology& topology,
                              const microarch::FabricParameters& parameters);

}  // namespace trenza::testbench
