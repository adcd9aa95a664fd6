// Diameter, mean and deviation of distances that were counted exactly.
#pragma once

#include <cstdint>
#include <vector>

namespace trenza::topologies {

/// Of the distances, in hops, from some sources to all nodes. Deviations are those of the whole population.
struct CountSummary {
  int diameter = 0;      ///< the greatest distance
  double mean_excl = 0;  ///< over the other nodes
  double mean_incl = 0;  ///< over all nodes, distance 0 to itself
  double deviation_excl = 0;
  double deviation_incl = 0;
  std::int64_t distance_sum = 0;
};

/// `counts` by distance; counts[0] is the number of sources. All zeros where there is nothing to count.
CountSummary summarize_distances(const std::vector<std::int64_t>& counts);

/// total += weight * counts, growing `total` as needed.
void add_counts(std::vector<std::int64_t>& total, const std::vector<std::int64_t>& counts, std::int64_t weight = 1);

}  // namespace trenza::topologies
