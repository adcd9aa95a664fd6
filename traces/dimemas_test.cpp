// Dimemas: what its records become, and what is refused.
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

const char* const kDimemasOfTwo = "#DIMEMAS:\"a: name\":1,999:2(1,1),1,0\nd:1:1:2:0:1\n";

std::string goal_of_dimemas(const std::string& records) {
  return goal_text(read_trace("dimemas", kDimemasOfTwo + records));
}
std::string dimemas_fault(const std::string& records) {
  return fault([&] { read_trace("dimemas", kDimemasOfTwo + records); });
}

TEST(Dimemas, BurstsSendsAndReceives) {
  EXPECT_EQ(goal_of_dimemas("0:0:0\n"
                            "1:0:0:0.000000015\n"
                            "20:0:0:50000001:1\n"
                            "2:0:0:1:0:64:7:1:0\n"
                            "11:0:0:1.5\n"
                            "1:1:0:2.000000000\n"
                            "3:1:0:0:0:64:7:1:0\n"
                            "s:0:54\n"),
            goal_of_ranks("l1: calc 15\nl2: send 64b to 1 tag 7\nl2 requires l1\nl3: calc 1500000000\nl3 requires l2\n",
                          "l1: calc 2000000000\nl2: recv 64b from 0 tag 7\nl2 requires l1\n"));
}

TEST(Dimemas, OldRecordsHaveNoThreadOfThePartner) {
  EXPECT_EQ(goal_text(read_trace("dimemas",
                                 "#DIMEMAS:old:0:2(1,1),0\n"
                                 "2:0:0:1:64:7:0:1\n"
                                 "3:1:0:0:64:7:0:0\n")),
            goal_of_ranks("l1: send 64b to 1 tag 7\n", "l1: recv 64b from 0 tag 7\n"));
}

TEST(Dimemas, ImmediateOperations) {
  EXPECT_EQ(goal_of_dimemas("3:0:0:1:0:8:1:1:1\n"
                            "3:0:0:1:0:8:2:1:1\n"
                            "2:0:0:1:0:8:3:1:2\n"
                            "1:0:0:0.000000001\n"
                            "3:0:0:1:0:8:2:1:2\n"
                            "3:0:0:1:0:8:1:1:2\n"
                            "1:0:0:0.000000002\n"),
            goal_of_ranks("l1: recv 8b from 1 tag 1\n"
                          "l2: recv 8b from 1 tag 2\n"
                          "l2 irequires l1\n"
                          "l3: send 8b to 1 tag 3\n"
                          "l3 irequires l2\n"
                          "l4: calc 1\n"
                          "l4 irequires l3\n"
                          "l5: calc 2\n"
                          "l5 requires l4\n"
                          "l5 requires l2\n"
                          "l5 requires l1\n",
                          ""));
}

TEST(Dimemas, CollectivesOfBothVersions) {
  EXPECT_EQ(goal_text(read_trace("dimemas",
                                 "#DIMEMAS:\"x\":1,1:3(1,1,1),2,0\n"
                                 "d:1:1:3:0:1:2\n"
                                 "d:1:5:3:2:0:-1\n"
                                 "10:0:0:0:1:0:0:0:0:1\n"
                                 "10:0:0:1:5:0:0:0:100:1\n"
                                 "10:0:0:9:1:0:0:10:11:1\n"
                                 "10:1:0:0:1:0:0:0:0:1\n"
                                 "10:1:0:9:1:0:0:7:11:1\n"
                                 "10:2:0:0:1:0:0:0:0:1\n"
                                 "10:2:0:1:5:1:0:100:0:1\n"
                                 "10:2:0:9:1:0:0:0:11:1\n")),
            "num_ranks 3\n"
            "comm 1 { 2 0 }\n"
            "rank 0 {\n"
            "l1: barrier comm 0\n"
            "l2: bcast 100b root 0 comm 1\n"
            "l2 requires l1\n"
            "l3: alltoallv comm 0 { 4 3 3 }\n"
            "l3 requires l2\n"
            "}\n"
            "rank 1 {\n"
            "l1: barrier comm 0\n"
            "l2: alltoallv comm 0 { 3 2 2 }\n"
            "l2 requires l1\n"
            "}\n"
            "rank 2 {\n"
            "l1: barrier comm 0\n"
            "l2: bcast 100b root 0 comm 1\n"
            "l2 requires l1\n"
            "l3: alltoallv comm 0 { 0 0 0 }\n"
            "l3 requires l2\n"
            "}\n");
  // Version 0 names the task of the root.
  EXPECT_EQ(goal_text(read_trace("dimemas",
                                 "#DIMEMAS:old:0:2(1,1),0\n"
                                 "10:0:0:10:0:1:80:0:1\n"
                                 "10:1:0:10:0:1:80:80:1\n")),
            goal_of_ranks("l1: reduce 80b root 1 comm 0\n", "l1: reduce 80b root 1 comm 0\n"));
}

TEST(Dimemas, TagsOfCommunicatorsStayApart) {
  const std::string text = goal_text(read_trace("dimemas",
                                                "#DIMEMAS:\"x\":1,1:3(1,1,1),2,0\n"
                                                "d:1:7:3:0:1:2\n"
                                                "d:1:8:2:0:1\n"
                                                "2:0:0:1:0:8:5:7:0\n"
                                                "2:0:0:1:0:8:5:8:0\n"));
  EXPECT_THAT(text, HasSubstr("l1: send 8b to 1 tag 5\n"));
  EXPECT_THAT(text, HasSubstr("l2: send 8b to 1 tag 4294967301\n"));
}

