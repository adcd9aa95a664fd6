// Coordinates of all nodes of a grid, looked up instead of divided for.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

class GridCoordinates {
 public:
  explicit GridCoordinates(std::vector<int> sizes);

  int dimensions() const { return static_cast<int>(sizes_.size()); }
  int size(int dimension) const { return sizes_[static_cast<std::size_t>(dimension)]; }
  NodeId nodes() const { return nodes_; }
  int at(NodeId node, int dimension) const {
    return x_[static_cast<std::size_t>(node) * sizes_.size() + static_cast<std::size_t>(dimension)];
  }
  /// The lowest dimension in which two nodes differ; -1 if they are the same.
  int first_apart(NodeId one, NodeId other) const {
    for (int k = 0; k < dimensions(); ++k) {
      if (at(one, k) != at(other, k)) return k;
    }
    return -1;
  }
  /// The node with coordinates x_k(to) - x_k(from), modulo the sizes.
  NodeId difference(NodeId from, NodeId to) const;
  /// The node with coordinates x_k(node) + x_k(by), modulo the sizes.
  NodeId moved(NodeId node, NodeId by) const;

 private:
  std::vector<int> sizes_;
  NodeId nodes_ = 1;
  std::vector<std::int32_t> x_;
};

}  // namespace trenza::topologies
