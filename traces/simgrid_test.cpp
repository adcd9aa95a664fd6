// SimGrid: what its actions become, and what is refused.
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

std::string goal_of_simgrid(const std::string& text) { return goal_text(read_trace("simgrid", text)); }
std::string simgrid_fault(const std::string& text) {
  return fault([&] { read_trace("simgrid", text); });
}

TEST(Simgrid, ComputationMessagesAndTypes) {
  EXPECT_EQ(
      goal_of_simgrid("0 init\n"
                      "1 init 1\n"
                      "0 compute 1.5e2\n"
                      "0 send 1 7 10\n"
                      "0 send 1 7 10 1\n"
                      "1 recv 0 7 10 6\n"
                      "1 recv 0 7 5\n"
                      "1 sleep 0.000001\n"
                      "0 finalize\n"),
      goal_of_ranks(
          "l1: calc 150\nl2: send 10b to 1 tag 7\nl2 requires l1\nl3: send 40b to 1 tag 7\nl3 requires l2\n",
          "l1: recv 10b from 0 tag 7\nl2: recv 40b from 0 tag 7\nl2 requires l1\nl3: calc 1000\nl3 requires l2\n"));
}

TEST(Simgrid, SpeedOfProcessors) {
  TraceOptions options;
  options.flops_per_second = 2'000'000'000;
  EXPECT_THAT(goal_text(read_trace("simgrid", "0 compute 101\n", options)), HasSubstr("calc 51\n"));  // 50.5
  options.flops_per_second = 0;
  EXPECT_EQ(fault([&] { read_trace("simgrid", "0 compute 101\n", options); }),
            "t:1:3: computation is in flops; expected --flops-per-second, the speed of a processor");
  EXPECT_EQ(fault([&] { read_trace("simgrid", "0 compute 0\n0 barrier\n", options); }), "");
}

TEST(Simgrid, RequestsAreNamedByRanksAndTag) {
  EXPECT_EQ(goal_of_simgrid("0 irecv 1 3 8\n"
                            "0 isend 1 4 8\n"
                            "0 compute 5\n"
                            "0 wait 1 0 3\n"
                            "0 compute 6\n"
                            "0 wait 0 1 4\n"
                            "0 wait 0 1 4\n"  // completed already: SimGrid goes on
                            "0 compute 7\n"
                            "1 irecv 0 4 8\n"
                            "1 isend 0 3 8\n"
                            "1 waitall 2\n"
                            "1 compute 1\n"),
            goal_of_ranks("l1: recv 8b from 1 tag 3\n"
                          "l2: send 8b to 1 tag 4\n"
                          "l2 irequires l1\n"
                          "l3: calc 5\n"
                          "l3 irequires l2\n"
                          "l4: calc 6\n"
                          "l4 requires l3\n"
                          "l4 requires l1\n"
                          "l5: calc 7\n"
                          "l5 requires l4\n"
                          "l5 requires l2\n",
                          "l1: recv 8b from 0 tag 4\n"
                          "l2: send 8b to 0 tag 3\n"
                          "l2 irequires l1\n"
                          "l3: calc 1\n"
                          "l3 requires l2\n"
                          "l3 requires l1\n"));
}

TEST(Simgrid, SendRecv) {
  EXPECT_EQ(goal_of_simgrid("0 sendRecv 10 1 20 1 1 6\n0 compute 1\n1 barrier\n0 barrier\n"),
            goal_of_ranks("l1: send 40b to 1 tag 0\n"
                          "l2: recv 20b from 1 tag 0\n"
                          "l2 irequires l1\n"
                          "l3: calc 1\n"
                          "l3 requires l2\n"
                          "l3 requires l1\n"
                          "l4: barrier comm 0\n"
                          "l4 requires l3\n",
                          "l1: barrier comm 0\n"));
}

