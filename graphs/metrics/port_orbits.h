// Ports that symmetry makes equal.
#pragma once

#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// For each port of a network whose steps commute the least port that automorphisms carry it to, of those tried: the
/// inversion (ports 2k and 2k + 1 change places), and, if `dimensions` may change places, swaps of two port pairs with
/// or without inversion of one. Each is checked on the whole wiring. -1 for a port without channels.
std::vector<topologies::PortId> port_orbits(const topologies::Network& network, bool dimensions);

}  // namespace trenza::graphs
