// Distances from one node, and the numbers of shortest paths.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// A breadth-first search whose memory is kept from source to source. The network must outlive it.
class BreadthFirst {
 public:
  explicit BreadthFirst(const topologies::Network& network);

  /// Searches along the direction of the channels.
  void run(topologies::NodeId source);

  /// The nodes that the last run reached, nearest first, beginning with the source.
  const std::vector<topologies::NodeId>& order() const { return order_; }
  /// Hops from the source; -1 if there is no way.
  int distance(topologies::NodeId node) const { return distance_[static_cast<std::size_t>(node)]; }
  const std::vector<std::int32_t>& distances() const { return distance_; }
  int eccentricity() const { return distance(order_.back()); }
  bool reached_all() const { return order_.size() == distance_.size(); }
  /// Nodes at distance 0, 1, 2, ...
  std::vector<std::int64_t> histogram() const;

 private:
  const topologies::Network& network_;
  std::vector<std::int32_t> distance_;
  std::vector<std::uint64_t> seen_;  ///< one bit per node: in the cache where distances are not
  std::vector<topologies::NodeId> order_;
};

/// A number of paths, mantissa * 2^(512 * exponent): such numbers grow like 2^hops, beyond the range of double, and
/// long double is not the same on all machines.
struct PathCount {
  double mantissa = 0;
  std::int32_t exponent = 0;

  void add(const PathCount& other);
  /// this / other; `other` must not be 0.
  double ratio(const PathCount& other) const;
};

/// For every node the number of shortest paths from the source of the last run, parallel links being different paths.
void count_paths(const topologies::Network& network, const BreadthFirst& search, std::vector<PathCount>& paths);

}  // namespace trenza::graphs
