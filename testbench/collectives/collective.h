// Collective operations: what they are, apart from how they are done.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::testbench {

/// The number of a kind is its place in collective_kinds().
enum class CollectiveKind : std::uint8_t {
  barrier,
  bcast,
  reduce,
  gather,
  scatter,
  all_reduce,
  all_gather,
  all_to_all,
  scan,
  all_to_all_v,
  reduce_scatter,
};

/// How the record of a collective gives its sizes.
enum class CollectiveSizes : std::uint8_t {
  none,      ///< barrier
  vector,    ///< bytes of the vector that all members have before or after
  parts,     ///< bytes of the part of each member
  by_member  ///< one size for each member
};

struct CollectiveFacts {
  CollectiveKind kind = CollectiveKind::barrier;
  const char* name = "";     ///< in configurations
  const char* keyword = "";  ///< in traces
  CollectiveSizes sizes = CollectiveSizes::none;
  bool has_root = false;
  const char* summary = "";
};

inline constexpr std::size_t kCollectiveKinds = 11;

/// The name of an algorithm for each kind; empty: usual_algorithm().
using CollectiveChoice = std::array<std::string, kCollectiveKinds>;

const std::array<CollectiveFacts, kCollectiveKinds>& collective_kinds();
const CollectiveFacts& facts_of(CollectiveKind kind);
/// By its keyword; null if there is none.
const CollectiveFacts* find_collective(std::string_view keyword);

/// One collective operation of a communicator. Members are numbered from 0.
struct Collective {
  CollectiveKind kind = CollectiveKind::barrier;
  std::uint32_t members = 1;
  std::uint32_t root = 0;   ///< bcast, reduce, gather, scatter
  std::uint64_t bytes = 0;  ///< CollectiveSizes::vector and parts
  /// all_to_all_v: by member, the bytes that it sends to each member; reduce_scatter: rows[0], the part of each member.
  std::vector<const std::uint64_t*> rows;

  /// Bytes that `from` has for `to`: all_to_all and all_to_all_v.
  std::uint64_t between(std::uint32_t from, std::uint32_t to) const { return rows.empty() ? bytes : rows[from][to]; }
  /// Bytes of the parts of the members `begin` to `end` - 1: gather, scatter, all_gather, reduce_scatter.
  std::uint64_t parts(std::uint32_t begin, std::uint32_t end) const;
  /// Bytes of the pieces `begin` to `end` - 1 of a vector of `bytes` that is cut into `count` pieces, the first of
  /// which are one byte larger if it does not divide.
  std::uint64_t pieces(std::uint32_t begin, std::uint32_t end, std::uint32_t count) const;
};

}  // namespace trenza::testbench
