// The search for the best set of twists of a torus of two to four dimensions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "graphs/searches/twist_sets.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// A set of twists as a network.
struct TwistSetPoint {
  TwistSet set;
  std::uint64_t images = 1;  ///< sets that are the same network, itself among them
  bool conflicting = false;
  /// Unknown where steps do not commute and the search for automorphisms was given up.
  std::optional<bool> node_symmetric;
  int diameter = 0;
  double mean = 0;                    ///< over the N - 1 other nodes
  std::vector<double> per_dimension;  ///< mean hops, every shortest path weighing the same
  double throughput = 0;              ///< bound of uniform traffic in phits/cycle/node, self excluded

  double largest_dimension() const;
  double imbalance() const;
};

struct TwistSetSearch {
  std::vector<int> sizes;     ///< x first
  bool conflicting = false;   ///< those too whose steps do not commute
  bool all = false;           ///< all images of a network, in the place of the first one
  std::uint64_t most = 2000;  ///< networks to measure; more are refused
  int threads = 1;            ///< changes no result
};

/// Largest number of dimensions, sets to go through and nodes of a search.
inline constexpr std::size_t kMaxTwistSetDimensions = 4;
inline constexpr std::uint64_t kMaxTwistSets = 2'000'000;
inline constexpr topologies::NodeId kMaxTwistSetNodes = 100'000;

struct TwistSetResult {
  std::uint64_t sets = 0;             ///< that there are
  std::vector<TwistSetPoint> points;  ///< highest bound first; then shortest mean, then by amounts
};

/// Called after each network that is measured, from any thread.
using TwistSetProgress = std::function<void(std::size_t done, std::size_t of)>;

/// Measures all sets. Throws TopologyError for 1 dimension or more than kMaxTwistSetDimensions, sizes below 2, and more
/// nodes, sets or networks than the limits.
TwistSetResult search_twist_sets(const TwistSetSearch& search, const TwistSetProgress& progress = {});

}  // namespace trenza::graphs
