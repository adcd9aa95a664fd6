// liballprof: what its lines become, and what is refused.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

using test::fault;
using test::goal_of_ranks;
using test::goal_text;
using test::read_trace;
using test::TraceFiles;
using testing::HasSubstr;

TraceFiles files(const std::string& zero, const std::string& one) { return {{"r0", zero}, {"r1", one}}; }
std::string goal_of_liballprof(const std::string& zero, const std::string& one) {
  return goal_text(read_trace("liballprof", files(zero, one)));
}
/// The fault of a line in the first file.
std::string liballprof_fault(const std::string& line) {
  return fault([&] { read_trace("liballprof", files(line, "MPI_Init:0:0\n")); });
}

TEST(Liballprof, GapsAreComputation) {
  EXPECT_EQ(goal_of_liballprof("# rank 0\n"
                               "MPI_Init:1000:0:0:1010.5\n"
                               "MPI_Send:1011.0:140:8:1,4,4:1:7:0,0,2:1012\n"
                               "MPI_Comm_rank:1012:0:1012\n"
                               "MPI_Finalize:1015:1016\n",
                               "MPI_Recv:0:140:8:1,4,4:0:7:0,1,2:0:50\n"),
            goal_of_ranks("l1: calc 500\nl2: send 32b to 1 tag 7\nl2 requires l1\nl3: calc 3000\nl3 requires l2\n",
                          "l1: recv 32b from 0 tag 7\n"));
}

TEST(Liballprof, Requests) {
  EXPECT_EQ(goal_of_liballprof("MPI_Irecv:0:1:8:0,1,1:1:7:0,0,2:16:0\n"
                               "MPI_Isend:0:1:8:0,1,1:1:8:0,0,2:32:0\n"
                               "MPI_Wait:2:16:0:3\n"
                               "MPI_Waitall:5:1:32:0:6\n"
                               "MPI_Finalize:7:8\n",
                               "MPI_Sendrecv:0:1:8:0,1,1:0:7:1:8:0,1,1:0:8:0,1,2:0:3\n"
                               "MPI_Finalize:4:8\n"),
            goal_of_ranks("l1: recv 8b from 1 tag 7\n"
                          "l2: send 8b to 1 tag 8\n"
                          "l2 irequires l1\n"
                          "l3: calc 2000\n"
                          "l3 irequires l2\n"
                          "l4: calc 2000\n"
                          "l4 requires l3\n"
                          "l4 requires l1\n"
                          "l5: calc 1000\n"
                          "l5 requires l4\n"
                          "l5 requires l2\n",
                          "l1: send 8b to 0 tag 7\n"
                          "l2: recv 8b from 0 tag 8\n"
                          "l2 irequires l1\n"
                          "l3: calc 1000\n"
                          "l3 requires l2\n"
                          "l3 requires l1\n"));
}

TEST(Liballprof, InitHasNoBeginAndFinalizeNoEnd) {
  EXPECT_EQ(goal_of_liballprof("# htor's PMPI Tracer 0.9 Output File\n\n"
                               "MPI_Init:-:1:2:1.0\n"
                               "MPI_Send:3.0:0:12:13,1,1:1:7:0,0,2:4.0\n"
                               "# Finalize clockdiff: 0.000012\n"
                               "MPI_Finalize:13.0:-\n",
                               "MPI_Init_thread:-:1:2:0:4:1.0\n"
                               "MPI_Recv:3.0:0:12:13,1,1:0:7:0,1,2:0:4.0\n"
                               "MPI_Finalize:13.0:-\n"),
            goal_of_ranks("l1: calc 2000\nl2: send 12b to 1 tag 7\nl2 requires l1\nl3: calc 9000\nl3 requires l2\n",
                          "l1: calc 2000\nl2: recv 12b from 0 tag 7\nl2 requires l1\nl3: calc 9000\nl3 requires l2\n"));
  EXPECT_THAT(liballprof_fault("MPI_Wtime:-:1\n"), HasSubstr("r0:1:11: expected the begin of the call in us"));
  EXPECT_THAT(liballprof_fault("MPI_Wtime:1:-\n"), HasSubstr("r0:1:13: expected the end of the call in us"));
}

/// The second rank receives tag 1 at address `first` and tag 2 at `second`, does `calls`, and computes.
std::string order_of_waits(const std::string& first, const std::string& second, const std::string& calls) {
  const std::string goal = goal_of_liballprof(
      "MPI_Send:0:1:8:0,1,1:1:1:0,0,2:0\nMPI_Send:0:1:8:0,1,1:1:2:0,0,2:0\n",
      "MPI_Irecv:0:1:8:0,1,1:0:1:0,1,2:" + first + ":0\nMPI_Irecv:0:1:8:0,1,1:0:2:0,1,2:" + second + ":0\n" + calls);
  return goal.substr(goal.find("l3: calc"));
}

