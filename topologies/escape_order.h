// Computes which escape buffer waits for which, from the turns that escape routes make.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/lanes.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// A unit that can wait: a whole ring, or a lane that is in no ring. Rings are numbered as in Topology::rings(), the
/// lanes follow.
using WaiterId = std::int32_t;

/// One turn of an escape route: at `node` a packet that holds an escape buffer of `from` asks for one of `to`.
struct EscapeTurn {
  WaiterId from = -1;
  WaiterId to = -1;
  NodeId node = -1;
};

/// The turns, one for each pair (from, to). `turns` is RelationWalk::turns. Going on in the own ring (the next lane of
/// the ring) is no turn; coming back to another place of the own ring is one, with from == to.
std::vector<EscapeTurn> escape_turns(const Topology& topology, const std::vector<LaneSet>& turns);

/// Turns that form a cycle w1 -> w2 -> ... -> w1; empty if waiters can be put in an order in which every turn leads to
/// a later one.
std::vector<EscapeTurn> find_turn_cycle(const Topology& topology, const std::vector<EscapeTurn>& turns);

/// True for a ring, false for a lane.
bool is_ring(const Topology& topology, WaiterId waiter);
/// 0-based dimension of the channels of a waiter; -1 if they have none.
int dimension_of(const Topology& topology, WaiterId waiter);
/// "yp0" for a ring; "yp of r_0_3" for a lane, with "(escape VC 1)" where there are several.
std::string waiter_name(const Topology& topology, WaiterId waiter);
/// The name with what it consists of: the ring_text of a ring, "yp of r_0_3: r_0_3 -> r_0_4" of a lane.
std::string waiter_text(const Topology& topology, WaiterId waiter);

/// "yp0: r_0_0 -> r_0_1 -> ... -> r_0_0 (8 channels)", with all nodes.
std::string ring_text(const Topology& topology, const Ring& ring);

}  // namespace trenza::topologies
