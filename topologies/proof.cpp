#include "topologies/proof.h"

#include <algorithm>

#include "topologies/escape_order.h"
#include "topologies/lanes.h"

namespace trenza::topologies {

namespace {

std::string counted(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string channel_text(const Topology& topology, const Channel& channel) {
  return "the channel " + topology.port_name(channel.out_port) + " from r_" + topology.node_name(channel.from) +
         " to r_" + topology.node_name(channel.to);
}

/// Why the rings do not fit the wiring; empty if they do.
std::string wiring_fault(const Topology& topology) {
  const Graph& graph = topology.graph();
  const Lanes lanes{std::clamp(topology.routing().escape_vcs(), 1, kMaxEscapeVcs)};
  std::vector<int> times(static_cast<std::size_t>(graph.channels()) * static_cast<std::size_t>(lanes.vcs), 0);
  for (std::size_t r = 0; r < topology.rings().size(); ++r) {
    const Ring& ring = topology.rings()[r];
    if (ring.vc < 0 || ring.vc >= lanes.vcs)
      return "a ring is in escape VC " + std::to_string(ring.vc) + ", which is not there: " + ring_text(topology, ring);
    for (std::size_t i = 0; i < ring.channels.size(); ++i) {
      const ChannelId channel = ring.channels[i];
      const ChannelId next = ring.channels[(i + 1) % ring.channels.size()];
      if (!graph.has(channel)) return "a ring has a channel that is not there: " + ring.name;
      ++times[static_cast<std::size_t>(lanes.id(channel, ring.vc))];
      if (topology.ring_of(channel, ring.vc) != static_cast<int>(r))
        return "a channel is not in its ring " + ring_text(topology, ring);
      if (graph.channel(channel).to != graph.channel(next).from)
        return "a ring does not close: " + ring_text(topology, ring);
    }
  }
  for (LaneId lane = 0; lane < static_cast<LaneId>(times.size()); ++lane) {
    const ChannelId channel = lanes.channel(lane);
    if (!graph.has(channel)) continue;
    const int expected = topology.ring_of(channel, lanes.vc(lane)) >= 0 ? 1 : 0;
    const int found = times[static_cast<std::size_t>(lane)];
    if (found == expected) continue;
    return channel_text(topology, graph.channel(channel)) + " is in " +
           counted(static_cast<std::size_t>(found), "ring");
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
  if (escape.slots_to_enter < kSlotsToEnter) {
    return "a packet enters a ring with " + slots(escape.slots_to_enter) +
           " free; it must find 2, or packets that enter can take the last free slot of a ring, and then none in it "
           "can move";
  }
  if (escape.slots_to_enter > escape.buffer_packets) {
    return "a packet needs " + slots(escape.slots_to_enter) + " free to enter a ring, but the escape buffers hold " +
           slots(escape.buffer_packets) + ": it never enters";
  }
  if (escape.slots_to_continue < kSlotsToContinue)
    return "a packet goes on in its ring without a free slot: buffers overflow";
  if (escape.slots_to_continue > kSlotsToContinue) {
    return "a packet needs " + slots(escape.slots_to_continue) +
           " free to go on in its ring; only one is sure to be free, so a ring can stand still";
  }
  return {};
}

std::string walked_destinations(const Topology& topology, const RelationWalk& walk) {
  const std::string all = "all " + std::to_string(topology.graph().nodes());
  if (walk.destinations.empty()) return "with " + all + " destinations";
  const std::string first = "r_" + topology.node_name(walk.destinations.front());
  if (walk.destinations.size() == 1) {
    return "with destination " + first + ", which stands for all (steps commute at " + all + " nodes)";
  }
  return "with " + std::to_string(walk.destinations.size()) + " destinations from " + first +
         " on, one for each class of nodes that translations carry to each other; they stand for " + all;
}

Obligation prove_connected(const Topology& topology, const RelationWalk& walk) {
  Obligation result{"connected", walk.lost.empty(), walk.lost};
  if (!result.holds) return result;
  result.evidence = counted(static_cast<std::size_t>(walk.states), "state") + " of the routing relation reached " +
                    walked_destinations(topology, walk) +
                    (topology.routing().escape_traits().detours
                         ? "; every adaptive hop comes nearer, every escape route ends at its destination"
                         : "; every hop offered comes nearer, every walk ends at its destination");
  return result;
}

/// "all 128 channels", or how many of the escape channels if not all are in rings.
std::string coverage(const Topology& topology, std::size_t covered) {
  const int vcs = topology.routing().escape_vcs();
  const auto channels = static_cast<std::size_t>(topology.graph().connected());
  if (vcs == 1 && covered == channels) return "all " + std::to_string(channels) + " channels";
  return std::to_string(covered) + " of " + std::to_string(channels * static_cast<std::size_t>(vcs)) +
         (vcs == 1 ? " channels" : " escape virtual channels");
}

Obligation prove_rings(const Topology& topology, const EscapeParameters& escape, const std::string& wiring) {
  const std::vector<Ring>& rings = topology.rings();
  Obligation result{"rings", false, wiring};
  if (!result.evidence.empty()) return result;
  result.evidence = bubble_fault(escape);
  if (!rings.empty() && !result.evidence.empty()) {
    result.evidence += ". This holds of all " + counted(rings.size(), "ring") + ", the first being " +
                       ring_text(topology, rings.front());
    return result;
  }
  result.holds = true;
  if (rings.empty()) {
    result.evidence = "no rings: no escape channel needs a bubble";
    return result;
  }
  std::size_t shortest = rings.front().channels.size();
  std::size_t longest = 0;
  std::size_t covered = 0;
  for (const Ring& ring : rings) {
    shortest = std::min(shortest, ring.channels.size());
    longest = std::max(longest, ring.channels.size());
    covered += ring.channels.size();
  }
  result.evidence = counted(rings.size(), "ring") + " of " + std::to_string(shortest) +
                    (shortest == longest ? "" : " to " + std::to_string(longest)) + " channels cover " +
                    coverage(topology, covered) + "; escape buffers of " + std::to_string(escape.buffer_packets) +
                    " slots, " + std::to_string(escape.slots_to_enter) +
                    " free to enter, 1 to go on: every ring keeps a free slot";
  return result;
}

std::string order_evidence(const Topology& topology, const std::vector<EscapeTurn>& turns) {
  const bool between_rings = std::all_of(turns.begin(), turns.end(), [&](const EscapeTurn& turn) {
    return is_ring(topology, turn.from) && is_ring(topology, turn.to);
  });
  const bool by_dimension = std::all_of(turns.begin(), turns.end(), [&](const EscapeTurn& turn) {
    return dimension_of(topology, turn.to) > dimension_of(topology, turn.from);
  });
  const std::string number = counted(turns.size(), "turn") + " of escape routes from ";
  if (between_rings)
    return number + "ring to ring, " +
           (by_dimension ? "all into rings of a higher dimension" : "without a cycle of rings");
  return number + (topology.rings().empty() ? "channel to channel" : "ring or channel to ring or channel") +
         ", without a cycle";
}

Obligation prove_order(const Topology& topology, const RelationWalk& walk, const std::string& wiring) {
  if (!wiring.empty()) return {"order", false, "cannot be judged: " + wiring};
  const std::vector<EscapeTurn> turns = escape_turns(topology, walk.turns);
  const std::vector<EscapeTurn> cycle = find_turn_cycle(topology, turns);
  if (cycle.empty()) return {"order", true, order_evidence(topology, turns)};
  std::string circle;
  std::string where;
  std::string in_full;
  bool only_rings = true;
  for (const EscapeTurn& turn : cycle) {
    only_rings = only_rings && is_ring(topology, turn.from);
    circle += waiter_name(topology, turn.from) + " -> ";
    where += "; at r_" + topology.node_name(turn.node) + " an escape route leaves " + waiter_name(topology, turn.from) +
             " for " + waiter_name(topology, turn.to);
    in_full += "\n" + waiter_text(topology, turn.from);
  }
  return {"order", false,
          std::string(only_rings ? "rings" : "escape channels") + " wait for each other: " + circle +
              waiter_name(topology, cycle.front().from) + where + in_full};
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

Proof prove_deadlock_free(const Topology& topology, const EscapeParameters& escape, const WalkProgress& progress) {
  const RelationWalk walk = walk_relation(topology, progress);
  const std::string wiring = wiring_fault(topology);
  Proof proof;
  proof.obligations.push_back(prove_connected(topology, walk));
  proof.obligations.push_back(prove_rings(topology, escape, wiring));
  proof.obligations.push_back(prove_order(topology, walk, wiring));
  proof.obligations.push_back(prove_escape_offered(walk));
  return proof;
}

}  // namespace trenza::topologies
