// Up/down routes on any network.
#pragma once

#include <memory>

#include "topologies/topology.h"

namespace trenza::topologies {

/// A relation whose escapes go up and down a tree (tables/up_down.h), whatever those of `base` are. If `base` is routed
/// by table, its shortest paths are offered as well; else only the escape is. The header carries the destination, and
/// bit 24: the packet is on its escape route. Throws TopologyError as up_down does. `base` outlives the relation.
std::unique_ptr<RoutingRelation> make_up_down_relation(const Topology& base);

/// The first channel without one that leads back, with which no routes go up and down; -1 if there is none.
ChannelId channel_without_way_back(const Graph& graph);

}  // namespace trenza::topologies
