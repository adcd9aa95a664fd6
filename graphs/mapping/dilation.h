// The distance on a network between processes that communicate. Source: "Task Mapping in Rectangular Twisted Tori",
// sections 1 (byte-hop, maximum and average dilation) and 3.2.
#pragma once

#include <cstdint>
#include <vector>

#include "graphs/mapping/communication.h"
#include "graphs/mapping/grid_link_classes.h"
#include "graphs/mapping/link_loads.h"
#include "graphs/mapping/logical_neighbours.h"
#include "topologies/mapping/mapping.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// Every process sends as much as the others, in equal parts to its neighbours in the logical grid of a mapping.
struct Dilation {
  double mean = 0;                      ///< hops of what is sent
  int max = 0;                          ///< hops
  std::vector<std::int64_t> histogram;  ///< by hops: pairs (process, neighbour), each direction a pair
  /// Greatest load of a channel per unit that each node sends (all its processes together): 1 / max_link_load is the
  /// greatest rate of a node.
  double max_link_load = 0;
  std::vector<LinkClassUse> classes;  ///< in the same unit
  std::vector<double> link_loads;     ///< in the same unit, by node * ports + port
};

/// All shortest paths weigh the same. Throws TopologyError if the mapping has no process grid, is for another number of
/// nodes, or if there is no way between two neighbours.
Dilation dilation(const topologies::Network& network, const topologies::Mapping& mapping,
                  LogicalGrid grid = LogicalGrid::torus);
/// The same with other routes than all shortest paths. `routes` must be of this network, without loads yet.
Dilation dilation(const topologies::Network& network, const topologies::Mapping& mapping, LinkLoads& routes,
                  LogicalGrid grid = LogicalGrid::torus);

/// The cost of a communication matrix.
struct ByteHops {
  std::uint64_t bytes = 0;          ///< sent between different nodes
  std::uint64_t bytes_in_node = 0;  ///< sent between processes of the same node: no hop, counted in nothing else here
  std::uint64_t byte_hops = 0;      ///< sum of bytes x hops
  double mean_hops = 0;             ///< byte_hops / bytes; 0 without bytes
  int max_hops = 0;                 ///< of an entry with bytes
  double max_link_bytes = 0;        ///< most bytes over a channel, all shortest paths weighing the same
};

/// The same pair may occur several times. Throws TopologyError for a process that is not mapped, a mapping for another
/// number of nodes, if there is no way between two nodes, and for sums of 2^64 and more.
ByteHops byte_hops(const topologies::Network& network, const topologies::Mapping& mapping,
                   const std::vector<Communication>& matrix);

}  // namespace trenza::graphs
