// Every state that a routing relation can reach, visited.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// What a walk over all reachable states (node, header) found.
struct RelationWalk {
  std::int64_t states = 0;   ///< different states visited, arrivals included
  bool by_symmetry = false;  ///< only destination 0 was walked; it stands for all
  /// The first state from which a packet can fail to arrive, in words; empty if there is none.
  std::string lost;
  /// The first state that cannot ask for an escape channel; empty if there is none.
  std::string no_escape;
  /// For each channel the ports (bit p) that packets ask for as their next escape while they hold the channel's escape
  /// buffer.
  std::vector<std::uint32_t> turns;
};

/// Starts with every header that `initial` can give, for all pairs of nodes, and follows every productive port and the
/// escape port. A state is lost if it offers nothing before the destination, claims to have arrived elsewhere, has not
/// arrived at the destination, names a port that is not there, or offers a hop that does not bring distance() down (so
/// every walk ends) or changes the destination. Only destination 0 is walked if steps commute everywhere (checked) and
/// the relation is by difference (its own statement, checked on a sample of pairs): then every other destination gives
/// the same states carried to other nodes by an automorphism that keeps ports.
RelationWalk walk_relation(const Topology& topology);

}  // namespace trenza::topologies
