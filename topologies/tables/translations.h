// Translations of a closed grid that carry the network to itself.
#pragma once

#include <vector>

#include "topologies/graph.h"
#include "topologies/tables/grid_coordinates.h"

namespace trenza::topologies {

/// All translations t with t_1 + ... + t_m = 0 modulo `period`. Nodes fall into `period` classes, by their own sum.
struct Translations {
  std::vector<int> sizes;  ///< of a grid whose first m sizes are multiples of the period
  int summed = 0;          ///< m; 0 with period 1
  int period = 1;

  int class_of(const GridCoordinates& grid, NodeId node) const;
};

/// True if every one of them is an automorphism that keeps port numbers. Checked on a set that generates all of them,
/// at every channel. Time: channels * dimensions.
bool are_automorphisms(const Translations& translations, const Graph& graph);

}  // namespace trenza::topologies
