// All minimal routing records of a node-symmetric network, by the difference of two nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "topologies/graph.h"
#include "topologies/record_format.h"

namespace trenza::topologies {

/// For every difference (the node that the same steps reach from node 0) its minimal records, packed (record_format.h),
/// in ascending lexicographic order of (r_1, ..., r_D). Difference 0 has the one record that is all zero.
class RecordTable {
 public:
  /// All minimal records of a difference in any order and without duplicates.
  using Records = std::function<std::vector<Record>(NodeId difference)>;

  /// By search over vectors of growing length. A vector that is one step longer than a minimal record of a node at
  /// distance h, and leads to a node at distance h + 1, is a minimal record. There are no others, because a minimal
  /// record without one of its steps is minimal too. Port 2k must be direction k+, port 2k + 1 direction k-, and steps
  /// must commute. Throws TopologyError if a record does not fit its header.
  static RecordTable by_search(const Graph& graph, const RecordFormat& format);

  /// By a formula. Throws TopologyError if a record does not fit its header.
  static RecordTable by_formula(NodeId nodes, const RecordFormat& format, const Records& records);

  std::uint32_t count(NodeId difference) const { return entries_[static_cast<std::size_t>(difference)].count; }
  /// Bits 63..24 of a header; `number` < count(difference).
  HeaderWord packed(NodeId difference, std::uint32_t number) const {
    return packed_[entries_[static_cast<std::size_t>(difference)].first + number];
  }
  /// Hops.
  int distance(NodeId difference) const { return entries_[static_cast<std::size_t>(difference)].distance; }

 private:
  struct Entry {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int32_t distance = -1;
  };
  explicit RecordTable(NodeId nodes) : entries_(static_cast<std::size_t>(nodes)) {}

  std::vector<Entry> entries_;
  std::vector<HeaderWord> packed_;
};

/// Why a network is refused whose records need more than `limit` hops in 0-based dimension k.
std::string record_too_long(int dimension, const RecordFormat& format);

}  // namespace trenza::topologies
