// Paraver: how the order of a program is recovered, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

using test::fault;
using test::goal_of_ranks;
using test::goal_text;
using test::read_trace;
using testing::HasSubstr;

const char* const kParaverOfTwo = "#Paraver (01/02/03 at 04:05):1000_ns:1(2):1:2(1:1,1:1),1\nc:1:1:2:1:2\n";

std::string call(int task, int begin, int end, int value, const std::string& parameters = "",
                 const char* type = "50000001") {
  const std::string object = ":1:" + std::to_string(task) + ":1:";
  return "2:1" + object + std::to_string(begin) + ":" + type + ":" + std::to_string(value) + parameters + "\n2:1" +
         object + std::to_string(end) + ":" + type + ":0\n";
}
std::string message(int from, int sent, int to, int received, int there, int bytes, int tag) {
  return "3:1:1:" + std::to_string(from) + ":1:" + std::to_string(sent) + ":" + std::to_string(sent) +
         ":1:1:" + std::to_string(to) + ":1:" + std::to_string(received) + ":" + std::to_string(there) + ":" +
         std::to_string(bytes) + ":" + std::to_string(tag) + "\n";
}
std::string goal_of_paraver(const std::string& records) {
  return goal_text(read_trace("paraver", kParaverOfTwo + records));
}
std::string paraver_fault(const std::string& records) {
  return fault([&] { read_trace("paraver", kParaverOfTwo + records); });
}

// The receiver's clock is behind: the message comes before it was sent, which must not matter.
TEST(Paraver, ComputationIsTheTimeBetweenCalls) {
  EXPECT_EQ(
      goal_of_paraver(call(1, 0, 5, 31, "", "50000003") + call(1, 100, 120, 1) + message(1, 110, 2, 50, 60, 64, 3) +
                      "1:1:1:1:1:5:100:1\n" + call(2, 40, 60, 2) + "2:1:1:2:1:90:40000001:0\n"),
      goal_of_ranks("l1: calc 95\nl2: send 64b to 1 tag 3\nl2 requires l1\n",
                    "l1: calc 40\nl2: recv 64b from 0 tag 3\nl2 requires l1\nl3: calc 30\nl3 requires l2\n"));
}

TEST(Paraver, TimesInMicroseconds) {
  EXPECT_EQ(goal_text(read_trace("paraver", "#Paraver (x):9:1:1:1(1:1)\n" + call(1, 7, 8, 19, "", "50000003"))),
            "num_ranks 1\nrank 0 {\nl1: calc 7000\n}\n");
}

TEST(Paraver, ReceivesEndInTheirWaits) {
  EXPECT_EQ(
      goal_of_paraver(call(1, 0, 2, 4) + call(1, 2, 4, 4) + call(1, 10, 20, 5) + call(1, 30, 40, 6) + call(2, 5, 6, 3) +
                      call(2, 7, 8, 3) + message(2, 5, 1, 1, 35, 10, 0) + message(2, 7, 1, 3, 15, 20, 1)),
      goal_of_ranks("l1: recv 10b from 1 tag 0\n"
                    "l2: recv 20b from 1 tag 1\n"
                    "l2 irequires l1\n"
                    "l3: calc 6\n"
                    "l3 irequires l2\n"
                    "l4: calc 10\n"
                    "l4 requires l3\n"
                    "l4 requires l2\n",
                    "l1: calc 5\n"
                    "l2: send 10b to 0 tag 0\n"
                    "l2 requires l1\n"
                    "l3: calc 1\n"
                    "l3 irequires l2\n"
                    "l4: send 20b to 0 tag 1\n"
                    "l4 requires l3\n"));
}

TEST(Paraver, StreamsThatCrossGetTagsOfTheirOwn) {
  const std::string text = goal_of_paraver(call(1, 0, 2, 1) + call(1, 3, 5, 1) + call(2, 0, 2, 2) + call(2, 3, 5, 2) +
                                           message(1, 1, 2, 4, 4, 10, 7) + message(1, 4, 2, 1, 1, 20, 7));
  EXPECT_THAT(text, HasSubstr("send 10b to 1 tag 4294967303\n"));
  EXPECT_THAT(text, HasSubstr("l1: recv 20b from 0 tag 8589934599\n"));
}

