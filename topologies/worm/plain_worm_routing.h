// Routes of the flit-level machine by bits or by table.
#pragma once

#include <memory>

#include "topologies/topology.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// The escapes of `inner`, and with adaptive VCs its shortest paths. If `base` has rings and `vcs` has dateline
/// classes, the escapes must be in torus order: the hops that are left in a ring are those that are left in its
/// dimension. `base` outlives the relation.
std::unique_ptr<RoutingRelation> make_plain_worm_routing(const Topology& base, const RoutingRelation& inner,
                                                         const WormRouting& routing, const WormVcs& vcs);
/// The same for a relation of its own.
std::unique_ptr<RoutingRelation> make_plain_worm_routing(const Topology& base, std::unique_ptr<RoutingRelation> inner,
                                                         const WormRouting& routing, const WormVcs& vcs);

}  // namespace trenza::topologies
