// Communicators and collective operations in the text of a trace.
#pragma once

#include <cstdint>
#include <map>

#include "testbench/collectives/collective.h"
#include "testbench/goal/goal_cursor.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The part of the parser that reads them. Grammar: docs/traces.md.
class CollectiveRecords {
 public:
  CollectiveRecords(GoalCursor& text, GoalTrace& trace) : text_(text), trace_(trace) {}

  /// A line that begins with "comm", which has been read.
  void communicator();
  /// The rest of an operation, whose keyword has been read, in `rank`.
  void operation(const CollectiveFacts& facts, std::uint32_t rank, GoalOperation& op);

 private:
  void need_world();
  std::uint32_t member(std::vector<bool>& seen);
  std::uint32_t used_communicator(std::uint32_t rank);
  void sizes(std::size_t members, GoalOperation& op);

  GoalCursor& text_;
  GoalTrace& trace_;
  std::map<std::uint64_t, std::uint32_t> places_;       ///< of communicators, by their numbers in the trace
  std::map<std::uint64_t, std::uint32_t> first_lines_;  ///< where they are given
};

}  // namespace trenza::testbench
