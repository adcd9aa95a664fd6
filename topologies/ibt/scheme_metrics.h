// Exact distances of an iBT.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/ibt/distance_summary.h"
#include "topologies/ibt/ibt_spec.h"
#include "topologies/ibt/parallel_tasks.h"
#include "topologies/ibt/schemes.h"
#include "topologies/network.h"

namespace trenza::topologies {

/// Distances from one node, which stands for `source.count` nodes.
struct ClassDistances {
  SourceClass source;
  std::vector<std::int64_t> counts;  ///< nodes by distance
};

struct SchemeMetrics {
  IbtSpec spec;
  std::int64_t nodes = 0;
  std::vector<ClassDistances> classes;  ///< distance_classes(spec)
  std::vector<std::int64_t> counts;     ///< ordered pairs of nodes by distance, of all sources
  CountSummary distances;               ///< of all sources
  bool connected = false;
};

/// Metrics of the network of any IbtSpec by breadth-first search from each of its distance_classes. Throws TopologyError as
/// check_ibt does.
SchemeMetrics measure_ibt(const IbtSpec& spec, int threads = 1);

/// The same of iBT(n^d; b); an empty scheme gives the torus n^d.
SchemeMetrics measure_scheme(int dimensions, int size, const BypassScheme& scheme, int threads = 1);

/// Metrics of several networks, the searches of all of them spread over `threads` threads (below 1: all cores). Progress
/// counts searches.
std::vector<SchemeMetrics> measure_all(const std::vector<IbtSpec>& specs, int threads,
                                       const TaskProgress& progress = {});

}  // namespace trenza::topologies
