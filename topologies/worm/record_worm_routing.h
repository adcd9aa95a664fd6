// Routes of the flit-level machine by records.
#pragma once

#include <memory>

#include "topologies/topology.h"
#include "topologies/worm/datelines.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// In dimension order, or adaptive over escapes in dimension order. Precondition: base.routing().record_steps() is not
/// null; `base` outlives the relation.
std::unique_ptr<RoutingRelation> make_record_worm_routing(const Topology& base, const WormRouting& routing,
                                                          const WormVcs& vcs);

}  // namespace trenza::topologies
