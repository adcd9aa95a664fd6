// FSIN: what its lines become, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

using test::fault;
using test::goal_program;
using test::goal_text;
using test::read_trace;
using testing::HasSubstr;

TEST(Fsin, LinesInTheOrderOfTheirNodes) {
  EXPECT_EQ(goal_text(read_trace("fsin",
                                 "# made by hand\n"
                                 "c 0 100\n"
                                 "c 1 7\n"
                                 "s 0 1 5 64\n"
                                 "\n"
                                 "r 0 1 5 64\n"
                                 "  c 0 3\n")),
            "num_ranks 2\n"
            "rank 0 {\n"
            "l1: calc 100\n"
            "l2: send 64b to 1 tag 5\n"
            "l2 requires l1\n"
            "l3: calc 3\n"
            "l3 requires l2\n"
            "}\n"
            "rank 1 {\n"
            "l1: calc 7\n"
            "l2: recv 64b from 0 tag 5\n"
            "l2 requires l1\n"
            "}\n");
}

TEST(Fsin, AlogLines) {
  EXPECT_EQ(goal_text(read_trace("fsin",
                                 "-1 0 0 0 0 0 some program\n"
                                 "-101 0 0 2 0 123.5 9 10\n"
                                 "-102 2 0 0 0 130 9 10\n")),
            "num_ranks 3\nrank 0 {\nl1: send 10b to 2 tag 9\n}\nrank 1 {\n}\nrank 2 {\nl1: recv 10b from 0 tag 9\n}\n");
}

TEST(Fsin, UnitsOfComputation) {
  TraceOptions options;
  options.picoseconds_per_unit = 32'500;                                                   // cycles of 32.5 ns
  EXPECT_THAT(goal_text(read_trace("fsin", "c 0 3\n", options)), HasSubstr("calc 98\n"));  // 97.5
  options.picoseconds_per_unit = 1'000'000'000;
  EXPECT_THAT(goal_text(read_trace("fsin", "c 0 3\n", options)), HasSubstr("calc 3000000\n"));
  EXPECT_THAT(fault([&] { read_trace("fsin", "c 0 99999999999999\n", options); }),
              HasSubstr("t:1:5: a computation of"));
}

TEST(Fsin, Malformed) {
  const auto fault_of = [](const std::string& text) { return fault([&] { read_trace("fsin", text); }); };
  EXPECT_EQ(fault_of(""), "t:1:1: the trace is empty: expected lines of FSIN");
  EXPECT_EQ(fault_of("# nothing\n"), "t:1:1: the trace is empty: expected lines of FSIN");
  EXPECT_EQ(fault_of("-1 0 header\n"), "t:1:1: the trace names no node");
  EXPECT_EQ(fault_of("c 0 1\nx 0 1\n"), "t:2:1: unknown event \"x\"; expected c, s, r, -101 or -102");
  EXPECT_EQ(fault_of("c 0\n"), "t:1:4: expected the length of the computation before the end of the line");
  EXPECT_EQ(fault_of("c 0 1.5\n"), "t:1:5: expected the length of the computation (a number) in place of \"1.5\"");
  EXPECT_EQ(fault_of("c -1 5\n"), "t:1:3: expected a node (a number) in place of \"-1\"");
  EXPECT_EQ(fault_of("c 9999999 5\n"), "t:1:3: a node 9999999 is too large; at most 262143 is possible");
  EXPECT_EQ(fault_of("s 0 1 2\n"), "t:1:8: expected the bytes of the message before the end of the line");
  EXPECT_EQ(fault_of("s 0 1 2 3 4\n"),
            "t:1:11: unexpected \"4\" after the bytes of the message; expected the end of the line");
  EXPECT_THAT(fault_of("s 0 1 2 9999999999999\n"),
              HasSubstr("t:1:9: the bytes of the message 9999999999999 is too large"));
  EXPECT_THAT(fault_of("s 0 1 99999999999999999999 4\n"), HasSubstr("t:1:7: the tag"));
  EXPECT_THAT(fault_of(std::string("c 0 \0\n", 6)), HasSubstr("t:1:5: expected the length of the computation"));
  EXPECT_THAT(fault_of("-103 0 0 1 0 0 0 8\n"), HasSubstr("unknown event \"-103\""));
  EXPECT_THAT(fault_of("-101 0 0 1 0 x 0 8\n"), HasSubstr("t:1:14: expected the time"));
  EXPECT_THAT(fault_of(std::string(3 << 20, 'c')), HasSubstr("longer than 1 MiB"));
}

TEST(Fsin, IsWrittenWithWholeUnits) {
  const Program program = goal_program("num_ranks 2\nrank 0 {\nl1: calc 96\n}\nrank 1 {\n}\n");
  TraceOptions options;
  options.picoseconds_per_unit = 32'000;
  EXPECT_THAT(test::write_trace("fsin", program, options).begin()->second, HasSubstr("c 1 0\nc 0 3\n"));
  options.picoseconds_per_unit = 35'000;
  EXPECT_EQ(fault([&] { test::write_trace("fsin", program, options); }),
            "t.goal:3:5: a computation of 96 ns is no whole number of units of 35000 ps; expected another --time-unit");
}

}  // namespace
}  // namespace trenza::traces
