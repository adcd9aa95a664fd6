// Collectives of traces become the sends and receives of their algorithms, and what waits for them waits for those.
#include "testbench/goal/expand_collectives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "testbench/collectives/algorithm.h"
#include "testbench/goal/traffic_matrix.h"
#include "testbench/replay/engine.h"
#include "testbench/replay/replay_test_support.h"
#include "tests/support/goal_text.h"

namespace trenza::testbench {
namespace {

CollectiveChoice with(CollectiveKind kind, const std::string& algorithm, CollectiveChoice choice = {}) {
  choice[static_cast<std::size_t>(kind)] = algorithm;
  return choice;
}

/// The same operations in each rank.
std::string ranks(int count, const std::string& body, const std::string& before = "") {
  std::string text = "num_ranks " + std::to_string(count) + "\n" + before;
  for (int rank = 0; rank < count; ++rank) text += "rank " + std::to_string(rank) + " {\n" + body + "}\n";
  return text;
}

std::string operations(const GoalTrace& trace, std::uint32_t rank) {
  std::string text;
  for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) text += trace.describe(k) + "\n";
  return text;
}

/// End of the last operation in nanoseconds, if messages arrive at once.
double ideal_trace_ns(GoalTrace trace, const TraceTraffic& traffic = {}) {
  return test_support::ideal_ns(build_program(std::move(trace), traffic));
}

TEST(ExpandCollectives, ATraceWithoutCollectivesStaysAsItIs) {
  const GoalTrace trace = expand_collectives(test::parse_goal("num_ranks 1\nrank 0 {\na: calc 5\n}\n"));
  EXPECT_EQ(operations(trace, 0), "rank 0 a (calc 5, line 3)\n");
  EXPECT_TRUE(trace.communicators.empty());
}

TEST(ExpandCollectives, TheRoundsOfAMember) {
  const std::string text = ranks(4, "a: allreduce 100b comm 0\n");
  const GoalTrace trace =
      expand_collectives(test::parse_goal(text), with(CollectiveKind::all_reduce, "recursive_doubling"));
  EXPECT_EQ(operations(trace, 1),
            "rank 1 a (send 100b to 0 of a collective of communicator 0, line 6)\n"
            "rank 1 a (recv 100b from 0 of a collective of communicator 0, line 6)\n"
            "rank 1 a (send 100b to 3 of a collective of communicator 0, line 6)\n"
            "rank 1 a (recv 100b from 3 of a collective of communicator 0, line 6)\n");
  EXPECT_EQ(trace.dependencies.size(), 4U * 4);
}

TEST(ExpandCollectives, MembersOfACommunicatorAreItsRanksInOrder) {
  const std::string text =
      "num_ranks 4\ncomm 5 { 3 1 }\nrank 0 {\n}\nrank 1 {\ngather 7b root 0 comm 5\n}\nrank 2 {\n}\nrank 3 {\n"
      "gather 7b root 0 comm 5\n}\n";
  const GoalTrace trace = expand_collectives(test::parse_goal(text));
  EXPECT_EQ(operations(trace, 1), "rank 1 (send 7b to 3 of a collective of communicator 5, line 6)\n");
  EXPECT_EQ(operations(trace, 3), "rank 3 (recv 7b from 1 of a collective of communicator 5, line 11)\n");
}

TEST(ExpandCollectives, WhatComesBeforeAndAfterWaits) {
  // Rank 2 is late, and nobody leaves the barrier before it.
  for (const std::string& name : algorithms_of(CollectiveKind::barrier)) {
    std::string text = "num_ranks 5\n";
    for (int rank = 0; rank < 5; ++rank)
      text += "rank " + std::to_string(rank) + " {\na: calc " + (rank == 2 ? "900" : "10") +
              "\nb: barrier comm 0\nb requires a\nc: calc 100\nc requires b\n}\n";
    TraceTraffic traffic;
    traffic.collectives = with(CollectiveKind::barrier, name);
    const ReplayProgram program = build_program(test::parse_goal(text), traffic);
    ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), 0, 0);
    engine.run_until(899'999);
    EXPECT_EQ(engine.unfinished_ranks().size(), 5U) << name;
    engine.run_until(1'000'000);
    EXPECT_TRUE(engine.is_done()) << name;
  }
}

