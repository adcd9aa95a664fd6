// Which routers of a flit-level machine are clocked ones inside the tlm view, in tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/random_draws.h"
#include "topologies/graph.h"

namespace trenza::test {

/// The routers from `node` on by one port, until there is none or it is a ring.
inline std::vector<topologies::NodeId> ring_from(const topologies::Graph& graph, topologies::NodeId node, int port) {
  std::vector<topologies::NodeId> nodes{node};
  while (graph.has_out(nodes.back(), port)) {
    const topologies::NodeId next = graph.out(nodes.back(), port).to;
    if (std::find(nodes.begin(), nodes.end(), next) != nodes.end()) break;
    nodes.push_back(next);
  }
  return nodes;
}

/// One router, a ring, all, a router with its neighbours, or any; by number, each once.
inline std::vector<topologies::NodeId> island_of(std::uint64_t seed, const topologies::Graph& graph) {
  Draws draws(seed * 31 + 7);
  const topologies::NodeId first = draws.below(graph.nodes());
  std::vector<topologies::NodeId> nodes{first};
  switch (seed % 5) {
    case 0:
      break;
    case 1:
      nodes = ring_from(graph, first, draws.below(graph.ports()));
      break;
    case 2:
      for (topologies::NodeId node = 0; node < graph.nodes(); ++node) nodes.push_back(node);
      break;
    case 3:
      for (int port = 0; port < graph.ports(); ++port) {
        if (graph.has_out(first, port)) nodes.push_back(graph.out(first, port).to);
      }
      break;
    default:
      for (int more = draws.range(1, 5); more > 0; --more) nodes.push_back(draws.below(graph.nodes()));
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace trenza::test
