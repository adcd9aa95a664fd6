// The collectives of a trace by communicator, member and order.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/collectives/collective.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The k-th collective of a communicator is one operation of each of its members, in text order.
class CollectiveCalls {
 public:
  /// Throws InputError if members differ in the number of calls, or in their kind, root or size. `trace` outlives it.
  explicit CollectiveCalls(const GoalTrace& trace);

  bool empty() const { return calls_ == 0; }
  /// Call number `call` of a communicator.
  Collective at(std::uint32_t communicator, std::size_t call) const;

 private:
  void check(std::uint32_t communicator) const;
  void check_same(std::uint32_t first, std::uint32_t other, std::size_t call) const;

  const GoalTrace& trace_;
  std::vector<std::vector<std::vector<std::uint32_t>>> operations_;  ///< by communicator, member, call
  std::size_t calls_ = 0;
};

}  // namespace trenza::testbench
