// Checks the claim of a relation that its routes depend only on the difference of two nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// Checks the statement of RoutingRelation::translation_invariant() on 256 triples of nodes strewn over the network: a
/// pair, and the pair that the same steps join elsewhere, have the same headers and are offered the same channels along
/// the escape route. Precondition: steps commute everywhere.
bool sample_is_by_difference(const Topology& topology);

/// The same for RoutingRelation::node_classes(): `classes` by node; the other pair begins at a node of the same class.
bool sample_keeps_classes(const Topology& topology, const std::vector<std::int32_t>& classes);

}  // namespace trenza::topologies
