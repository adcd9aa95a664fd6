// Escapes up a tree and down again, for networks of any shape.
#pragma once

#include <memory>

#include "topologies/graph.h"
#include "topologies/tables/escape_rule.h"

namespace trenza::topologies {

/// Nodes are ordered by (distance from node 0, number); a channel is down if it leads to a later node, else up. If the
/// destination can be reached by down channels alone, the hop is by the lowest port that is down and from whose end
/// that takes the fewest hops; else by the lowest up port from whose end the fewest hops remain under this same rule.
/// So no up hop follows a down hop, and channels are in an order without cycles: no rings. Source: Schroeder and
/// others, "Autonet: a high-speed, self-configuring local area network using point-to-point links" (up*/down*). Throws
/// TopologyError for networks with a channel that has none back, or with a node that cannot be reached from node 0,
/// naming it, and for tables that are too large. Time: nodes * channels; memory: nodes^2 bytes.
std::unique_ptr<EscapeRule> up_down(const Graph& graph);

}  // namespace trenza::topologies
