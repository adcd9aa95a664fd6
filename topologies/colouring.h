// Two-colouring of a network: nodes of two colours, so that every channel joins different ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/topology.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

struct Colouring {
  std::vector<std::uint8_t> colour;  ///< 0 or 1, by node; empty if there is no colouring
  /// The nodes of a cycle of an odd number of channels, each once; empty if there is a colouring. It is the shortest
  /// that a breadth-first search from one node comes upon; one node stands for a channel from a node to itself.
  std::vector<NodeId> odd_cycle;
};

/// Node 0 has colour 0, and so has the lowest node of every other part that is not connected with it. The direction of
/// channels does not matter. Time: channels.
Colouring find_colouring(const Graph& graph);

/// Whether a torus of which some dimensions can be open can be coloured, by a formula: d_J plus the sum over K of t_JK
/// is even for every closed dimension J. (The steps of J around the torus, and back over what its wraparound has
/// shifted, are a cycle of that parity; and if all are even, the sums of the coordinates alternate along every
/// channel.) `wrap`: by dimension, closed or open; empty: all closed. Precondition: no twists conflict.
bool torus_can_be_coloured(const TorusLattice& lattice, const std::vector<bool>& wrap = {});

/// "r_0_0 -> r_1_0 -> r_2_0 -> r_0_0".
std::string cycle_text(const Topology& topology, const std::vector<NodeId>& cycle);

}  // namespace trenza::topologies
