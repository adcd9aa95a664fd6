#include "testbench/goal/goal_trace.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace trenza::testbench {

GoalCommunicator::GoalCommunicator(std::uint64_t number, std::vector<std::uint32_t> ranks_of_members)
    : id(number), ranks(std::move(ranks_of_members)) {
  std::size_t own = 0;
  while (own < ranks.size() && ranks[own] == own) ++own;
  if (own == ranks.size()) return;
  members_.reserve(ranks.size());
  for (std::size_t k = 0; k < ranks.size(); ++k) members_.emplace_back(ranks[k], static_cast<std::uint32_t>(k));
  std::sort(members_.begin(), members_.end());
}

std::uint32_t GoalCommunicator::member_of(std::uint32_t rank) const {
  if (members_.empty()) return rank < ranks.size() ? rank : kNoMember;
  const auto found = std::lower_bound(members_.begin(), members_.end(), std::pair{rank, std::uint32_t{0}});
  return found != members_.end() && found->first == rank ? found->second : kNoMember;
}

std::uint32_t GoalTrace::rank_of(std::uint32_t operation) const {
  return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), operation) - first.begin()) - 1;
}

std::string GoalTrace::describe(std::uint32_t operation) const {
  const GoalOperation& op = operations[operation];
  const auto message = [&](const char* verb, const char* direction) {
    const std::string peer = op.peer == kAnyRank ? "any rank" : std::to_string(op.peer);
    if (op.tag >= kQuestionTag)
      return fmt::format("{} the {} of a rendezvous {} {}", verb, op.tag >= kAnswerTag ? "answer" : "question",
                         direction, peer);
    if (op.tag >= kCollectiveTag)
      return fmt::format("{} {}b {} {} of a collective of communicator {}", verb, op.amount, direction, peer,
                         communicators[op.tag - kCollectiveTag].id);
    return fmt::format("{} {}b {} {} {}", verb, op.amount, direction, peer,
                       op.any_tag ? "with any tag" : fmt::format("tag {}", op.tag));
  };
  std::string what;
  switch (op.kind) {
    case OperationKind::calc:
      what = fmt::format("calc {}", op.amount);
      break;
    case OperationKind::send:
      what = message("send", "to");
      break;
    case OperationKind::recv:
      what = message("recv", "from");
      break;
    case OperationKind::collective:
      what = fmt::format("{} of communicator {}", facts_of(op.collective).keyword, communicators[op.peer].id);
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
