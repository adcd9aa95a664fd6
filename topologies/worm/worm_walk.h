// Every state of a relation of the flit-level machine visited, and what its escape lanes wait for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/relation_walk.h"
#include "topologies/topology.h"
#include "topologies/worm/lane_dependencies.h"
#include "topologies/worm/worm_explorer.h"

namespace trenza::topologies {

/// A lane of a cycle.
struct WormCycleStep {
  WormLane lane;
  /// Where a packet goes after it, by lanes that do not count, before it waits for the next lane of the cycle: the
  /// nodes, without that at the end of the lane.
  std::vector<NodeId> adaptive;
  int ring = -1;     ///< with flit bubbles: the index of its ring, or -1 if it is in none
  WormLane asked{};  ///< with flit bubbles: the lane of its ring that a packet on the lane of the step before asks for
};

struct WormWalk {
  std::int64_t states = 0;     ///< states (node, header, lane of arrival)
  bool by_difference = false;  ///< headers were taken once, not once for each destination
  WormFindings findings;
  LaneDependencies dependencies;     ///< the direct arcs
  std::int64_t ring_arcs = 0;        ///< with flit bubbles: arcs between rings, and lanes in none
  std::vector<WormCycleStep> cycle;  ///< lanes that wait for each other, of the extended graph; empty if there are none
  std::string unjudged;              ///< why the extended graph was not searched; empty if it was, or need not be
};

/// Starts with every header that `initial` can give, for all pairs of nodes, on no lane, and follows every lane that
/// `choices` offers. A state is lost if it offers nothing before the destination, claims to have arrived elsewhere, has
/// not arrived at the destination, names a port that is not there or an escape VC as an adaptive one, or offers a hop
/// that changes the destination or does not bring distance() down; escape hops that detour (EscapeTraits) need not come
/// nearer, but must not be left again: such a route ends because its lanes are in an order. A state cannot ask for an
/// escape lane if it offers none in RouteChoice::kEscape, or a port or VC that is not there. Escape VCs are 0 ..
/// escape_vcs() - 1. Relations that say what is alike (WormRelation) are visited accordingly; those whose headers are
/// by difference, once for every node instead of once for every pair. The topology must outlive the result.
WormWalk walk_worms(const Topology& routed, const WalkProgress& progress = {});

/// All arcs of the extended graph, in order: for small networks.
std::vector<WormArc> worm_arcs(const Topology& routed);

}  // namespace trenza::topologies
