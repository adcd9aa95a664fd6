// Node symmetry that is proved from the wiring alone.
#pragma once

#include "topologies/graph.h"

namespace trenza::topologies {

/// True if all nodes have the same output ports, steps commute (by port p and then q leads where q and then p leads, at
/// every node) and every node is reached from node 0. Then the moves by ports generate a commutative group that acts
/// transitively on the nodes, so for every two nodes there is exactly one automorphism that carries one to the other,
/// and it keeps port numbers: every node sees the same network. Time: nodes * ports^2.
bool steps_commute_everywhere(const Graph& graph);

}  // namespace trenza::topologies
