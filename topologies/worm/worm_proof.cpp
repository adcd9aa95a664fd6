#include "topologies/worm/worm_proof.h"

#include <string>
#include <vector>

#include "topologies/worm/up_down_relation.h"
#include "topologies/worm/worm_relation.h"
#include "topologies/worm/worm_walk.h"

namespace trenza::topologies {

namespace {

std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string lane_name(const Topology& topology, const WormLane& lane) {
  const Channel& channel = topology.graph().channel(lane.channel);
  return topology.port_name(channel.out_port) + " of r_" + topology.node_name(channel.from) + " (VC " +
         std::to_string(lane.vc) + ")";
}

Obligation prove_connected(const Topology& topology, const WormWalk& walk) {
  Obligation result{"connected", walk.findings.lost.empty(), walk.findings.lost};
  if (!result.holds) return result;
  const std::string nodes = std::to_string(topology.graph().nodes());
  result.evidence =
      counted(walk.states, "state") + " (node, header, lane of arrival) of the routing relation reached " +
      (walk.by_difference ? "at " + nodes + " nodes, with headers by difference, which stand for all destinations"
                          : "with all " + nodes + " destinations") +
      (topology.routing().escape_traits().detours
           ? "; every adaptive hop comes nearer, every escape route follows the order below and so ends"
           : "; every hop offered comes nearer, every walk ends at its destination");
  return result;
}

std::string ring_name(const Topology& topology, const WormCycleStep& step) {
  if (step.ring < 0) return lane_name(topology, step.lane);
  return "ring " + topology.rings()[static_cast<std::size_t>(step.ring)].name + " (VC " + std::to_string(step.lane.vc) +
         ")";
}

std::string ring_cycle_text(const Topology& topology, const std::vector<WormCycleStep>& cycle) {
  std::string circle = "rings wait for each other: ";
  std::string in_full;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    circle += ring_name(topology, cycle[i]) + " -> ";
    in_full += "\n" + ring_name(topology, cycle[i]) + ": a packet on " + lane_name(topology, cycle[i].lane) +
               " asks for " + lane_name(topology, cycle[(i + 1) % cycle.size()].asked);
  }
  return circle + ring_name(topology, cycle.front()) + in_full;
}

std::string cycle_text(const Topology& topology, const WormWalk& walk) {
  const std::vector<WormCycleStep>& cycle = walk.cycle;
  if (RoutingSubfunction(topology.routing()).flit_bubble()) return ring_cycle_text(topology, cycle);
  std::string circle = "virtual channels wait for each other: ";
  std::string in_full;
  for (const WormCycleStep& step : cycle) {
    const Channel& channel = topology.graph().channel(step.lane.channel);
    circle += lane_name(topology, step.lane) + " -> ";
    in_full += "\n" + lane_name(topology, step.lane) + ": r_" + topology.node_name(channel.from) + " -> r_" +
               topology.node_name(channel.to);
    if (!step.adaptive.empty()) in_full += walk.findings.passes_over ? ", then by other VCs" : ", then by adaptive VCs";
    for (const NodeId node : step.adaptive) in_full += " -> r_" + topology.node_name(node);
  }
  return circle + lane_name(topology, cycle.front().lane) + in_full;
}

/// What would be accepted in the place of a cycle, as keys of the configuration; empty for relations of other makers.
/// Networks with rings have it only for three reasons: their two dateline classes share one VC, escape VCs may be left,
/// or routes are too long for classes that stay.
std::string remedy(const Topology& topology, const WormWalk& walk) {
  const auto* const relation = dynamic_cast<const WormRelation*>(&topology.routing());
  if (relation == nullptr || relation->flit_bubble()) return "";
  std::string advice = relation->advice().empty() ? "" : "\n" + relation->advice();
  if (walk.findings.passes_over) return advice;
  if (walk.findings.leaves_escape) {
    return "\npackets may leave escape VCs, and the cycle passes through adaptive ones; expected router.sticky_escape: "
           "on";
  }
  if (relation->vcs().count > 1 || topology.rings().empty()) return advice;
  return "\nthe rings have no dateline with 1 virtual channel; expected router.virtual_channels.count of 2 or more" +
         std::string(channel_without_way_back(topology.graph()) < 0 ? ", or router.routing: up_down" : "");
}

std::string ring_order_text(const Topology& topology, const WormWalk& walk) {
  const std::vector<Ring>& rings = topology.rings();
  ChannelId in_rings = 0;
  for (const Ring& ring : rings) in_rings += static_cast<ChannelId>(ring.channels.size());
  const ChannelId others = topology.graph().connected() - in_rings;
  const int vcs = walk.dependencies.groups();
  return "the dependency graph of " + counted(static_cast<std::int64_t>(rings.size()), "ring") +
         (others == 0 ? "" : " and " + counted(others, "channel") + " in none") + ", each in " +
         counted(vcs, "escape VC") + ", and " + counted(walk.ring_arcs, "arc") + " has no cycle";
}

Obligation prove_order(const Topology& topology, const WormWalk& walk) {
  if (!walk.unjudged.empty())
    return {"order", false,
            "cannot be judged: " + walk.unjudged + "; use router." +
                (walk.findings.passes_over ? "routing: nbc" : "sticky_escape: on")};
  if (!walk.cycle.empty()) return {"order", false, cycle_text(topology, walk) + remedy(topology, walk)};
  if (RoutingSubfunction(topology.routing()).flit_bubble()) return {"order", true, ring_order_text(topology, walk)};
  const std::int64_t channels = topology.graph().connected();
  const std::string lanes =
      counted(walk.dependencies.lanes(), "escape lane") + " (VCs of " + counted(channels, "channel") + ") and " +
      counted(walk.dependencies.arc_count(), "arc") +
      (walk.findings.passes_over     ? " to those that a head can always wait for, over any number of other hops,"
       : walk.findings.leaves_escape ? ", and those over any number of adaptive hops"
                                     : "");
  return {"order", true, "the dependency graph of " + lanes + " has no cycle"};
}

Obligation prove_escape_offered(const Topology& topology, const WormWalk& walk) {
  Obligation result{"escape always offered", walk.findings.no_escape.empty(), walk.findings.no_escape};
  if (result.holds) {
    result.evidence = "every state before the destination can ask for an escape lane";
  } else if (const std::string advice = RoutingSubfunction(topology.routing()).advice(); !advice.empty()) {
    result.evidence += "; " + advice;
  }
  return result;
}

Obligation prove_queues(const WormWalk& walk, const WormProofParameters& parameters, bool bubble) {
  const std::string name = "one packet in a queue";
  if (!walk.findings.has_adaptive)
    return {name, true, "not needed: every VC is an escape lane, and these wait for each other in an order"};
  if (parameters.atomic_reallocation)
    return {name, true,
            bubble ? "reallocation of adaptive VCs is atomic: every head that waits in one is at the front of its queue"
                   : "reallocation is atomic: every head that waits is at the front of its queue"};
  return {name, false,
          "a head in an adaptive VC can stand behind flits of another packet and not ask for an escape lane, so that "
          "packets in adaptive VCs can wait for each other in a circle; use router.reallocation: atomic, or a "
          "router.routing without adaptive virtual channels: dimension_order, up_down, nbc or nhop"};
}

/// Why the rings are none; empty if they are.
std::string ring_fault(const Topology& topology) {
  const Graph& graph = topology.graph();
  std::vector<char> seen(static_cast<std::size_t>(graph.channels()), 0);
  for (std::size_t r = 0; r < topology.rings().size(); ++r) {
    const Ring& ring = topology.rings()[r];
    for (std::size_t i = 0; i < ring.channels.size(); ++i) {
      const ChannelId channel = ring.channels[i];
      const ChannelId next = ring.channels[(i + 1) % ring.channels.size()];
      if (!graph.has(channel) || !graph.has(next) || graph.channel(channel).to != graph.channel(next).from)
        return "ring " + ring.name + " does not close";
      if (topology.ring_of(channel, 0) != static_cast<int>(r) || ++seen[static_cast<std::size_t>(channel)] > 1)
        return "a channel of ring " + ring.name + " is in another one, too";
    }
  }
  return {};
}

Obligation prove_rings(const Topology& topology, const WormProofParameters& parameters) {
  Obligation result{"rings", false, ring_fault(topology)};
  if (!result.evidence.empty()) return result;
  const int needed = parameters.max_packet_flits + 1;
  const std::string buffer = "an input VC holds " + counted(parameters.buffer_flits, "flit");
  if (parameters.buffer_flits < needed) {
    result.evidence = buffer + ", but a packet of " + std::to_string(parameters.max_packet_flits) +
                      " enters a ring only where there is room for " + std::to_string(needed) +
                      ", so it never does; expected router.buffer_flits of " + std::to_string(needed) + " or more";
    return result;
  }
  result.holds = true;
  result.evidence = "all " + counted(static_cast<std::int64_t>(topology.rings().size()), "ring") +
                    " close, and no channel is in two; what enters one leaves a flit of room free, and " + buffer +
                    ", which the largest packet (" + counted(parameters.max_packet_flits, "flit") + ") can enter";
  return result;
}

}  // namespace

Proof prove_worm_deadlock_free(const Topology& routed, const WormProofParameters& parameters,
                               const WalkProgress& progress) {
  const WormWalk walk = walk_worms(routed, progress);
  const bool bubble = RoutingSubfunction(routed.routing()).flit_bubble();
  Proof proof;
  proof.obligations.push_back(prove_connected(routed, walk));
  proof.obligations.push_back(prove_order(routed, walk));
  proof.obligations.push_back(prove_escape_offered(routed, walk));
  proof.obligations.push_back(prove_queues(walk, parameters, bubble));
  if (bubble) proof.obligations.push_back(prove_rings(routed, parameters));
  return proof;
}

}  // namespace trenza::topologies
