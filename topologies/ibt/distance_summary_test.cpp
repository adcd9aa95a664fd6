#include "topologies/ibt/distance_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace trenza::topologies {

namespace {

TEST(CountSummary, OfARingOfFour) {
  const auto ring = summarize_distances({1, 2, 1});
  EXPECT_EQ(ring.diameter, 2);
  EXPECT_EQ(ring.distance_sum, 4);
  EXPECT_DOUBLE_EQ(ring.mean_incl, 1);
  EXPECT_DOUBLE_EQ(ring.mean_excl, 4.0 / 3);
  EXPECT_DOUBLE_EQ(ring.deviation_incl, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(ring.deviation_excl, std::sqrt(2.0 / 9));
}

TEST(CountSummary, OfNothing) {
  EXPECT_EQ(summarize_distances({}).diameter, 0);
  EXPECT_EQ(summarize_distances({5}).mean_excl, 0);
  EXPECT_EQ(summarize_distances({1, 2, 0}).diameter, 1);
}

TEST(CountSummary, CountsAddUp) {
  std::vector<std::int64_t> total{1};
  add_counts(total, {1, 3, 5}, 2);
  EXPECT_THAT(total, testing::ElementsAre(3, 6, 10));
  add_counts(total, {1});
  EXPECT_THAT(total, testing::ElementsAre(4, 6, 10));
}

}  // namespace

}  // namespace trenza::topologies
