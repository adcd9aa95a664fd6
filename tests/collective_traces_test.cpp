// Collectives and receives from any source in both views, and against traces that another program has expanded.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cosim/lockstep_fabric.h"
#include "microarch/parameters.h"
#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/traffic_matrix.h"
#include "testbench/replay/engine.h"
#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_network.h"
#include "tests/support/temporary_file.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using testbench::CollectiveKind;

testbench::Experiment replay_experiment(const std::string& file) {
  testbench::Experiment experiment;
  experiment.name = "replay";
  experiment.trace.emplace();
  experiment.run.cycles = 0;
  experiment.trace->file = file;
  return experiment;
}

/// The packets if both views agree twice, else what differs. A trace without a limit of cycles must end.
std::string replay_in_both_views(const testbench::Experiment& experiment) {
  const auto topology = torus_network({4, 4}, {{1, 0, 2}}).build();
  const microarch::FabricParameters parameters = bubble_router(64);
  const auto pins = rtl_models::make_pin_fabric(*topology, parameters);
  const auto view = tlm::make_exact_fabric(*topology, parameters);
  cosim::LockstepFabric both({"tlm", view.get()}, {"pin", pins.get()});
  const testbench::Results first = testbench::run_experiment(both, experiment);
  if (experiment.run.cycles == 0 && !first.execution_cycles) return "the trace did not end";
  if (both.first().digest != both.second().digest) return "the views differ";
  const auto again = tlm::make_exact_fabric(*topology, parameters);
  const testbench::Results second = testbench::run_experiment(*again, experiment);
  if (second.digest != first.digest || second.execution_cycles != first.execution_cycles)
    return "the second run differs";
  return fmt::format("{} packets", first.packets);
}

/// Rank 0 takes results of all others as they come, ten each, whose computation differs; in between it answers.
std::string manager_and_workers(std::uint32_t ranks, const char* from, const char* tag) {
  std::string text = fmt::format("num_ranks {}\nrank 0 {{\n", ranks);
  constexpr int kResults = 10;
  std::string last;
  for (std::uint32_t k = 0; k < kResults * (ranks - 1); ++k) {
    text += fmt::format("r{}: recv 200b from {} tag {}\n", k, from, tag);
    if (!last.empty()) text += fmt::format("r{} requires {}\n", k, last);
    text += fmt::format("c{}: calc {}\nc{} requires r{}\n", k, 50 + 13 * k % 90, k, k);
    last = fmt::format("c{}", k);
    if (k % 7 != 6) continue;
    text += fmt::format("s{}: send 64b to {} tag 3\ns{} requires {}\n", k, 1 + k % (ranks - 1), k, last);
    last = fmt::format("s{}", k);
  }
  text += "}\n";
  for (std::uint32_t rank = 1; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    last.clear();
    for (int k = 0; k < kResults; ++k) {
      text += fmt::format("c{}: calc {}\n", k, 100 + 377 * (rank * 31 + static_cast<std::uint32_t>(k) * 17) % 900);
      if (!last.empty()) text += fmt::format("c{} requires {}\n", k, last);
      text += fmt::format("s{}: send {}b to 0 tag {}\ns{} requires c{}\n", k, 8 + 40 * k, 1 + k % 2, k, k);
      last = fmt::format("s{}", k);
    }
    for (std::uint32_t k = 6; k < kResults * (ranks - 1); k += 7) {
      if (1 + k % (ranks - 1) == rank) text += fmt::format("recv 64b from 0 tag 3\n");
    }
    text += "}\n";
  }
  return text;
}

/// 15 workers send messages of 8, 48, .. 368 bytes, the last three of which need two packets of 63 x 4 bytes; 21
/// answers.
const char* const kPackets = "216 packets";

TEST(AnySource, BothViewsTakeTheSameMessages) {
  const TemporaryFile trace("any_source.goal", manager_and_workers(16, "-1", "-1"));
  EXPECT_EQ(isolated([&] { return replay_in_both_views(replay_experiment(trace.path())); }), kPackets);
}

TEST(AnySource, WithReceiveOverhead) {
  const TemporaryFile trace("any_source_overhead.goal", manager_and_workers(16, "-1", "-1"));
  testbench::Experiment experiment = replay_experiment(trace.path());
  experiment.trace->receive_overhead_ps = 70'000;
  experiment.trace->send_overhead_ps = 30'000;
  EXPECT_EQ(isolated([&] { return replay_in_both_views(experiment); }), kPackets);
}

/// Up to a cycle; 0: to the end.
void compare_views_on_is(microarch::Cycle cycles) {
  testbench::Experiment experiment = replay_experiment(TRENZA_SOURCE_DIR "/configs/traces/is.S.16.coll.goal.zst");
  experiment.run.cycles = cycles;
  experiment.trace->computation_ppb = 1'000'000;
  EXPECT_THAT(isolated([&] { return replay_in_both_views(experiment); }), testing::MatchesRegex("[0-9]{4,} packets"));
}

TEST(CollectiveTraces, BothViewsAgreeOnTheBeginOfIsWithCollectives) { compare_views_on_is(8'000); }
TEST(CollectiveTracesSlow, BothViewsAgreeOnIsWithCollectives) { compare_views_on_is(0); }

/// End of the last operation in picoseconds, if messages arrive at once.
testbench::Picoseconds ideal_time(testbench::GoalTrace trace) {
  const testbench::ReplayProgram program = testbench::build_program(std::move(trace), {});
  testbench::ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), 0, 0);
  engine.run_until(testbench::kMaxPicoseconds);
  return engine.end_time();
}

/// Reductions by binomial trees, all-reduce by recursive doubling, all-to-all by pairs.
testbench::CollectiveChoice choice_of_the_other_program() {
  testbench::CollectiveChoice choice;
  const auto set = [&](CollectiveKind kind, const char* name) { choice[static_cast<std::size_t>(kind)] = name; };
  set(CollectiveKind::all_to_all, "pairwise");
  set(CollectiveKind::all_to_all_v, "pairwise");
  set(CollectiveKind::all_reduce, "recursive_doubling");
  set(CollectiveKind::reduce, "binomial");
  return choice;
}

class NasTraces : public testing::TestWithParam<const char*> {};

TEST_P(NasTraces, AreThoseThatWereExpandedBefore) {
  const std::string folder = fmt::format("{}/configs/traces/{}.S.16", TRENZA_SOURCE_DIR, GetParam());
  testbench::GoalTrace ours =
      testbench::expand_collectives(testbench::read_goal(folder + ".coll.goal.zst"), choice_of_the_other_program());
  testbench::GoalTrace theirs = testbench::read_goal(folder + ".goal.zst");
  const testbench::TrafficMatrix a = testbench::traffic_matrix(ours);
  const testbench::TrafficMatrix b = testbench::traffic_matrix(theirs);
  ASSERT_EQ(a.entries.size(), b.entries.size());
  for (std::size_t k = 0; k < a.entries.size(); ++k) {
    EXPECT_EQ(a.entries[k].from, b.entries[k].from);
    EXPECT_EQ(a.entries[k].to, b.entries[k].to);
    EXPECT_EQ(a.entries[k].messages, b.entries[k].messages);
    EXPECT_EQ(a.entries[k].bytes, b.entries[k].bytes);
  }
  EXPECT_EQ(ideal_time(std::move(ours)), ideal_time(std::move(theirs)));
}

INSTANTIATE_TEST_SUITE_P(CollectiveTraces, NasTraces, testing::Values("ft", "is"));

}  // namespace
}  // namespace trenza::test
