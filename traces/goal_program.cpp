#include "traces/goal_program.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "testbench/input_error.h"
#include "traces/message_sizes.h"

namespace trenza::traces {

namespace {

using testbench::GoalDependency;
using testbench::GoalOperation;
using testbench::GoalTrace;
using testbench::InputError;
using testbench::OperationKind;

/// Turns the operations of one rank into steps: all messages non-blocking at first, then those that are waited for at
/// once become blocking.
///
/// A step of a program starts when all steps before it have started, and when those have ended that block or were
/// waited for. An operation that depends on one above it only by what that one depends on itself belongs to the same
/// run: all operations of a run may start at the same time. They do so in a program too: a receive starts when it may,
/// a send without send overhead at once; with it, they queue for the cpu in text order both ways. A calc ends the run.
class RankReader {
 public:
  RankReader(const GoalTrace& trace, std::uint32_t rank)
      : trace_(trace),
        begin_(trace.first[rank]),
        end_(trace.first[rank + 1]),
        place_(end_ - begin_),
        has_ended_(end_ - begin_) {}

  /// `next` is the first dependency of the rank in `order`, and is moved behind its last.
  std::vector<Step> read(const std::vector<std::size_t>& order, std::size_t& next) {
    for (std::uint32_t op = begin_; op < end_; ++op) {
      trace_.store()->tick();
      check_cpu(op);
      take_dependencies(op, order, next);
      if (op == begin_ || latest_member(op) != kNone) {
        begin_run(op);
      } else {
        check_run(op);
      }
      wait_for_ends(op);
      add(op);
    }
    return with_blocking_steps();
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  using List = std::vector<std::uint32_t>;  // sorted

  static bool contains(const List& list, std::uint32_t op) { return std::binary_search(list.begin(), list.end(), op); }
  bool depends_on(std::uint32_t on) const { return contains(ends_, on) || contains(starts_, on); }
  OperationKind kind(std::uint32_t op) const { return trace_.operations[op].kind; }

  [[noreturn]] void fail(std::uint32_t op, const std::string& why) const {
    throw InputError(
        trace_.position(op),
        fmt::format("{} is not in the order of a program: {}; only GOAL can hold this", trace_.describe(op), why));
  }
  [[noreturn]] void fail_independent(std::uint32_t op, std::uint32_t of) const {
    fail(op, fmt::format("it does not depend on {}", trace_.describe(of)));
  }

  void check_cpu(std::uint32_t op) const {
    const unsigned cpu = trace_.operations[op].cpu;
    const unsigned first = trace_.operations[begin_].cpu;
    if (cpu != first) fail(op, fmt::format("it runs on cpu {} and the rank begins on cpu {}", cpu, first));
  }

  void take_dependencies(std::uint32_t op, const std::vector<std::size_t>& order, std::size_t& next) {
    ends_.clear();
    starts_.clear();
    for (; next < order.size() && trace_.dependencies[order[next]].operation == op; ++next) {
      const GoalDependency& dependency = trace_.dependencies[order[next]];
      if (dependency.on >= op)
        fail(op, fmt::format("it depends on {}, which stands below it", trace_.describe(dependency.on)));
      (dependency.on_start ? starts_ : ends_).push_back(dependency.on);
    }
    std::sort(ends_.begin(), ends_.end());
    std::sort(starts_.begin(), starts_.end());
  }

  /// The latest operation of the run that `op` depends on.
  std::uint32_t latest_member(std::uint32_t op) const {
    std::uint32_t latest = kNone;
    for (const List* const list : {&ends_, &starts_}) {
      if (!list->empty() && list->back() >= run_begin_ && op > begin_ && (latest == kNone || list->back() > latest))
        latest = list->back();
    }
    return latest;
  }

  /// `op` starts after operations of the run: it must start after all of them.
  void begin_run(std::uint32_t op) {
    if (op > begin_) {
      const std::uint32_t latest = latest_member(op);
      if (kind(op - 1) == OperationKind::calc && !contains(ends_, op - 1))
        fail(op, fmt::format("it may start before {} has ended", trace_.describe(op - 1)));
      for (const auto& [on, member] : new_ends_) {
        if (member > latest && !contains(ends_, on)) fail_independent(op, member);
      }
    }
    run_begin_ = op;
    base_ends_ = ends_;
    base_starts_ = starts_;
    new_ends_.clear();
  }

  /// `op` starts with the run: it must depend on all that the run depends on.
  void check_run(std::uint32_t op) const {
    const auto has_end = [this](std::uint32_t on) { return contains(ends_, on); };
    const bool follows =
        kind(op - 1) != OperationKind::calc && std::all_of(base_ends_.begin(), base_ends_.end(), has_end) &&
        std::all_of(base_starts_.begin(), base_starts_.end(), [this](std::uint32_t on) { return depends_on(on); }) &&
        std::all_of(new_ends_.begin(), new_ends_.end(), [&](const auto& one) { return has_end(one.first); });
    if (!follows) fail_independent(op, op - 1);
  }

  void wait_for_ends(std::uint32_t op) {
    for (const std::uint32_t on : ends_) {
      if (has_ended_[on - begin_]) continue;
      has_ended_[on - begin_] = true;
      new_ends_.emplace_back(on, op);
      if (kind(on) == OperationKind::calc) continue;
      Step step = placed(op);
      step.kind = StepKind::wait;
      step.extra = place_[on - begin_];
      steps_.push_back(step);
    }
  }

  Step placed(std::uint32_t op) const {
    Step step;
    step.line = trace_.places[op].line();
    step.column = trace_.places[op].column();
    return step;
  }

  void add(std::uint32_t op) {
    const GoalOperation& operation = trace_.operations[op];
    Step step = placed(op);
    step.amount = operation.amount;
    step.tag = operation.tag;
    step.peer = operation.peer;
    step.any_tag = operation.any_tag;
    if (operation.kind == OperationKind::send) {
      step.kind = StepKind::isend;
    } else if (operation.kind == OperationKind::recv) {
      step.kind = StepKind::irecv;
    } else if (operation.kind != OperationKind::calc) {
      throw InputError(trace_.position(op), "only sends, receives and computation are converted from GOAL");
    }
    place_[op - begin_] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
  }

  /// A message whose wait is among those right behind it blocks.
  std::vector<Step> with_blocking_steps() {
    std::vector<bool> is_dropped(steps_.size());
    for (std::uint32_t k = 0; k < steps_.size(); ++k) {
      Step& step = steps_[k];
      if (step.kind != StepKind::isend && step.kind != StepKind::irecv) continue;
      std::uint32_t wait = k + 1;
      while (wait < steps_.size() && steps_[wait].kind == StepKind::wait && steps_[wait].extra != k) ++wait;
      const bool is_last = k + 1 == steps_.size();
      if (!is_last && (wait == steps_.size() || steps_[wait].kind != StepKind::wait)) continue;
      step.kind = step.kind == StepKind::isend ? StepKind::send : StepKind::recv;
      if (!is_last) is_dropped[wait] = true;
    }
    std::vector<std::uint32_t> places(steps_.size());
    std::vector<Step> result;
    for (std::uint32_t k = 0; k < steps_.size(); ++k) {
      if (is_dropped[k]) continue;
      places[k] = static_cast<std::uint32_t>(result.size());
      result.push_back(steps_[k]);
      if (steps_[k].kind == StepKind::wait) result.back().extra = places[steps_[k].extra];
    }
    return result;
  }

  const GoalTrace& trace_;
  std::uint32_t begin_;
  std::uint32_t end_;
  std::vector<Step> steps_;
  List place_;                   ///< by operation: among the steps
  std::vector<bool> has_ended_;  ///< by operation: before the one at hand starts
  // What the operation at hand depends on.
  List ends_;
  List starts_;
  // The run.
  std::uint32_t run_begin_ = 0;
  List base_ends_;  ///< what its first operation depends on
  List base_starts_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      new_ends_;  ///< ends that had not to come before, and whose they are
};

}  // namespace

Program program_of_goal(const GoalTrace& trace) {
  std::vector<std::size_t> order(trace.dependencies.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return trace.dependencies[a].operation < trace.dependencies[b].operation;
  });
  Program program;
  program.files.push_back(trace.file);
  program.ranks.resize(trace.ranks);
  std::size_t next = 0;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank)
    program.ranks[rank].steps = RankReader(trace, rank).read(order, next);
  size_receives(program);
  return program;
}