TEST(Liballprof, WaitsEndTheRequestsThatTheyName) {
  const std::string first = "l3: calc 1000\nl3 irequires l2\nl3 requires l1\n}\n";
  const std::string second = "l3: calc 1000\nl3 requires l2\n}\n";
  const std::string both = "l3: calc 1000\nl3 requires l2\nl3 requires l1\n}\n";
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitall:0:1:16:0:0\nMPI_Finalize:1:-\n"), first);
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitall:0:2:8:0:0\nMPI_Finalize:1:-\n"), first);  // the other is null
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitall:0:2:16:0:0\nMPI_Finalize:1:-\n"), both);
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitany:0:1:24:0:0:0\nMPI_Finalize:1:-\n"), second);
  // Requests of 4 bytes: of MPICH, and of Fortran.
  EXPECT_EQ(order_of_waits("16", "20", "MPI_Waitall:0:2:16:0:0\nMPI_Finalize:1:-\n"), both);
  EXPECT_EQ(order_of_waits("16", "28", "MPI_Waitall:0:2:16:0:0\nMPI_Finalize:1:-\n"), first);
}

TEST(Liballprof, ARequestEndsAtTheLastCallThatMayHaveEndedIt) {
  const std::string none = "l3: calc 1000\nl3 irequires l2\nl4: calc 1000\nl4 requires l3\n";
  // A test may fail: the wait behind it counts, or, without one, the last test.
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Test:0:16:0:0:0\nMPI_Test:1:16:0:0:1\nMPI_Finalize:2:-\n"),
            none + "l4 requires l1\n}\n");
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Testall:0:2:16:0:0:0\nMPI_Wait:1:24:0:1\nMPI_Finalize:2:-\n"),
            "l3: calc 1000\nl3 irequires l2\nl3 requires l1\nl4: calc 1000\nl4 requires l3\nl4 requires l2\n}\n");
  // A wait for any of two does not say which.
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitany:0:2:16:0:0:0\nMPI_Waitall:1:2:16:0:1\nMPI_Finalize:2:-\n"),
            none + "l4 requires l1\nl4 requires l2\n}\n");
  EXPECT_EQ(order_of_waits("16", "24", "MPI_Waitsome:0:2:16:0:0:0:0\nMPI_Finalize:1:-\n"),
            "l3: calc 1000\nl3 requires l2\nl3 requires l1\n}\n");
}

TEST(Liballprof, ExchangesAndNobody) {
  EXPECT_EQ(goal_of_liballprof("MPI_Sendrecv_replace:0:1:2:0,4,4:1:3:1:4:0,0,2:0:0\nMPI_Sendrecv:1:1:2:0,4,4:-2:3:1:2:"
                               "0,4,4:-2:4:0,0,2:0:1\nMPI_Recv:1:1:2:0,4,4:-2:0:0,0,2:0:1\n",
                               "MPI_Sendrecv:0:1:2:0,4,4:0:4:1:4:0,4,4:0:3:0,1,2:0:0\n"),
            goal_of_ranks("l1: send 8b to 1 tag 3\nl2: recv 8b from 1 tag 4\nl2 irequires l1\n"
                          "l3: calc 1000\nl3 requires l2\nl3 requires l1\n",
                          "l1: send 8b to 0 tag 4\nl2: recv 8b from 0 tag 3\nl2 irequires l1\n"));
}

