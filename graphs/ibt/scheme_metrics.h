// Exact distances of an iBT.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "graphs/metrics/distances.h"
#include "topologies/ibt/ibt_spec.h"
#include "topologies/ibt/schemes.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// Told after each finished task, never two at a time, from whichever thread finished it.
using TaskProgress = std::function<void(std::size_t done, std::size_t total)>;

struct SchemeMetrics {
  topologies::IbtSpec spec;
  topologies::NodeId nodes = 0;
  std::vector<topologies::SourceClass> classes;  ///< distance_classes(spec)
  std::vector<SourceDistances> found;            ///< distances from each of them
  DistanceSummary distances;                     ///< from all nodes
};

/// Metrics of the network of any IbtSpec by breadth-first search from each of its distance_classes. Throws
/// TopologyError as check_ibt does.
SchemeMetrics measure_ibt(const topologies::IbtSpec& spec, int threads = 1);

/// The same of iBT(n^d; b); an empty scheme gives the torus n^d.
SchemeMetrics measure_scheme(int dimensions, int size, const topologies::BypassScheme& scheme, int threads = 1);

/// Metrics of several networks, the searches of all of them spread over `threads` threads; the same for any number of
/// them. Progress counts searches.
std::vector<SchemeMetrics> measure_all(const std::vector<topologies::IbtSpec>& specs, int threads,
                                       const TaskProgress& progress = {});

}  // namespace trenza::graphs
