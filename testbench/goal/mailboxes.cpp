#include "testbench/goal/mailboxes.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

/// Visits the operations of a trace with their ranks.
template <class Visit>
void each_operation(const GoalTrace& trace, const Visit& visit) {
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      visit(k, trace.operations[k], rank);
    }
  }
}

/// The messages and receives of a mailbox.
struct Contents {
  std::uint64_t messages = 0;
  std::uint64_t receives = 0;
  std::uint32_t last_receive = 0;              ///< operation; the mailbox has one
  std::map<std::uint32_t, std::int64_t> left;  ///< by source: messages less the receives that name it
};

}  // namespace

Mailboxes::Mailboxes(const GoalTrace& trace) {
  each_operation(trace, [this](std::uint32_t /*k*/, const GoalOperation& op, std::uint32_t rank) {
    if (op.kind == OperationKind::recv && op.any_tag && by_rank_.count(rank) == 0) by_rank_[rank] = count_++;
  });
  each_operation(trace, [this](std::uint32_t /*k*/, const GoalOperation& op, std::uint32_t rank) {
    if (op.is_wildcard() && by_rank_.count(rank) == 0 && by_tag_.count({rank, op.tag}) == 0)
      by_tag_[{rank, op.tag}] = count_++;
  });
  if (count_ > 0) check(trace);
}

std::uint32_t Mailboxes::of(const GoalOperation& op, std::uint32_t rank) const {
  if (count_ == 0 || op.kind == OperationKind::calc || op.tag >= kCollectiveTag) return kNone;
  const std::uint32_t destination = op.kind == OperationKind::send ? op.peer : rank;
  const auto all = by_rank_.find(destination);
  if (all != by_rank_.end()) return all->second;
  const auto one = by_tag_.find({destination, op.tag});
  return one != by_tag_.end() ? one->second : kNone;
}

void Mailboxes::check(const GoalTrace& trace) const {
  std::vector<Contents> all(count_);
  each_operation(trace, [&](std::uint32_t k, const GoalOperation& op, std::uint32_t rank) {
    const std::uint32_t mailbox = of(op, rank);
    if (mailbox == kNone) return;
    Contents& contents = all[mailbox];
    if (op.kind == OperationKind::send) {
      ++contents.messages;
      ++contents.left[rank];
    } else {
      ++contents.receives;
      contents.last_receive = k;
      if (op.peer != kAnyRank) --contents.left[op.peer];
    }
  });
  for (const Contents& contents : all) {
    const std::uint32_t receive = contents.last_receive;
    const std::uint32_t rank = trace.rank_of(receive);
    const std::string tag =
        by_rank_.count(rank) != 0 ? "any tag" : fmt::format("tag {}", trace.operations[receive].tag);
    if (contents.messages != contents.receives)
      throw InputError(trace.position(receive),
                       fmt::format("{} is one of {} receives of rank {} with {}, to which {} messages are sent",
                                   trace.describe(receive), contents.receives, rank, tag, contents.messages));
    for (const auto& [source, left] : contents.left) {
      if (left < 0)
        throw InputError(trace.position(receive),
                         fmt::format("rank {} has more receives from rank {} with {} than rank {} sends messages to it",
                                     rank, source, tag, source));
    }
  }
}

}  // namespace trenza::testbench