TEST(Liballprof, EachCommunicatorHasMessagesOfItsOwn) {
  // The same tag in MPI_COMM_WORLD and in its duplicate, received in the other order.
  EXPECT_EQ(goal_of_liballprof("MPI_Send:0:1:4:0,1,1:1:5:77,0,2:0\nMPI_Send:0:1:8:0,1,1:1:5:99,0,2:0\n",
                               "MPI_Recv:0:1:8:0,1,1:0:5:99,1,2:0:0\nMPI_Recv:0:1:4:0,1,1:-1:5:77,1,2:0:0\n"),
            goal_of_ranks("l1: send 4b to 1 tag 5\nl2: send 8b to 1 tag 4294967301\nl2 requires l1\n",
                          "l1: recv 8b from 0 tag 4294967301\nl2: recv 4b from -1 tag 5\nl2 requires l1\n"));
  // All ranks in another order.
  EXPECT_EQ(goal_of_liballprof(
                "MPI_Barrier:0:77,0,2:0\nMPI_Bcast:0:1:4:0,8,8:0:99,1,2:0\nMPI_Send:0:1:8:0,1,1:0:5:99,1,2:0\n",
                "MPI_Barrier:0:77,1,2:0\nMPI_Bcast:0:1:4:0,8,8:0:99,0,2:0\n"
                "MPI_Recv:0:1:8:0,1,1:1:5:99,0,2:0:0\n"),
            "num_ranks 2\ncomm 1 { 1 0 }\n"
            "rank 0 {\nl1: barrier comm 0\nl2: bcast 32b root 0 comm 1\nl2 requires l1\n"
            "l3: send 8b to 1 tag 4294967301\nl3 requires l2\n}\n"
            "rank 1 {\nl1: barrier comm 0\nl2: bcast 32b root 0 comm 1\nl2 requires l1\n"
            "l3: recv 8b from 0 tag 4294967301\nl3 requires l2\n}\n");
  // Handles that are addresses: each process has its own.
  EXPECT_EQ(
      goal_of_liballprof("MPI_Send:0:1:8:0,1,1:1:5:7152208,0,2:0\n", "MPI_Recv:0:1:8:0,1,1:0:5:6201888,1,2:0:0\n"),
      goal_of_ranks("l1: send 8b to 1 tag 5\n", "l1: recv 8b from 0 tag 5\n"));
  EXPECT_THAT(fault([] {
                goal_of_liballprof("MPI_Send:0:1:8:0,1,1:1:5:99,0,2:0\nMPI_Send:0:1:8:0,1,1:1:5:77,0,2:0\n",
                                   "MPI_Recv:0:1:8:0,1,1:0:-1:99,1,2:0:0\nMPI_Recv:0:1:8:0,1,1:0:5:77,1,2:0:0\n");
              }),
              HasSubstr("r0:2:1: rank 1 receives messages of any tag and gets messages in two communicators"));
  EXPECT_THAT(fault([] { goal_of_liballprof("MPI_Barrier:0:9,0,2:0\n", "MPI_Barrier:0:9,0,2:0\n"); }),
              HasSubstr("r0:1:15: one handle names several communicators of 2 ranks, and no call of MPI_Comm_split"));
}

TEST(Liballprof, SplitsSayWhoIsTogetherUnderOneHandle) {
  // MPICH gives both halves of four ranks one handle. Keys turn the second half round.
  const auto rank = [](int world, int color, int key, int own) {
    return fmt::format(
        "MPI_Comm_split:0:68,{0},4:{1}:{2}:9:0\nMPI_Comm_split:0:68,{0},4:-32766:0:9:0\n"
        "MPI_Bcast:0:1:4:0,8,8:0:84,{3},2:0\n",
        world, color, key, own);
  };
  const TraceFiles four{
      {"r0", rank(0, 5, 0, 0)}, {"r1", rank(1, 5, 0, 1)}, {"r2", rank(2, 6, 1, 1)}, {"r3", rank(3, 6, -1, 0)}};
  EXPECT_EQ(goal_text(read_trace("liballprof", four)),
            "num_ranks 4\ncomm 1 { 0 1 }\ncomm 2 { 3 2 }\n"
            "rank 0 {\nl1: bcast 32b root 0 comm 1\n}\nrank 1 {\nl1: bcast 32b root 0 comm 1\n}\n"
            "rank 2 {\nl1: bcast 32b root 0 comm 2\n}\nrank 3 {\nl1: bcast 32b root 0 comm 2\n}\n");
  // A member that never calls.
  EXPECT_EQ(goal_of_liballprof("MPI_Comm_split:0:68,0,2:1:9:9:0\nMPI_Send:0:1:4:0,1,1:0:5:84,1,2:0\n",
                               "MPI_Comm_split:0:68,1,2:1:8:9:0\n"),
            goal_of_ranks("l1: send 4b to 1 tag 4294967301\n", ""));
}

/// GOAL of the first rank, whose call is that of the second, too, with `OWN` in place of the rank.
std::string collective_of_two(const std::string& call) {
  const auto call_of = [&call](const std::string& own) {
    std::string text = call;
    for (std::size_t at = text.find("OWN"); at != std::string::npos; at = text.find("OWN")) text.replace(at, 3, own);
    return text + "\n";
  };
  const std::string goal = goal_of_liballprof(call_of("0"), call_of("1"));
  const std::size_t begin = goal.find("l1: ");
  return goal.substr(begin, goal.find('\n', begin) - begin);
}

