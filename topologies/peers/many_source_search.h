// Breadth-first search from many nodes of a network at once: 64 sources go together, one bit each.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/ibt/distance_summary.h"
#include "topologies/ibt/parallel_tasks.h"
#include "topologies/network.h"

namespace trenza::topologies {

/// Number of nodes at distance 0, 1, 2, ... from each source, up to the last that is reached; by source, as given. Groups of
/// 64 sources are spread over `threads` threads (below 1: all cores); each takes 24 bytes per node. Progress counts
/// groups.
std::vector<std::vector<std::int64_t>> count_from_each(const Network& network, const std::vector<NodeId>& sources,
                                                       int threads = 1, const TaskProgress& progress = {});

/// `count` different nodes drawn alike from a seed, the same on every machine, in ascending order; all nodes where `count`
/// is not below their number.
std::vector<NodeId> draw_nodes(NodeId nodes, int count, std::uint64_t seed);

/// Distances of a network from all its sources or from a sample of them.
struct NetworkDistances {
  std::vector<std::int64_t> counts;  ///< ordered pairs of nodes by distance, over the sources (weighted if exact)
  CountSummary distances;
  bool exact = true;           ///< of all sources; else `distances.diameter` is the greatest distance seen
  int sources = 0;             ///< searches
  int least_eccentricity = 0;  ///< of those sources
  double standard_error = 0;   ///< of mean_incl: deviation of the sources' means / sqrt(sources); 0 if exact
};

/// From `network.sources`, with their weights.
NetworkDistances measure_network(const Network& network, int threads = 1, const TaskProgress& progress = {});

/// From `samples` nodes that draw_nodes draws.
NetworkDistances sample_network(const Network& network, int samples, std::uint64_t seed, int threads = 1,
                                const TaskProgress& progress = {});

/// The most channels out of a node.
int max_degree(const Network& network);

}  // namespace trenza::topologies
