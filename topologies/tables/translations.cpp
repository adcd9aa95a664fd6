#include "topologies/tables/translations.h"

namespace trenza::topologies {

namespace {

/// e_i for i > m; e_i - e_1 for 1 < i <= m; period * e_1. Any t of the group is a sum of these: take away t_i of the
/// i-th for each i > 1, and what is left is a multiple of e_1 with a sum that is 0 modulo the period.
std::vector<NodeId> generators(const Translations& translations) {
  std::vector<NodeId> all;
  NodeId stride = 1;
  for (std::size_t k = 0; k < translations.sizes.size(); ++k) {
    const int size = translations.sizes[k];
    if (k == 0 && translations.summed > 0) {
      all.push_back(translations.period % size);
    } else if (static_cast<int>(k) < translations.summed) {
      all.push_back(stride + translations.sizes[0] - 1);
    } else {
      all.push_back(stride);
    }
    stride *= size;
  }
  return all;
}

bool keeps(const GridCoordinates& grid, const Graph& graph, NodeId by) {
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const NodeId image = grid.moved(node, by);
    for (PortId port = 0; port < graph.ports(); ++port) {
      if (graph.has_out(node, port) != graph.has_out(image, port)) return false;
      if (graph.has_out(node, port) && grid.moved(graph.out(node, port).to, by) != graph.out(image, port).to)
        return false;
    }
  }
  return true;
}

}  // namespace

int Translations::class_of(const GridCoordinates& grid, NodeId node) const {
  int sum = 0;
  for (int k = 0; k < summed; ++k) sum += grid.at(node, k);
  return sum % period;
}

bool are_automorphisms(const Translations& translations, const Graph& graph) {
  const GridCoordinates grid(translations.sizes);
  if (grid.nodes() != graph.nodes()) return false;
  for (int k = 0; k < translations.summed; ++k) {
    if (grid.size(k) % translations.period != 0) return false;
  }
  for (const NodeId by : generators(translations)) {
    if (!keeps(grid, graph, by)) return false;
  }
  return true;
}

}  // namespace trenza::topologies
