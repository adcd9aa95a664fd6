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

TEST(Paraver, UnitsOfTime) {
  const auto goal_of = [](const std::string& duration) {
    return goal_text(
        read_trace("paraver", "#Paraver (x):" + duration + ":1:1:1(1:1)\n" + call(1, 7, 8, 19, "", "50000003")));
  };
  EXPECT_EQ(goal_of("9"), "num_ranks 1\nrank 0 {\nl1: calc 7000\n}\n");
  EXPECT_EQ(goal_of("9_us"), goal_of("9"));
  EXPECT_EQ(goal_of("9_ns"), "num_ranks 1\nrank 0 {\nl1: calc 7\n}\n");
  EXPECT_EQ(goal_of("9_ms"), "num_ranks 1\nrank 0 {\nl1: calc 7000000\n}\n");
  EXPECT_EQ(fault([&] { goal_of("9_s"); }), "t:1:16: unknown unit of time \"s\"; expected ns, us or ms");
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

// Extrae writes the end of an Irecv, where the next one begins, and the begin of other calls.
TEST(Paraver, MessagesAtTheBorderOfTwoCalls) {
  EXPECT_EQ(goal_of_paraver(call(1, 0, 2, 4) + call(1, 2, 4, 4) + call(1, 4, 9, 2) + call(1, 9, 20, 6) +
                            call(2, 0, 2, 1) + call(2, 2, 4, 1) + call(2, 4, 6, 1) + message(2, 2, 1, 4, 20, 20, 1) +
                            message(2, 4, 1, 4, 9, 30, 2) + message(2, 0, 1, 2, 20, 10, 0)),
            goal_of_ranks("l1: recv 10b from 1 tag 0\nl2: recv 20b from 1 tag 1\nl2 irequires l1\n"
                          "l3: recv 30b from 1 tag 2\nl3 irequires l2\n",
                          "l1: send 10b to 0 tag 0\nl2: send 20b to 0 tag 1\nl2 requires l1\n"
                          "l3: send 30b to 0 tag 2\nl3 requires l2\n"));
}

TEST(Paraver, PersistentRequests) {
  EXPECT_EQ(goal_of_paraver(call(1, 0, 1, 123, "", "50000003") + call(1, 1, 2, 124, "", "50000003") +
                            call(1, 2, 9, 125, "", "50000003") + call(1, 9, 10, 128, "", "50000003") +
                            call(2, 0, 1, 124, "", "50000003") + message(2, 0, 1, 0, 9, 10, 1) +
                            message(2, 0, 1, 1, 10, 20, 2) + message(1, 1, 2, 0, 9, 30, 3)),
            goal_of_ranks("l1: recv 10b from 1 tag 1\nl2: send 30b to 1 tag 3\nl2 irequires l1\n"
                          "l3: recv 20b from 1 tag 2\nl3 irequires l2\n",
                          "l1: send 10b to 0 tag 1\nl2: send 20b to 0 tag 2\nl2 irequires l1\n"
                          "l3: recv 30b from 0 tag 3\nl3 irequires l2\n"));
}

// Mrecv and Imrecv.
TEST(Paraver, MatchedReceives) {
  EXPECT_EQ(goal_of_paraver(call(1, 0, 2, 193) + call(1, 2, 9, 192) + call(1, 9, 12, 5) + call(2, 0, 2, 1) +
                            call(2, 2, 4, 1) + message(2, 0, 1, 2, 12, 10, 1) + message(2, 2, 1, 2, 9, 20, 2)),
            goal_of_ranks("l1: recv 10b from 1 tag 1\nl2: recv 20b from 1 tag 2\nl2 irequires l1\n",
                          "l1: send 10b to 0 tag 1\nl2: send 20b to 0 tag 2\nl2 requires l1\n"));
}

TEST(Paraver, SendrecvSendsAndReceivesAtOnce) {
  EXPECT_EQ(goal_of_paraver(call(1, 0, 9, 41) + call(1, 12, 13, 19, "", "50000003") + call(2, 0, 9, 42) +
                            message(1, 0, 2, 0, 9, 10, 1) + message(2, 0, 1, 0, 9, 20, 2)),
            goal_of_ranks("l1: send 10b to 1 tag 1\nl2: recv 20b from 1 tag 2\nl2 irequires l1\n"
                          "l3: calc 3\nl3 requires l2\nl3 requires l1\n",
                          "l1: send 20b to 0 tag 2\nl2: recv 10b from 0 tag 1\nl2 irequires l1\n"));
}

// Events of one time stand in one record: those of one call in their order, those of different kinds in any.
TEST(Paraver, EndsAndBeginsInOneRecord) {
  const std::string apart =
      "2:1:1:1:1:100:50000001:1\n2:1:1:1:1:200:50000001:0\n2:1:1:1:1:200:50000002:8\n2:1:1:1:1:900:50000002:0\n"
      "2:2:1:2:1:150:50000001:2\n2:2:1:2:1:300:50000001:0\n2:2:1:2:1:300:50000002:8\n2:2:1:2:1:900:50000002:0\n";
  const auto joined = [](const std::string& pair) {
    return "2:1:1:1:1:100:50000001:1\n2:1:1:1:1:200:" + pair +
           "\n2:1:1:1:1:900:50000002:0\n2:2:1:2:1:150:50000001:2\n" + "2:2:1:2:1:300:" + pair +
           "\n2:2:1:2:1:900:50000002:0\n";
  };
  const std::string sent = "3:1:1:1:1:110:120:2:1:2:1:160:250:64:7\n";
  const std::string right =
      goal_of_ranks("l1: calc 100\nl2: send 64b to 1 tag 7\nl2 requires l1\nl3: barrier comm 0\nl3 requires l2\n",
                    "l1: calc 150\nl2: recv 64b from 0 tag 7\nl2 requires l1\nl3: barrier comm 0\nl3 requires l2\n");
  EXPECT_EQ(goal_of_paraver(apart + sent), right);
  EXPECT_EQ(goal_of_paraver(joined("50000001:0:50000002:8") + sent), right);
  EXPECT_EQ(goal_of_paraver(joined("50000002:8:50000001:0") + sent), right);
}

TEST(Paraver, ACollectiveBeforeTheEndOfAnotherCallInOneRecord) {
  const auto rank = [](int task, const std::string& sizes) {
    const std::string object = "2:1:1:" + std::to_string(task) + ":1:";
    return object + "100:50000003:31\n" + object + "200:50000002:7" + sizes + ":50100004:1:50000003:0\n" + object +
           "400:50000002:0\n";
  };
  EXPECT_EQ(goal_of_paraver(rank(1, ":50100001:800:50100002:800:50100003:1") +
                            rank(2, ":50100001:0:50100002:800:50100003:0")),
            goal_of_ranks("l1: calc 100\nl2: bcast 800b root 0 comm 0\nl2 requires l1\n",
                          "l1: calc 100\nl2: bcast 800b root 0 comm 0\nl2 requires l1\n"));
}

// A barrier without duration, and a broadcast that begins when it ends: each has its own sizes.
TEST(Paraver, CollectivesAtOneTime) {
  const auto rank = [](int task, const std::string& sizes) {
    const std::string object = "2:1:1:" + std::to_string(task) + ":1:";
    return object + "100:50000002:8:50100001:0:50100002:0:50000002:0:50000002:7" + sizes + "\n" + object +
           "400:50000002:0\n" + object + "500:50000002:8:50000002:0\n";
  };
  const std::string right =
      "l1: calc 100\nl2: barrier comm 0\nl2 requires l1\nl3: bcast 800b root 1 comm 0\nl3 requires l2\n"
      "l4: calc 100\nl4 requires l3\nl5: barrier comm 0\nl5 requires l4\n";
  EXPECT_EQ(goal_of_paraver(rank(1, ":50100001:0:50100002:800") + rank(2, ":50100003:1:50100001:800:50100002:0")),
            goal_of_ranks(right, right));
}

// The library calls what is traced, and old tracers record what it sends.
TEST(Paraver, WhatLiesWithinACollectiveIsAPartOfIt) {
  const auto collective = [](int task, int value) {
    return call(task, 20, 60, 11, ":50100001:8:50100002:8", "50000002") + call(task, 20, 30, value) +
           call(task, 40, 50, 8, "", "50000002");
  };
  EXPECT_EQ(goal_of_paraver(call(1, 10, 20, 4) + collective(1, 2) + call(1, 60, 70, 5) + call(2, 10, 20, 3) +
                            collective(2, 1) + message(2, 20, 1, 20, 30, 8, 0) + message(2, 10, 1, 20, 70, 64, 7)),
            goal_of_ranks("l1: calc 10\nl2: recv 64b from 1 tag 7\nl2 requires l1\n"
                          "l3: alltoall 8b comm 0\nl3 irequires l2\n",
                          "l1: calc 10\nl2: send 64b to 0 tag 7\nl2 requires l1\n"
                          "l3: alltoall 8b comm 0\nl3 irequires l2\n"));
}

TEST(Paraver, CallsOfFilesAreNoComputation) {
  EXPECT_EQ(goal_of_paraver(call(1, 10, 50, 141, "", "50000005") + call(1, 20, 25, 1) + call(1, 60, 61, 31) +
                            call(2, 0, 9, 2) + message(1, 20, 2, 0, 9, 8, 0)),
            goal_of_ranks("l1: calc 10\nl2: send 8b to 1 tag 0\nl2 requires l1\nl3: calc 10\nl3 requires l2\n",
                          "l1: recv 8b from 0 tag 0\n"));
}

TEST(Paraver, MessagesOutsideOfCallsAreLeftOut) {
  const auto left_out = [](const std::string& records) {
    const Program program = read_trace("paraver", kParaverOfTwo + records);
    EXPECT_EQ(program.ranks[0].steps.size() + program.ranks[1].steps.size(), 0U);
    return program.left_out_messages;
  };
  EXPECT_EQ(left_out(message(1, 1, 2, 1, 1, 8, 0)), 1U);
  EXPECT_EQ(left_out(call(1, 0, 2, 1) + message(1, 1, 2, 1, 1, 8, 0)), 1U);
  EXPECT_EQ(left_out(call(2, 0, 2, 2) + message(1, 1, 2, 1, 1, 8, 0)), 1U);
}

TEST(Paraver, CommunicatorsOfNobodyAreOnlyDefined) {
  EXPECT_EQ(paraver_fault("c:1:2:1:-1\nc:1:3:1:0\n"), "");
  EXPECT_EQ(paraver_fault("c:1:2:1:-1\n2:1:1:1:1:5:50000002:8:50100004:2\n"),
            "t:4:33: the trace does not say who is in the communicator 2");
}

TEST(Paraver, StreamsThatCrossGetTagsOfTheirOwn) {
  const std::string text = goal_of_paraver(call(1, 0, 2, 1) + call(1, 3, 5, 1) + call(2, 0, 2, 2) + call(2, 3, 5, 2) +
                                           message(1, 1, 2, 4, 4, 10, 7) + message(1, 4, 2, 1, 1, 20, 7));
  EXPECT_THAT(text, HasSubstr("send 10b to 1 tag 4294967303\n"));
  EXPECT_THAT(text, HasSubstr("l1: recv 20b from 0 tag 8589934599\n"));
}

// Extrae flags the task whose number is the rank of the root in the communicator.
TEST(Paraver, TheRootIsWhoeverActsAsIt) {
  const auto part = [](int task, const std::string& sizes) {
    return call(task, 0, 5, 13, sizes + ":50100004:2", "50000002");
  };
  EXPECT_THAT(goal_of_paraver("c:1:2:2:2:1\n" + part(1, ":50100001:8:50100002:0:50100003:1") +
                              part(2, ":50100001:8:50100002:16:50100003:0")),
              HasSubstr("l1: gather 8b root 0 comm 1\n"));
  EXPECT_THAT(paraver_fault("c:1:2:2:2:1\n" + part(1, ":50100001:0:50100002:0") + part(2, ":50100001:0:50100002:0")),
              HasSubstr("no rank says that it is the root of this gather"));
}

// Extrae counts what a member receives of all; older versions count nothing for alltoall. In place, it sends nothing.
TEST(Paraver, BytesThatAreReceivedOfAllMembers) {
  const auto goal_of = [](int value, const std::string& sent, const std::string& received) {
    const std::string sizes = ":50100001:" + sent + ":50100002:" + received;
    return goal_of_paraver(call(1, 0, 5, value, sizes, "50000002") + call(2, 0, 5, value, sizes, "50000002"));
  };
  const std::string exchange = "l1: alltoall 8b comm 0\n";
  EXPECT_EQ(goal_of(11, "8", "16"), goal_of_ranks(exchange, exchange));
  EXPECT_EQ(goal_of(11, "8", "0"), goal_of_ranks(exchange, exchange));
  EXPECT_EQ(goal_of(11, "0", "16"), goal_of_ranks(exchange, exchange));
  const std::string collection = "l1: allgather 8b comm 0\n";
  EXPECT_EQ(goal_of(17, "8", "16"), goal_of_ranks(collection, collection));
  EXPECT_EQ(goal_of(17, "0", "16"), goal_of_ranks(collection, collection));
}

TEST(Paraver, CollectivesWithSizesOfTheirOwn) {
  const auto goal_of = [](int value, int received) {
    const std::string sizes = ":50100001:20:50100002:" + std::to_string(received);
    return goal_of_paraver(call(1, 0, 5, value, sizes, "50000002") + call(2, 0, 5, value, sizes, "50000002"));
  };
  const std::string scattered = "l1: reduce_scatter comm 0 { 10 10 }\n";
  EXPECT_EQ(goal_of(80, 10), goal_of_ranks(scattered, scattered));
  EXPECT_EQ(goal_of(168, 10), goal_of_ranks(scattered, scattered));
  const std::string all = "l1: alltoallv comm 0 { 10 10 }\n";
  EXPECT_EQ(goal_of(170, 20), goal_of_ranks(all, all));
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
  // Where two touch, the record is that of its kind.
  const auto touching = [](const std::string& task) {
    return call(std::stoi(task), 0, 5, 8, "", "50000002") + call(std::stoi(task), 5, 9, 30, "", "50000002") +
           "4:1:1:" + task + ":1:5:1:16:16:13:0\n4:1:1:" + task + ":1:5:1:0:0:0:0\n";
  };
  const std::string both = "l1: barrier comm 0\nl2: scan 16b comm 0\nl2 requires l1\n";
  EXPECT_EQ(goal_of_paraver(touching("1") + touching("2")), goal_of_ranks(both, both));
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
  EXPECT_THAT(paraver_fault(call(1, 0, 5, 1) + call(1, 3, 9, 19, "", "50000003")),
              HasSubstr("t:5:1: a call of MPI begins before that of line 3 has ended"));
  EXPECT_THAT(paraver_fault("2:1:1:1:1:5:50000002:8\n2:1:1:1:1:6:50000002:8\n2:1:1:1:1:7:50000002:0\n"),
              HasSubstr("t:4:1: a call of MPI begins before that of line 3 has ended"));
  EXPECT_THAT(paraver_fault("3:1:1:1:1:1:1:1:1:2:1:1:1:8\n"), HasSubstr("expected the tag before the end of the line"));
  EXPECT_THAT(paraver_fault("c:1:1:2:1:2\n"), HasSubstr("t:3:5: the communicator 1 is defined already"));
  EXPECT_EQ(paraver_fault("# a comment\ni:1:2:3\n2:0:1:1:1:5:999:-7\n"), "");
}

}  // namespace
}  // namespace trenza::traces
