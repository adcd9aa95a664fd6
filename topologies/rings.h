// Rings (orbits) from the wiring.
#pragma once

#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// The rings of a graph whose ports 2k and 2k + 1 are directions k+ and k-: from a channel by port p follow the channel
/// that leaves its end by the same port p until the first channel comes again. Ordered by port, then by the lowest
/// node, which is where each ring starts. Throws std::logic_error if the channels of a port do not close into rings.
std::vector<Ring> find_rings(const Graph& graph);

/// For each channel the index of its ring. Precondition: every channel is in one ring.
std::vector<int> ring_of_channels(const Graph& graph, const std::vector<Ring>& rings);

}  // namespace trenza::topologies
