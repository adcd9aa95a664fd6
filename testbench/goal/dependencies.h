// The operations that wait for each operation of a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The dependencies of a trace, by the operation that is waited for, in text order.
struct Successors {
  explicit Successors(const std::shared_ptr<ArrayStore>& store) : conditions(store), begin(store), successors(store) {}

  LargeArray<std::uint32_t> conditions;  ///< by operation: how many its start has
  LargeArray<std::size_t> begin;         ///< into successors; those of operation k end where those of k + 1 begin
  LargeArray<std::uint32_t> successors;  ///< 2 * operation, + 1 if it waits for the start only

  /// Calls visit(operation) for each operation that waits for the start, or for the end, of `operation`.
  template <class Visit>
  void visit(std::uint32_t operation, bool on_start, const Visit& visit_one) const {
    for (std::size_t k = begin[operation]; k < begin[operation + 1]; ++k) {
      if (((successors[k] & 1) != 0) == on_start) visit_one(successors[k] / 2);
    }
  }
};

Successors link_dependencies(const GoalTrace& trace);

}  // namespace trenza::testbench
