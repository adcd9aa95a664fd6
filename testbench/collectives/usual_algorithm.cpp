#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kKiB = 1024;

bool is_power_of_two(std::uint32_t n) { return (n & (n - 1)) == 0; }

std::uint64_t largest_power_of_two(std::uint32_t n) {
  std::uint64_t power = 1;
  while (2 * power <= n) power *= 2;
  return power;
}

const char* usual_bcast(const Collective& what) {
  constexpr std::uint32_t kFewMembers = 8;
  if (what.bytes < 12 * kKiB || what.members < kFewMembers) return "binomial";
  return what.bytes < 512 * kKiB && is_power_of_two(what.members) ? "recursive_doubling" : "ring";
}

const char* usual_all_gather(const Collective& what) {
  const std::uint64_t total = what.parts(0, what.members);
  if (is_power_of_two(what.members)) return total < 512 * kKiB ? "recursive_doubling" : "ring";
  return total < 80 * kKiB ? "bruck" : "ring";
}

const char* usual_all_to_all(const Collective& what) {
  constexpr std::uint32_t kManyMembers = 8;
  if (what.bytes <= 256 && what.members >= kManyMembers) return "bruck";
  return what.bytes <= 32 * kKiB ? "linear" : "pairwise";
}

const char* usual_name(const Collective& what) {
  const bool is_long = what.bytes > 2 * kKiB && what.bytes >= largest_power_of_two(what.members);
  switch (what.kind) {
    case CollectiveKind::barrier:
      return "dissemination";
    case CollectiveKind::bcast:
      return usual_bcast(what);
    case CollectiveKind::reduce:
      return is_long ? "recursive_halving" : "binomial";
    case CollectiveKind::gather:
    case CollectiveKind::scatter:
      return "binomial";
    case CollectiveKind::all_reduce:
      return is_long ? "recursive_halving" : "recursive_doubling";
    case CollectiveKind::all_gather:
      return usual_all_gather(what);
    case CollectiveKind::all_to_all:
      return usual_all_to_all(what);
    case CollectiveKind::scan:
      return "recursive_doubling";
    case CollectiveKind::all_to_all_v:
      return "linear";
    case CollectiveKind::reduce_scatter:
      return what.parts(0, what.members) < 512 * kKiB ? "recursive_halving" : "pairwise";
  }
  return "linear";
}

}  // namespace

const CollectiveAlgorithm& usual_algorithm(const Collective& collective) {
  return *find_algorithm(usual_name(collective));
}

}  // namespace trenza::testbench
