#include "testbench/goal/trace_rewriter.h"

#include <utility>
#include <vector>

#include "testbench/goal/goal_limits.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

OperationRange first_of(OperationRange range) { return {range.begin, range.begin + 1}; }

}  // namespace

GoalTrace TraceRewriter::rewrite() {
  new_.file = old_.file;
  new_.ranks = old_.ranks;
  new_.ranks_line = old_.ranks_line;
  new_.nic_line = old_.nic_line;
  new_.nic_column = old_.nic_column;
  new_.ranks_column = old_.ranks_column;
  new_.first.push_back(0);
  for (std::uint32_t rank = 0; rank < old_.ranks; ++rank) rewrite_rank(rank);
  new_.labels = std::move(old_.labels);
  new_.communicators = std::move(old_.communicators);
  return std::move(new_);
}

void TraceRewriter::rewrite_rank(std::uint32_t rank) {
  const std::uint32_t begin = old_.first[rank];
  const std::uint32_t end = old_.first[rank + 1];
  std::vector<Replacement> replaced;
  replaced.reserve(end - begin);
  for (std::uint32_t k = begin; k < end; ++k) {
    old_.store()->tick();
    replaced.push_back(replace(k, rank));
  }
  for (; dependency_ < old_.dependencies.size(); ++dependency_) {
    const GoalDependency& dependency = old_.dependencies[dependency_];
    if (dependency.operation >= end) break;
    const Replacement& on = replaced[dependency.on - begin];
    wait(replaced[dependency.operation - begin].starts, dependency.on_start ? first_of(on.starts) : on.ends,
         dependency.on_start);
  }
  new_.first.push_back(count());
}

OperationRange TraceRewriter::add(const GoalOperation& op, std::uint32_t operation) {
  if (new_.operations.size() >= kMaxOperations)
    throw InputError(
        old_.position(operation),
        "with the messages of collectives and protocols up to here, the trace has more than 2^30 operations, "
        "the most that can be replayed");
  new_.store()->tick();
  const OperationRange range{count(), count() + 1};
  new_.operations.push_back(op);
  new_.places.push_back(old_.places[operation]);
  return range;
}

Replacement TraceRewriter::keep(std::uint32_t operation) {
  const OperationRange one = add(old_.operations[operation], operation);
  return {one, one};
}

OperationRange TraceRewriter::join(std::uint32_t operation) {
  GoalOperation op;
  op.cpu = old_.operations[operation].cpu;
  return add(op, operation);
}

void TraceRewriter::wait(OperationRange operations, OperationRange for_these, bool on_start) {
  for (std::uint32_t operation = operations.begin; operation < operations.end; ++operation) {
    for (std::uint32_t on = for_these.begin; on < for_these.end; ++on) {
      new_.dependencies.push_back(GoalDependency{operation, on, on_start});
      new_.store()->tick();
    }
  }
}

}  // namespace trenza::testbench
