#include "topologies/symmetry.h"

#include <vector>

namespace trenza::topologies {

namespace {

/// The ports that are there at node 0; empty if other nodes have others.
std::vector<PortId> common_ports(const Graph& graph) {
  std::vector<PortId> common;
  for (PortId p = 0; p < graph.ports(); ++p) {
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      if (graph.has_out(node, p) != graph.has_out(0, p)) return {};
    }
    if (graph.has_out(0, p)) common.push_back(p);
  }
  return common;
}

}  // namespace

bool steps_commute_everywhere(const Graph& graph) {
  const NodeId nodes = graph.nodes();
  const std::vector<PortId> ports = common_ports(graph);
  for (NodeId node = 0; node < nodes; ++node) {
    for (const PortId p : ports) {
      for (const PortId q : ports) {
        if (q < p && graph.out(graph.out(node, p).to, q).to != graph.out(graph.out(node, q).to, p).to) return false;
      }
    }
  }
  std::vector<char> reached(static_cast<std::size_t>(nodes), 0);
  std::vector<NodeId> order{0};
  reached[0] = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const PortId p : ports) {
      const NodeId next = graph.out(order[i], p).to;
      if (reached[static_cast<std::size_t>(next)] != 0) continue;
      reached[static_cast<std::size_t>(next)] = 1;
      order.push_back(next);
    }
  }
  return order.size() == static_cast<std::size_t>(nodes);
}

}  // namespace trenza::topologies
