// A cycle in a directed graph that is too large to be written down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "topologies/worm/bit_table.h"

namespace trenza::topologies {

/// The first cycle that a depth-first search from vertices 0 .. starts - 1 finds, each vertex with the next one after
/// it; empty if there is none. `graph` has `vertices()` and `arcs(vertex, to)`, which calls `to` with every vertex that
/// an arc leads to. Memory: 2 bits for each vertex, the path, and the arcs that leave it.
template <typename Graph>
std::vector<std::int64_t> find_cycle(const Graph& graph, std::int64_t starts) {
  struct Visit {
    std::int64_t vertex;
    std::size_t first_arc;  ///< its arcs are in `arcs` from here on, the last one that is left is followed next
  };
  BitTable seen;
  BitTable on_path;
  seen.resize(graph.vertices());
  on_path.resize(graph.vertices());
  std::vector<Visit> path;
  std::vector<std::int64_t> arcs;
  const auto enter = [&](std::int64_t vertex) {
    on_path.set(vertex);
    path.push_back({vertex, arcs.size()});
    graph.arcs(vertex, [&](std::int64_t to) { arcs.push_back(to); });
    std::reverse(arcs.begin() + static_cast<std::ptrdiff_t>(path.back().first_arc), arcs.end());
  };
  for (std::int64_t start = 0; start < starts; ++start) {
    if (!seen.set(start)) continue;
    enter(start);
    while (!path.empty()) {
      if (arcs.size() == path.back().first_arc) {
        on_path.reset(path.back().vertex);
        path.pop_back();
        continue;
      }
      const std::int64_t to = arcs.back();
      arcs.pop_back();
      if (seen.set(to)) {
        enter(to);
      } else if (on_path.at(to)) {
        std::vector<std::int64_t> cycle;
        auto visit = std::find_if(path.begin(), path.end(), [to](const Visit& each) { return each.vertex == to; });
        for (; visit != path.end(); ++visit) cycle.push_back(visit->vertex);
        return cycle;
      }
    }
  }
  return {};
}

}  // namespace trenza::topologies
