#include <algorithm>

#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

bool CollectiveAlgorithm::does(CollectiveKind kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

const std::vector<CollectiveAlgorithm>& collective_algorithms() {
  static const std::vector<CollectiveAlgorithm> kAlgorithms{
      binomial_algorithm(),
      recursive_doubling_algorithm(),
      recursive_halving_algorithm(),
      ring_algorithm(),
      pairwise_algorithm(),
      dissemination_algorithm(),
      bruck_algorithm(),
      linear_algorithm(),
  };
  return kAlgorithms;
}

const CollectiveAlgorithm* find_algorithm(std::string_view name) {
  const auto& all = collective_algorithms();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return name == one.name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> algorithms_of(CollectiveKind kind) {
  std::vector<std::string> names;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    if (algorithm.does(kind)) names.emplace_back(algorithm.name);
  }
  return names;
}

}  // namespace trenza::testbench
