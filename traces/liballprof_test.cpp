// liballprof: what its lines become, and what is refused.
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
  EXPECT_EQ(goal_of_liballprof("MPI_Irecv:0:1:8:0,1,1:1:7:0,0,2:abc:0\n"
                               "MPI_Isend:0:1:8:0,1,1:1:8:0,0,2:5:0\n"
                               "MPI_Wait:2:abc:0:3\n"
                               "MPI_Waitall:5:1:5:0:6\n"
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
              HasSubstr("r0:1:22: expected a number, or -1 for any"));
  EXPECT_THAT(liballprof_fault("MPI_Send:0:1:999999999999:0,9,1:1:7:0,0,2:0\n"), HasSubstr("more than 2^40 bytes"));
  EXPECT_THAT(liballprof_fault("MPI_Init:0:0\nMPI_Finalize:1e13:1e13\n"),
              HasSubstr("r0:2:1: the computation before this call"));
}

}  // namespace
}  // namespace trenza::traces
