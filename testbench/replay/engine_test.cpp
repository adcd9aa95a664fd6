// Hand-made traces with times found by hand; no network.
#include "testbench/replay/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/replay/replay_test_support.h"

namespace trenza::testbench {
namespace {

using test_support::ideal_ns;
using test_support::program_of;

std::string one_rank(const std::string& body) { return "num_ranks 1\nrank 0 {\n" + body + "}\n"; }

TEST(Engine, ACpuDoesOneThingAtATime) {
  EXPECT_EQ(ideal_ns(program_of(one_rank("calc 100\ncalc 70\n"))), 170);
  EXPECT_EQ(ideal_ns(program_of(one_rank("calc 100\ncalc 70 cpu 1\n"))), 100);
}

TEST(Engine, RequiresWaitsForTheEnd) {
  EXPECT_EQ(ideal_ns(program_of(one_rank("a: calc 100\nb: calc 70 cpu 1\nb requires a\n"))), 170);
}

TEST(Engine, IrequiresWaitsForTheStart) {
  // c starts with b, which starts when a has ended.
  EXPECT_EQ(
      ideal_ns(program_of(one_rank("a: calc 100\nb: calc 70 cpu 1\nc: calc 80 cpu 2\nb requires a\nc irequires b\n"))),
      180);
}

TEST(Engine, AReadyOperationWaitsForItsCpu) {
  // b is ready at 10 and c at 20, but cpu 0 is busy until 100: b first, although it stands later in the text.
  const ReplayProgram program =
      program_of(one_rank("a: calc 100\nx: calc 10 cpu 1\ny: calc 10 cpu 1\nc: calc 5\nb: calc 7\nlast: calc 50 cpu "
                          "2\ny requires x\nb requires x\nc requires y\nlast requires b\n"));
  EXPECT_EQ(ideal_ns(program), 100 + 7 + 50);
}

TEST(Engine, SendsEndAtOnceAndReceivesWithTheMessage) {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: calc 300\nb: send 8b to 1\nb requires a\n}\n"
      "rank 1 {\nr: recv 8b from 0\nc: calc 50\nc requires r\n}\n";
  const ReplayProgram program = program_of(text);
  EXPECT_EQ(ideal_ns(program), 350);
  EXPECT_EQ(ideal_ns(program, 20'000), 370);         // the send takes 20 ns of cpu 0 of rank 0
  EXPECT_EQ(ideal_ns(program, 20'000, 4'000), 374);  // the receive 4 ns of rank 1
}

TEST(Engine, AMessageMayComeBeforeItsReceive) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nc: calc 50\nr: recv 8b from 0\nr requires c\n}\n";
  EXPECT_EQ(ideal_ns(program_of(text)), 50);
}

TEST(Engine, ComputationOverlapsWithAPostedReceive) {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: calc 300\nb: send 8b to 1\nb requires a\n}\n"
      "rank 1 {\nr: recv 8b from 0\nc: calc 250\nd: calc 10\nc irequires r\nd requires r\nd requires c\n}\n";
  EXPECT_EQ(ideal_ns(program_of(text)), 310);
  // With an overhead the receive needs the cpu after the message has come (300), here it is free then.
  EXPECT_EQ(ideal_ns(program_of(text), 0, 5'000), 315);
}

TEST(Engine, AReceiveOverheadWaitsForTheCpu) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nr: recv 8b from 0\nc: calc 250\nc irequires r\n}\n";
  // The message is there at 0 and takes the cpu for 5 ns or waits for the computation: the computation became ready
  // first.
  EXPECT_EQ(ideal_ns(program_of(text), 0, 5'000), 255);
}

TEST(Engine, SelfMessages) {
  EXPECT_EQ(ideal_ns(program_of(one_rank("s: send 8b to 0\nr: recv 8b from 0\nc: calc 9\nc requires r\n"))), 9);
}

TEST(Engine, MessagesFromOutside) {
  const ReplayProgram program = program_of(
      "num_ranks 2\nrank 0 {\na: calc 10\nb: send 8b to 1\nb requires a\n}\nrank 1 {\nr: recv 8b from 0\nc: calc 5\nc "
      "requires r\n}\n");
  ReplayEngine engine(program, {false}, 0, 0);
  EXPECT_EQ(engine.next_event(), 0U);
  engine.run_until(0);
  EXPECT_EQ(engine.next_event(), 10'000U);
  engine.run_until(9'999);
  EXPECT_TRUE(engine.sent().empty());
  engine.run_until(10'000);
  EXPECT_EQ(engine.sent(), (std::vector<std::uint32_t>{1}));
  engine.clear_sent();
  EXPECT_EQ(engine.next_event(), ReplayEngine::kNoEvent);
  EXPECT_EQ(engine.unfinished_ranks(), (std::vector<std::uint32_t>{1}));
  engine.arrive(0, 64'000);
  EXPECT_EQ(engine.next_event(), 69'000U);
  engine.run_until(69'000);
  EXPECT_TRUE(engine.is_done());
  EXPECT_EQ(engine.end_time(), 69'000U);
}

TEST(Engine, AnEmptyTraceIsDone) {
  const ReplayProgram program = program_of("num_ranks 1\nrank 0 {\n}\n");
  EXPECT_EQ(ideal_ns(program), 0);
}

TEST(Engine, AReplayCannotLastForEver) {
  TraceTraffic traffic;
  traffic.computation_ppb = 1'000'000'000'000;  // * 1000
  const ReplayProgram program = program_of(one_rank("calc 4000000000000000\n"), traffic);
  EXPECT_THROW(ideal_ns(program), InputError);
}

TEST(ComputationTime, ScalesWithClockAndFactor) {
  TraceTraffic traffic;
  EXPECT_EQ(computation_time(3, traffic), 3000U);
  traffic.processor_mhz = 1000;
  EXPECT_EQ(computation_time(3, traffic), 6000U);
  traffic.processor_mhz = 3000;
  EXPECT_EQ(computation_time(1, traffic), 667U);  // 666.67
  traffic.processor_mhz = 2000;
  traffic.computation_ppb = 100'000'000;
  EXPECT_EQ(computation_time(1234, traffic), 123'400U);
  traffic.computation_ppb = 0;
  EXPECT_EQ(computation_time(1234, traffic), 0U);
}

TEST(Program, LinksAndNumbers) {
  const ReplayProgram program = program_of(
      "num_ranks 2\nrank 0 {\na: calc 1 cpu 2\nb: send 8b to 1\nb irequires a\n}\nrank 1 {\nrecv 8b from 0\n}\n");
  EXPECT_EQ(program.operations(), 3U);
  EXPECT_EQ(program.cpus, 4U);
  EXPECT_THAT(program.cpu, testing::ElementsAre(2, 0, 3));
  EXPECT_THAT(program.dependencies.conditions, testing::ElementsAre(0, 1, 0));
  EXPECT_THAT(program.dependencies.successors, testing::ElementsAre(2 * 1 + 1));
  ASSERT_EQ(program.messages.size(), 1U);
  EXPECT_EQ(program.messages[0].recv, 2U);
  EXPECT_EQ(program.messages[0].source, 0U);
  EXPECT_EQ(program.messages[0].destination, 1U);
  TraceTraffic stopped;
  stopped.processor_mhz = 0;
  EXPECT_THROW(program_of(one_rank("calc 1\n"), stopped), InputError);
}

}  // namespace
}  // namespace trenza::testbench
