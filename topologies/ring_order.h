// Which ring waits for which, from the turns that escape routes make.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// One turn of an escape route: at `node` a packet that holds the escape buffer of ring `from` asks for a channel of
/// ring `to`.
struct RingTurn {
  int from = -1;
  int to = -1;
  NodeId node = -1;
};

/// The turns between rings, one for each pair (from, to). `turns` is RelationWalk::turns. Going on in the own ring (the
/// next channel of the ring) is no turn; coming back to another place of the own ring is one, with from == to.
std::vector<RingTurn> ring_turns(const Topology& topology, const std::vector<std::uint32_t>& turns);

/// Turns that form a cycle r1 -> r2 -> ... -> r1; empty if rings can be put in an order in which every turn leads to a
/// later one.
std::vector<RingTurn> find_ring_cycle(const Topology& topology, const std::vector<RingTurn>& turns);

/// "yp0: r_0_0 -> r_0_1 -> ... -> r_0_0 (8 channels)", with all nodes.
std::string ring_text(const Topology& topology, const Ring& ring);

}  // namespace trenza::topologies
