// The traffic that an oblivious minimal routing carries worst.
#pragma once

#include <vector>

#include "graphs/metrics/minimal_routing.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// Of all permutations (node s sends all it has to destination[s]) one that loads some channel most. No other
/// admissible traffic loads a channel more, as every such traffic matrix is a mean of permutations.
struct WorstCase {
  double throughput = 0;         ///< 1 / largest load: units per node and cycle that every permutation gets
  double largest_load = 0;       ///< of the busiest channel, per unit sent by each node
  topologies::NodeId node = -1;  ///< where that channel starts
  topologies::PortId port = -1;
  std::vector<topologies::NodeId> destination;  ///< by node
};

/// Largest network that worst_case_throughput takes.
inline constexpr topologies::NodeId kWorstCaseNodes = 4096;

/// Exact, up to the rounding of loads to 2^-40. For each channel one assignment problem over the N x N matrix of the
/// load that a unit from s to d puts on it; where steps commute one channel per port stands for all, and one port for
/// those that automorphisms carry to each other. Source: Towles and Dally, "Worst-case Traffic for Oblivious Routing
/// Functions", 2002. Throws TopologyError for more than kWorstCaseNodes nodes, a network that is not connected, more
/// than 10^308 paths between two nodes, and dimension order where records do not lead to their destinations.
WorstCase worst_case_throughput(const topologies::Network& network, MinimalRouting routing, int threads = 1);

/// True if records exist and, taken in dimension order, lead every source to every destination.
bool has_dimension_order(const topologies::Network& network);

/// The load of all channels (by node * ports + port) when node s sends one unit to destination[s]. Throws
/// TopologyError like worst_case_throughput.
std::vector<double> permutation_load(const topologies::Network& network, MinimalRouting routing,
                                     const std::vector<topologies::NodeId>& destination);

}  // namespace trenza::graphs
