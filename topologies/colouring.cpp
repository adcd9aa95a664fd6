#include "topologies/colouring.h"

#include <algorithm>
#include <cstddef>

namespace trenza::topologies {

namespace {

/// Breadth-first search over channels in either direction.
class ColouringSearch {
 public:
  explicit ColouringSearch(const Graph& graph) : graph_(graph), visits_(static_cast<std::size_t>(graph.nodes())) {}

  Colouring run() {
    for (NodeId node = 0; node < graph_.nodes(); ++node) {
      if (visit(node).hops < 0) search_from(node);
    }
    Colouring result;
    if (!odd_cycle_.empty()) {
      result.odd_cycle = odd_cycle_;
      return result;
    }
    for (const Visit& each : visits_) result.colour.push_back(static_cast<std::uint8_t>(each.hops % 2));
    return result;
  }

 private:
  struct Visit {
    NodeId before = -1;
    int hops = -1;  ///< -1: not yet
  };
  Visit& visit(NodeId node) { return visits_[static_cast<std::size_t>(node)]; }

  void search_from(NodeId start) {
    visit(start).hops = 0;
    std::vector<NodeId> order{start};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const NodeId node = order[i];
      const auto look = [&](NodeId next) {
        if (visit(next).hops < 0) {
          visit(next) = {node, visit(node).hops + 1};
          order.push_back(next);
        } else if ((visit(next).hops - visit(node).hops) % 2 == 0) {
          note_cycle(node, next);
        }
      };
      for (PortId port = 0; port < graph_.ports(); ++port) {
        if (graph_.has_out(node, port)) look(graph_.out(node, port).to);
        if (graph_.has_in(node, port)) look(graph_.in(node, port).from);
      }
    }
  }

  /// The ways to two nodes that a channel joins, from where they part; both are equally long.
  void note_cycle(NodeId one, NodeId other) {
    std::vector<NodeId> to_one;
    std::vector<NodeId> to_other;
    while (one != other) {
      to_one.push_back(one);
      to_other.push_back(other);
      one = visit(one).before;
      other = visit(other).before;
    }
    std::vector<NodeId> cycle{one};
    cycle.insert(cycle.end(), to_one.rbegin(), to_one.rend());
    cycle.insert(cycle.end(), to_other.begin(), to_other.end());
    if (odd_cycle_.empty() || cycle.size() < odd_cycle_.size()) odd_cycle_ = cycle;
  }

  const Graph& graph_;
  std::vector<Visit> visits_;
  std::vector<NodeId> odd_cycle_;
};

}  // namespace

Colouring find_colouring(const Graph& graph) { return ColouringSearch(graph).run(); }

bool torus_can_be_coloured(const TorusLattice& lattice, const std::vector<bool>& wrap) {
  for (int j = 0; j < lattice.dimensions(); ++j) {
    if (!wrap.empty() && !wrap[static_cast<std::size_t>(j)]) continue;
    int steps = lattice.sizes()[static_cast<std::size_t>(j)];
    for (int k = 0; k < lattice.dimensions(); ++k) {
      if (k != j) steps += lattice.twist(j, k);
    }
    if (steps % 2 != 0) return false;
  }
  return true;
}

std::string cycle_text(const Topology& topology, const std::vector<NodeId>& cycle) {
  std::string text;
  for (const NodeId node : cycle) text += "r_" + topology.node_name(node) + " -> ";
  return text + "r_" + topology.node_name(cycle.front());
}

}  // namespace trenza::topologies
