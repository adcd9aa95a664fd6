#include "testbench/goal/collective_trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "testbench/goal/goal_limits.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

/// The members of all groups in one row of operations for each process.
void add_operations(const CollectiveTraffic& traffic, GoalTrace& trace) {
  const CollectiveFacts& facts = facts_of(traffic.kind);
  std::vector<std::uint32_t> group_of(trace.ranks);
  for (std::size_t group = 0; group < trace.communicators.size(); ++group) {
    for (const std::uint32_t rank : trace.communicators[group].ranks)
      group_of[rank] = static_cast<std::uint32_t>(group);
  }
  trace.first.push_back(0);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint64_t k = 0; k < traffic.repetitions; ++k) {
      const auto number = static_cast<std::uint32_t>(trace.operations.size());
      GoalOperation op;
      op.kind = OperationKind::collective;
      op.collective = traffic.kind;
      op.peer = group_of[rank];
      if (facts.sizes != CollectiveSizes::by_member) op.amount = traffic.bytes;
      if (facts.has_root) op.tag = traffic.root;  // sizes by member begin at 0
      trace.operations.push_back(op);
      trace.places.push_back(GoalPlace());
      if (k > 0) trace.dependencies.push_back(GoalDependency{number, number - 1, false});
      trace.store()->tick();
    }
    trace.first.push_back(static_cast<std::uint32_t>(trace.operations.size()));
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> process_groups(const std::vector<int>& grid,
                                                       const std::vector<int>& dimensions) {
  const auto processes = static_cast<std::uint32_t>(std::accumulate(grid.begin(), grid.end(), 1, std::multiplies<>()));
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups;  // by their first process
  for (std::uint32_t process = 0; process < processes; ++process) {
    std::uint32_t first = process;
    std::uint32_t stride = 1;
    for (int dimension = 0; dimension < static_cast<int>(grid.size()); ++dimension) {
      const auto size = static_cast<std::uint32_t>(grid[static_cast<std::size_t>(dimension)]);
      const bool is_spanned =
          dimensions.empty() || std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
      if (is_spanned) first -= process / stride % size * stride;
      stride *= size;
    }
    groups[first].push_back(process);
  }
  std::vector<std::vector<std::uint32_t>> list;
  list.reserve(groups.size());
  for (auto& [first, members] : groups) list.push_back(std::move(members));
  return list;
}

GoalTrace collective_trace(const CollectiveTraffic& traffic, const std::vector<int>& grid, std::size_t memory) {
  GoalTrace trace(std::make_shared<ArrayStore>(memory));
  trace.file = "the collective";
  trace.labels.push_back('\0');
  std::uint64_t id = 0;
  for (auto& members : process_groups(grid, traffic.dimensions)) {
    trace.ranks += static_cast<std::uint32_t>(members.size());
    trace.communicators.emplace_back(id++, std::move(members));
  }
  const std::size_t members = trace.communicators.front().ranks.size();
  if (facts_of(traffic.kind).has_root && traffic.root >= members)
    throw InputError(ExperimentPart::root, fmt::format("there is no member {}; expected at most {}, the last one of a "
                                                       "group",
                                                       traffic.root, members - 1));
  if (traffic.bytes > kMaxSum / members)
    throw InputError(
        ExperimentPart::collective,
        fmt::format("parts of {} bytes for {} members are more than 2^62 bytes together", traffic.bytes, members));
  if (traffic.repetitions > kMaxOperations / trace.ranks)
    throw InputError(ExperimentPart::collective,
                     fmt::format("{} times on {} processes are more than 2^30 operations, the "
                                 "most that can be replayed",
                                 traffic.repetitions, trace.ranks));
  if (facts_of(traffic.kind).sizes == CollectiveSizes::by_member) {
    for (std::size_t member = 0; member < members; ++member) trace.counts.push_back(traffic.bytes);
  }
  add_operations(traffic, trace);
  return trace;
}

}  // namespace trenza::testbench
