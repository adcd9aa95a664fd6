#include "testbench/collectives/collective.h"

#include <algorithm>
#include <numeric>

namespace trenza::testbench {

const std::array<CollectiveFacts, kCollectiveKinds>& collective_kinds() {
  using Kind = CollectiveKind;
  using Sizes = CollectiveSizes;
  static constexpr std::array<CollectiveFacts, kCollectiveKinds> kKinds{{
      {Kind::barrier, "barrier", "barrier", Sizes::none, false, "nobody goes on before all have come"},
      {Kind::bcast, "bcast", "bcast", Sizes::vector, true, "the vector of the root goes to all"},
      {Kind::reduce, "reduce", "reduce", Sizes::vector, true, "the sum of all vectors goes to the root"},
      {Kind::gather, "gather", "gather", Sizes::parts, true, "the parts of all go to the root"},
      {Kind::scatter, "scatter", "scatter", Sizes::parts, true, "the root gives each its part"},
      {Kind::all_reduce, "all_reduce", "allreduce", Sizes::vector, false, "the sum of all vectors goes to all"},
      {Kind::all_gather, "all_gather", "allgather", Sizes::parts, false, "the parts of all go to all"},
      {Kind::all_to_all, "all_to_all", "alltoall", Sizes::parts, false, "each has a part for each other"},
      {Kind::scan, "scan", "scan", Sizes::vector, false, "each gets the sum of the vectors up to its own"},
      {Kind::all_to_all_v, "all_to_all_v", "alltoallv", Sizes::by_member, false,
       "each has a part for each other, of any size"},
      {Kind::reduce_scatter, "reduce_scatter", "reduce_scatter", Sizes::by_member, false,
       "each gets its part of the sum of all vectors"},
  }};
  return kKinds;
}

const CollectiveFacts& facts_of(CollectiveKind kind) { return collective_kinds()[static_cast<std::size_t>(kind)]; }

const CollectiveFacts* find_collective(std::string_view keyword) {
  const auto& kinds = collective_kinds();
  const auto* const found =
      std::find_if(kinds.begin(), kinds.end(), [&](const CollectiveFacts& facts) { return keyword == facts.keyword; });
  return found == kinds.end() ? nullptr : found;
}

std::uint64_t Collective::parts(std::uint32_t begin, std::uint32_t end) const {
  if (rows.empty()) return bytes * (end - begin);
  return std::accumulate(rows[0] + begin, rows[0] + end, std::uint64_t{0});
}

std::uint64_t Collective::pieces(std::uint32_t begin, std::uint32_t end, std::uint32_t count) const {
  const std::uint64_t larger = bytes % count;
  const auto before = [&](std::uint64_t piece) { return piece * (bytes / count) + std::min(piece, larger); };
  return before(end) - before(begin);
}

}  // namespace trenza::testbench
