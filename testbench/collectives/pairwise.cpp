#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

namespace {

void pairwise(const Collective& what, std::uint32_t member, Rounds& rounds) {
  const std::uint32_t n = what.members;
  const bool is_power_of_two = (n & (n - 1)) == 0;
  for (std::uint32_t k = 1; k < n; ++k) {
    const std::uint32_t to = is_power_of_two ? member ^ k : (member + k) % n;
    const std::uint32_t from = is_power_of_two ? member ^ k : (member + n - k) % n;
    if (what.kind == CollectiveKind::reduce_scatter) {
      rounds.exchange(to, what.parts(to, to + 1), from, what.parts(member, member + 1));
    } else {
      rounds.exchange(to, what.between(member, to), from, what.between(from, member));
    }
  }
}

}  // namespace

CollectiveAlgorithm pairwise_algorithm() {
  using Kind = CollectiveKind;
  return {"pairwise",
          "one partner a round: m XOR k in round k for a power of two, else to m + k and from m - k",
          {Kind::all_to_all, Kind::all_to_all_v, Kind::reduce_scatter},
          pairwise};
}

}  // namespace trenza::testbench
