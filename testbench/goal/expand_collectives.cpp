#include "testbench/goal/expand_collectives.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "testbench/collectives/algorithm.h"
#include "testbench/goal/collective_calls.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

constexpr std::size_t kMaxOperations = std::size_t{1} << 30;
/// Two sets of more operations than this wait for each other through one operation between them.
constexpr std::uint32_t kDirect = 2;

/// Operations begin .. end - 1.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
};

/// What an operation of the trace has become: those that wait for what it waits for, and those that its end waits for.
struct Expanded {
  Range starts;
  Range ends;
};

/// Writes the new trace rank by rank.
class Expansion {
 public:
  Expansion(GoalTrace trace, const CollectiveChoice& choice)
      : old_(std::move(trace)), calls_(old_), new_(old_.store()), algorithms_(find(choice)) {}

  bool is_needed() const { return !calls_.empty(); }
  GoalTrace take_old() { return std::move(old_); }

  GoalTrace expand() {
    new_.file = old_.file;
    new_.ranks = old_.ranks;
    new_.ranks_line = old_.ranks_line;
    new_.ranks_column = old_.ranks_column;
    new_.first.push_back(0);
    for (std::uint32_t rank = 0; rank < old_.ranks; ++rank) expand_rank(rank);
    new_.labels = std::move(old_.labels);
    new_.communicators = std::move(old_.communicators);
    return std::move(new_);
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

  void expand_rank(std::uint32_t rank) {
    const std::uint32_t begin = old_.first[rank];
    std::vector<Expanded> expanded;
    expanded.reserve(old_.first[rank + 1] - begin);
    std::vector<std::size_t> next_call(old_.communicators.size(), 0);
    for (std::uint32_t k = begin; k < old_.first[rank + 1]; ++k) {
      old_.store()->tick();
      const GoalOperation& op = old_.operations[k];
      if (op.kind == OperationKind::collective) {
        expanded.push_back(collective(k, rank, next_call[op.peer]++));
      } else {
        const Range one = add(op, k);
        expanded.push_back({one, one});
      }
    }
    for (; dependency_ < old_.dependencies.size(); ++dependency_) {
      const GoalDependency& dependency = old_.dependencies[dependency_];
      if (dependency.operation >= old_.first[rank + 1]) break;
      const Range ends =
          dependency.on_start ? first_of(expanded[dependency.on - begin].starts) : expanded[dependency.on - begin].ends;
      wait(expanded[dependency.operation - begin].starts, ends, dependency.on_start);
    }
    new_.first.push_back(count());
  }

  Expanded collective(std::uint32_t operation, std::uint32_t rank, std::size_t call) {
    const GoalOperation& op = old_.operations[operation];
    const GoalCommunicator& communicator = old_.communicators[op.peer];
    const Collective what = calls_.at(op.peer, call);
    const CollectiveAlgorithm* chosen = algorithms_[static_cast<std::size_t>(what.kind)];
    const CollectiveAlgorithm& algorithm = chosen != nullptr ? *chosen : usual_algorithm(what);
    Rounds rounds(what.kind == CollectiveKind::barrier);
    algorithm.rounds(what, communicator.member_of(rank), rounds);
    if (rounds.size() == 0) {
      const Range nothing = join(operation);
      return {nothing, nothing};
    }
    Expanded result;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      const auto size = static_cast<std::uint32_t>(rounds.end(round) - rounds.begin(round));
      const bool is_first = round == 0;
      Range before = result.ends;
      if (size > kDirect && (is_first || before.size() > kDirect)) {
        const Range joined = join(operation);
        if (is_first) {
          result.starts = joined;
        } else {
          wait(joined, before, false);
        }
        before = joined;
      }
      const Range transfers = add_round(rounds, round, operation, communicator);
      if (is_first && size <= kDirect) {
        result.starts = transfers;
      } else {
        wait(transfers, before, false);
      }
      result.ends = transfers;
    }
    if (result.ends.size() > kDirect) {
      const Range joined = join(operation);
      wait(joined, result.ends, false);
      result.ends = joined;
    }
    return result;
  }

  Range add_round(const Rounds& rounds, std::size_t round, std::uint32_t operation,
                  const GoalCommunicator& communicator) {
    Range range{count(), count()};
    for (const Transfer* transfer = rounds.begin(round); transfer != rounds.end(round); ++transfer) {
      GoalOperation op;
      op.kind = transfer->is_send ? OperationKind::send : OperationKind::recv;
      op.amount = transfer->bytes;
      op.peer = communicator.ranks[transfer->peer];
      op.tag = kCollectiveTag + old_.operations[operation].peer;
      op.cpu = old_.operations[operation].cpu;
      range.end = add(op, operation).end;
    }
    return range;
  }
  /// An operation that takes no time.
  Range join(std::uint32_t operation) {
    GoalOperation op;
    op.cpu = old_.operations[operation].cpu;
    return add(op, operation);
  }
  Range add(const GoalOperation& op, std::uint32_t operation) {
    if (new_.operations.size() >= kMaxOperations)
      throw InputError(old_.position(operation),
                       "with its collectives expanded up to here, the trace has more than 2^30 "
                       "operations, the most that can be replayed");
    new_.store()->tick();
    const Range range{count(), count() + 1};
    new_.operations.push_back(op);
    new_.places.push_back(old_.places[operation]);
    return range;
  }
  static Range first_of(Range range) { return {range.begin, range.begin + 1}; }
  void wait(Range operations, Range for_these, bool on_start) {
    for (std::uint32_t operation = operations.begin; operation < operations.end; ++operation) {
      for (std::uint32_t on = for_these.begin; on < for_these.end; ++on) {
        new_.dependencies.push_back(GoalDependency{operation, on, on_start});
        new_.store()->tick();
      }
    }
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(new_.operations.size()); }

  GoalTrace old_;
  CollectiveCalls calls_;
  GoalTrace new_;
  Algorithms algorithms_;
  std::size_t dependency_ = 0;  ///< the next one of old_
};

}  // namespace

GoalTrace expand_collectives(GoalTrace trace, const CollectiveChoice& choice) {
  Expansion expansion(std::move(trace), choice);
  return expansion.is_needed() ? expansion.expand() : expansion.take_old();
}

}  // namespace trenza::testbench
