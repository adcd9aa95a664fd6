// Section 8.4 of the page.
#include "tests/oracle/flit_dependencies.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace oracle {
namespace flit {

Dependencies::Dependencies(const Config& c) : config(one_class(c)), routing(config) {
  const int nodes = routing.network().nodes();
  for (destination = 0; destination < nodes; ++destination) {
    visited.clear();
    asked_from.clear();
    for (int source = 0; source < nodes; ++source)
      for (const Header& header : routing.first_headers(source, destination))
        visit({source, routing.network().ports(), 0, header});  // in a local VC, whichever
  }
}

bool Dependencies::has_cycle() const {
  std::set<std::pair<int, int>> left = graph;
  for (bool changed = true; changed;) {  // vertices from which no arc leaves are in no cycle, nor are arcs to them
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

Config Dependencies::one_class(Config c) {
  c.message_classes = 1;
  c.inputs_per_port = 1;
  return c;
}

Dependencies::Key Dependencies::key_of(const State& s) {
  return std::make_tuple(s.node, s.port, s.vc, s.header.record, s.header.on_escape);
}

std::vector<int> Dependencies::lanes_from(const State& here) const {
  std::vector<int> all;
  for (const Tier& tier : routing.tiers(here.node, here.port, here.vc, destination, 0, here.header))
    all.insert(all.end(), tier.begin(), tier.end());
  return all;
}

Dependencies::State Dependencies::after(const State& here, int lane) const {
  const int port = lane / config.vcs(), w = lane % config.vcs();
  State next{routing.network().neighbour(here.node, port), routing.network().input_port(here.node, port), w,
             here.header};
  routing.hop(next.header, here.node, destination, port, w);
  return next;
}

int Dependencies::vertex(int node, int lane) const {
  const int ring = routing.bubble_ring(node, lane);
  const int V = config.vcs();
  return ring == detail::absent ? node * routing.network().ports() * V + lane : -1 - ring * V - lane % V;
}

bool Dependencies::counts(const State& here, int lane, const std::vector<int>& offered) const {
  if (!routing.is_restricted(lane)) return false;
  if (config.routing == RoutingRule::duato_nbc)
    return lane % config.vcs() == routing.cap(here.node, destination, here.header);
  for (int other : offered)
    if (is_ring(vertex(here.node, other)) && routing.continues(here.node, here.port, here.vc, other))
      return other == lane;
  return true;
}

const Dependencies::Vertices& Dependencies::asked(const State& here) {
  const auto found = asked_from.find(key_of(here));
  if (found != asked_from.end()) return found->second;
  Vertices all;
  if (here.node != destination) {
    const std::vector<int> offered = lanes_from(here);
    for (int lane : offered) {
      if (counts(here, lane, offered)) {
        all.insert(vertex(here.node, lane));
      } else if (!routing.is_restricted(lane) || config.routing == RoutingRule::duato_nbc) {
        const Vertices& later = asked(after(here, lane));
        all.insert(later.begin(), later.end());
      }
    }
  }
  return asked_from[key_of(here)] = all;
}

void Dependencies::visit(const State& here) {
  if (here.node == destination || !visited.insert(key_of(here)).second) return;
  bool is_dead_end = true;
  for (int lane : lanes_from(here)) {
    const State next = after(here, lane);
    if (routing.is_restricted(lane)) {
      is_dead_end = false;
      const int from = vertex(here.node, lane);
      for (int to : asked(next))
        if (from != to || !is_ring(from)) graph.insert({from, to});
    }
    visit(next);
  }
  dead_ends += is_dead_end ? 1 : 0;
}

std::string why_refused(const Config& c) {
  const bool has_adaptive_vcs = c.routing == RoutingRule::duato || c.routing == RoutingRule::duato_nbc;
  if (has_adaptive_vcs && c.reallocation != Reallocation::atomic)
    return "a queue must hold flits of one packet only: reallocation must be atomic";
  return Dependencies(c).has_cycle() ? "the extended channel dependency graph has a cycle" : "";
}

}  // namespace flit
}  // namespace oracle
