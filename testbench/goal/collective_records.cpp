#include "testbench/goal/collective_records.h"

#include <fmt/core.h>

#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "testbench/goal/goal_limits.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxCommunicator = (std::uint64_t{1} << 31) - 1;

}  // namespace

void CollectiveRecords::need_world() {
  if (!trace_.communicators.empty()) return;
  std::vector<std::uint32_t> all(trace_.ranks);
  std::iota(all.begin(), all.end(), 0);
  trace_.communicators.emplace_back(0, std::move(all));
  places_[0] = 0;
}

void CollectiveRecords::communicator() {
  need_world();
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::uint64_t id = text_.number("the number of a communicator", kMaxCommunicator);
  if (id == 0) text_.fail(begin, "communicator 0 is that of all ranks; the others have numbers from 1 on");
  if (places_.count(id) != 0)
    text_.fail(begin, fmt::format("communicator {} is given twice (line {})", id, first_lines_.at(id)));
  text_.expect("{");
  std::vector<std::uint32_t> ranks;
  std::vector<bool> seen(trace_.ranks, false);
  while (!text_.accept("}")) ranks.push_back(member(seen));
  if (ranks.empty()) text_.fail(begin, fmt::format("communicator {} has no ranks", id));
  text_.expect_end("\"}\"");
  places_[id] = static_cast<std::uint32_t>(trace_.communicators.size());
  first_lines_[id] = text_.line();
  trace_.communicators.emplace_back(id, std::move(ranks));
}

std::uint32_t CollectiveRecords::member(std::vector<bool>& seen) {
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::uint64_t rank = text_.number("a rank, or \"}\",", kMost);
  if (rank >= trace_.ranks)
    text_.fail(begin,
               fmt::format("there is no rank {}: num_ranks is {} (line {})", rank, trace_.ranks, trace_.ranks_line));
  if (seen[rank]) text_.fail(begin, fmt::format("rank {} is in this communicator twice", rank));
  seen[rank] = true;
  return static_cast<std::uint32_t>(rank);
}

void CollectiveRecords::operation(const CollectiveFacts& facts, std::uint32_t rank, GoalOperation& op) {
  need_world();
  op.kind = OperationKind::collective;
  op.collective = facts.kind;
  if (facts.sizes == CollectiveSizes::vector || facts.sizes == CollectiveSizes::parts) {
    op.amount = text_.number("the size of the collective in bytes", kMaxBytes);
    text_.expect("b");
  }
  const std::size_t end_of_size = text_.column();
  std::size_t root_column = 0;
  if (facts.has_root) {
    text_.expect("root");
    text_.skip_blanks();
    root_column = text_.column();
    op.tag = text_.number("the root (a member of the communicator)", kMost);
  }
  text_.expect("comm");
  op.peer = used_communicator(rank);
  const GoalCommunicator& communicator = trace_.communicators[op.peer];
  const std::size_t members = communicator.ranks.size();
  if (facts.has_root && op.tag >= members)
    text_.fail(root_column, fmt::format("there is no member {} to be the root: communicator {} has {} members", op.tag,
                                        communicator.id, members));
  if (facts.sizes == CollectiveSizes::parts && op.amount > kMaxSum / members)
    text_.fail(end_of_size,
               fmt::format("parts of {} bytes for {} members are more than 2^62 bytes together", op.amount, members));
  if (facts.sizes == CollectiveSizes::by_member) sizes(members, op);
}

std::uint32_t CollectiveRecords::used_communicator(std::uint32_t rank) {
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::uint64_t id = text_.number("the number of a communicator", kMost);
  const auto found = places_.find(id);
  if (found == places_.end())
    text_.fail(begin, fmt::format("there is no communicator {}; expected 0 (all ranks) or one that is given before the "
                                  "first rank",
                                  id));
  if (trace_.communicators[found->second].member_of(rank) == GoalCommunicator::kNoMember)
    text_.fail(begin, fmt::format("rank {} is not in communicator {}", rank, id));
  return found->second;
}

void CollectiveRecords::sizes(std::size_t members, GoalOperation& op) {
  text_.expect("{");
  op.tag = trace_.counts.size();
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < members; ++k) {
    text_.skip_blanks();
    if (!text_.at_end() && text_.front() == '}')
      text_.fail(text_.column(), fmt::format("expected {} sizes, one for each member, and there are {}", members, k));
    const std::size_t begin = text_.column();
    trace_.counts.push_back(text_.number("a size in bytes", kMaxBytes));
    sum += trace_.counts[trace_.counts.size() - 1];
    if (sum > kMaxSum) text_.fail(begin, "the sizes up to here are more than 2^62 bytes together");
    trace_.store()->tick();
  }
  text_.skip_blanks();
  if (!text_.at_end() && text_.front() != '}')
    text_.fail(text_.column(), fmt::format("expected \"}}\" after {} sizes, one for each member", members));
  text_.expect("}");
}

}  // namespace trenza::testbench