TEST(Simgrid, Collectives) {
  std::string text;
  for (const char* const rank : {"0 ", "1 "}) {
    for (const char* const action :
         {"bcast 10 1 1", "reduce 3 5 0 0", "allreduce 2 0 0", "alltoall 4 4 6 6", "alltoallv 5 2 3 5 2 3 1 1",
          "gather 6 6 1", "allgather 7 7", "gatherv 8 8 8 1 6 6", "allgatherv 9 9 9 1 1", "reducescatter 1 2 100 0",
          "scan 4 0 5", "scatter 3 3 1 6 6"})
      text += std::string(rank) + action + "\n";
  }
  EXPECT_THAT(goal_of_simgrid(text), HasSubstr("rank 1 {\n"
                                               "l1: bcast 40b root 1 comm 0\n"
                                               "l2: reduce 24b root 0 comm 0\n"
                                               "l2 requires l1\n"
                                               "l3: calc 5\n"
                                               "l3 requires l2\n"
                                               "l4: allreduce 16b comm 0\n"
                                               "l4 requires l3\n"
                                               "l5: alltoall 4b comm 0\n"
                                               "l5 requires l4\n"
                                               "l6: alltoallv comm 0 { 8 12 }\n"
                                               "l6 requires l5\n"
                                               "l7: gather 6b root 1 comm 0\n"
                                               "l7 requires l6\n"
                                               "l8: allgather 7b comm 0\n"
                                               "l8 requires l7\n"
                                               "l9: gather 8b root 1 comm 0\n"
                                               "l9 requires l8\n"
                                               "l10: allgather 36b comm 0\n"
                                               "l10 requires l9\n"
                                               "l11: reduce_scatter comm 0 { 8 16 }\n"
                                               "l11 requires l10\n"
                                               "l12: calc 100\n"
                                               "l12 requires l11\n"
                                               "l13: scan 16b comm 0\n"
                                               "l13 requires l12\n"
                                               "l14: scatter 3b root 1 comm 0\n"
                                               "l14 requires l13\n"
                                               "}\n"));
}

/// GOAL of the first step of the first rank.
std::string first_step(const std::string& text) {
  const std::string goal = goal_of_simgrid(text);
  const std::size_t begin = goal.find("l1: ");
  return goal.substr(begin, goal.find('\n', begin) - begin);
}

TEST(Simgrid, AllDatatypesOfSmpi) {
  EXPECT_EQ(first_step("0 send 1 0 10 26\n"), "l1: send 160b to 1 tag 0");  // complex of double
  EXPECT_EQ(first_step("0 send 1 0 10 40\n"), "l1: send 80b to 1 tag 0");   // Fortran's REAL8
  EXPECT_EQ(first_step("0 send 1 0 10 50\n"), "l1: send 320b to 1 tag 0");
  EXPECT_EQ(first_step("0 send 1 0 10 51\n"), "l1: send 0b to 1 tag 0");
  EXPECT_EQ(first_step("0 send 1 0 10 55\n"), "l1: send 80b to 1 tag 0");
}

TEST(Simgrid, SendsOfAllModes) {
  for (const char* const name : {"send", "Ssend", "bsend", "rsend"}) {
    EXPECT_EQ(goal_of_simgrid(std::string("0 ") + name + " 1 5 8\n0 compute 1\n1 recv 0 5 8\n"),
              goal_of_ranks("l1: send 8b to 1 tag 5\nl2: calc 1\nl2 requires l1\n", "l1: recv 8b from 0 tag 5\n"))
        << name;
  }
  for (const char* const name : {"isend", "ISsend", "ibsend", "irsend"}) {
    EXPECT_EQ(goal_of_simgrid(std::string("0 ") + name + " 1 5 8\n0 compute 1\n1 recv 0 5 8\n"),
              goal_of_ranks("l1: send 8b to 1 tag 5\nl2: calc 1\nl2 irequires l1\n", "l1: recv 8b from 0 tag 5\n"))
        << name;
  }
}

TEST(Simgrid, ActionsThatMoveNothing) {
  EXPECT_EQ(goal_of_simgrid("0 init\n1 init\n0 location main.c 10\n0 send 1 5 100 6\n0 iteration_in\n0 migrate 4096\n"
                            "0 testall\n0 testany\n0 testsome\n0 waitAny 1\n1 location main.c 12\n1 recv 0 5 100 6\n"
                            "0 iteration_out\n0 finalize\n1 finalize\n"),
            goal_of_ranks("l1: send 100b to 1 tag 5\n", "l1: recv 100b from 0 tag 5\n"));
}