namespace {

/// Moves the receives of one rank to their waits.
class ReceiveMover {
 public:
  ReceiveMover(const Program& program, std::size_t rank, bool moves)
      : program_(program), rank_(rank), steps_(program.ranks[rank].steps), moves_(moves) {}

  std::vector<Step> blocking() {
    for (std::uint32_t k = 0; k < steps_.size(); ++k) {
      const StepKind kind = steps_[k].kind;
      if (kind == StepKind::recv || kind == StepKind::irecv) posted_[stream(steps_[k])].push_back(k);
    }
    std::vector<bool> is_open(steps_.size());
    for (std::uint32_t k = 0; k < steps_.size(); ++k) {
      const Step& step = steps_[k];
      if (step.kind == StepKind::irecv) {
        is_open[k] = true;
        check_move(k);
      } else if (step.kind == StepKind::recv) {
        receive(k);
      } else if (step.kind != StepKind::wait) {
        result_.push_back(step);
        if (step.kind == StepKind::isend) result_.back().kind = StepKind::send;
      } else if (is_open[step.extra]) {
        is_open[step.extra] = false;
        receive(step.extra);
      }
    }
    for (std::uint32_t k = 0; k < steps_.size(); ++k) {
      if (is_open[k]) receive(k);
    }
    return std::move(result_);
  }

