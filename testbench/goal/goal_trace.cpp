#include "testbench/goal/goal_trace.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::testbench {

std::uint32_t GoalTrace::rank_of(std::uint32_t operation) const {
  return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), operation) - first.begin()) - 1;
}

std::string GoalTrace::describe(std::uint32_t operation) const {
  const GoalOperation& op = operations[operation];
  std::string what;
  switch (op.kind) {
    case OperationKind::calc:
      what = fmt::format("calc {}", op.amount);
      break;
    case OperationKind::send:
      what = fmt::format("send {}b to {} tag {}", op.amount, op.peer, op.tag);
      break;
    case OperationKind::recv:
      what = fmt::format("recv {}b from {} tag {}", op.amount, op.peer, op.tag);
      break;
  }
  const std::string name = labels.data() + places[operation].label();
  return fmt::format("rank {} {}({}, line {})", rank_of(operation), name.empty() ? "" : name + " ", what,
                     places[operation].line());
}

FilePosition GoalTrace::position(std::uint32_t operation) const {
  return {file, places[operation].line(), places[operation].column()};
}

}  // namespace trenza::testbench