TEST(Simgrid, MessagesOfUnknownSizeAndToNobody) {
  const std::string taken = goal_of_ranks("l1: send 100b to 1 tag 5\n", "l1: recv 100b from 0 tag 5\n");
  EXPECT_EQ(goal_of_simgrid("0 send 1 5 100 6\n1 recv 0 5 -1 6\n"), taken);
  EXPECT_EQ(goal_of_simgrid("0 send 1 5 100 6\n1 recv 0 5 0\n"), taken);
  EXPECT_EQ(goal_of_simgrid("0 send 1 5 100 6\n0 send -666 5 9\n0 isend -666 5 9\n1 recv -666 5 9\n1 recv 0 5 100\n"
                            "1 irecv -666 5 9\n1 wait -666 1 5\n1 sendRecv 9 -666 9 -666\n"),
            taken);
  EXPECT_EQ(goal_of_simgrid("0 send 1 5 100 6\n1 recv -555 -444 -1\n"),
            goal_of_ranks("l1: send 100b to 1 tag 5\n", "l1: recv 100b from -1 tag -1\n"));
  EXPECT_THAT(simgrid_fault("1 recv -7 5 100 6\n"), HasSubstr("t:1:8: expected the rank that sends"));
}

/// The first collective of three ranks with these arguments each.
std::string collective_of_three(const std::string& zero, const std::string& one, const std::string& two) {
  return first_step("0 " + zero + "\n1 " + one + "\n2 " + two + "\n");
}

TEST(Simgrid, CountsOfEachRankAsTheReplayReadsThem) {
  // Three doubles from the root to each, received as six ints.
  EXPECT_EQ(first_step("0 scatterv 3 3 6 0 0 1\n1 scatterv 3 3 6 0 0 1\n"), "l1: scatter 24b root 0 comm 0");
  EXPECT_EQ(first_step("0 gatherv 3 6 6 1 0 1\n1 gatherv 3 6 6 1 0 1\n"), "l1: gather 24b root 1 comm 0");
  // Displacements stand behind the counts, and a type may stand between.
  EXPECT_EQ(collective_of_three("allgatherv 4 4 5 6 0 4 9", "allgatherv 5 4 5 6 0 4 9", "allgatherv 6 4 5 6 0 4 9"),
            "l1: allgather 6b comm 0");
  EXPECT_EQ(collective_of_three("allgatherv 4 4 5 6 1 0 4 9", "allgatherv 5 4 5 6 1", "allgatherv 6 4 5 6 1 0 4 9"),
            "l1: allgather 24b comm 0");
}

TEST(Simgrid, CountsAsTheTracerOfSmpiWritesThem) {
  // The bytes of a type stand before the counts, which only the root has.
  EXPECT_EQ(collective_of_three("gatherv 4 1 4 5 6 0 1 1", "gatherv 5 1 0 1 1", "gatherv 6 1 0 1 1"),
            "l1: gather 24b root 0 comm 0");
  EXPECT_EQ(collective_of_three("scatterv 1 4 5 6 4 0 0 1", "scatterv 1 5 0 0 1", "scatterv 1 6 0 0 1"),
            "l1: scatter 24b root 0 comm 0");
  const std::string parts = "reducescatter 1 0 4 5 6 1";
  EXPECT_EQ(collective_of_three(parts, parts, parts), "l1: reduce_scatter comm 0 { 16 20 24 }");
  std::string four;
  for (const char* const rank : {"0", "1", "2", "3"}) four += std::string(rank) + " allgatherv 7 1 7 7 7 7 1 1\n";
  EXPECT_EQ(first_step(four), "l1: allgather 28b comm 0");
  for (const char* const name : {"scan", "exscan"})
    EXPECT_EQ(first_step(std::string("0 ") + name + " -1 0 5 1\n"), "l1: scan 20b comm 0");
}

TEST(Simgrid, TheRootOfAScatterSaysWhatItSends) {
  EXPECT_EQ(first_step("0 scatter 7 0\n1 scatter 9 7\n"), "l1: scatter 7b root 0 comm 0");
}

TEST(Simgrid, ListsAreRecognised) {
  const auto recognised = [](const TraceFiles& files) {
    const TraceFormat* const found = recognise_format("ti/list", test::opener(files));
    return found == nullptr ? "none" : std::string(found->name);
  };
  EXPECT_EQ(recognised({{"ti/list", "# ranks\n\n a0.txt \na1.txt\n"}, {"ti/a0.txt", "0 init\n"}}), "simgrid");
  EXPECT_EQ(recognised({{"ti/list", "a0.txt\n"}, {"ti/a0.txt", "num_ranks 1\n"}}), "none");
  EXPECT_EQ(recognised({{"ti/list", "a0.txt\n"}, {"ti/a0.txt", "MPI_Init:-:0:0:1\n"}}), "none");
  EXPECT_EQ(recognised({{"ti/list", "a0.txt\n"}}), "none");
  EXPECT_EQ(recognised({{"ti/list", "a0.txt a1.txt\n"}, {"ti/a0.txt", "0 init\n"}}), "none");
}

