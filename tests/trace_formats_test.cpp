// GOAL through the formats of other tools and back: the replay stays the same.
#include "tests/support/trace_formats.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>

#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/random_draws.h"
#include "tests/support/temporary_file.h"

namespace trenza::test {
namespace {

using traces::Program;
using traces::Step;
using traces::StepKind;

/// What must not change.
struct Replay {
  std::uint64_t execution_cycles = 0;
  std::uint64_t ideal_cycles = 0;
  std::uint64_t digest = 0;
  std::uint64_t messages = 0;
  bool operator==(const Replay& other) const {
    return execution_cycles == other.execution_cycles && ideal_cycles == other.ideal_cycles && digest == other.digest &&
           messages == other.messages;
  }
};

std::string replay_text(const Replay& replay) {
  return fmt::format("{} cycles, ideal {}, digest {:016x}, {} messages", replay.execution_cycles, replay.ideal_cycles,
                     replay.digest, replay.messages);
}

Replay replay(const std::string& goal, const std::vector<int>& sizes, bool has_overheads) {
  const TemporaryFile file("formats.goal", goal);
  testbench::Experiment experiment;
  experiment.name = "formats";
  experiment.trace.emplace();
  experiment.trace->file = file.path();
  if (has_overheads) {
    experiment.trace->send_overhead_ps = 700'000;
    experiment.trace->receive_overhead_ps = 450'000;
  }
  experiment.run.cycles = 0;
  const testbench::Results results = run_on_tlm(*network(sizes), bubble_router(16), experiment);
  return {results.execution_cycles.value_or(0), results.ideal_cycles.value_or(0), results.digest, results.messages};
}

/// A program of blocking and non-blocking messages that comes to its end: each is sent before its receiver waits for
/// it.
class MadeProgram {
 public:
  MadeProgram(std::uint64_t seed, int ranks, bool blocks, bool has_own_tags = false)
      : draws_(seed), blocks_(blocks), has_own_tags_(has_own_tags), waiting_(static_cast<std::size_t>(ranks)) {
    program_.files = {"made"};
    program_.ranks.resize(static_cast<std::size_t>(ranks));
  }

  Program make(int messages) {
    const auto ranks = program_.ranks.size();
    for (int k = 0; k < messages; ++k) {
      const auto from = draw(ranks);
      const auto to = draw(ranks);
      if (draw(3) == 0) add(from, calc());
      Step send = message(StepKind::send, to);
      Step recv = message(StepKind::recv, from);
      if (has_own_tags_) send.tag = static_cast<std::uint64_t>(k);
      recv.tag = send.tag;
      recv.amount = send.amount;
      if (!blocks_ && draw(2) == 0) send.kind = StepKind::isend;
      if (!blocks_ && draw(2) == 0) recv.kind = StepKind::irecv;
      // An early receive waits for nothing.
      const bool is_early = recv.kind == StepKind::irecv && draw(2) == 0;
      if (is_early) add(to, recv);
      add(from, send);
      if (!is_early) add(to, recv);
      if (draw(3) == 0) wait(draw(ranks));
      if (draw(3) == 0) add(to, calc());
    }
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      while (!waiting_[rank].empty()) wait(rank);
      add(rank, calc());
    }
    return program_;
  }

 private:
  std::size_t draw(std::size_t below) { return static_cast<std::size_t>(draws_.below(static_cast<int>(below))); }
  Step calc() {
    Step step;
    step.amount = 1 + draw(20'000);
    return step;
  }
  Step message(StepKind kind, std::size_t peer) {
    Step step;
    step.kind = kind;
    step.peer = static_cast<std::uint32_t>(peer);
    step.tag = draw(3);
    step.amount = draw(4) == 0 ? draw(5) : draw(3'000);
    return step;
  }
  void add(std::size_t rank, const Step& step) {
    auto& steps = program_.ranks[rank].steps;
    if (step.kind == StepKind::isend || step.kind == StepKind::irecv)
      waiting_[rank].push_back(static_cast<std::uint32_t>(steps.size()));
    steps.push_back(step);
  }
  void wait(std::size_t rank) {
    if (waiting_[rank].empty()) return;
    Step step;
    step.kind = StepKind::wait;
    step.extra = waiting_[rank].front();
    waiting_[rank].pop_front();
    add(rank, step);
  }

  Draws draws_;
  bool blocks_;
  bool has_own_tags_;  ///< each message has a tag of its own
  Program program_;
  std::vector<std::deque<std::uint32_t>> waiting_;  ///< oldest first, as formats name them
};

std::string through(const std::string& format, const std::string& goal) {
  traces::TraceOptions options = giga_flops();
  options.moves_receives = true;
  const TraceFiles files = write_trace(format, goal_program(goal), options);
  return goal_text(read_trace(format, files, options));
}

void expect_same_replay(const std::string& goal, const std::vector<int>& sizes, bool has_overheads,
                        bool with_fsin = true) {
  const Replay before = replay(goal, sizes, has_overheads);
  EXPECT_GT(before.execution_cycles, 0U);
  for (const traces::TraceFormat& format : traces::trace_formats()) {
    if (!with_fsin && format.name == "fsin") continue;
    const Replay after = replay(through(std::string(format.name), goal), sizes, has_overheads);
    EXPECT_TRUE(after == before) << format.name << ": " << replay_text(after) << ", not " << replay_text(before);
  }
}

TEST(TraceFormats, BlockingProgramsReplayTheSame) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    expect_same_replay(goal_text(MadeProgram(seed, 8, true).make(120)), {4, 2}, false);
  }
}

TEST(TraceFormats, NonBlockingProgramsReplayTheSame) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    // FSIN has no receives that do not block. They move, but not past others from the same rank with the same tag.
    const bool has_own_tags = seed % 2 == 0;
    expect_same_replay(goal_text(MadeProgram(seed, 8, false, has_own_tags).make(120)), {4, 2}, false, has_own_tags);
  }
}

TEST(TraceFormats, OverheadsStayWhereTheyWere) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    expect_same_replay(goal_text(MadeProgram(seed, 8, true).make(120)), {4, 2}, true);
    expect_same_replay(goal_text(MadeProgram(seed, 8, false).make(120)), {4, 2}, true, false);
  }
}

TEST(TraceFormats, RecordedTracesReplayTheSame) {
  for (const char* const name : {"mg.S.8", "is.S.16"}) {
    SCOPED_TRACE(name);
    const std::string file = fmt::format("{}/configs/traces/{}.goal.zst", TRENZA_SOURCE_DIR, name);
    const std::string goal = goal_text(traces::program_of_goal(testbench::read_goal(file)));
    expect_same_replay(goal, std::string(name) == "mg.S.8" ? std::vector<int>{4, 2} : std::vector<int>{4, 4}, false);
  }
}

}  // namespace
}  // namespace trenza::test
