// Distances and productive ports of all pairs of nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topologies/graph.h"
#include "topologies/tables/grid_coordinates.h"
#include "topologies/tables/translations.h"

namespace trenza::topologies {

/// Most bytes of the tables of one network.
inline constexpr std::int64_t kMostTableBytes = std::int64_t{2} << 30;

/// Throws TopologyError, naming what the table is for, if it takes more than kMostTableBytes.
void check_table_bytes(std::int64_t bytes, const std::string& purpose);

/// Throws TopologyError if a table by pairs of nodes would be refused for this size.
void check_table_by_pair(NodeId nodes, PortId ports);

class DistanceTable {
 public:
  /// One entry for each pair of nodes. Throws TopologyError for more than 32 ports, for networks in which a node cannot
  /// reach another, and for tables that are too large. Time: nodes * channels.
  static DistanceTable by_pair(const Graph& graph);

  /// One entry for each class of nodes and difference of coordinates, for networks that translations carry to
  /// themselves. Throws as by_pair, and std::logic_error if they do not (checked).
  static DistanceTable by_class(const Graph& graph, const Translations& translations);

  /// Hops of a shortest path.
  int distance(NodeId from, NodeId to) const { return distance_[index(from, to)]; }

  /// Bit p: output port p of `at` leads to a node that is one hop nearer to `to`.
  std::uint32_t productive(NodeId at, NodeId to) const {
    const std::size_t entry = index(at, to);
    if (!mask8_.empty()) return mask8_[entry];
    return mask16_.empty() ? mask32_[entry] : mask16_[entry];
  }

  /// By node, its class under the translations; empty for a table by pair.
  std::vector<std::int32_t> node_classes() const { return classes_ ? classes_->of_node : std::vector<std::int32_t>{}; }

  /// Memory of the entries.
  std::int64_t bytes() const;

 private:
  struct Classes {
    Translations translations;
    GridCoordinates grid;
    std::vector<std::int32_t> of_node;
  };

  DistanceTable(const Graph& graph, std::int64_t entries);
  std::size_t index(NodeId from, NodeId to) const {
    const auto nodes = static_cast<std::size_t>(nodes_);
    if (!classes_) return static_cast<std::size_t>(to) * nodes + static_cast<std::size_t>(from);
    const auto of_from = static_cast<std::size_t>(classes_->of_node[static_cast<std::size_t>(from)]);
    return of_from * nodes + static_cast<std::size_t>(classes_->grid.difference(from, to));
  }
  void set_mask(std::size_t entry, std::uint32_t mask);

  NodeId nodes_;
  std::optional<Classes> classes_;
  std::vector<std::uint16_t> distance_;
  std::vector<std::uint8_t> mask8_;  ///< one of the three, by the number of ports
  std::vector<std::uint16_t> mask16_;
  std::vector<std::uint32_t> mask32_;
};

}  // namespace trenza::topologies
