#include "traces/goal_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

using test::fault;
using test::goal_program;
using test::goal_text;
using testing::ElementsAre;
using testing::HasSubstr;

/// A rank with these lines, and one without any.
std::string rank(const std::string& lines) { return "num_ranks 2\nrank 0 {\n" + lines + "}\nrank 1 {\n}\n"; }

std::vector<StepKind> kinds(const std::string& lines) {
  const Program program = goal_program(rank(lines));
  std::vector<StepKind> all;
  for (const Step& step : program.ranks[0].steps) all.push_back(step.kind);
  return all;
}

TEST(GoalProgram, ChainsStayAsTheyAre) {
  const std::string text = rank(
      "l1: calc 10\n"
      "l2: send 8b to 1 tag 3\n"
      "l2 requires l1\n"
      "l3: recv 9b from 1 tag 4\n"
      "l3 requires l2\n");
  EXPECT_EQ(goal_text(goal_program(text)), text);
  EXPECT_THAT(kinds("l1: calc 1\nl2: send 1b to 1\nl2 requires l1\nl3: recv 1b from 1\nl3 requires l2\n"),
              ElementsAre(StepKind::calc, StepKind::send, StepKind::recv));
}

TEST(GoalProgram, NonBlockingOperationsAndTheirWaits) {
  const std::string text = rank(
      "l1: recv 8b from 1 tag 0\n"
      "l2: send 8b to 1 tag 0\n"
      "l2 irequires l1\n"
      "l3: calc 5\n"
      "l3 irequires l2\n"
      "l4: calc 7\n"
      "l4 requires l3\n"
      "l4 requires l1\n"
      "l4 requires l2\n");
  EXPECT_EQ(goal_text(goal_program(text)), text);
  const Program program = goal_program(text);
  const auto& steps = program.ranks[0].steps;
  ASSERT_EQ(steps.size(), 6U);
  EXPECT_EQ(steps[3].kind, StepKind::wait);
  EXPECT_EQ(steps[3].extra, 0U);
  EXPECT_EQ(steps[4].extra, 1U);
}

// A send and a receive that depend on the same, as collectives are expanded.
TEST(GoalProgram, OperationsThatMayStartTogether) {
  EXPECT_THAT(kinds("l1: calc 1\n"
                    "l2: send 8b to 1\nl2 requires l1\n"
                    "l3: recv 8b from 1\nl3 requires l1\n"
                    "l4: calc 1\nl4 requires l2\nl4 requires l3\n"),
              ElementsAre(StepKind::calc, StepKind::isend, StepKind::recv, StepKind::wait, StepKind::calc));
  EXPECT_THAT(kinds("l1: recv 8b from 1\nl2: recv 8b from 1 tag 1\nl3: calc 3\nl3 requires l1\nl3 requires l2\n"),
              ElementsAre(StepKind::irecv, StepKind::recv, StepKind::wait, StepKind::calc));
}

TEST(GoalProgram, RefusesWhatIsInNoOrder) {
  const auto fault_of = [](const std::string& lines) { return fault([&] { goal_program(rank(lines)); }); };
  EXPECT_EQ(fault_of("l1: calc 1\nl2: calc 2\n"),
            "t.goal:4:5: rank 0 l2 (calc 2, line 4) is not in the order of a program: it does not depend on rank 0 l1 "
            "(calc 1, "
            "line 3); only GOAL can hold this");
  EXPECT_THAT(fault_of("l1: calc 1\nl2: send 1b to 1\nl2 irequires l1\n"), HasSubstr("may start before rank 0 l1"));
  EXPECT_THAT(fault_of("l1: calc 1\nl2: calc 1\nl1 requires l2\n"), HasSubstr("which stands below it"));
  EXPECT_THAT(fault_of("l1: calc 1\nl2: calc 1 cpu 1\nl2 requires l1\n"),
              HasSubstr("cpu 1 and the rank begins on cpu 0"));
  // The second receive waits for less than the first.
  EXPECT_THAT(fault_of("l1: calc 1\nl2: recv 1b from 1\nl2 requires l1\nl3: recv 1b from 1\n"),
              HasSubstr("l3 (recv 1b from 1 tag 0, line 6) is not in the order"));
  // l4 would wait for the end of l1, which only l3 waits for.
  EXPECT_THAT(fault_of("l1: recv 1b from 1\nl2: recv 2b from 1\nl2 irequires l1\nl3: recv 3b from 1\nl3 irequires l2\n"
                       "l4: recv 4b from 1\nl4 irequires l2\nl4 requires l1\nl5: calc 1\nl5 requires l3\n"),
              HasSubstr("it does not depend on rank 0 l4"));
}

TEST(GoalProgram, OneCpuOfAnyNumberIsFine) {
  EXPECT_EQ(kinds("l1: calc 1 cpu 3\nl2: calc 1 cpu 3\nl2 requires l1\n").size(), 2U);
}

TEST(GoalProgram, ReceivesMoveToTheirWaits) {
  const std::string text = rank(
      "l1: recv 8b from 1 tag 0\n"
      "l2: calc 5\n"
      "l2 irequires l1\n"
      "l3: calc 7\n"
      "l3 requires l2\n"
      "l3 requires l1\n");
  const Program program = goal_program(text);
  EXPECT_THAT(fault([&] { blocking_program(program, false); }), HasSubstr("t.goal:3:5: this receive does not block"));
  const Program blocking = blocking_program(program, true);
  std::vector<StepKind> moved;
  for (const Step& step : blocking.ranks[0].steps) moved.push_back(step.kind);
  EXPECT_THAT(moved, ElementsAre(StepKind::calc, StepKind::recv, StepKind::calc));
}

TEST(GoalProgram, ReceivesDoNotOvertake) {
  const Program program =
      goal_program(rank("l1: recv 8b from 1 tag 0\n"
                        "l2: recv 9b from 1 tag 0\n"
                        "l2 irequires l1\n"
                        "l3: calc 5\n"
                        "l3 requires l2\n"
                        "l4: calc 5\n"
                        "l4 requires l3\n"
                        "l4 requires l1\n"));
  EXPECT_THAT(fault([&] { blocking_program(program, true); }), HasSubstr("one from the same rank with the same tag"));
}

}  // namespace
}  // namespace trenza::traces
