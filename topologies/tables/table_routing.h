// Minimal adaptive routing by table, with escapes that may detour (docs/microarchitecture.md, section 1, item 6).
#pragma once

#include <memory>

#include "topologies/routing.h"
#include "topologies/tables/distance_table.h"
#include "topologies/tables/escape_rule.h"

namespace trenza::topologies {

/// Productive is every port whose channel leads nearer. The header carries the destination, bit 24: the packet is on
/// its escape route, which it does not leave again, and above that the state of the rule.
std::unique_ptr<RoutingRelation> make_table_routing(DistanceTable table, std::unique_ptr<EscapeRule> escape);

}  // namespace trenza::topologies
