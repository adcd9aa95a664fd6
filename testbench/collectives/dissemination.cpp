#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

namespace {

void dissemination(const Collective& what, std::uint32_t member, Rounds& rounds) {
  const std::uint32_t n = what.members;
  for (std::uint64_t distance = 1; distance < n; distance *= 2) {
    const auto step = static_cast<std::uint32_t>(distance);
    rounds.exchange((member + step) % n, 0, (member + n - step) % n, 0);
  }
}

}  // namespace

CollectiveAlgorithm dissemination_algorithm() {
  return {"dissemination",
          "each tells the member at distance 1, 2, 4, .. what it has heard",
          {CollectiveKind::barrier},
          dissemination};
}

}  // namespace trenza::testbench
