#include "topologies/proof.h"

#include <algorithm>

#include "topologies/relation_walk.h"
#include "topologies/ring_order.h"

namespace trenza::topologies {

namespace {

std::string counted(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// Why the wiring does not fall into rings; empty if it does.
std::string wiring_fault(const Topology& topology) {
  const Graph& graph = topology.graph();
  std::vector<int> times(static_cast<std::size_t>(graph.channels()), 0);
  for (std::size_t r = 0; r < topology.rings().size(); ++r) {
    const Ring& ring = topology.rings()[r];
    for (std::size_t i = 0; i < ring.channels.size(); ++i) {
      const ChannelId channel = ring.channels[i];
      const ChannelId next = ring.channels[(i + 1) % ring.channels.size()];
      ++times[static_cast<std::size_t>(channel)];
      if (topology.ring_of(channel, 0) != static_cast<int>(r))
        return "a channel is not in its ring " + ring_text(topology, ring);
      if (graph.channel(channel).to != graph.channel(next).from)
        return "a ring does not close: " + ring_text(topology, ring);
    }
  }
  for (ChannelId channel = 0; channel < graph.channels(); ++channel) {
    if (times[static_cast<std::size_t>(channel)] == 1) continue;
    const Channel& c = graph.channel(channel);
    return "the channel " + topology.port_name(c.out_port) + " from r_" + topology.node_name(c.from) + " to r_" +
           topology.node_name(c.to) + " is in " +
           counted(static_cast<std::size_t>(times[static_cast<std::size_t>(channel)]), "ring");
  }
  return {};
}

/// Why packets can fill a ring; empty if a slot always stays free.
std::string bubble_fault(const EscapeParameters& escape) {
  const auto slots = [](int number) { return std::to_string(number) + (number == 1 ? " slot" : " slots"); };
  if (escape.buffer_packets < 2) {
    return "the escape buffers hold " + slots(escape.buffer_packets) +
           ", but a packet that enters a ring must leave one free: 2 at least";
  }
  if (escape.slots_to_enter < 2) {
    return "a packet enters a ring with " + slots(escape.slots_to_enter) +
           " free; it must find 2, or packets that enter can take the last free slot of a ring, and then none in it "
           "can move";
  }
  if (escape.slots_to_enter > escape.buffer_packets) {
    return "a packet needs " + slots(escape.slots_to_enter) + " free to enter a ring, but the escape buffers hold " +
           slots(escape.buffer_packets) + ": it never enters";
  }
  if (escape.slots_to_continue < 1) return "a packet goes on in its ring without a free slot: buffers overflow";
  if (escape.slots_to_continue > 1) {
    return "a packet needs " + slots(escape.slots_to_continue) +
           " free to go on in its ring; only one is sure to be free, so a ring can stand still";
  }
  return {};
}

Obligation prove_connected(const Topology& topology, const RelationWalk& walk) {
  Obligation result{"connected", walk.lost.empty(), walk.lost};
  if (!result.holds) return result;
  const auto nodes = static_cast<std::size_t>(topology.graph().nodes());
  result.evidence =
      counted(static_cast<std::size_t>(walk.states), "state") + " of the routing relation reached " +
      (walk.by_symmetry ? "with destination r_" + topology.node_name(0) +
                              ", which stands for all (steps commute at all " + std::to_string(nodes) + " nodes)"
                        : "with all " + std::to_string(nodes) + " destinations") +
      "; every hop offered comes nearer, every walk ends at its destination";
  return result;
}

Obligation prove_rings(const Topology& topology, const EscapeParameters& escape, const std::string& wiring) {
  const std::vector<Ring>& rings = topology.rings();
  Obligation result{"rings", false, wiring};
  if (!result.evidence.empty()) return result;
  result.evidence = bubble_fault(escape);
  if (!result.evidence.empty()) {
    if (!rings.empty()) {
      result.evidence += ". This holds of all " + counted(rings.size(), "ring") + ", the first being " +
                         ring_text(topology, rings.front());
    }
    return result;
  }
  std::size_t shortest = rings.empty() ? 0 : rings.front().channels.size();
  std::size_t longest = 0;
  for (const Ring& ring : rings) {
    shortest = std::min(shortest, ring.channels.size());
    longest = std::max(longest, ring.channels.size());
  }
  result.holds = true;
  result.evidence = counted(rings.size(), "ring") + " of " + std::to_string(shortest) +
                    (shortest == longest ? "" : " to " + std::to_string(longest)) + " channels cover all " +
                    std::to_string(topology.graph().channels()) + " channels; escape buffers of " +
                    std::to_string(escape.buffer_packets) + " slots, " + std::to_string(escape.slots_to_enter) +
                    " free to enter, 1 to go on: every ring keeps a free slot";
  return result;
}

Obligation prove_order(const Topology& topology, const RelationWalk& walk, const std::string& wiring) {
  if (!wiring.empty()) return {"order", false, "cannot be judged: " + wiring};
  const std::vector<Ring>& rings = topology.rings();
  const std::vector<RingTurn> turns = ring_turns(topology, walk.turns);
  const std::vector<RingTurn> cycle = find_ring_cycle(topology, turns);
  Obligation result{"order", cycle.empty(), {}};
  const auto ring = [&](int index) -> const Ring& { return rings[static_cast<std::size_t>(index)]; };
  if (!result.holds) {
    std::string circle;
    std::string where;
    std::string in_full;
    for (const RingTurn& turn : cycle) {
      circle += ring(turn.from).name + " -> ";
      where += "; at r_" + topology.node_name(turn.node) + " an escape route leaves " + ring(turn.from).name + " for " +
               ring(turn.to).name;
      in_full += "\n" + ring_text(topology, ring(turn.from));
    }
    result.evidence = "rings wait for each other: " + circle + ring(cycle.front().from).name + where + in_full;
    return result;
  }
  const bool by_dimension = std::all_of(turns.begin(), turns.end(), [&](const RingTurn& turn) {
    return ring(turn.to).dimension > ring(turn.from).dimension;
  });
  result.evidence = counted(turns.size(), "turn") + " of escape routes from ring to ring, " +
                    (by_dimension ? "all into rings of a higher dimension" : "without a cycle of rings");
  return result;
}

Obligation prove_escape_offered(const RelationWalk& walk) {
  Obligation result{"escape always offered", walk.no_escape.empty(), walk.no_escape};
  if (result.holds) result.evidence = "every state before the destination has an escape channel";
  return result;
}

}  // namespace

bool Proof::holds() const {
  return std::all_of(obligations.begin(), obligations.end(),
                     [](const Obligation& obligation) { return obligation.holds; });
}

Proof prove_deadlock_free(const Topology& topology, const EscapeParameters& escape) {
  const RelationWalk walk = walk_relation(topology);
  const std::string wiring = wiring_fault(topology);
  Proof proof;
  proof.obligations.push_back(prove_connected(topology, walk));
  proof.obligations.push_back(prove_rings(topology, escape, wiring));
  proof.obligations.push_back(prove_order(topology, walk, wiring));
  proof.obligations.push_back(prove_escape_offered(walk));
  return proof;
}

}  // namespace trenza::topologies
