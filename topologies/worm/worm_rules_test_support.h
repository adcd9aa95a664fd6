// The rules of docs/microarchitecture-flit.md, section 8, followed word by word for the tests: slow, and independent of
// what they are compared with but for the records, tables and wiring of the network.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "topologies/topology_test_support.h"
#include "topologies/worm/lane_dependencies.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::topologies::test_support {

class WormRules {
 public:
  WormRules(const Topology& base, const WormRouting& routing) : base_(base), graph_(base.graph()), routing_(routing) {
    for (PortId port = 0; port < graph_.ports(); ++port) {
      for (NodeId node = 0; node < graph_.nodes(); ++node) find_ring(graph_.id(node, port));
    }
    for (NodeId node = 0; node < graph_.nodes(); ++node) distance_.push_back(graph_distances(graph_, node));
  }

  /// Arcs of the extended dependency graph, in order; those that lead over a lane that counts are left out.
  std::set<WormArc> arcs() const {
    std::set<WormArc> found;
    for (NodeId source = 0; source < graph_.nodes(); ++source) {
      for (NodeId destination = 0; destination < graph_.nodes(); ++destination) {
        if (source == destination) continue;
        const std::uint64_t routes = base_.routing().routes(source, destination);
        for (std::uint64_t draw = 0; draw < routes; ++draw)
          follow({source, base_.routing().initial(source, destination, draw), {}, {}}, found);
      }
    }
    return found;
  }

 private:
  /// A packet at a node; channel -1 of a lane: none.
  struct Packet {
    NodeId node;
    HeaderWord header;
    WormLane came_on;
    WormLane last_escape;
    bool operator<(const Packet& other) const {
      return std::make_tuple(node, header, came_on, last_escape) <
             std::make_tuple(other.node, other.header, other.came_on, other.last_escape);
    }
  };
  struct Offer {
    WormLane lane;
    bool escape;
    bool counted;
  };

