// The extended channel dependency graph: what a packet that has left its escape VCs still holds counts, too. Source:
// Duato, "A necessary and sufficient condition for deadlock-free adaptive routing in wormhole networks" (1995).
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/arrivals.h"
#include "topologies/worm/bit_table.h"
#include "topologies/worm/lane_dependencies.h"

namespace trenza::topologies {

/// Its arcs are far too many to be written down: they are the paths, through states on lanes of arrival, of a larger
/// graph with few arcs. Vertices are the lanes as in LaneDependencies, then state * arrivals + arrival. A lane leads to
/// all states that packets have at its end; a state leads to the escape lanes that it waits for (those that the routing
/// subfunction counts), and to the states after all hops on other lanes. There is a cycle of lanes if and only if there
/// is one here: these hops come nearer, so no cycle is without lanes; and what is waited for beyond a lane that counts
/// is waited for by way of it.
template <typename States>
class ExtendedGraph {
 public:
  ExtendedGraph(const Topology& topology, const Arrivals& arrivals, const States& states, const BitTable& visited,
                const LaneDependencies& lanes)
      : graph_(topology.graph()),
        relation_(topology.routing()),
        subfunction_(topology.routing()),
        arrivals_(arrivals),
        states_(states),
        visited_(visited),
        lanes_(lanes) {}

  std::int64_t lanes() const { return lanes_.vertices(); }
  bool is_lane(std::int64_t vertex) const { return vertex < lanes(); }
  NodeId node(std::int64_t state_vertex) const { return states_.node((state_vertex - lanes()) / arrivals_.count()); }

  std::int64_t vertices() const { return lanes() + states_.size() * arrivals_.count(); }
  template <typename To>
  void arcs(std::int64_t vertex, const To& to) const {
    if (is_lane(vertex)) {
      arcs_of_lane(vertex, to);
    } else {
      arcs_of_state((vertex - lanes()) / arrivals_.count(), static_cast<int>((vertex - lanes()) % arrivals_.count()),
                    to);
    }
  }

  /// The lanes to which paths lead from a lane: for small networks.
  std::vector<std::int64_t> lanes_after(std::int64_t lane) const {
    std::vector<std::int64_t> found;
    std::vector<std::int64_t> waiting{lane};
    BitTable seen;
    seen.resize(vertices());
    while (!waiting.empty()) {
      const std::int64_t from = waiting.back();
      waiting.pop_back();
      arcs(from, [&](std::int64_t to) {
        if (seen.set(to)) (is_lane(to) ? found : waiting).push_back(to);
      });
    }
    return found;
  }

 private:
  std::int64_t vertex(std::int64_t state, int arrival) const { return lanes() + state * arrivals_.count() + arrival; }

  template <typename To>
  void arcs_of_lane(std::int64_t lane, const To& to) const {
    const auto id = static_cast<ChannelId>(lane / arrivals_.escape_groups());
    if (!graph_.has(id)) return;
    const Channel& channel = graph_.channel(id);
    const int arrival = arrivals_.number(channel.in_port, static_cast<int>(lane % arrivals_.escape_groups()));
    for (std::int64_t i = 0; i < states_.count_at(channel.to); ++i) {
      const std::int64_t state = states_.state_at(channel.to, i);
      if (visited_.at(state * arrivals_.count() + arrival)) to(vertex(state, arrivals_.matter() ? arrival : 0));
    }
  }

  template <typename To>
  void arcs_of_state(std::int64_t state, int arrival, const To& to) const {
    const NodeId node = states_.node(state);
    const RouteChoice choice = relation_.choices(node, states_.header(state), arrivals_.lane(arrival));
    const Tier& escape = choice.tiers[RouteChoice::kEscape];
    for (std::uint32_t left = escape.ports; left != 0; left &= left - 1) {
      const PortId port = __builtin_ctz(left);
      const VcMask counted = subfunction_.of(node, states_.header(state), arrivals_.lane(arrival), port, escape.vcs);
      for (int group = 0; group < arrivals_.escape_groups(); ++group) {
        if ((arrivals_.vcs(group) & counted) != 0) {
          to(lanes_.vertex(graph_.id(node, port), group));
        } else if ((arrivals_.vcs(group) & escape.vcs) != 0) {
          states_.known_after(state, port, true, [&](std::int64_t next) {
            to(vertex(next, arrivals_.matter() ? arrivals_.number(graph_.out(node, port).in_port, group) : 0));
          });
        }
      }
    }
    const Tier& adaptive = choice.tiers[RouteChoice::kAdaptive];
    for (std::uint32_t left = adaptive.vcs == 0 ? 0 : adaptive.ports; left != 0; left &= left - 1) {
      const PortId port = __builtin_ctz(left);
      const PortId in_port = graph_.out(node, port).in_port;
      states_.known_after(state, port, false, [&](std::int64_t next) {
        if (arrivals_.adaptive_is_no_lane()) to(vertex(next, 0));
        for (int group = arrivals_.escape_groups(); group < arrivals_.groups(); ++group) {
          if ((arrivals_.vcs(group) & adaptive.vcs) != 0) to(vertex(next, arrivals_.number(in_port, group)));
        }
      });
    }
  }

  const Graph& graph_;
  const RoutingRelation& relation_;
  RoutingSubfunction subfunction_;
  const Arrivals& arrivals_;
  const States& states_;
  const BitTable& visited_;
  const LaneDependencies& lanes_;
};

}  // namespace trenza::topologies
