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

TEST(Dimemas, Collectives) {
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
}

// Until 2017 records had no field SYNC.
TEST(Dimemas, CollectivesOfSixFields) {
  const auto goal_of = [](const std::string& last) {
    return goal_of_dimemas("10:0:0:11:1:1:0:100:100" + last + "10:1:0:11:1:0:0:100:100" + last +
                           "10:0:0:8:1:1:0:50:50" + last + "10:1:0:8:1:0:0:50:50" + last + "10:0:0:6:1:1:0:10:20" +
                           last + "10:1:0:6:1:0:0:10:20" + last + "10:0:0:14:1:1:0:30:30" + last +
                           "10:1:0:14:1:0:0:30:30" + last);
  };
  const std::string rank =
      "l1: allreduce 100b comm 0\nl2: alltoall 50b comm 0\nl2 requires l1\nl3: allgather 10b comm 0\nl3 requires l2\n"
      "l4: scan 30b comm 0\nl4 requires l3\n";
  EXPECT_EQ(goal_of("\n"), goal_of_ranks(rank, rank));
  EXPECT_EQ(goal_of(":1\n"), goal_of_ranks(rank, rank));
  EXPECT_EQ(goal_of_dimemas("10:0:0:10:1:1:0:80:80\n10:1:0:10:1:0:0:80:0\n"),
            goal_of_ranks("l1: reduce 80b root 0 comm 0\n", "l1: reduce 80b root 0 comm 0\n"));
}

// As a flag, as a task, and where that is no member as a rank of the communicator. A number at all members is no flag.
TEST(Dimemas, TheRootOfACollective) {
  const auto root_of = [](const std::string& first, const std::string& second) {
    const std::string text =
        goal_text(read_trace("dimemas", "#DIMEMAS:\"x\":1,1:3(1,1,1),1,0\nd:1:4:2:2:0\n10:0:0:1:4:" + first +
                                            ":0:8:8:1\n10:2:0:1:4:" + second + ":0:8:8:1\n"));
    return text.substr(text.find("bcast"), std::string("bcast 8b root 0").size());
  };
  EXPECT_EQ(root_of("1", "0"), "bcast 8b root 1");
  EXPECT_EQ(root_of("0", "1"), "bcast 8b root 0");
  EXPECT_EQ(root_of("0", "0"), "bcast 8b root 1");
  EXPECT_EQ(root_of("2", "2"), "bcast 8b root 0");
  EXPECT_EQ(root_of("1", "1"), "bcast 8b root 1");
  EXPECT_EQ(fault([&] { root_of("3", "3"); }), "t:3:12: the root is no member of the communicator");
  EXPECT_EQ(fault([&] { root_of("2", "0"); }), "t:4:12: the root of this bcast is 0 here and 2 on rank 0");
}

// Extrae compares the rank of the root in the communicator with tasks, so that the field is wrong: only a root
// receives.
TEST(Dimemas, TheRootIsWhoeverActsAsIt) {
  const auto goal_of = [](int number, const std::string& root, const std::string& other) {
    const std::string begin = ":0:" + std::to_string(number) + ":4:";
    return goal_text(read_trace("dimemas", "#DIMEMAS:\"x\":1,1:3(1,1,1),1,0\nd:1:4:2:2:0\n10:0" + begin + other +
                                               "\n10:2" + begin + root + "\n"));
  };
  EXPECT_THAT(goal_of(2, "0:0:8:16", "1:0:8:0"), HasSubstr("gather 8b root 0 comm 1"));
  EXPECT_THAT(goal_of(4, "0:0:16:8", "1:0:0:8"), HasSubstr("scatter 8b root 0 comm 1"));
  EXPECT_THAT(goal_of(10, "0:0:0:8", "0:0:8:0"), HasSubstr("reduce 8b root 0 comm 1"));
}