TEST(Simgrid, FilesOfRanksAndLists) {
  const std::string one = "0 send 1 0 8\n";
  const std::string two = "1 recv 0 0 8\n";
  const std::string together = goal_of_simgrid(one + two);
  EXPECT_EQ(goal_text(read_trace("simgrid", TraceFiles{{"a", two}, {"b", one}})), together);
  const TraceFiles files{{"ti/list", "# ranks\nr0\nr1\n"}, {"ti/r0", one}, {"ti/r1", two}};
  EXPECT_EQ(goal_text(find_format("simgrid")->read({"ti/list"}, test::opener(files), {})), together);
  EXPECT_EQ(simgrid_fault("r0\n"), "r0:1:1: there is no such file");
  EXPECT_EQ(simgrid_fault("r0\n0 init\n"), "t:2:1: expected the name of a file, as in the lines above");
  // A list does not list lists, so none is read forever.
  const TraceFiles loop{{"list", "list\n"}};
  EXPECT_THAT(fault([&] { find_format("simgrid")->read({"list"}, test::opener(loop), {}); }),
              HasSubstr("list:1:1: expected the number of a rank (a number)"));
}

TEST(Simgrid, Malformed) {
  EXPECT_EQ(simgrid_fault(""), "t:1:1: the trace is empty: expected lines RANK ACTION");
  EXPECT_EQ(simgrid_fault("0\n"), "t:1:2: expected an action before the end of the line");
  EXPECT_EQ(simgrid_fault("0 sned 1 0 8\n"), "t:1:3: unknown action \"sned\"; did you mean \"send\"?");
  EXPECT_EQ(simgrid_fault("0 fly\n"), "t:1:3: unknown action \"fly\"");
  EXPECT_THAT(simgrid_fault("9999999 init\n"), HasSubstr("t:1:1: the number of a rank 9999999 is too large"));
  EXPECT_THAT(simgrid_fault("0 send 1 0\n"), HasSubstr("t:1:11: expected the number of elements"));
  EXPECT_THAT(simgrid_fault("0 send 1 0 8 99\n"), HasSubstr("t:1:14: the type 99 is not known"));
  EXPECT_THAT(simgrid_fault("0 send 1 0 8 1 1\n"), HasSubstr("t:1:16: unexpected \"1\""));
  EXPECT_THAT(simgrid_fault("0 send -1 0 8\n"), HasSubstr("t:1:8: expected the rank that receives"));
  EXPECT_THAT(simgrid_fault("0 send 1 0 1e18\n"),
              HasSubstr("t:1:3: 1000000000000000000 elements are more than 2^40 bytes"));
  EXPECT_THAT(simgrid_fault("0 compute -5\n"), HasSubstr("t:1:11: expected the flops"));
  EXPECT_THAT(simgrid_fault("0 compute 1e17\n"), HasSubstr("t:1:11: the flops 1e17 is too large"));
  EXPECT_THAT(simgrid_fault("0 compute 4e15\n0 compute 4.6e15\n"),
              HasSubstr("t:2:3: this computation is longer than 2^52 ns"));
  EXPECT_THAT(simgrid_fault("0 alltoallv 1 1 1\n"),
              HasSubstr("t:1:3: the trace has 1 ranks, so alltoallv has 4 numbers"));
  EXPECT_THAT(simgrid_fault("0 gatherv 1 1 5\n"), HasSubstr("t:1:3: there is no rank 5"));
  EXPECT_THAT(simgrid_fault("0 bcast 1 5\n"), HasSubstr("only 1 of the 6 members"));
  EXPECT_THAT(simgrid_fault("0 barrier\n1 barrier\n1 barrier\n"), HasSubstr("only 1 of the 2 members"));
  EXPECT_THAT(simgrid_fault("0 recv -1 -1 8\n1 barrier\n0 barrier\n"), "");
}

}  // namespace
}  // namespace trenza::traces
