#pragma once

#include <utility>
#include <vector>

#include "topologies/torus_lattice.h"

namespace trenza::graphs::test_support {

/// All sets of twists of a torus, one amount for each ordered pair of dimensions.
inline std::vector<std::vector<topologies::Twist>> all_twists(const std::vector<int>& sizes) {
  std::vector<std::vector<topologies::Twist>> sets{{}};
  const auto dimensions = static_cast<int>(sizes.size());
  for (int of = 0; of < dimensions; ++of) {
    for (int over = 0; over < dimensions; ++over) {
      if (of == over) continue;
      std::vector<std::vector<topologies::Twist>> longer;
      for (const std::vector<topologies::Twist>& set : sets) {
        for (int amount = 0; amount < sizes[static_cast<std::size_t>(over)]; ++amount) {
          longer.push_back(set);
          longer.back().push_back({of, over, amount});
        }
      }
      sets = std::move(longer);
    }
  }
  return sets;
}

}  // namespace trenza::graphs::test_support