TEST(Liballprof, CollectivesWithCounts) {
  EXPECT_EQ(collective_of_two("MPI_Exscan:0:1:1:4:0,8,8:3:0,OWN,2:0"), "l1: scan 32b comm 0");
  EXPECT_EQ(collective_of_two("MPI_Gatherv:0:9:3:0,4,4:9:9:3,3:9:0,3:0,4,4:1:0,OWN,2:0"),
            "l1: gather 12b root 1 comm 0");
  EXPECT_EQ(collective_of_two("MPI_Scatterv:0:9:9:3,3:9:0,3:0,8,8:9:3:0,4,4:1:0,OWN,2:0"),
            "l1: scatter 12b root 1 comm 0");
  EXPECT_EQ(collective_of_two("MPI_Allgatherv:0:9:3:0,4,4:9:9:3,3:9:0,3:0,4,4:0,OWN,2:0"), "l1: allgather 12b comm 0");
  EXPECT_EQ(collective_of_two("MPI_Alltoallv:0:9:9:1,2:9:0,1:0,4,4:9:9:1,1:9:0,1:0,4,4:0,OWN,2:0"),
            "l1: alltoallv comm 0 { 4 8 }");
  EXPECT_EQ(collective_of_two("MPI_Reduce_scatter:0:9:9:9:1,2:0,4,4:3:0,OWN,2:0"), "l1: reduce_scatter comm 0 { 4 8 }");
  EXPECT_EQ(collective_of_two("MPI_Reduce_scatter_block:0:9:9:3:0,4,4:3:0,OWN,2:0"),
            "l1: reduce_scatter comm 0 { 12 12 }");
  EXPECT_THAT(liballprof_fault("MPI_Reduce_scatter:0:9:9:9:0,4,4:3:0,0,2:0\n"),
              HasSubstr("r0:1:1: this MPI_Reduce_scatter has no counts"));
  EXPECT_THAT(liballprof_fault("MPI_Alltoallv:0:9:9:1,2,3:9:0,1:0,4,4:9:9:1,1:9:0,1:0,4,4:0,0,2:0\n"),
              HasSubstr("r0:1:21: expected 2 numbers, one for each rank of the communicator, but here are 3"));
}

TEST(Liballprof, InPlace) {
  EXPECT_EQ(collective_of_two("MPI_Allgather:0:1:0:0,1,1:9:3:0,4,4:0,OWN,2:0"), "l1: allgather 12b comm 0");
  EXPECT_EQ(collective_of_two("MPI_Alltoall:0:18446744073709551615:0:0,1,1:9:3:0,4,4:0,OWN,2:0"),
            "l1: alltoall 12b comm 0");
  EXPECT_EQ(collective_of_two("MPI_Allgatherv:0:1:0:0,1,1:9:9:3,3:9:0,3:0,4,4:0,OWN,2:0"), "l1: allgather 12b comm 0");
  EXPECT_EQ(collective_of_two("MPI_Alltoallv:0:1:9:7,7:9:0,1:0,4,4:9:9:1,2:9:0,1:0,4,4:0,OWN,2:0"),
            "l1: alltoallv comm 0 { 4 8 }");
  // The root alone may be in place; what it says of its own part means nothing.
  EXPECT_EQ(goal_of_liballprof("MPI_Gatherv:0:1:99:0,4,4:9:9:3,3:9:0,3:0,4,4:0:0,0,2:0\n",
                               "MPI_Gatherv:0:9:3:0,4,4:9:9:3,3:9:0,3:0,4,4:0:0,1,2:0\n"),
            goal_of_ranks("l1: gather 12b root 0 comm 0\n", "l1: gather 12b root 0 comm 0\n"));
}

