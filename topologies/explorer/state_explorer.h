// Exhaustive search for deadlock: visits every configuration of packets that a small network can reach.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topologies/bubble_rule.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// The router, as far as deadlock is concerned: packets that fill a slot each move whole from buffer to buffer (virtual
/// cut-through), first in, first out; one escape buffer of `depth` slots for each channel, and one adaptive buffer if
/// `adaptive`; a packet enters a ring with `slots_to_enter` free slots, and goes on in it, or into a buffer of no ring,
/// with one. At its destination it always leaves. Any node can offer a packet for any other at any time, and a packet
/// may take any move that is open to it: so the search finds every configuration that a router with any arbiter and
/// selection can reach.
struct ExplorerRules {
  int depth = 1;  ///< 1 or 2
  int slots_to_enter = kSlotsToEnter;
  bool adaptive = false;
};

struct Exploration {
  std::int64_t configurations = 0;
  /// A configuration with packets of which none can ever move, as "yp of r_0_1: to r_3, to r_2; ..."; empty if there is
  /// none.
  std::string deadlock;
};

/// Precondition: one escape virtual channel, and escapes that depend on node and destination alone and that are not
/// left again (EscapeTraits::sticky). Nothing if there are more than `limit` of them, or too many to tell apart (2^26).
/// Packets that never move again show up as a configuration in which no packet moves: all others come to an end, as
/// every route is finite.
std::optional<Exploration> explore(const Topology& topology, const ExplorerRules& rules, std::int64_t limit);

}  // namespace trenza::topologies
