// The hypercube, a peer of Table 1 of the iBT paper.
#pragma once

#include "topologies/network.h"

namespace trenza::topologies {

/// 2^n nodes; port i, "d<i>", leads from p to p xor 2^i and is of dimension i. Node-symmetric: p -> p xor t keeps every
/// port. Throws TopologyError for n outside 1..23.
Network hypercube(int n);

}  // namespace trenza::topologies
