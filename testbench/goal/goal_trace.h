// A GOAL trace as it was read: operations and dependencies in flat arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trenza::testbench {

enum class OperationKind : std::uint8_t { calc, send, recv };

/// One operation. Its number is its place in the file, over all ranks.
struct GoalOperation {
  std::uint64_t amount = 0;  ///< calc: nanoseconds; send, recv: bytes
  std::uint64_t tag = 0;
  std::uint32_t peer = 0;  ///< send: to, recv: from
  std::uint32_t line = 0;
  std::uint16_t column = 0;  ///< of the keyword, from 1
  std::uint8_t cpu = 0;
  OperationKind kind = OperationKind::calc;
};

/// `operation` may start when `on` has finished, or, with `on_start`, when it has started. Both are of the same rank.
struct GoalDependency {
  std::uint32_t operation = 0;
  std::uint32_t on = 0;
  bool on_start = false;
};

struct GoalTrace {
  std::string file;
  std::uint32_t ranks = 0;
  std::uint32_t ranks_line = 0;  ///< place of the number of ranks
  std::uint32_t ranks_column = 0;
  std::vector<std::uint32_t> first;  ///< operations of rank r: first[r] .. first[r + 1] - 1
  std::vector<GoalOperation> operations;
  std::vector<GoalDependency> dependencies;
  /// Label of operation k: labels[label[k]] up to the next '\0'; empty if it has none.
  std::vector<std::uint32_t> label;
  std::string labels;

  std::uint32_t rank_of(std::uint32_t operation) const;
  /// "rank 3 l7 (recv 8b from 1 tag 0, line 12)".
  std::string describe(std::uint32_t operation) const;
  /// "FILE:LINE:COLUMN: " of an operation.
  std::string position(std::uint32_t operation) const;
};

/// "FILE:LINE:COLUMN: ".
std::string goal_position(const std::string& file, std::uint64_t line, std::uint64_t column);

/// Reads a trace in GOAL text (docs/traces.md), plain or zstd. Throws InputError for everything that a single look at
/// each line can find; matching and the order of operations are checked by match_messages and check_order.
GoalTrace read_goal(const std::string& path);

}  // namespace trenza::testbench
