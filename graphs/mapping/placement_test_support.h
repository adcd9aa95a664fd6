// Matrices and placements for the tests of placements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "graphs/mapping/placement_cost.h"

namespace trenza::graphs::test_support {

/// Every process sends up to `most` bytes to about one of `sparse` others.
inline std::vector<Communication> random_matrix(std::int64_t processes, int sparse, std::uint64_t most,
                                                std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  std::vector<Communication> matrix;
  for (std::int64_t from = 0; from < processes; ++from) {
    for (std::int64_t to = 0; to < processes; ++to) {
      if (draw() % static_cast<std::uint64_t>(sparse) == 0) matrix.push_back({from, to, draw() % most});
    }
  }
  return matrix;
}

/// Process p on node p / concentration.
inline Placement in_order(topologies::NodeId nodes, int concentration = 1) {
  Placement placement;
  for (topologies::NodeId node = 0; node < nodes; ++node) placement.insert(placement.end(), concentration, node);
  return placement;
}

inline Placement shuffled(Placement placement, std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  for (std::size_t left = placement.size(); left > 1; --left) std::swap(placement[left - 1], placement[draw() % left]);
  return placement;
}

}  // namespace trenza::graphs::test_support
