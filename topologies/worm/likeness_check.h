// Checks what a relation of the flit-level machine says of itself.
#pragma once

#include "topologies/topology.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

/// Checks the statements of WormRelation along the routes of 256 pairs of nodes strewn over the network: VCs that are
/// said to be alike, adaptive VCs and no lane, headers that are said to be alike, and headers by difference.
bool sample_is_alike(const Topology& topology, const WormRelation& relation);

}  // namespace trenza::topologies
