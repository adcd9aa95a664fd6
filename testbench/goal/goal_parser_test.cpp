#include "testbench/goal/goal_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "testbench/goal/matching.h"
#include "testbench/goal/order_check.h"
#include "tests/support/goal_text.h"

namespace trenza::testbench {
namespace {

using test::parse_goal;

TEST(GoalParser, ReadsEveryKindOfLine) {
  const GoalTrace trace = parse_goal(
      "// a comment\n"
      "\n"
      "/* a comment\n"
      "   of two lines */ num_ranks 2\n"
      "rank 0 {\n"
      "l1: calc 100\n"
      "l2: send 8b to 1 tag 7 cpu 1 nic 2\n"
      "  // another\n"
      "calc 5 cpu 3\n"
      "l2 requires l1\n"
      "\tl3 :\tsend 0 b to 1\n"
      "l3 irequires l2\n"
      "}\n"
      "/* between ranks */\n"
      "rank 1 {\r\n"
      "recv 8b from 0 tag 7\r\n"
      "l1: recv 0b from 0 nic 1\n"
      "}");
  EXPECT_EQ(trace.ranks, 2U);
  EXPECT_EQ(trace.ranks_line, 4U);
  EXPECT_EQ(trace.first, (std::vector<std::uint32_t>{0, 4, 6}));
  ASSERT_EQ(trace.operations.size(), 6U);

  const GoalOperation& send = trace.operations[1];
  EXPECT_EQ(send.kind, OperationKind::send);
  EXPECT_EQ(send.amount, 8U);
  EXPECT_EQ(send.peer, 1U);
  EXPECT_EQ(send.tag, 7U);
  EXPECT_EQ(send.cpu, 1);
  EXPECT_EQ(trace.places[1].line(), 7U);
  EXPECT_EQ(trace.places[1].column(), 5);
  EXPECT_EQ(trace.operations[0].kind, OperationKind::calc);
  EXPECT_EQ(trace.operations[0].amount, 100U);
  EXPECT_EQ(trace.operations[2].cpu, 3);
  EXPECT_EQ(trace.operations[3].amount, 0U);
  EXPECT_EQ(trace.operations[3].tag, 0U);
  EXPECT_EQ(trace.operations[4].kind, OperationKind::recv);

  ASSERT_EQ(trace.dependencies.size(), 2U);
  EXPECT_EQ(trace.dependencies[0].operation, 1U);
  EXPECT_EQ(trace.dependencies[0].on, 0U);
  EXPECT_FALSE(trace.dependencies[0].on_start);
  EXPECT_EQ(trace.dependencies[1].operation, 3U);
  EXPECT_EQ(trace.dependencies[1].on, 1U);
  EXPECT_TRUE(trace.dependencies[1].on_start);

  EXPECT_EQ(trace.describe(1), "rank 0 l2 (send 8b to 1 tag 7, line 7)");
  EXPECT_EQ(trace.describe(4), "rank 1 (recv 8b from 0 tag 7, line 16)");
  EXPECT_EQ(trace.position(1).text(), "t.goal:7:5");
}

TEST(GoalParser, LabelsMayBeKeywordsAndRanksMayBeEmpty) {
  const GoalTrace trace = parse_goal(
      "num_ranks 3\nrank 0 {\n}\nrank 1 {\nrank: calc 1\nsend: calc 2\nsend requires rank\n}\nrank 2 {\n}\n");
  EXPECT_EQ(trace.operations.size(), 2U);
  EXPECT_EQ(trace.dependencies.size(), 1U);
}

TEST(GoalParser, LabelsBelongToTheirRank) {
  const GoalTrace trace =
      parse_goal("num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\na: calc 2\nb: calc 3\nb requires a\n}\n");
  EXPECT_EQ(trace.dependencies[0].on, 1U);
}

TEST(GoalParser, AnOperationMayRequireALaterOne) {
  const GoalTrace trace = parse_goal("num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 2\nl1 requires l2\n}\n");
  EXPECT_NO_THROW(check_order(trace, match_messages(trace), link_dependencies(trace)));
}

TEST(GoalParser, ManyLabelsInPiecesOfAnySize) {
  std::string text = "num_ranks 1\nrank 0 {\n";
  for (int k = 0; k < 5000; ++k) text += "l" + std::to_string(k) + ": calc " + std::to_string(k) + "\n";
  for (int k = 1; k < 5000; ++k) text += "l" + std::to_string(k) + " requires l" + std::to_string(k - 1) + "\n";
  text += "}\n";
  for (const std::size_t piece : {1, 7, 4096}) {
    const GoalTrace trace = parse_goal(text, piece);
    ASSERT_EQ(trace.operations.size(), 5000U);
    for (std::uint32_t k = 1; k < 5000; ++k) {
      ASSERT_EQ(trace.dependencies[k - 1].operation, k);
      ASSERT_EQ(trace.dependencies[k - 1].on, k - 1);
    }
  }
}

TEST(GoalParser, LinesLongerThanTheBuffer) {
  const std::string blanks(700'000, ' ');
  const GoalTrace trace = parse_goal("num_ranks 1\nrank 0 {\n" + blanks + "calc 3\ncalc 4\n}\n");
  EXPECT_EQ(trace.places[0].column(), 65535);
  EXPECT_EQ(trace.operations[1].amount, 4U);
}

TEST(Matching, TakesTheKthOfATriple) {
  const GoalTrace trace = parse_goal(
      "num_ranks 2\nrank 0 {\n"
      "send 1b to 1 tag 5\n"    // 0
      "send 2b to 1 tag 4\n"    // 1
      "send 3b to 1 tag 5\n"    // 2
      "send 4b to 0 tag 5\n"    // 3
      "recv 4b from 0 tag 5\n"  // 4
      "}\nrank 1 {\n"
      "recv 2b from 0 tag 4\n"  // 5
      "recv 1b from 0 tag 5\n"  // 6
      "recv 3b from 0 tag 5\n"  // 7
      "}\n");
  EXPECT_THAT(match_messages(trace), testing::ElementsAre(6, 5, 7, 4, 3, 1, 0, 2));
}

TEST(GoalParser, TextMayFollowBraces) {
  const GoalTrace trace = parse_goal(
      "num_ranks 4 /* all */ rank 0 { // none\n} rank 1 { l1: calc 5\nl2: calc 6\n l2 requires l1\n} // done\n"
      "rank 2 {}rank 3 {/* a\ncomment */ calc 7\n}\n");
  EXPECT_THAT(trace.first, testing::ElementsAre(0, 0, 2, 2, 3));
  EXPECT_EQ(trace.operations[2].amount, 7U);
  EXPECT_EQ(trace.places[0].line(), 2U);
  EXPECT_EQ(trace.places[0].column(), 16U);
}

TEST(GoalParser, AComputationMayHaveAUnit) {
  const GoalTrace trace =
      parse_goal("num_ranks 1\nrank 0 {\ncalc 5\ncalc 5ns\ncalc 5 us cpu 1\ncalc 5ms\ncalc 5 s\ncalc 5 cpu 1\n}\n");
  const std::vector<std::uint64_t> expected{5, 5, 5'000, 5'000'000, 5'000'000'000, 5};
  ASSERT_EQ(trace.operations.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(trace.operations[k].amount, expected[k]) << k;
  EXPECT_EQ(trace.operations[2].cpu, 1);
}

TEST(GoalParser, AByteOrderMarkIsPassedOver) {
  EXPECT_EQ(parse_goal("\xEF\xBB\xBFnum_ranks 1\nrank 0 {\nl1: calc 5\n}\n").operations[0].amount, 5U);
  EXPECT_EQ(parse_goal("\xEF\xBB\xBFnum_ranks 1\nrank 0 {\n}\n", 1).ranks_column, 11U);
}

TEST(GoalParser, AReceiveMayHaveMoreRoomThanItsMessage) {
  const GoalTrace trace =
      parse_goal("num_ranks 2\nrank 0 {\nl1: send 64b to 1 tag 7\n}\nrank 1 {\nl1: recv 4096b from 0 tag 7\n}\n");
  EXPECT_THAT(match_messages(trace), testing::ElementsAre(1, 0));
}

}  // namespace
}  // namespace trenza::testbench
