// Messages that find their receive while a trace is replayed.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// A mailbox holds the messages and receives that a receive from any source or with any tag may mix up: all of one tag
/// at one rank; or all at one rank, if one of its receives takes any tag. Messages of collectives are never in one.
class Mailboxes {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Throws InputError if a mailbox gets another number of messages than it has receives, or fewer from a rank than
  /// receives that name this rank.
  explicit Mailboxes(const GoalTrace& trace);

  std::uint32_t size() const { return count_; }
  /// Of a send or receive of `rank`; kNone if its partner is known beforehand, or for another operation.
  std::uint32_t of(const GoalOperation& op, std::uint32_t rank) const;

 private:
  void check(const GoalTrace& trace) const;

  std::uint32_t count_ = 0;
  std::map<std::uint32_t, std::uint32_t> by_rank_;                           ///< those of all tags
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> by_tag_;  ///< those of one tag
};

}  // namespace trenza::testbench
