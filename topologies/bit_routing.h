// Hypercubes of any dimension, routed without tables: a header carries the bits in which it still differs.
#pragma once

#include <memory>

#include "topologies/routing.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// Minimal adaptive routing of nodes whose port i leads to the node with bit i complemented. Bit 24 + i of a header
/// says that bit i of the node differs from the destination's. Productive is every port of such a bit; the escape is
/// the lowest of them; a hop clears its bit. It is by difference (complementing bits); all routes are minimal.
std::unique_ptr<RoutingRelation> make_bit_routing();

/// The hypercube (peers/hypercube.h) with this relation; escapes need no rings, as they go from lower bits to higher
/// ones. Throws TopologyError as hypercube() does.
std::unique_ptr<Topology> make_bit_routed_hypercube(int bits);

}  // namespace trenza::topologies
