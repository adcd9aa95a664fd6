// Minimal adaptive routes of the flit-level machine over classes of negative hops.
#pragma once

#include <memory>

#include "topologies/topology.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::topologies {

/// `routing.route` is duato_nbc, nbc or nhop (negative_hops.h). Headers change as by adaptive hops. Throws
/// TopologyError for a network that cannot be coloured, with an odd cycle, and for too few VCs. `base` outlives it.
std::unique_ptr<RoutingRelation> make_negative_hop_routing(const Topology& base, const WormRouting& routing);

}  // namespace trenza::topologies