 private:
  using Stream = std::pair<std::uint32_t, std::uint64_t>;
  struct Posted {
    std::vector<std::uint32_t> steps;
    std::size_t taken = 0;
    void push_back(std::uint32_t step) { steps.push_back(step); }
  };

  static Stream stream(const Step& step) { return {step.peer, step.tag}; }

  void check_move(std::uint32_t k) const {
    if (moves_) return;
    const bool is_last = k + 1 == steps_.size();
    const bool stays = !is_last && steps_[k + 1].kind == StepKind::wait && steps_[k + 1].extra == k;
    if (is_last || stays) return;
    throw InputError(program_.place(rank_, steps_[k]),
                     "this receive does not block, which the format cannot hold; --move-receives writes it where it is "
                     "waited for, which changes no replay without a receive overhead");
  }

  /// Writes a receive here: it must be the oldest of its stream, or another message would match it.
  void receive(std::uint32_t k) {
    Posted& posted = posted_[stream(steps_[k])];
    if (posted.steps[posted.taken] != k)
      throw InputError(program_.place(rank_, steps_[k]),
                       "this receive cannot move to where it is waited for: one from the same rank with the same tag "
                       "stands between");
    ++posted.taken;
    result_.push_back(steps_[k]);
    result_.back().kind = StepKind::recv;
  }

  const Program& program_;
  std::size_t rank_;
  const std::vector<Step>& steps_;
  bool moves_;
  std::map<Stream, Posted> posted_;
  std::vector<Step> result_;
};

}  // namespace

Program blocking_program(const Program& program, bool moves_receives) {
  Program result;
  result.files = program.files;
  result.communicators = program.communicators;
  result.sizes = program.sizes;
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank)
    result.ranks.push_back({ReceiveMover(program, rank, moves_receives).blocking(), program.ranks[rank].file});
  return result;
}

}  // namespace trenza::traces
