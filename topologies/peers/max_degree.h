// The degree of a network, as tables of networks state it.
#pragma once

#include "topologies/network.h"

namespace trenza::topologies {

/// The most channels out of a node.
int max_degree(const Network& network);

}  // namespace trenza::topologies
