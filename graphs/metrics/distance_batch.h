// Distances from up to 64 nodes at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// The result that is kept for one source.
struct SourceDistances {
  topologies::NodeId source = 0;
  std::vector<std::int64_t> histogram;  ///< nodes at distance 0, 1, 2, ...
  int eccentricity() const { return static_cast<int>(histogram.size()) - 1; }
};

/// Breadth-first searches from many sources at once: one bit per source in a word per node, so that searches whose
/// frontiers meet share the way through memory (Then et al., "The More the Merrier: Efficient Multi-Source Graph
/// Traversal", 2014). The network must outlive it.
class DistanceBatch {
 public:
  static constexpr int kLanes = 64;

  explicit DistanceBatch(const topologies::Network& network);
  /// At most kLanes sources.
  std::vector<SourceDistances> run(const std::vector<topologies::NodeId>& sources);

 private:
  void push();
  bool settle(std::vector<std::int64_t>& found);

  const topologies::Network& network_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> frontier_;
  std::vector<std::uint64_t> incoming_;
};

}  // namespace trenza::graphs
