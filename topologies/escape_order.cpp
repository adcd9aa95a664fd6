#include "topologies/escape_order.h"

#include <algorithm>
#include <utility>

namespace trenza::topologies {

namespace {

Lanes lanes_of(const Topology& topology) { return {std::clamp(topology.routing().escape_vcs(), 1, kMaxEscapeVcs)}; }

std::int32_t rings_of(const Topology& topology) { return static_cast<std::int32_t>(topology.rings().size()); }

/// By lane, the next lane of its ring; -1 if it is in none.
std::vector<LaneId> next_in_ring(const Topology& topology, const Lanes& lanes) {
  std::vector<LaneId> next(static_cast<std::size_t>(topology.graph().channels()) * static_cast<std::size_t>(lanes.vcs),
                           -1);
  for (const Ring& ring : topology.rings()) {
    for (std::size_t i = 0; i < ring.channels.size(); ++i) {
      const LaneId lane = lanes.id(ring.channels[i], ring.vc);
      next[static_cast<std::size_t>(lane)] = lanes.id(ring.channels[(i + 1) % ring.channels.size()], ring.vc);
    }
  }
  return next;
}

/// Depth-first search for a cycle, without recursion.
class CycleSearch {
 public:
  CycleSearch(std::size_t waiters, const std::vector<EscapeTurn>& turns) : out_(waiters), mark_(waiters, Mark::unseen) {
    for (const EscapeTurn& turn : turns) out_[static_cast<std::size_t>(turn.from)].push_back(&turn);
  }

  std::vector<EscapeTurn> run() {
    for (std::size_t start = 0; start < out_.size(); ++start) {
      if (mark_[start] != Mark::unseen) continue;
      enter(start);
      while (!path_.empty()) {
        if (step()) return cycle_;
      }
    }
    return {};
  }

 private:
  enum class Mark : std::uint8_t { unseen, on_path, done };
  struct Visit {
    std::size_t waiter;
    std::size_t next;  ///< turn to follow next
  };

  void enter(std::size_t waiter) {
    mark_[waiter] = Mark::on_path;
    path_.push_back({waiter, 0});
  }

  /// True when a cycle is found.
  bool step() {
    Visit& top = path_.back();
    if (top.next == out_[top.waiter].size()) {
      mark_[top.waiter] = Mark::done;
      path_.pop_back();
      return false;
    }
    const auto to = static_cast<std::size_t>(out_[top.waiter][top.next++]->to);
    if (mark_[to] == Mark::unseen)
      enter(to);
    else if (mark_[to] == Mark::on_path)
      return take_cycle(to);
    return false;
  }

  bool take_cycle(std::size_t to) {
    auto first = std::find_if(path_.begin(), path_.end(), [to](const Visit& visit) { return visit.waiter == to; });
    for (; first != path_.end(); ++first) cycle_.push_back(*out_[first->waiter][first->next - 1]);
    return true;
  }

  std::vector<std::vector<const EscapeTurn*>> out_;
  std::vector<Mark> mark_;
  std::vector<Visit> path_;
  std::vector<EscapeTurn> cycle_;
};

}  // namespace

std::vector<EscapeTurn> escape_turns(const Topology& topology, const std::vector<LaneSet>& turns) {
  const Graph& graph = topology.graph();
  const Lanes lanes = lanes_of(topology);
  const std::vector<LaneId> successor = next_in_ring(topology, lanes);
  const auto waiter = [&](LaneId lane) -> WaiterId {
    const int ring = topology.ring_of(lanes.channel(lane), lanes.vc(lane));
    return ring >= 0 ? ring : rings_of(topology) + lane;
  };
  std::vector<EscapeTurn> found;
  for (LaneId lane = 0; lane < static_cast<LaneId>(turns.size()); ++lane) {
    const NodeId node = graph.channel(lanes.channel(lane)).to;
    for (LaneSet left = turns[static_cast<std::size_t>(lane)]; left != 0; left &= left - 1) {
      const int bit = __builtin_ctzll(left);
      const LaneId next = lanes.id(graph.id(node, bit % kLaneSetPorts), bit / kLaneSetPorts);
      if (next != successor[static_cast<std::size_t>(lane)]) found.push_back({waiter(lane), waiter(next), node});
    }
  }
  const auto waiters = [](const EscapeTurn& turn) { return std::make_pair(turn.from, turn.to); };
  std::stable_sort(found.begin(), found.end(),
                   [&](const EscapeTurn& a, const EscapeTurn& b) { return waiters(a) < waiters(b); });
  found.erase(std::unique(found.begin(), found.end(),
                          [&](const EscapeTurn& a, const EscapeTurn& b) { return waiters(a) == waiters(b); }),
              found.end());
  return found;
}

std::vector<EscapeTurn> find_turn_cycle(const Topology& topology, const std::vector<EscapeTurn>& turns) {
  const auto lanes =
      static_cast<std::size_t>(topology.graph().channels()) * static_cast<std::size_t>(lanes_of(topology).vcs);
  return CycleSearch(topology.rings().size() + lanes, turns).run();
}

bool is_ring(const Topology& topology, WaiterId waiter) { return waiter < rings_of(topology); }

int dimension_of(const Topology& topology, WaiterId waiter) {
  if (is_ring(topology, waiter)) return topology.rings()[static_cast<std::size_t>(waiter)].dimension;
  const ChannelId channel = lanes_of(topology).channel(waiter - rings_of(topology));
  return topology.port_dimension(topology.graph().channel(channel).out_port);
}

std::string waiter_name(const Topology& topology, WaiterId waiter) {
  if (is_ring(topology, waiter)) return topology.rings()[static_cast<std::size_t>(waiter)].name;
  const Lanes lanes = lanes_of(topology);
  const LaneId lane = waiter - rings_of(topology);
  const Channel& channel = topology.graph().channel(lanes.channel(lane));
  const std::string vc = lanes.vcs == 1 ? "" : " (escape VC " + std::to_string(lanes.vc(lane)) + ")";
  return topology.port_name(channel.out_port) + " of r_" + topology.node_name(channel.from) + vc;
}

std::string waiter_text(const Topology& topology, WaiterId waiter) {
  if (is_ring(topology, waiter)) return ring_text(topology, topology.rings()[static_cast<std::size_t>(waiter)]);
  const Channel& channel = topology.graph().channel(lanes_of(topology).channel(waiter - rings_of(topology)));
  return waiter_name(topology, waiter) + ": r_" + topology.node_name(channel.from) + " -> r_" +
         topology.node_name(channel.to);
}

std::string ring_text(const Topology& topology, const Ring& ring) {
  const Graph& graph = topology.graph();
  std::string text = ring.name + ": ";
  for (const ChannelId channel : ring.channels) text += "r_" + topology.node_name(graph.channel(channel).from) + " -> ";
  const std::size_t length = ring.channels.size();
  if (length > 0) text += "r_" + topology.node_name(graph.channel(ring.channels.back()).to);
  const std::string vc = topology.routing().escape_vcs() == 1 ? "" : ", escape VC " + std::to_string(ring.vc);
  return text + " (" + std::to_string(length) + (length == 1 ? " channel" : " channels") + vc + ")";
}

}  // namespace trenza::topologies
