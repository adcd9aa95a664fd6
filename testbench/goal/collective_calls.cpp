#include "testbench/goal/collective_calls.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/input_error.h"

namespace trenza::testbench {

CollectiveCalls::CollectiveCalls(const GoalTrace& trace) : trace_(trace), operations_(trace.communicators.size()) {
  for (std::size_t c = 0; c < operations_.size(); ++c) operations_[c].resize(trace.communicators[c].ranks.size());
  if (operations_.empty()) return;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      const GoalOperation& op = trace.operations[k];
      if (op.kind != OperationKind::collective) continue;
      operations_[op.peer][trace.communicators[op.peer].member_of(rank)].push_back(k);
      ++calls_;
    }
  }
  for (std::uint32_t c = 0; c < operations_.size(); ++c) check(c);
}

void CollectiveCalls::check(std::uint32_t communicator) const {
  const auto& members = operations_[communicator];
  const auto fewer = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  const auto fewest = std::min_element(members.begin(), members.end(), fewer);
  const std::vector<std::uint32_t>& most = *std::max_element(members.begin(), members.end(), fewer);
  for (std::size_t call = 0; call < fewest->size(); ++call) {
    for (const auto& member : members) check_same(members.front()[call], member[call], call);
  }
  if (fewest->size() == most.size()) return;
  const std::uint32_t surplus = most[fewest->size()];
  const GoalCommunicator& ranks = trace_.communicators[communicator];
  throw InputError(trace_.position(surplus),
                   fmt::format("{} is collective {} of communicator {}, but rank {} has only {}",
                               trace_.describe(surplus), fewest->size() + 1, ranks.id,
                               ranks.ranks[static_cast<std::size_t>(fewest - members.begin())], fewest->size()));
}

void CollectiveCalls::check_same(std::uint32_t first, std::uint32_t other, std::size_t call) const {
  const GoalOperation& a = trace_.operations[first];
  const GoalOperation& b = trace_.operations[other];
  const CollectiveFacts& facts = facts_of(a.collective);
  const auto counts_differ = [&] {
    const std::size_t members = trace_.communicators[a.peer].ranks.size();
    const std::uint64_t* counts = trace_.counts.data();
    return !std::equal(counts + a.tag, counts + a.tag + members, counts + b.tag);
  };
  const char* difference = nullptr;
  if (a.collective != b.collective) {
    difference = "are different operations";
  } else if (a.amount != b.amount || (a.collective == CollectiveKind::reduce_scatter && counts_differ())) {
    difference = "differ in size";
  } else if (facts.has_root && a.tag != b.tag) {
    difference = "differ in the root";
  }
  if (difference == nullptr) return;
  throw InputError(trace_.position(other),
                   fmt::format("{} and {} are both collective {} of communicator {}, but {}", trace_.describe(first),
                               trace_.describe(other), call + 1, trace_.communicators[a.peer].id, difference));
}

Collective CollectiveCalls::at(std::uint32_t communicator, std::size_t call) const {
  const auto& members = operations_[communicator];
  const GoalOperation& op = trace_.operations[members.front()[call]];
  const CollectiveFacts& facts = facts_of(op.collective);
  Collective what;
  what.kind = op.collective;
  what.members = static_cast<std::uint32_t>(members.size());
  what.bytes = op.amount;
  if (facts.has_root) what.root = static_cast<std::uint32_t>(op.tag);
  if (facts.sizes != CollectiveSizes::by_member) return what;
  const std::size_t rows = op.collective == CollectiveKind::all_to_all_v ? members.size() : 1;
  for (std::size_t member = 0; member < rows; ++member)
    what.rows.push_back(trace_.counts.data() + trace_.operations[members[member][call]].tag);
  return what;
}

}  // namespace trenza::testbench
