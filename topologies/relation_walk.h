// Every state that a routing relation can reach, visited.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "topologies/lanes.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// The result of a walk over all reachable states (node, header).
struct RelationWalk {
  std::int64_t states = 0;  ///< different states visited, arrivals included
  /// Destinations that were walked and stand for all by symmetry; empty: all were walked.
  std::vector<NodeId> destinations;
  /// The first state from which a packet can fail to arrive, in words; empty if there is none.
  std::string lost;
  /// The first state that cannot ask for an escape channel; empty if there is none.
  std::string no_escape;
  /// For each escape lane the lanes that packets ask for as their next escape while they hold its buffer.
  std::vector<LaneSet> turns;
};

/// Is told from time to time what share of a walk is done, from 0 to 1. An exception from it ends the walk.
using WalkProgress = std::function<void(double)>;

/// Starts with every header that `initial` can give, for all pairs of nodes, and follows every productive port and the
/// escape channel. A state is lost if it offers nothing before the destination, claims to have arrived elsewhere, has
/// not arrived at the destination, names a port that is not there, or offers a hop that changes the destination or does
/// not bring distance() down (so every walk ends). Escape hops that detour (EscapeTraits) need not come nearer; but
/// then the escape route from every state must end at the destination. The state that a sticky escape hop leads to must
/// offer no adaptive ports. A state cannot ask for an escape channel if it names none, one that is not there, or a
/// virtual channel that is not there. Only destination 0 is walked if
/// steps commute everywhere (checked) and the relation is by difference (its own statement, checked on a sample of
/// pairs); only one of each class of RoutingRelation::node_classes() if there are any (its own statement, checked
/// likewise): then every other destination gives the same states carried to other nodes by an automorphism that keeps
/// ports. Memory: the states of one destination.
RelationWalk walk_relation(const Topology& topology, const WalkProgress& progress = {});

}  // namespace trenza::topologies
