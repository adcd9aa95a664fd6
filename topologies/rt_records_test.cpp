#include "topologies/rt_records.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::length;
using test_support::make;
using test_support::make_torus;

std::vector<Record> formula(bool twisted, int a, int x, int y) {
  return twisted ? rtt_records(a, x, y) : rt_records(a, x, y);
}

class RtRecordsTest : public ::testing::TestWithParam<int> {};

TEST_P(RtRecordsTest, AlgorithmsFindWhatTheSearchFindsForAllPairs) {
  const int a = GetParam();
  for (const bool twisted : {false, true}) {
    SCOPED_TRACE(twisted ? "RTT" : "RT");
    const std::vector<Twist> twists = twisted ? std::vector<Twist>{{1, 0, a}} : std::vector<Twist>{};
    const auto searched = make_torus({2 * a, a}, twists);
    const auto by_formula = make(twisted ? "rtt" : "rt", a);
    const NodeId nodes = searched->graph().nodes();
    for (NodeId s = 0; s < nodes; ++s) {
      const std::vector<int> distance = test_support::graph_distances(searched->graph(), s);
      for (NodeId t = 0; t < nodes; ++t) {
        if (s == t) continue;
        // The signed difference of the coordinates, as the paper has it: not reduced.
        const auto from = searched->coordinates(s);
        const auto to = searched->coordinates(t);
        const std::vector<Record> records = formula(twisted, a, to[0] - from[0], to[1] - from[1]);
        ASSERT_TRUE(std::is_sorted(records.begin(), records.end()));
        ASSERT_EQ(records, test_support::records(*searched, s, t))
            << searched->node_name(s) << " to " << searched->node_name(t);
        ASSERT_EQ(records, test_support::records(*by_formula, s, t));
        for (const Record& record : records) {
          ASSERT_EQ(length(record), distance[static_cast<std::size_t>(t)]);
          ASSERT_EQ(test_support::walk(searched->graph(), s, test_support::steps_of(record)), t);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RtRecordsTest, ::testing::Range(2, 13));

TEST(RtRecordsTest, TheFirstRecordIsThePapers) {
  // Algorithms 1 and 2 as printed, with a remainder that is never negative; they break every tie to the lower side.
  const auto rem = [](int value, int modulus) { return ((value % modulus) + modulus) % modulus; };
  for (const int a : {2, 3, 4, 5, 8}) {
    for (int x = 1 - 2 * a; x < 2 * a; ++x) {
      for (int y = 1 - a; y < a; ++y) {
        const Record rt{rem(x + a, 2 * a) - a, rem(y + a / 2, a) - a / 2};
        EXPECT_EQ(rt_records(a, x, y).front(), rt);
        const int p = rem(x + y + a, 2 * a);
        const int q = rem(y - x + a, 2 * a);
        const Record rtt{(p - q) / 2, (p + q - 2 * a) / 2};
        const std::vector<Record> all = rtt_records(a, x, y);
        EXPECT_EQ(std::count(all.begin(), all.end(), rtt), 1);
      }
    }
  }
}

TEST(RtRecordsTest, TiesOfTheReference) {
  // Destinations of node 0 with more than one minimal record: a_rt_rtt, column dests_with_tied_records.
  const auto tied = [](const std::string& kind, int a) {
    const auto network = make(kind, a);
    int count = 0;
    for (NodeId t = 1; t < network->graph().nodes(); ++t) count += network->routing().routes(0, t) > 1 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(tied("rt", 4), 11);
  EXPECT_EQ(tied("rtt", 4), 7);
  EXPECT_EQ(tied("rt", 8), 23);
  EXPECT_EQ(tied("rtt", 8), 15);
}

TEST(RtRecordsTest, FourRecordsWhereBothDiagonalsTie) {
  EXPECT_EQ(rtt_records(4, 4, 0), (std::vector<Record>{{-4, 0}, {0, -4}, {0, 4}, {4, 0}}));
  EXPECT_EQ(rt_records(4, 4, 2), (std::vector<Record>{{-4, -2}, {-4, 2}, {4, -2}, {4, 2}}));
}

}  // namespace
}  // namespace trenza::topologies