  bool has_rings() const { return !base_.rings().empty(); }
  bool by_record() const { return base_.routing().record_dimensions() > 0; }
  bool by_negative_hops() const {
    return routing_.route == WormRoute::duato_nbc || routing_.route == WormRoute::nbc ||
           routing_.route == WormRoute::nhop;
  }
  int distance(NodeId from, NodeId to) const {
    return distance_[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  }
  int diameter() const {
    int most = 0;
    for (const std::vector<int>& row : distance_) most = std::max(most, *std::max_element(row.begin(), row.end()));
    return most;
  }
  /// e.
  int classes() const {
    if (routing_.route == WormRoute::nbc) return routing_.vcs;
    return routing_.route == WormRoute::nhop || routing_.escape_vcs == 0 ? diameter() / 2 + 1 : routing_.escape_vcs;
  }
  int negative_hop_class(int vc) const {
    if (routing_.route != WormRoute::nhop) return vc < classes() ? vc : -1;
    int found = 0;
    while ((found + 1) * routing_.vcs / classes() <= vc) ++found;
    return found;
  }
  int escape_vcs() const {
    if (routing_.route == WormRoute::duato_nbc) return classes();
    if (routing_.route != WormRoute::duato) return routing_.vcs;
    return has_rings() && !routing_.flit_bubble ? 2 : 1;
  }
  bool is_escape(int vc) const { return vc < escape_vcs(); }

  /// The channels that are reached from one by its port, until it comes again; none if it does not, or if the network
  /// has no rings there.
  std::vector<ChannelId> find_ring(ChannelId first) {
    std::vector<ChannelId> channels;
    if (graph_.has(first) && base_.ring_of(first, 0) >= 0) {
      ChannelId at = first;
      do {
        channels.push_back(at);
        at = graph_.id(graph_.channel(at).to, graph_.channel(first).out_port);
      } while (at != first);
    }
    rings_.push_back(channels);
    return channels;
  }
  const std::vector<ChannelId>& ring(ChannelId channel) const {
    return rings_[static_cast<std::size_t>(graph_.channel(channel).out_port * graph_.nodes() +
                                           graph_.channel(channel).from)];
  }
  bool same_ring(ChannelId one, ChannelId other) const {
    for (const ChannelId channel : ring(one)) {
      if (channel == other) return true;
    }
    return false;
  }
  /// i of the channel e_i.
  int index(ChannelId channel) const {
    const std::vector<ChannelId>& all = ring(channel);
    NodeId lowest = graph_.nodes();
    for (const ChannelId each : all) lowest = std::min(lowest, graph_.channel(each).from);
    int hops = 0;
    for (ChannelId at = channel; graph_.channel(at).from != lowest; ++hops)
      at = graph_.id(graph_.channel(at).to, graph_.channel(at).out_port);
    // e_0 of an even port leads to the lowest node, e_0 of an odd one leaves it.
    const int leaves = graph_.channel(channel).out_port % 2 == 0 ? 1 : 0;
    return (static_cast<int>(all.size()) - hops + leaves) % static_cast<int>(all.size());
  }

  /// Hops of a packet in the ring of the escape channel that it asks for, this one included.
  int hops_in_ring(const Packet& packet, PortId port) const {
    if (by_record()) {
      const RecordFormat format(base_.routing().record_dimensions());
      return std::abs(format.unpack(packet.header)[static_cast<std::size_t>(port / 2)]);
    }
    int hops = 0;
    NodeId at = packet.node;
    HeaderWord header = packet.header;
    for (;; ++hops) {
      const RouteChoice choice = base_.routing().choices(at, header);
      if (choice.arrived || choice.escape_port() != port) return hops;
      header = base_.routing().advance(at, header, port, true);
      at = graph_.out(at, port).to;
    }
  }

  /// The dateline class of a VC, -1 if it belongs to no class or to both.
  int class_of(int vc) const {
    if (routing_.route == WormRoute::duato) return vc < 2 ? vc : -1;
    if (routing_.vcs == 1) return -1;
    return vc <= routing_.vcs / 2 - 1 ? 0 : 1;
  }

  int dateline_class(const Packet& packet, ChannelId channel) const {
    const int i = index(channel);
    const int m = static_cast<int>(ring(channel).size());
    const bool enters =
        packet.came_on.channel < 0 || !same_ring(channel, packet.came_on.channel) || class_of(packet.came_on.vc) < 0;
    const bool takes_dateline_later = i + hops_in_ring(packet, graph_.channel(channel).out_port) - 1 >= m;
    switch (routing_.dateline) {
      case Dateline::memoryless:
        return takes_dateline_later ? 0 : 1;
      case Dateline::fixed:
        if (!enters) return class_of(packet.came_on.vc);
        return takes_dateline_later || i == 0 ? 0 : 1;
      case Dateline::crossing:
        if (i == 0) return 1;
        return enters ? 0 : class_of(packet.came_on.vc);
    }
    return -1;
  }

  std::vector<int> escape_vcs_of(const Packet& packet, ChannelId channel) const {
    std::vector<int> vcs;
    for (int vc = 0; vc < escape_vcs(); ++vc) {
      const bool one_for_both =
          routing_.flit_bubble || (routing_.route == WormRoute::dimension_order && routing_.vcs == 1);
      if (ring(channel).empty() || one_for_both || class_of(vc) == dateline_class(packet, channel)) vcs.push_back(vc);
    }
    return vcs;
  }

  std::vector<Offer> offers(const Packet& packet) const {
    const RouteChoice choice = base_.routing().choices(packet.node, packet.header);
    std::vector<Offer> all;
    if (by_negative_hops()) return negative_hop_offers(packet, choice.adaptive_ports());
    const ChannelId channel = graph_.id(packet.node, choice.escape_port());
    for (const int vc : escape_vcs_of(packet, channel)) {
      const bool continues = routing_.flit_bubble && !ring(channel).empty() && packet.came_on.channel >= 0 &&
                             is_escape(packet.came_on.vc) && same_ring(channel, packet.came_on.channel);
      all.push_back({{channel, vc}, true, !continues || vc == packet.came_on.vc});
    }
    if (routing_.route != WormRoute::duato) return all;
    if (routing_.sticky_escape && packet.came_on.channel >= 0 && is_escape(packet.came_on.vc)) return all;
    for (PortId port = 0; port < graph_.ports(); ++port) {
      if ((choice.adaptive_ports() >> port & 1U) == 0) continue;
      for (int vc = escape_vcs(); vc < routing_.vcs; ++vc)
        all.push_back({{graph_.id(packet.node, port), vc}, false, false});
    }
    return all;
  }

  /// Section 8.2, by its table.
  std::vector<Offer> negative_hop_offers(const Packet& packet, std::uint32_t ports) const {
    std::vector<Offer> all;
    const int e = classes();
    const int h = distance(packet.node, destination_of(packet.header));
    const bool negative = distance(0, packet.node) % 2 == 1;
    const int last = packet.came_on.channel < 0 ? -1 : negative_hop_class(packet.came_on.vc);
    const int low = last < 0 ? 0 : negative ? last + 1 : last;
    const bool printed = routing_.class_caps == ClassCaps::equation_15;
    const int cap = negative || printed ? e - (h + 1) / 2 : e - 1 - h / 2;
    const int last_offered = routing_.route == WormRoute::nhop ? std::min(low, cap) : cap;
    const int first_offered = routing_.bonus_cards == BonusCards::all && routing_.route != WormRoute::nhop ? cap : low;
    for (PortId port = 0; port < graph_.ports(); ++port) {
      if ((ports >> port & 1U) == 0) continue;
      for (int vc = 0; vc < routing_.vcs; ++vc) {
        const WormLane lane{graph_.id(packet.node, port), vc};
        const int own = negative_hop_class(vc);
        if (own < 0) all.push_back({lane, false, false});
        if (own >= 0 && low <= cap && own >= first_offered && own <= last_offered)
          all.push_back({lane, true, routing_.route != WormRoute::duato_nbc || own == cap});
      }
    }
    return all;
  }

  void follow(const Packet& start, std::set<WormArc>& found) const {
    std::set<Packet> seen{start};
    std::vector<Packet> waiting{start};
    while (!waiting.empty()) {
      const Packet packet = waiting.back();
      waiting.pop_back();
      if (packet.node == destination_of(packet.header)) continue;
      for (const Offer& offer : offers(packet)) {
        const Channel& channel = graph_.channel(offer.lane.channel);
        if (offer.counted && packet.last_escape.channel >= 0) found.insert({packet.last_escape, offer.lane});
        const bool escape = offer.escape && !by_negative_hops();
        Packet next{channel.to, base_.routing().advance(packet.node, packet.header, channel.out_port, escape),
                    offer.lane, offer.escape ? offer.lane : packet.last_escape};
        if (seen.insert(next).second) waiting.push_back(next);
        // What it held before, it may hold still, unless it has entered a ring with a flit bubble.
        if (!offer.escape || offer.counted || routing_.flit_bubble) continue;
        next.last_escape = packet.last_escape;
        if (seen.insert(next).second) waiting.push_back(next);
      }
    }
  }

  const Topology& base_;
  const Graph& graph_;
  WormRouting routing_;
  std::vector<std::vector<ChannelId>> rings_;  ///< by port and node
  std::vector<std::vector<int>> distance_;     ///< by node and node
};

/// Whether arcs close a cycle, by Tarjan's strongly connected components.
inline bool has_cycle(const std::vector<WormArc>& arcs) {
  std::vector<WormLane> lanes;
  for (const WormArc& arc : arcs) {
    if (arc.from == arc.to) return true;
    lanes.push_back(arc.from);
    lanes.push_back(arc.to);
  }
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  const auto number = [&](const WormLane& lane) {
    return static_cast<std::size_t>(std::lower_bound(lanes.begin(), lanes.end(), lane) - lanes.begin());
  };
  std::vector<std::vector<std::size_t>> next(lanes.size());
  for (const WormArc& arc : arcs) next[number(arc.from)].push_back(number(arc.to));
  std::vector<int> order(lanes.size(), -1);
  std::vector<int> low(lanes.size(), -1);
  std::vector<bool> on_stack(lanes.size(), false);
  std::vector<std::size_t> stack;
  int counter = 0;
  bool found = false;
  struct Visit {
    std::size_t lane;
    std::size_t arc;
  };
  for (std::size_t start = 0; start < lanes.size(); ++start) {
    if (order[start] >= 0) continue;
    std::vector<Visit> path;
    const auto enter = [&](std::size_t lane) {
      order[lane] = low[lane] = counter++;
      stack.push_back(lane);
      on_stack[lane] = true;
      path.push_back({lane, 0});
    };
    enter(start);
    while (!path.empty()) {
      Visit& top = path.back();
      if (top.arc < next[top.lane].size()) {
        const std::size_t to = next[top.lane][top.arc++];
        if (order[to] < 0) {
          enter(to);
        } else if (on_stack[to]) {
          low[top.lane] = std::min(low[top.lane], order[to]);
        }
        continue;
      }
      const std::size_t lane = top.lane;
      path.pop_back();
      if (!path.empty()) low[path.back().lane] = std::min(low[path.back().lane], low[lane]);
      if (low[lane] != order[lane]) continue;
      std::size_t members = 0;
      for (std::size_t member = lanes.size(); member != lane; ++members) {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
      }
      found = found || members > 1;
    }
  }
  return found;
}

}  // namespace trenza::topologies::test_support