// The number of scan before prv2dim knew reduce_scatter_block.
TEST(Dimemas, TheCollectiveThirteen) {
  EXPECT_EQ(goal_of_dimemas("10:0:0:13:1:0:0:30:30\n10:1:0:13:1:0:0:30:30\n"),
            goal_of_ranks("l1: scan 30b comm 0\n", "l1: scan 30b comm 0\n"));
  EXPECT_EQ(goal_of_dimemas("10:0:0:13:1:0:0:30:30:1\n10:1:0:13:1:0:0:30:15:1\n"),
            goal_of_ranks("l1: reduce_scatter comm 0 { 15 15 }\n", "l1: reduce_scatter comm 0 { 15 15 }\n"));
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

// prv2dim gives each message a number of its own as its communicator, and that is not defined.
TEST(Dimemas, MessagesOfUndefinedCommunicators) {
  EXPECT_EQ(goal_of_dimemas("2:0:0:1:-1:8:5:71:0\n2:0:0:1:-1:9:5:72:0\n"
                            "3:1:0:0:-1:8:5:71:1\n3:1:0:0:-1:9:5:72:0\n3:1:0:0:-1:8:5:71:2\n"),
            goal_of_ranks("l1: send 8b to 1 tag 5\nl2: send 9b to 1 tag 5\nl2 requires l1\n",
                          "l1: recv 8b from 0 tag 5\nl2: recv 9b from 0 tag 5\nl2 irequires l1\n"));
  // Received in another order.
  const std::string text =
      goal_of_dimemas("2:0:0:1:-1:8:5:71:0\n2:0:0:1:-1:9:5:72:0\n3:1:0:0:-1:9:5:72:0\n3:1:0:0:-1:8:5:71:0\n");
  EXPECT_THAT(text, HasSubstr("l1: recv 9b from 0 tag 4294967301\nl2: recv 8b from 0 tag 5\n"));
}

TEST(Dimemas, AReceiveHasTheSizeOfItsMessage) {
  EXPECT_EQ(goal_of_dimemas("1:0:0:0.000001\n2:0:0:1:0:64:7:1:0\n3:1:0:0:0:4096:7:1:0\n"),
            goal_of_ranks("l1: calc 1000\nl2: send 64b to 1 tag 7\nl2 requires l1\n", "l1: recv 64b from 0 tag 7\n"));
}

TEST(Dimemas, AnySource) {
  EXPECT_THAT(goal_of_dimemas("3:0:0:-1:0:8:-1:1:0\n"), HasSubstr("recv 8b from -1 tag -1\n"));
  // In another communicator than a message of the same tag.
  const std::string text =
      goal_of_dimemas("2:1:0:0:0:8:5:1:0\n2:1:0:0:0:9:5:2:0\n3:0:0:-1:0:9:5:2:0\n3:0:0:1:0:8:5:1:0\n");
  EXPECT_THAT(text, HasSubstr("l1: recv 9b from -1 tag 4294967301\nl2: recv 8b from 1 tag 5\n"));
  EXPECT_EQ(dimemas_fault("2:1:0:0:0:8:5:1:0\n2:1:0:0:0:9:5:2:0\n3:0:0:-1:0:9:-1:2:0\n"),
            "t:5:1: a receive of any tag is converted only where all messages to its task are of one communicator");
}

TEST(Dimemas, OtherDefinitionsSayNothing) {
  EXPECT_EQ(dimemas_fault("d:2:1:file\nd:3:2:window\n"), "");
  EXPECT_EQ(dimemas_fault("d:4:1:1:0\n"), "t:3:3: unknown definition 4; expected 1 (a communicator), 2 or 3");
}

TEST(Dimemas, CommunicatorsOfNobodyAreOnlyDefined) {
  EXPECT_EQ(dimemas_fault("d:1:2:1:-1\n"), "");
  EXPECT_EQ(dimemas_fault("d:1:2:1:-1\n10:0:0:0:2:0:0:0:0\n"),
            "t:4:10: the trace does not say who is in the communicator 2");
}

TEST(Dimemas, MalformedHeaders) {
  const auto fault_of = [](const std::string& text) { return fault([&] { read_trace("dimemas", text); }); };
  EXPECT_EQ(fault_of(""), "t:1:1: the trace is empty: expected \"#DIMEMAS:\"");
  EXPECT_EQ(fault_of("#DIMEMAX:\n"), "t:1:1: expected \"#DIMEMAS:\" at the begin of the trace");
  EXPECT_THAT(fault_of("#DIMEMAS:\"x:1\n"), HasSubstr("t:1:10: the name of the trace is not closed"));
  EXPECT_THAT(fault_of("#DIMEMAS:x\n"), HasSubstr("expected ':' and whether the file has offsets"));
  EXPECT_THAT(fault_of("#DIMEMAS:x:3:2(1,1)\n"), HasSubstr("t:1:12: expected whether the file has offsets, 0 or 1"));
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
  EXPECT_THAT(dimemas_fault("10:0:0:0:2:0:0:0:0\n"), HasSubstr("t:3:10: the communicator 2 is not defined"));
  EXPECT_THAT(dimemas_fault("10:0:0:0:1:0:0:0\n"), HasSubstr("a collective has 6 or 7 fields after the thread"));
  EXPECT_THAT(dimemas_fault("3:0:0:1:0:8:0:1:2\n"), HasSubstr("t:3:1: this wait has no receive"));
  EXPECT_THAT(dimemas_fault("3:0:0:1:0:8:0:1:3\n"), HasSubstr("the kind of receive 3 is unknown"));
  EXPECT_THAT(dimemas_fault("d:1:1:2:0:1\n"), HasSubstr("t:3:5: the communicator 1 is defined already"));
  EXPECT_THAT(dimemas_fault("d:1:2:3:0:1\n"), HasSubstr("t:3:5: the communicator has 3 members, but 2 are listed"));
  EXPECT_THAT(dimemas_fault("d:1:2:2:1:1\n"), HasSubstr("t:3:5: the communicator 2 has the member 1 twice"));
  EXPECT_THAT(dimemas_fault("d:1:2:0\n"), HasSubstr("t:3:5: the communicator 2 has no members"));
}

TEST(Dimemas, CollectivesThatDoNotFit) {
  EXPECT_THAT(dimemas_fault("10:0:0:16:1:0:0:0:0\n"), HasSubstr("t:3:8: the collective 16 is not converted"));
  EXPECT_THAT(dimemas_fault("10:0:0:14:1:0:0:0:0:0\n"), HasSubstr("t:3:21: collectives that do not block"));
  EXPECT_THAT(dimemas_fault("10:0:0:14:1:0:0:0:0:2\n"), HasSubstr("t:3:21: collectives that do not block"));
  EXPECT_THAT(dimemas_fault("10:0:0:14:1:0:0:0:0:4\n"), HasSubstr("t:3:21: the synchronism of the collective 4"));
  EXPECT_THAT(dimemas_fault("10:0:0:0:1:0:0:0:0:1\n"), HasSubstr("t:3:1: only 1 of the 2 members"));
  EXPECT_THAT(dimemas_fault("10:0:0:0:1:0:0:0:0:1\n10:1:0:11:1:0:0:8:8:1\n"),
              HasSubstr("t:4:1: rank 1 calls allreduce where another rank of the communicator calls barrier"));
  EXPECT_THAT(dimemas_fault("d:1:2:1:1\n10:0:0:0:2:0:0:0:0:1\n"), HasSubstr("t:4:1: rank 0 is no member"));
}

}  // namespace
}  // namespace trenza::traces