TEST(ExpandCollectives, IrequiresWaitsForItsFirstMessage) {
  const std::string text = ranks(2, "a: calc 50\nb: barrier comm 0\nc: calc 30 cpu 1\nb requires a\nc irequires b\n");
  EXPECT_EQ(ideal_trace_ns(test::parse_goal(text)), 80);
}

TEST(ExpandCollectives, ACollectiveOfOneRankTakesNoTime) {
  const std::string text = ranks(1, "a: calc 50\nb: alltoallv comm 0 { 9 }\nc: calc 30\nb requires a\nc requires b\n");
  EXPECT_EQ(ideal_trace_ns(test::parse_goal(text)), 80);
}

TEST(ExpandCollectives, ManyMessagesAtOnceWaitThroughOneOperation) {
  const std::string text = ranks(64, "a: alltoall 9b comm 0\nb: alltoall 9b comm 0\nb requires a\n");
  const GoalTrace trace = expand_collectives(test::parse_goal(text), with(CollectiveKind::all_to_all, "linear"));
  EXPECT_EQ(trace.operations.size(), 64U * 2 * (63 * 2 + 2));
  EXPECT_EQ(trace.dependencies.size(), 64U * (2 * 2 * 63 * 2 + 1));
  EXPECT_EQ(traffic_matrix(trace).bytes(), 2U * 64 * 63 * 9);
  EXPECT_EQ(ideal_trace_ns(test::parse_goal(text)), 0);
}

TEST(ExpandCollectives, SizesByMember) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nalltoallv comm 0 { 3 40 }\n}\nrank 1 {\nalltoallv comm 0 { 500 6 }\n}\n";
  const TrafficMatrix matrix = traffic_matrix(expand_collectives(test::parse_goal(text)));
  ASSERT_EQ(matrix.entries.size(), 2U);
  EXPECT_EQ(matrix.entries[0].bytes, 40U);
  EXPECT_EQ(matrix.entries[1].bytes, 500U);
}

TEST(ExpandCollectives, MessagesOfTheProgramAndOfCollectivesDoNotMix) {
  // A receive with any tag takes the message of the program, not that of the collective.
  const std::string text =
      "num_ranks 2\nrank 0 {\na: bcast 8b root 0 comm 0\nb: send 8b to 1 tag 9\nb requires a\n}\n"
      "rank 1 {\na: recv 8b from 0 tag -1\nb: bcast 8b root 0 comm 0\nc: calc 7\nc requires a\n}\n";
  EXPECT_EQ(ideal_trace_ns(test::parse_goal(text)), 7);
}

TEST(ExpandCollectives, AnAlgorithmOfAnotherKindIsRefused) {
  const auto expand = [](const std::string& name) {
    expand_collectives(test::parse_goal(ranks(2, "barrier comm 0\n")), with(CollectiveKind::bcast, name));
  };
  EXPECT_THROW(expand("bruck"), InputError);
  EXPECT_THROW(expand("best"), InputError);
  EXPECT_NO_THROW(expand("ring"));
}

TEST(ExpandCollectives, TheSameInFilesAndInMemory) {
  const std::string text = ranks(9, "a: calc 5\nb: alltoall 100b comm 0\nb requires a\nc: allreduce 3000b comm 0\n");
  const GoalTrace memory = expand_collectives(test::parse_goal(text));
  const GoalTrace files = expand_collectives(test::parse_goal(text, 1 << 16, 0));
  ASSERT_EQ(memory.operations.size(), files.operations.size());
  for (std::uint32_t rank = 0; rank < 9; ++rank) EXPECT_EQ(operations(memory, rank), operations(files, rank));
}

}  // namespace
}  // namespace trenza::testbench
