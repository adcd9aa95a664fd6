// Whether the steps of a network commute.
#pragma once

#include "topologies/network.h"

namespace trenza::graphs {

/// True if by port p and then q leads where q and then p leads, at every node and for every p, q, the channels of every
/// port carry the nodes to the nodes one to one, and every node is reached from node 0. Ports without any channel do
/// not count; one that only some nodes have makes it false. Then the moves by ports generate a commutative group that
/// acts transitively on the nodes: for every two nodes there is one automorphism that carries one to the other and
/// keeps port numbers. Time: nodes * ports * log(nodes) at most.
bool steps_commute(const topologies::Network& network);

}  // namespace trenza::graphs