TEST(Liballprof, CollectivesAndCommunicators) {
  const TraceFiles three{{"r0",
                          "MPI_Barrier:0:0,0,3:0\n"
                          "MPI_Bcast:0:1:4:0,8,8:1:9,1,2:0\n"
                          "MPI_Send:0:1:4:0,1,1:0:5:9,1,2:0\n"},
                         {"r1", "MPI_Barrier:0:0,1,3:0\n"},
                         {"r2",
                          "MPI_Barrier:0:0,2,3:0\n"
                          "MPI_Bcast:0:1:4:0,8,8:1:9,0,2:0\n"
                          "MPI_Recv:0:1:4:0,1,1:1:5:9,0,2:0:0\n"}};
  EXPECT_EQ(
      goal_text(read_trace("liballprof", three)),
      "num_ranks 3\ncomm 1 { 2 0 }\n"
      "rank 0 {\nl1: barrier comm 0\nl2: bcast 32b root 1 comm 1\nl2 requires l1\nl3: send 4b to 2 tag 4294967301\n"
      "l3 requires l2\n}\n"
      "rank 1 {\nl1: barrier comm 0\n}\n"
      "rank 2 {\nl1: barrier comm 0\nl2: bcast 32b root 1 comm 1\nl2 requires l1\nl3: recv 4b from 0 tag 4294967301\n"
      "l3 requires l2\n}\n");
  EXPECT_THAT(liballprof_fault("MPI_Barrier:0:9,0,1:0\n"), "");
  EXPECT_EQ(
      goal_of_liballprof("MPI_Barrier:0:9,0,1:0\n", "MPI_Barrier:0:9,0,1:0\n"),
      "num_ranks 2\ncomm 1 { 0 }\ncomm 2 { 1 }\nrank 0 {\nl1: barrier comm 1\n}\nrank 1 {\nl1: barrier comm 2\n}\n");
  EXPECT_THAT(liballprof_fault("MPI_Barrier:0:9,1,2:0\n"),
              HasSubstr("r0:1:15: only 1 of the 2 ranks of this communicator"));
  EXPECT_THAT(liballprof_fault("MPI_Barrier:0:9,0,3:0\n"),
              HasSubstr("r0:1:19: the communicator has 3 ranks, but the trace has 2"));
  EXPECT_THAT(liballprof_fault("MPI_Barrier:0:9,2,2:0\n"), HasSubstr("r0:1:17: the rank is not in the communicator"));
}

TEST(Liballprof, AnySourceAndNobody) {
  EXPECT_EQ(
      goal_of_liballprof("MPI_Recv:0:1:8:0,1,1:-1:-1:0,0,2:0:0\nMPI_Send:0:1:8:0,1,1:-2:0:0,0,2:0\n", "MPI_Init:0:0\n"),
      goal_of_ranks("l1: recv 8b from -1 tag -1\n", ""));
}

TEST(Liballprof, MpichHasOtherNumbersForNoRank) {
  // MPI_COMM_WORLD, and one made of it, whose handle is negative.
  for (const char* const comm : {"1140850688", "18446744071629176832", "-2080374784"}) {
    EXPECT_EQ(goal_of_liballprof(fmt::format("MPI_Recv:0:1:8:0,1,1:-2:0:{0},0,2:0:0\n"
                                             "MPI_Recv:0:1:8:0,1,1:-1:0:{0},0,2:0:0\n"
                                             "MPI_Send:0:1:8:0,1,1:-1:0:{0},0,2:0\n",
                                             comm),
                                 "MPI_Init:0:0\n"),
              goal_of_ranks("l1: recv 8b from -1 tag 0\n", ""))
        << comm;
  }
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:8:0,1,1:-2:7:1140850688,0,2:0\n"),
              HasSubstr("r0:1:22: expected the rank"));
}

TEST(Liballprof, Malformed) {
  EXPECT_EQ(liballprof_fault(""), "r0:1:1: the trace is empty: expected lines of calls, such as MPI_Init");
  EXPECT_EQ(liballprof_fault("MPI_Init\n"), "r0:1:9: expected the begin of the call in us before the end of the line");
  EXPECT_EQ(liballprof_fault("MPI_Init:0\n"), "r0:1:11: expected the end of the call in us");
  EXPECT_THAT(liballprof_fault("MPI_Init:x:0\n"), HasSubstr("r0:1:10: expected the begin of the call in us"));
  EXPECT_THAT(liballprof_fault("MPI_Put:0:1:2:3\n"), HasSubstr("r0:1:1: the call \"MPI_Put\" is not converted"));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:8:0,1,1:1:7:0\n"),
              HasSubstr("MPI_Send has 6 arguments between its times, but here are 5"));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:8:0,1:1:7:0,0,2:0\n"),
              HasSubstr("r0:1:16: expected the type, its size and its extent"));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:8:0,1,1:2:7:0,0,2:0\n"),
              HasSubstr("r0:1:22: there is no rank 2: the communicator has 2"));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:8:0,1,1:1:-7:0,0,2:0\n"), HasSubstr("r0:1:24: expected the tag"));
  EXPECT_THAT(liballprof_fault("MPI_Recv:0:1:8:0,1,1:-3:7:0,0,2:0:0\n"),
              HasSubstr("r0:1:22: expected the rank of the partner (a number) in place of \"-3\""));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:999999999999:0,9,1:1:7:0,0,2:0\n"), HasSubstr("more than 2^40 bytes"));
  EXPECT_THAT(liballprof_fault("MPI_Init:0:0\nMPI_Finalize:1e13:1e13\n"),
              HasSubstr("r0:2:1: the computation before this call"));
}

}  // namespace
}  // namespace trenza::traces
