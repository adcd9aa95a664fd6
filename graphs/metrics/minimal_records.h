// Minimal records of networks whose ports come in opposite pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// For one source and every node the distinct vectors of signed hops per port pair (port 2k counts +1, port 2k + 1
/// counts -1 in entry k) that shortest paths have, in ascending lexicographic order. For a torus these are its minimal
/// routing records. No vector for a node that is not reached.
class MinimalRecords {
 public:
  /// No value where such vectors do not describe shortest paths: an odd number of ports, a shortest path with hops by
  /// both ports of a pair, or hop counts that do not fit 64 bits together.
  static std::optional<MinimalRecords> from(const topologies::Network& network, topologies::NodeId source);

  int pairs() const { return pairs_; }
  /// Number of records to a node.
  std::size_t count(topologies::NodeId node) const {
    return first_[static_cast<std::size_t>(node) + 1] - first_[static_cast<std::size_t>(node)];
  }
  /// Hops of record `number` < count(node) in a pair.
  int hops(topologies::NodeId node, std::size_t number, int pair) const {
    return field(keys_[first_[static_cast<std::size_t>(node)] + number], pair);
  }

 private:
  MinimalRecords(int pairs, int bits) : pairs_(pairs), bits_(bits) {}
  int field(std::uint64_t key, int pair) const;

  int pairs_;
  int bits_;  ///< per pair; pair 0 has the highest field, each offset by half its range
  std::vector<std::size_t> first_;
  std::vector<std::uint64_t> keys_;
};

/// Averages over records. Per dimension, over the N - 1 other nodes.
struct RecordMeans {
  std::vector<double> by_record;    ///< every record of a destination weighs the same
  std::vector<double> by_absolute;  ///< every distinct vector of absolute values weighs the same
  /// Ordered pairs (by the sources' counts) whose destination has more than one record.
  std::int64_t tied_pairs = 0;
};

/// From network.sources, entry k of a record counting for the dimension of its ports. Nothing where there are no
/// records or the dimension of a port depends on the node.
std::optional<RecordMeans> record_means(const topologies::Network& network, int threads = 1);

/// D * largest / sum of the D means per dimension: 1 if all dimensions are used alike. 0 if the sum is 0.
double imbalance(const std::vector<double>& mean_per_dimension);

}  // namespace trenza::graphs
