#include "testbench/traffic/geometric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "testbench/integers.h"
#include "testbench/traffic/draws.h"
#include "testbench/traffic/moments_test_support.h"

namespace trenza::testbench {
namespace {

using test_support::Moments;

std::uint64_t fixed(std::uint64_t numerator, std::uint64_t denominator) {
  return make_rate(numerator, denominator).fraction;
}

template <class Draw>
Moments draw_moments(int count, const Draw& draw) {
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < count; ++k) {
    const auto value = static_cast<double>(draw(static_cast<std::uint64_t>(k)));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / count;
  return {mean, squares / count - mean * mean};
}

TEST(Geometric, MeanAndVariance) {
  for (const auto& [numerator, denominator] : {std::pair{9, 10}, {1, 2}, {1, 3}, {1, 53}, {1, 1000}, {1, 1000000}}) {
    const Geometric geometric(fixed(numerator, denominator));
    const int count = 200'000;
    const Moments found =
        draw_moments(count, [&](std::uint64_t k) { return geometric(traffic_draw(7, TrafficDraw::gap, 3, k)); });
    const double p = static_cast<double>(numerator) / denominator;
    const double mean = (1 - p) / p;
    const double variance = (1 - p) / (p * p);
    EXPECT_NEAR(found.mean, mean, 5 * std::sqrt(variance / count)) << p;
    EXPECT_NEAR(found.variance / variance, 1, 0.05) << p;
  }
}

TEST(Geometric, EveryValueHasItsProbability) {
  const Geometric geometric(fixed(3, 10));
  const int count = 500'000;
  std::vector<int> histogram(12, 0);
  for (int k = 0; k < count; ++k) {
    const std::uint64_t value = geometric(traffic_draw(1, TrafficDraw::gap, 0, static_cast<std::uint64_t>(k)));
    ++histogram[value < 11 ? value : 11];
  }
  double left = 1;
  for (std::size_t value = 0; value < 12; ++value) {
    const double p = value < 11 ? 0.3 * std::pow(0.7, static_cast<double>(value)) : left;
    EXPECT_NEAR(histogram[value], count * p, 5 * std::sqrt(count * p)) << value;
    left -= p;
  }
}

TEST(Geometric, ExtremeProbabilities) {
  const Geometric nearly_always(std::numeric_limits<std::uint64_t>::max());
  const Geometric nearly_never(1);
  for (std::uint64_t k = 0; k < 1000; ++k) {
    EXPECT_EQ(nearly_always(traffic_draw(1, TrafficDraw::gap, 0, k)), 0U);
    EXPECT_GT(nearly_never(traffic_draw(1, TrafficDraw::gap, 0, k)), std::uint64_t{1} << 40);
  }
}

TEST(Geometric, SameNumbersOnEveryMachine) {
  const Geometric geometric(fixed(3, 160));
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < 8; ++k) values.push_back(geometric(traffic_draw(1, TrafficDraw::gap, 0, k)));
  EXPECT_EQ(values, (std::vector<std::uint64_t>{24, 49, 54, 57, 0, 36, 94, 16}));
}

TEST(Rate, SplitsWholeAndFraction) {
  const Rate rate = make_rate(7, 2);
  EXPECT_EQ(rate.whole, 3U);
  EXPECT_EQ(rate.fraction, std::uint64_t{1} << 63);
  EXPECT_EQ(make_rate(1, 3).fraction, 0x5555555555555555U);
  EXPECT_TRUE(make_rate(0, 5).is_zero());
}

TEST(Draws, BelowIsUniform) {
  std::vector<int> count(7, 0);
  for (std::uint64_t k = 0; k < 70'000; ++k) ++count[draw_below(traffic_draw(3, TrafficDraw::destination, 1, k), 7)];
  for (const int n : count) EXPECT_NEAR(n, 10'000, 500);
}

}  // namespace
}  // namespace trenza::testbench
