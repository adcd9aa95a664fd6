#include <algorithm>

#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

namespace {

/// Of the distances 1 to n - 1, those that have the bit.
std::uint64_t distances_with(std::uint32_t bit, std::uint32_t n) {
  std::uint64_t count = 0;
  for (std::uint32_t distance = 1; distance < n; ++distance) count += (distance & bit) != 0 ? 1 : 0;
  return count;
}

void bruck(const Collective& what, std::uint32_t member, Rounds& rounds) {
  const std::uint32_t n = what.members;
  for (std::uint32_t step = 1; step < n; step *= 2) {
    const std::uint32_t above = (member + step) % n;
    const std::uint32_t below = (member + n - step) % n;
    if (what.kind == CollectiveKind::all_to_all) {
      const std::uint64_t bytes = what.bytes * distances_with(step, n);
      rounds.exchange(above, bytes, below, bytes);
    } else {  // all_gather
      const std::uint64_t bytes = what.bytes * std::min(step, n - step);
      rounds.exchange(below, bytes, above, bytes);
    }
  }
}

}  // namespace

CollectiveAlgorithm bruck_algorithm() {
  return {"bruck",
          "blocks travel by the binary digits of their distance: about log2 n rounds for any n",
          {CollectiveKind::all_gather, CollectiveKind::all_to_all},
          bruck};
}

}  // namespace trenza::testbench
