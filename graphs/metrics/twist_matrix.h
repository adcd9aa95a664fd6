// The twist matrix of a network, read from its wiring.
#pragma once

#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// Entry [j][k] is what the wraparound of dimension j, in its plus direction, adds to coordinate k, from 0 to size - 1;
/// 0 for j = k and for open dimensions. Empty for networks that are no grids of mesh and torus links (port 2j of
/// dimension j forth), and where no wraparound shifts anything.
std::vector<std::vector<int>> twist_matrix(const topologies::Network& network);

}  // namespace trenza::graphs