TEST(Dimemas, AnySource) {
  EXPECT_THAT(goal_of_dimemas("3:0:0:-1:0:8:-1:1:0\n"), HasSubstr("recv 8b from -1 tag -1\n"));
}

TEST(Dimemas, MalformedHeaders) {
  const auto fault_of = [](const std::string& text) { return fault([&] { read_trace("dimemas", text); }); };
  EXPECT_EQ(fault_of(""), "t:1:1: the trace is empty: expected \"#DIMEMAS:\"");
  EXPECT_EQ(fault_of("#DIMEMAX:\n"), "t:1:1: expected \"#DIMEMAS:\" at the begin of the trace");
  EXPECT_THAT(fault_of("#DIMEMAS:\"x:1\n"), HasSubstr("t:1:10: the name of the trace is not closed"));
  EXPECT_THAT(fault_of("#DIMEMAS:x\n"), HasSubstr("expected ':' and the version"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:3:2(1,1)\n"), HasSubstr("t:1:12: expected the version of the format, 0 or 1"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:0:2\n"), HasSubstr("t:1:14: expected the number of tasks"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:0:9999999(1,1)\n"), HasSubstr("t:1:14: the number of tasks 9999999 is too large"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:0:200000(1,1)\n"), HasSubstr("is 200000, but the threads of 2 are listed"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:0:0()\n"), HasSubstr("t:1:14:"));
}

TEST(Dimemas, MalformedRecords) {
  EXPECT_THAT(dimemas_fault("4:0:0:1\n"), HasSubstr("t:3:1: unknown record 4"));
  EXPECT_THAT(dimemas_fault("1:2:0:1\n"), HasSubstr("t:3:3: there is no task 2: the trace has 2"));
  EXPECT_THAT(dimemas_fault("1:0:1:1\n"), HasSubstr("t:3:5: threads other than 0"));
  EXPECT_THAT(dimemas_fault("1:0:0\n"), HasSubstr("t:3:6: expected the length of the burst in seconds before the end"));
  EXPECT_THAT(dimemas_fault("1:0:0:-1\n"), HasSubstr("t:3:7: expected the length of the burst"));
  EXPECT_THAT(dimemas_fault("1:0:0:9e99\n"), HasSubstr("t:3:7: the length of the burst in seconds 9e99 is too large"));
  EXPECT_THAT(dimemas_fault("1:0:0:1:2\n"), HasSubstr("t:3:9: unexpected \"2\""));
  EXPECT_THAT(dimemas_fault("2:0:0:1:8\n"), HasSubstr("a send has 5 or 6 fields after the thread"));
  EXPECT_THAT(dimemas_fault("2:0:0:1:0:8:0:1:0:9\n"), HasSubstr("a send has 5 or 6 fields after the thread"));
  EXPECT_THAT(dimemas_fault("2:0:0:5:0:8:0:1:0\n"), HasSubstr("t:3:7: there is no task 5"));
  EXPECT_THAT(dimemas_fault("2:0:0:1:0:8:0:1:4\n"), HasSubstr("the kind of send 4 is too large"));
  EXPECT_THAT(dimemas_fault("2:0:0:1:0:8:0:2:0\n"), HasSubstr("t:3:15: the communicator 2 is not defined"));
  EXPECT_THAT(dimemas_fault("3:0:0:1:0:8:0:1:2\n"), HasSubstr("t:3:1: this wait has no receive"));
  EXPECT_THAT(dimemas_fault("3:0:0:1:0:8:0:1:3\n"), HasSubstr("the kind of receive 3 is unknown"));
  EXPECT_THAT(dimemas_fault("d:1:1:2:0:1\n"), HasSubstr("t:3:5: the communicator 1 is defined already"));
  EXPECT_THAT(dimemas_fault("d:1:2:3:0:1\n"), HasSubstr("t:3:5: the communicator has 3 members, but 2 are listed"));
  EXPECT_THAT(dimemas_fault("d:1:2:2:1:1\n"), HasSubstr("t:3:5: the communicator 2 has the member 1 twice"));
  EXPECT_THAT(dimemas_fault("d:1:2:0\n"), HasSubstr("t:3:5: the communicator 2 has no members"));
}

TEST(Dimemas, CollectivesThatDoNotFit) {
  EXPECT_THAT(dimemas_fault("10:0:0:16:1:0:0:0:0:1\n"), HasSubstr("t:3:8: the non-blocking collective 16 (IBarrier)"));
  EXPECT_THAT(dimemas_fault("10:0:0:40:1:0:0:0:0:1\n"), HasSubstr("t:3:8: unknown collective 40"));
  EXPECT_THAT(dimemas_fault("10:0:0:0:1:0:0:0:0:1\n"), HasSubstr("t:3:1: only 1 of the 2 members"));
  EXPECT_THAT(dimemas_fault("10:0:0:0:1:0:0:0:0:1\n10:1:0:11:1:0:0:8:8:1\n"),
              HasSubstr("t:4:1: rank 1 calls allreduce where another rank of the communicator calls barrier"));
  EXPECT_THAT(dimemas_fault("10:0:0:1:1:0:0:8:8:1\n10:1:0:1:1:0:0:8:8:1\n"),
              HasSubstr("no rank says that it is the root"));
  EXPECT_THAT(dimemas_fault("10:0:0:1:1:1:0:8:8:1\n10:1:0:1:1:1:0:8:8:1\n"),
              HasSubstr("t:4:1: the root of this bcast is 1 here and 0 on another rank"));
  EXPECT_THAT(dimemas_fault("d:1:2:1:1\n10:0:0:0:2:0:0:0:0:1\n"), HasSubstr("t:4:1: rank 0 is no member"));
}

}  // namespace
}  // namespace trenza::traces
