#include "topologies/worm/worm_proof.h"

#include <string>

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

std::string cycle_text(const Topology& topology, const std::vector<WormCycleStep>& cycle) {
  std::string circle = "virtual channels wait for each other: ";
  std::string in_full;
  for (const WormCycleStep& step : cycle) {
    const Channel& channel = topology.graph().channel(step.lane.channel);
    circle += lane_name(topology, step.lane) + " -> ";
    in_full += "\n" + lane_name(topology, step.lane) + ": r_" + topology.node_name(channel.from) + " -> r_" +
               topology.node_name(channel.to);
    if (!step.adaptive.empty()) in_full += ", then by adaptive VCs";
    for (const NodeId node : step.adaptive) in_full += " -> r_" + topology.node_name(node);
  }
  return circle + lane_name(topology, cycle.front().lane) + in_full;
}

/// What would be accepted in the place of a cycle, as keys of the configuration; empty for relations of other makers. Networks
/// with rings have it only for two reasons: their two dateline classes share one VC, or escape VCs may be left.
std::string remedy(const Topology& topology, const WormWalk& walk) {
  const auto* const relation = dynamic_cast<const WormRelation*>(&topology.routing());
  if (relation == nullptr) return "";
  if (walk.findings.leaves_escape) {
    return "\npackets may leave escape VCs, and the cycle passes through adaptive ones; expected router.sticky_escape: "
           "on";
  }
  if (relation->vcs().count > 1 || topology.rings().empty()) return "";
  return "\nthe rings have no dateline with 1 virtual channel; expected router.virtual_channels.count of 2 or more, or "
         "router.routing: up_down";
}

Obligation prove_order(const Topology& topology, const WormWalk& walk) {
  if (!walk.unjudged.empty())
    return {"order", false, "cannot be judged: " + walk.unjudged + "; use router.sticky_escape: on"};
  if (!walk.cycle.empty()) return {"order", false, cycle_text(topology, walk.cycle) + remedy(topology, walk)};
  const std::int64_t channels = topology.graph().connected();
  const std::string lanes = counted(walk.dependencies.lanes(), "escape lane") + " (VCs of " +
                            counted(channels, "channel") + ") and " + counted(walk.dependencies.arc_count(), "arc") +
                            (walk.findings.leaves_escape ? ", and those over any number of adaptive hops" : "");
  return {"order", true, "the dependency graph of " + lanes + " has no cycle"};
}

Obligation prove_escape_offered(const WormWalk& walk) {
  Obligation result{"escape always offered", walk.findings.no_escape.empty(), walk.findings.no_escape};
  if (result.holds) result.evidence = "every state before the destination can ask for an escape lane";
  return result;
}

Obligation prove_queues(const WormWalk& walk, const WormProofParameters& parameters) {
  const std::string name = "one packet in a queue";
  if (!walk.findings.has_adaptive)
    return {name, true, "not needed: every VC is an escape lane, and these wait for each other in an order"};
  if (parameters.atomic_reallocation)
    return {name, true, "reallocation is atomic: every head that waits is at the front of its queue"};
  return {name, false,
          "a head in an adaptive VC can stand behind flits of another packet and not ask for an escape lane, so that "
          "packets in adaptive VCs can wait for each other in a circle; use router.reallocation: atomic, or "
          "router.routing: dimension_order or up_down"};
}

}  // namespace

Proof prove_worm_deadlock_free(const Topology& routed, const WormProofParameters& parameters,
                               const WalkProgress& progress) {
  const WormWalk walk = walk_worms(routed, progress);
  Proof proof;
  proof.obligations.push_back(prove_connected(routed, walk));
  proof.obligations.push_back(prove_order(routed, walk));
  proof.obligations.push_back(prove_escape_offered(walk));
  proof.obligations.push_back(prove_queues(walk, parameters));
  return proof;
}

}  // namespace trenza::topologies
