#include "testbench/goal/expand_collectives.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "testbench/collectives/algorithm.h"
#include "testbench/goal/collective_calls.h"
#include "testbench/goal/trace_rewriter.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

/// Two sets of more operations than this wait for each other through one operation between them.
constexpr std::uint32_t kDirect = 2;

/// Puts the rounds of their algorithms in the place of collectives.
class Expansion : public TraceRewriter {
 public:
  Expansion(GoalTrace trace, const CollectiveChoice& choice)
      : TraceRewriter(std::move(trace)), calls_(old_trace()), algorithms_(find(choice)) {}

  bool is_needed() const { return !calls_.empty(); }

 protected:
  Replacement replace(std::uint32_t operation, std::uint32_t rank) override {
    const GoalOperation& op = old_trace().operations[operation];
    if (op.kind != OperationKind::collective) return keep(operation);
    if (rank != rank_) next_call_.assign(old_trace().communicators.size(), 0);
    rank_ = rank;
    return collective(operation, rank, next_call_[op.peer]++);
  }

 private:
  using Algorithms = std::array<const CollectiveAlgorithm*, kCollectiveKinds>;

  static Algorithms find(const CollectiveChoice& choice) {
    Algorithms algorithms{};
    for (const CollectiveFacts& facts : collective_kinds()) {
      const std::string& name = choice[static_cast<std::size_t>(facts.kind)];
      if (name.empty()) continue;
      const CollectiveAlgorithm* found = find_algorithm(name);
      if (found == nullptr || !found->does(facts.kind))
        throw InputError(ExperimentPart::collectives, fmt::format("\"{}\" is no algorithm of {}", name, facts.name));
      algorithms[static_cast<std::size_t>(facts.kind)] = found;
    }
    return algorithms;
  }

  Replacement collective(std::uint32_t operation, std::uint32_t rank, std::size_t call) {
    const GoalOperation& op = old_trace().operations[operation];
    const GoalCommunicator& communicator = old_trace().communicators[op.peer];
    const Collective what = calls_.at(op.peer, call);
    const CollectiveAlgorithm* chosen = algorithms_[static_cast<std::size_t>(what.kind)];
    const CollectiveAlgorithm& algorithm = chosen != nullptr ? *chosen : usual_algorithm(what);
    Rounds rounds(what.kind == CollectiveKind::barrier);
    algorithm.rounds(what, communicator.member_of(rank), rounds);
    if (rounds.size() == 0) {
      const OperationRange nothing = join(operation);
      return {nothing, nothing};
    }
    Replacement result;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      const auto size = static_cast<std::uint32_t>(rounds.end(round) - rounds.begin(round));
      const bool is_first = round == 0;
      OperationRange before = result.ends;
      if (size > kDirect && (is_first || before.size() > kDirect)) {
        const OperationRange joined = join(operation);
        if (is_first) {
          result.starts = joined;
        } else {
          wait(joined, before, false);
        }
        before = joined;
      }
      const OperationRange transfers = add_round(rounds, round, operation, communicator);
      if (is_first && size <= kDirect) {
        result.starts = transfers;
      } else {
        wait(transfers, before, false);
      }
      result.ends = transfers;
    }
    if (result.ends.size() > kDirect) {
      const OperationRange joined = join(operation);
      wait(joined, result.ends, false);
      result.ends = joined;
    }
    return result;
  }

  OperationRange add_round(const Rounds& rounds, std::size_t round, std::uint32_t operation,
                           const GoalCommunicator& communicator) {
    OperationRange range{count(), count()};
    for (const Transfer* transfer = rounds.begin(round); transfer != rounds.end(round); ++transfer) {
      GoalOperation op;
      op.kind = transfer->is_send ? OperationKind::send : OperationKind::recv;
      op.amount = transfer->bytes;
      op.peer = communicator.ranks[transfer->peer];
      op.tag = kCollectiveTag + old_trace().operations[operation].peer;
      op.cpu = old_trace().operations[operation].cpu;
      range.end = add(op, operation).end;
    }
    return range;
  }
  static constexpr std::uint32_t kNoRank = ~std::uint32_t{0};

  CollectiveCalls calls_;
  Algorithms algorithms_;
  std::uint32_t rank_ = kNoRank;          ///< of the last collective
  std::vector<std::size_t> next_call_{};  ///< of this rank, by communicator
};

}  // namespace

GoalTrace expand_collectives(GoalTrace trace, const CollectiveChoice& choice) {
  Expansion expansion(std::move(trace), choice);
  return expansion.is_needed() ? expansion.rewrite() : expansion.take_old();
}

}  // namespace trenza::testbench
