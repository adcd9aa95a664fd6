#include "topologies/tables/grid_coordinates.h"

#include <utility>

namespace trenza::topologies {

GridCoordinates::GridCoordinates(std::vector<int> sizes) : sizes_(std::move(sizes)) {
  for (const int size : sizes_) nodes_ *= size;
  x_.reserve(static_cast<std::size_t>(nodes_) * sizes_.size());
  for (NodeId node = 0; node < nodes_; ++node) {
    NodeId rest = node;
    for (const int size : sizes_) {
      x_.push_back(rest % size);
      rest /= size;
    }
  }
}

NodeId GridCoordinates::difference(NodeId from, NodeId to) const {
  NodeId result = 0;
  for (int k = dimensions(); k-- > 0;) {
    const int delta = at(to, k) - at(from, k);
    result = result * size(k) + (delta < 0 ? delta + size(k) : delta);
  }
  return result;
}

NodeId GridCoordinates::moved(NodeId node, NodeId by) const {
  NodeId result = 0;
  for (int k = dimensions(); k-- > 0;) {
    const int sum = at(node, k) + at(by, k);
    result = result * size(k) + (sum >= size(k) ? sum - size(k) : sum);
  }
  return result;
}

}  // namespace trenza::topologies
