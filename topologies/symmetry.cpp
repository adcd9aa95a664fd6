#include "topologies/symmetry.h"

#include <vector>

namespace trenza::topologies {

bool steps_commute_everywhere(const Graph& graph) {
  const NodeId nodes = graph.nodes();
  const PortId ports = graph.ports();
  for (NodeId node = 0; node < nodes; ++node) {
    for (PortId p = 0; p < ports; ++p) {
      for (PortId q = 0; q < p; ++q) {
        if (graph.out(graph.out(node, p).to, q).to != graph.out(graph.out(node, q).to, p).to) return false;
      }
    }
  }
  std::vector<char> reached(static_cast<std::size_t>(nodes), 0);
  std::vector<NodeId> order{0};
  reached[0] = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (PortId p = 0; p < ports; ++p) {
      const NodeId next = graph.out(order[i], p).to;
      if (reached[static_cast<std::size_t>(next)] != 0) continue;
      reached[static_cast<std::size_t>(next)] = 1;
      order.push_back(next);
    }
  }
  return order.size() == static_cast<std::size_t>(nodes);
}

}  // namespace trenza::topologies
