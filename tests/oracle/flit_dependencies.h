// Section 8.2 of the page: whether the extended channel dependency graph has a cycle. Every packet that can be is sent
// on all the ways that it can take, one lane after the other.
#ifndef ORACLE_FLIT_DEPENDENCIES_H
#define ORACLE_FLIT_DEPENDENCIES_H

#include <cstddef>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "flit_config.h"
#include "flit_routing.h"

namespace oracle {
namespace flit {

class Dependencies {
 public:
  explicit Dependencies(const Config& c) : config(one_class(c)), routing(config) {
    const int nodes = routing.network().nodes();
    for (destination = 0; destination < nodes; ++destination) {
      seen.clear();
      for (int source = 0; source < nodes; ++source)
        for (const Header& header : routing.first_headers(source, destination))
          follow({source, routing.network().ports(), 0, detail::absent}, header);  // in a local VC, whichever
    }
  }

  std::size_t arcs() const { return graph.size(); }

  bool has_cycle() const {
    std::set<std::pair<int, int>> left = graph;
    for (bool changed = true; changed;) {  // lanes from which no arc leaves are in no cycle, nor are arcs to them
      changed = false;
      std::set<int> starts;
      for (const auto& arc : left) starts.insert(arc.first);
      for (auto arc = left.begin(); arc != left.end();) {
        const bool ends = starts.count(arc->second) == 0;
        arc = ends ? left.erase(arc) : ++arc;
        changed = changed || ends;
      }
    }
    return !left.empty();
  }

 private:
  struct State {
    int node, port, vc;  // where the head stands
    int last;            // the restricted lane that it was allocated last: (node * P + port) * V + VC
  };

  // The classes of messages do not meet.
  static Config one_class(Config c) {
    c.message_classes = 1;
    c.inputs_per_port = 1;
    return c;
  }

  void follow(const State& here, const Header& header) {
    if (here.node == destination) return;
    const auto key = std::make_tuple(here.node, here.port, here.vc, here.last, header.record, header.on_escape);
    if (!seen.insert(key).second) return;
    for (const Tier& tier : routing.tiers(here.node, here.port, here.vc, destination, 0, header))
      for (int lane : tier) {
        const int V = config.vcs(), port = lane / V, w = lane % V;
        State next{routing.network().neighbour(here.node, port), routing.network().input_port(here.node, port), w,
                   here.last};
        if (routing.is_restricted(lane)) {
          next.last = here.node * routing.network().ports() * V + lane;
          if (here.last != detail::absent) graph.insert({here.last, next.last});
        }
        Header moved = header;
        routing.hop(moved, here.node, destination, port, w);
        follow(next, moved);
      }
  }

  Config config;
  FlitRouting routing;
  int destination = 0;
  std::set<std::tuple<int, int, int, int, detail::Record, bool>> seen;
  std::set<std::pair<int, int>> graph;
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_DEPENDENCIES_H
