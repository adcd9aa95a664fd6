#include "testbench/goal/traffic_matrix.h"

#include <gtest/gtest.h>

#include "testbench/input_error.h"
#include "tests/support/goal_text.h"

namespace trenza::testbench {
namespace {

using test::parse_goal;

TEST(TrafficMatrix, AddsUpTheSendsOfEveryPair) {
  const TrafficMatrix matrix =
      traffic_matrix(parse_goal("num_ranks 3\n"
                                "rank 0 {\nsend 8b to 2\nsend 100b to 1\ncalc 7\nsend 2b to 2\n}\n"
                                "rank 1 {\nrecv 100b from 0\n}\n"
                                "rank 2 {\nsend 0b to 0\nrecv 8b from 0\nrecv 2b from 0\n}\n"));
  ASSERT_EQ(matrix.entries.size(), 3U);
  EXPECT_EQ(matrix.ranks, 3U);
  EXPECT_EQ(matrix.entries[0].from, 0U);
  EXPECT_EQ(matrix.entries[0].to, 1U);
  EXPECT_EQ(matrix.entries[0].bytes, 100U);
  EXPECT_EQ(matrix.entries[1].to, 2U);
  EXPECT_EQ(matrix.entries[1].messages, 2U);
  EXPECT_EQ(matrix.entries[1].bytes, 10U);
  EXPECT_EQ(matrix.entries[2].from, 2U);
  EXPECT_EQ(matrix.entries[2].bytes, 0U);
  EXPECT_EQ(matrix.messages(), 4U);
  EXPECT_EQ(matrix.bytes(), 110U);
}

TEST(TrafficMatrix, RefusesMoreBytesThanItCanCount) {
  const GoalTrace trace = [] {
    GoalTrace large = parse_goal("num_ranks 2\nrank 0 {\nsend 1b to 1\nsend 1b to 1\n}\nrank 1 {\n}\n");
    large.operations[0].amount = ~std::uint64_t{0};
    return large;
  }();
  EXPECT_THROW(traffic_matrix(trace), InputError);
}

}  // namespace
}  // namespace trenza::testbench
