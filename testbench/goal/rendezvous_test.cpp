// Large messages wait for their receive; times found by hand; no network.
#include "testbench/goal/rendezvous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "testbench/goal/traffic_matrix.h"
#include "testbench/replay/engine.h"
#include "tests/support/goal_text.h"

namespace trenza::testbench {
namespace {

/// Rank 0 sends `bytes` at once and computes for 10 ns after that; rank 1 computes for 500 ns before it receives.
std::string late_receiver(int bytes) {
  const std::string size = std::to_string(bytes);
  return "num_ranks 2\nrank 0 {\na: send " + size +
         "b to 1\nb: calc 10\nb requires a\n}\nrank 1 {\na: calc 500\nb: recv " + size + "b from 0\nb requires a\n}\n";
}

/// The time at which rank 0 has ended, and the end of all, in nanoseconds, if messages arrive at once.
std::pair<double, double> ends(const std::string& text, std::uint64_t eager_bytes, Picoseconds send_overhead = 0,
                               Picoseconds receive_overhead = 0) {
  TraceTraffic traffic;
  traffic.eager_bytes = eager_bytes;
  const ReplayProgram program = build_program(test::parse_goal(text), traffic);
  ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), send_overhead, receive_overhead);
  double first = -1;
  for (Picoseconds time = 0; !engine.is_done() && time < 10'000'000; time += 1000) {
    engine.run_until(time);
    const auto left = engine.unfinished_ranks();
    if (first < 0 && (left.empty() || left.front() != 0)) first = static_cast<double>(time) / 1000;
  }
  EXPECT_TRUE(engine.is_done());
  return {first, static_cast<double>(engine.end_time()) / 1000};
}

TEST(Rendezvous, ASmallMessageDoesNotWait) { EXPECT_EQ(ends(late_receiver(100), 100), std::pair(10.0, 500.0)); }

TEST(Rendezvous, ALargeMessageWaitsForItsReceive) { EXPECT_EQ(ends(late_receiver(101), 100), std::pair(510.0, 510.0)); }

TEST(Rendezvous, TheSizeIsThatOfTheMessage) {
  const auto ends_of = [](const char* send, const char* recv) {
    return ends(std::string("num_ranks 2\nrank 0 {\na: send ") + send +
                    " to 1\nb: calc 10\nb requires a\n}\nrank 1 {\na: calc 500\nb: recv " + recv +
                    " from 0\nb requires a\n}\n",
                100);
  };
  EXPECT_EQ(ends_of("100b", "4096b"), std::pair(10.0, 500.0));
  EXPECT_EQ(ends_of("101b", "4096b"), std::pair(510.0, 510.0));
}

TEST(Rendezvous, QuestionAndAnswerTakeTheirOverheads) {
  // Question 5, its receive 3 after the computation, answer 5, its receive 3, message 5, and then 10 or 3.
  EXPECT_EQ(ends(late_receiver(101), 100, 5'000, 3'000), std::pair(526.0, 526.0));
}

TEST(Rendezvous, TwoMoreMessagesEach) {
  const GoalTrace trace = with_rendezvous(test::parse_goal(late_receiver(101)), 100);
  EXPECT_EQ(traffic_matrix(trace).messages(), 3U);
  EXPECT_EQ(traffic_matrix(trace).bytes(), 101U);
  EXPECT_EQ(trace.describe(1), "rank 0 a (recv the answer of a rendezvous from 1, line 3)");
}

TEST(Rendezvous, MessagesOfDifferentTagsDoNotMixTheirQuestions) {
  // Tag 2 is received first, after 100 ns; tag 1 after 700.
  const std::string text =
      "num_ranks 2\nrank 0 {\na: send 200b to 1 tag 1\nb: send 200b to 1 tag 2\nc: calc 10\nc requires b\n}\n"
      "rank 1 {\nx: calc 100\na: recv 200b from 0 tag 2\na requires x\ny: calc 600\ny requires a\n"
      "b: recv 200b from 0 tag 1\nb requires y\n}\n";
  EXPECT_EQ(ends(text, 0).second, 700.0);
}

TEST(Rendezvous, SendsThatWaitForEachOtherAreACircle) {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: send 200b to 1\nb: recv 200b from 1\nb requires a\n}\n"
      "rank 1 {\na: send 200b to 0\nb: recv 200b from 0\nb requires a\n}\n";
  EXPECT_EQ(ends(text, 200).second, 0.0);
  TraceTraffic traffic;
  traffic.eager_bytes = 100;
  try {
    build_program(test::parse_goal(text), traffic);
    FAIL() << "expected a circle";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("t.goal:3:4: dependency cycle: "));
    EXPECT_THAT(error.what(), testing::HasSubstr("rank 0 a (send 200b to 1 tag 0, line 3) waits for rank 0 a (recv the "
                                                 "answer of a rendezvous from 1, line 3)"));
  }
}

TEST(Rendezvous, MessagesForAnySourceAreEager) {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: send 200b to 1\nb: calc 10\nb requires a\n}\n"
      "rank 1 {\na: calc 500\nb: recv 200b from -1\nb requires a\n}\n";
  EXPECT_EQ(ends(text, 100), std::pair(10.0, 500.0));
}

}  // namespace
}  // namespace trenza::testbench
