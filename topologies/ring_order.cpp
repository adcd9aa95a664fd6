#include "topologies/ring_order.h"

#include <algorithm>
#include <utility>

namespace trenza::topologies {

std::vector<RingTurn> ring_turns(const Topology& topology, const std::vector<std::uint32_t>& turns) {
  const Graph& graph = topology.graph();
  std::vector<ChannelId> successor(static_cast<std::size_t>(graph.channels()), -1);
  for (const Ring& ring : topology.rings()) {
    for (std::size_t i = 0; i < ring.channels.size(); ++i) {
      successor[static_cast<std::size_t>(ring.channels[i])] = ring.channels[(i + 1) % ring.channels.size()];
    }
  }
  std::vector<RingTurn> found;
  for (ChannelId channel = 0; channel < graph.channels(); ++channel) {
    const NodeId node = graph.channel(channel).to;
    for (PortId port = 0; port < graph.ports(); ++port) {
      if ((turns[static_cast<std::size_t>(channel)] >> port & 1U) == 0) continue;
      const ChannelId next = graph.id(node, port);
      if (next != successor[static_cast<std::size_t>(channel)]) {
        found.push_back({topology.ring_of(channel, 0), topology.ring_of(next, 0), node});
      }
    }
  }
  const auto rings = [](const RingTurn& turn) { return std::make_pair(turn.from, turn.to); };
  std::stable_sort(found.begin(), found.end(),
                   [&](const RingTurn& a, const RingTurn& b) { return rings(a) < rings(b); });
  found.erase(std::unique(found.begin(), found.end(),
                          [&](const RingTurn& a, const RingTurn& b) { return rings(a) == rings(b); }),
              found.end());
  return found;
}

std::vector<RingTurn> find_ring_cycle(const Topology& topology, const std::vector<RingTurn>& turns) {
  const std::size_t rings = topology.rings().size();
  std::vector<std::vector<const RingTurn*>> out(rings);
  for (const RingTurn& turn : turns) out[static_cast<std::size_t>(turn.from)].push_back(&turn);

  enum class Mark : std::uint8_t { unseen, on_path, done };
  std::vector<Mark> mark(rings, Mark::unseen);
  struct Visit {
    std::size_t ring;
    std::size_t next;  ///< turn to follow next
  };
  for (std::size_t start = 0; start < rings; ++start) {
    if (mark[start] != Mark::unseen) continue;
    std::vector<Visit> path{{start, 0}};
    mark[start] = Mark::on_path;
    while (!path.empty()) {
      Visit& top = path.back();
      if (top.next == out[top.ring].size()) {
        mark[top.ring] = Mark::done;
        path.pop_back();
        continue;
      }
      const auto to = static_cast<std::size_t>(out[top.ring][top.next++]->to);
      if (mark[to] == Mark::on_path) {
        std::vector<RingTurn> cycle;
        auto first = std::find_if(path.begin(), path.end(), [to](const Visit& visit) { return visit.ring == to; });
        for (; first != path.end(); ++first) cycle.push_back(*out[first->ring][first->next - 1]);
        return cycle;
      }
      if (mark[to] == Mark::unseen) {
        mark[to] = Mark::on_path;
        path.push_back({to, 0});
      }
    }
  }
  return {};
}

std::string ring_text(const Topology& topology, const Ring& ring) {
  const Graph& graph = topology.graph();
  std::string text = ring.name + ": ";
  for (const ChannelId channel : ring.channels) text += "r_" + topology.node_name(graph.channel(channel).from) + " -> ";
  const std::size_t length = ring.channels.size();
  if (length > 0) text += "r_" + topology.node_name(graph.channel(ring.channels.back()).to);
  return text + " (" + std::to_string(length) + (length == 1 ? " channel)" : " channels)");
}

}  // namespace trenza::topologies
