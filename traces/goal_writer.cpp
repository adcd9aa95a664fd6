#include "traces/goal_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "traces/line_writer.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

class GoalWriter {
 public:
  GoalWriter(const Program& program, TextSink& sink) : program_(program), lines_(sink) {}

  void write() {
    lines_.add("num_ranks {}\n", program_.ranks.size());
    for (const std::uint32_t comm : used_communicators()) communicator(comm);
    for (std::size_t rank = 0; rank < program_.ranks.size(); ++rank) {
      lines_.add("rank {} {{\n", rank);
      write_rank(rank);
      lines_.add("}}\n");
    }
    lines_.flush();
  }

 private:
  /// An operation that the next one has to wait for.
  struct Condition {
    std::uint32_t label;
    bool on_start;
  };

  /// Those that collectives name, but for that of all ranks. Messages name none.
  std::set<std::uint32_t> used_communicators() const {
    std::set<std::uint32_t> used;
    for (const RankSteps& rank : program_.ranks) {
      for (const Step& step : rank.steps) {
        if (is_collective(step.kind) && step.comm != 0) used.insert(step.comm);
      }
    }
    return used;
  }

  void communicator(std::uint32_t comm) {
    std::string line = fmt::format("comm {} {{", comm);
    for (const std::uint32_t member : program_.communicators[comm]) line += fmt::format(" {}", member);
    line += " }";
    if (line.size() > kLongestLine)
      throw InputError({program_.files.front(), 0, 0},
                       fmt::format("a communicator of {} ranks is too long for a line of GOAL (1 MiB)",
                                   program_.communicators[comm].size()));
    lines_.add("{}\n", line);
  }

  void write_rank(std::size_t rank) {
    const std::vector<Step>& steps = program_.ranks[rank].steps;
    std::vector<std::uint32_t> labels(steps.size());  // of each step
    std::vector<Condition> conditions;
    std::uint32_t label = 0;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Step& step = steps[k];
      if (step.kind == StepKind::wait) {
        wait_for(labels[step.extra], conditions);
        continue;
      }
      labels[k] = ++label;
      lines_.add("l{}: ", label);
      operation(rank, step);
      for (const Condition& condition : conditions)
        lines_.add("l{} {} l{}\n", label, condition.on_start ? "irequires" : "requires", condition.label);
      conditions.assign(1, {label, step.kind == StepKind::isend || step.kind == StepKind::irecv});
    }
  }

  static void wait_for(std::uint32_t label, std::vector<Condition>& conditions) {
    for (Condition& condition : conditions) {
      if (condition.label != label) continue;
      condition.on_start = false;
      return;
    }
    conditions.push_back({label, false});
  }

  void operation(std::size_t rank, const Step& step) {
    switch (step.kind) {
      case StepKind::calc:
        return lines_.add("calc {}\n", step.amount);
      case StepKind::send:
      case StepKind::isend:
        return lines_.add("send {}b to {} tag {}\n", step.amount, step.peer, step.tag);
      case StepKind::recv:
      case StepKind::irecv:
        lines_.add("recv {}b from ", step.amount);
        if (step.peer == kAnyRank) {
          lines_.add("-1");
        } else {
          lines_.add("{}", step.peer);
        }
        return step.any_tag ? lines_.add(" tag -1\n") : lines_.add(" tag {}\n", step.tag);
      case StepKind::barrier:
        return lines_.add("barrier comm {}\n", step.comm);
      case StepKind::alltoallv:
      case StepKind::reduce_scatter:
        return with_sizes(rank, step);
      default:
        break;
    }
    lines_.add("{} {}b ", step_name(step.kind), step.amount);
    if (has_root(step.kind)) lines_.add("root {} ", step.peer);
    lines_.add("comm {}\n", step.comm);
  }

  void with_sizes(std::size_t rank, const Step& step) {
    std::string line = fmt::format("{} comm {} {{", step_name(step.kind), step.comm);
    const std::uint64_t members = program_.members(step.comm);
    for (std::uint64_t member = 0; member < members; ++member) {
      const std::uint64_t bytes = step.extra == kEvenSizes
                                      ? step.amount / members + (member < step.amount % members ? 1 : 0)
                                      : program_.sizes[step.extra][member];
      fmt::format_to(std::back_inserter(line), " {}", bytes);
      if (line.size() > kLongestLine - 64)
        throw InputError(
            program_.place(rank, step),
            fmt::format("{} of {} ranks is too long for a line of GOAL (1 MiB)", step_name(step.kind), members));
    }
    lines_.add("{} }}\n", line);
  }

  const Program& program_;
  LineWriter lines_;
};

}  // namespace

void write_goal(const Program& program, TextSink& sink) { GoalWriter(program, sink).write(); }

}  // namespace trenza::traces
