#include "testbench/statistics/traffic_mix.h"

#include <gtest/gtest.h>

#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

TEST(TrafficMix, CountsStepsTheShorterWayRoundWhereADimensionIsClosed) {
  topologies::TorusShape shape;
  shape.sizes = {8, 4};
  shape.wrap = {true, false};
  const auto cylinder = topologies::make_twisted_torus("cylinder", shape);
  const MixCounter counter(*cylinder);
  MixTotals totals;
  counter.count(cylinder->node_at({0, 0}), cylinder->node_at({7, 3}), totals);
  EXPECT_EQ(totals.by_dimension, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(totals.by_distance, (std::vector<std::uint64_t>{0, 0, 0, 0, 1}));
  MixTotals others;
  counter.count(cylinder->node_at({2, 1}), cylinder->node_at({6, 1}), others);
  counter.count(cylinder->node_at({2, 1}), cylinder->node_at({2, 1}), others);
  totals.merge(others);
  EXPECT_EQ(totals.by_dimension, (std::vector<std::uint64_t>{5, 3}));
  EXPECT_EQ(totals.by_distance, (std::vector<std::uint64_t>{1, 0, 0, 0, 2}));
}

TEST(TrafficMix, ALineHasOneDimensionAndNoShareOfIt) {
  topologies::TorusShape shape;
  shape.sizes = {4};
  const auto ring = topologies::make_twisted_torus("ring", shape);
  MixTotals totals;
  MixCounter(*ring).count(0, 3, totals);
  EXPECT_TRUE(totals.by_dimension.empty());
  EXPECT_EQ(totals.by_distance, (std::vector<std::uint64_t>{0, 1}));
}

// The mean of the hops stays as it is: what x loses y gains.
TEST(TrafficMix, ShowsWhatMeanHopsHide) {
  const MixTotals offered{{0, 500, 500}, {800, 700}};
  const MixTotals delivered{{0, 250, 250}, {360, 390}};
  const auto shift = mix_shift(offered, delivered);
  ASSERT_TRUE(shift);
  EXPECT_DOUBLE_EQ(*shift->by_dimension[0], 0.9);
  EXPECT_DOUBLE_EQ(*shift->by_dimension[1], 780.0 / 700);
  EXPECT_FALSE(shift->by_distance[0]) << "nobody went nowhere";
  EXPECT_DOUBLE_EQ(*shift->by_distance[1], 1);
  EXPECT_DOUBLE_EQ(*shift->by_distance[2], 1);
}

TEST(TrafficMix, HasNoSharesOfFewPackets) {
  EXPECT_FALSE(mix_shift({}, {}));
  EXPECT_FALSE(mix_shift({{200}, {}}, {}));
  const auto shift = mix_shift({{99, 100}, {}}, {{99, 50}, {}});
  ASSERT_TRUE(shift);
  EXPECT_FALSE(shift->by_distance[0]);
  EXPECT_DOUBLE_EQ(*shift->by_distance[1], 50.0 * 199 / (100 * 149));
}

}  // namespace
}  // namespace trenza::testbench
