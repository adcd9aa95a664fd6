#include "testbench/goal/dependencies.h"

namespace trenza::testbench {

Successors link_dependencies(const GoalTrace& trace) {
  const auto& store = trace.store();
  const std::size_t operations = trace.operations.size();
  Successors linked(store);
  linked.conditions = LargeArray<std::uint32_t>(store, operations);
  linked.begin = LargeArray<std::size_t>(store, operations + 2);
  for (const GoalDependency& dependency : trace.dependencies) {
    ++linked.conditions[dependency.operation];
    ++linked.begin[dependency.on + 2];
    store->tick();
  }
  for (std::size_t k = 1; k < linked.begin.size(); ++k) {
    linked.begin[k] += linked.begin[k - 1];
    store->tick();
  }
  // begin[k + 1] is where those of k begin, and moves to where they end.
  linked.successors = LargeArray<std::uint32_t>(store, trace.dependencies.size());
  for (const GoalDependency& dependency : trace.dependencies) {
    linked.successors[linked.begin[dependency.on + 1]++] = 2 * dependency.operation + (dependency.on_start ? 1 : 0);
    store->tick();
  }
  return linked;
}

}  // namespace trenza::testbench