TEST(Paraver, Collectives) {
  const auto parameters = [](int sent, int received, int root) {
    return ":50100001:" + std::to_string(sent) + ":50100002:" + std::to_string(received) +
           ":50100003:" + std::to_string(root) + ":50100004:1";
  };
  EXPECT_EQ(goal_of_paraver(call(1, 0, 5, 9, parameters(8, 8, 0), "50000002") + message(1, 2, 2, 3, 4, 8, 0) +
                            call(2, 0, 6, 9, parameters(8, 8, 1), "50000002")),
            goal_of_ranks("l1: reduce 8b root 1 comm 0\n", "l1: reduce 8b root 1 comm 0\n"));
  // Old traces have a record of their own.
  EXPECT_EQ(goal_of_paraver(call(1, 0, 5, 10, "", "50000002") + "4:1:1:1:1:2:1:16:16:11:0\n" +
                            call(2, 0, 6, 10, "", "50000002") + "4:1:1:2:1:2:1:16:16:11:0\n"),
            goal_of_ranks("l1: allreduce 16b comm 0\n", "l1: allreduce 16b comm 0\n"));
  EXPECT_THAT(paraver_fault(call(1, 0, 5, 10, "", "50000002")), HasSubstr("t:3:1: this collective has no sizes"));
  EXPECT_THAT(paraver_fault(call(1, 0, 5, 99, "", "50000002")),
              HasSubstr("t:3:1: the collective call 99 is not converted"));
}

TEST(Paraver, MalformedHeaders) {
  const auto fault_of = [](const std::string& text) { return fault([&] { read_trace("paraver", text); }); };
  EXPECT_EQ(fault_of(""), "t:1:1: the trace is empty: expected \"#Paraver\"");
  EXPECT_EQ(fault_of("#Paravex\n"), "t:1:1: expected \"#Paraver\" at the begin of the trace");
  EXPECT_THAT(fault_of("#Paraver (x\n"), HasSubstr("t:1:12: expected the date in parentheses"));
  EXPECT_THAT(fault_of("#Paraver (x):9_ns:1(1):2:1(1:1):1(1:1)\n"),
              HasSubstr("t:1:24: traces of several applications"));
  EXPECT_THAT(fault_of("#Paraver (x):9_ns:1(1):1:3(1:1)\n"),
              HasSubstr("t:1:26: the number of tasks is 3, but 1 are listed"));
  EXPECT_THAT(fault_of("#Paraver (x):9_ns:1(1):1:99999999(1:1)\n"), HasSubstr("t:1:26: the number of tasks 99999999"));
}

TEST(Paraver, MalformedRecords) {
  EXPECT_THAT(paraver_fault("5:1\n"), HasSubstr("t:3:1: unknown record \"5\""));
  EXPECT_THAT(paraver_fault("2:1:1:3:1:5:50000001:1\n"), HasSubstr("t:3:7: there is no task 3"));
  EXPECT_THAT(paraver_fault("2:1:1:1:1:5:50000001\n"), HasSubstr("expected the value of an event before the end"));
  EXPECT_THAT(paraver_fault("2:1:1:1:2:5:50000001:1\n"), HasSubstr("in other threads than the first"));
  EXPECT_THAT(paraver_fault("2:1:1:1:1:5:50000004:1\n"), HasSubstr("t:3:13: one-sided communication"));
  EXPECT_THAT(paraver_fault("2:1:1:1:1:5:50000001:1\n2:1:1:1:1:6:50000001:1\n"),
              HasSubstr("t:4:1: a call of MPI begins before that of line 3 has ended"));
  EXPECT_THAT(paraver_fault(message(1, 1, 2, 1, 1, 8, 0)), HasSubstr("t:3:1: no call of task 1 sends this message"));
  EXPECT_THAT(paraver_fault(call(1, 0, 2, 1) + message(1, 1, 2, 1, 1, 8, 0)), HasSubstr("no call of task 2 receives"));
  EXPECT_THAT(paraver_fault("3:1:1:1:1:1:1:1:1:2:1:1:1:8\n"), HasSubstr("expected the tag before the end of the line"));
  EXPECT_THAT(paraver_fault("c:1:1:2:1:2\n"), HasSubstr("t:3:5: the communicator 1 is defined already"));
  EXPECT_EQ(paraver_fault("# a comment\ni:1:2:3\n2:0:1:1:1:5:999:-7\n"), "");
}

}  // namespace
}  // namespace trenza::traces
