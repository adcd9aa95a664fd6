// Makes a trace anew with other operations in the place of some.
#pragma once

#include <cstdint>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The operations begin .. end - 1 of the new trace.
struct OperationRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
};

/// What an operation has become: those that wait for what it waited for, and those whose end is its end. Its start is
/// that of the first of `starts`.
struct Replacement {
  OperationRange starts;
  OperationRange ends;
};

/// Goes through a trace rank by rank; dependencies follow the operations to what they have become.
class TraceRewriter {
 public:
  virtual ~TraceRewriter() = default;
  TraceRewriter(const TraceRewriter&) = delete;
  TraceRewriter& operator=(const TraceRewriter&) = delete;

  /// The new trace. Must be called once. Throws InputError if it has more than 2^30 operations.
  GoalTrace rewrite();
  /// Gives the old trace back instead.
  GoalTrace take_old() { return std::move(old_); }

 protected:
  explicit TraceRewriter(GoalTrace trace) : old_(std::move(trace)), new_(old_.store()) {}

  /// Writes, by add(), what is to stand for an operation of the old trace. Called in text order.
  virtual Replacement replace(std::uint32_t operation, std::uint32_t rank) = 0;

  const GoalTrace& old_trace() const { return old_; }
  /// Adds an operation in the place of an old one.
  OperationRange add(const GoalOperation& op, std::uint32_t operation);
  /// The operation itself.
  Replacement keep(std::uint32_t operation);
  /// Adds one that takes no time, on the same cpu.
  OperationRange join(std::uint32_t operation);
  /// Each of `operations` waits for each of `for_these`.
  void wait(OperationRange operations, OperationRange for_these, bool on_start);
  std::uint32_t count() const { return static_cast<std::uint32_t>(new_.operations.size()); }

 private:
  void rewrite_rank(std::uint32_t rank);

  GoalTrace old_;
  GoalTrace new_;
  std::size_t dependency_ = 0;  ///< the next one of old_
};

}  // namespace trenza::testbench
