// Student's distribution, intervals by batch means and of percentiles: against integration, series of known variance,
// and sorting.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "microarch/hash.h"
#include "testbench/statistics/batch_means.h"
#include "testbench/statistics/quantile_interval.h"
#include "testbench/statistics/student.h"

namespace trenza::testbench {
namespace {

/// Probability that a variable of Student's distribution lies in -t .. t, by Simpson's rule in the angle of tan(angle)
/// = t / sqrt(freedom), where the density is proportional to cos(angle)^(freedom - 1).
double probability_within(double t, int freedom) {
  constexpr int kSteps = 2000;
  constexpr double kRight = 1.57079632679489662;
  const auto integral = [&](double end) {
    const auto density = [&](int step) { return std::pow(std::cos(end * step / kSteps), freedom - 1); };
    double sum = density(0) + density(kSteps);
    for (int step = 1; step < kSteps; ++step) sum += (step % 2 == 1 ? 4 : 2) * density(step);
    return sum * end / kSteps / 3;
  };
  return integral(std::atan(t / std::sqrt(freedom))) / integral(kRight);
}

TEST(Student, HoldsNinetyFivePercent) {
  for (const int freedom : {1, 2, 3, 4, 5, 7, 10, 15, 20, 29, 30, 31, 32, 50, 63, 100, 127, 500})
    EXPECT_NEAR(probability_within(student_t95(static_cast<std::size_t>(freedom)), freedom), 0.95, 2e-8) << freedom;
}

TEST(Student, AgreesWithPrintedTables) {  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975
  EXPECT_NEAR(student_t95(1), 12.706, 0.0005);
  EXPECT_NEAR(student_t95(9), 2.262, 0.0005);
  EXPECT_NEAR(student_t95(40), 2.021, 0.0005);
  EXPECT_NEAR(student_t95(100), 1.984, 0.0005);
  EXPECT_NEAR(student_t95(1'000'000'000), 1.95996, 0.00001);
  for (std::size_t freedom = 1; freedom < 200; ++freedom) EXPECT_GT(student_t95(freedom), student_t95(freedom + 1));
}

/// Numbers of mean 0 and variance 1 (the sum of twelve of the unit interval, less 6), each from its index alone.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : seed_(seed) {}
  double next() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(microarch::hash(seed_, index_++) >> 11U) * 0x1p-53;
    return sum;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

/// Batches of a series of which each value is `memory` times the one before and noise, around 1000.
std::vector<Batch> correlated_batches(std::uint64_t seed, double memory, int batches, int values) {
  Noise noise(seed);
  double value = noise.next() / std::sqrt(1 - memory * memory);
  std::vector<Batch> result;
  for (int k = 0; k < batches; ++k) {
    Batch batch;
    for (int i = 0; i < values; ++i) {
      value = memory * value + noise.next();
      batch.sum += static_cast<std::uint64_t>(std::llround(1'000'000 + 1000 * value));
      ++batch.weight;
    }
    result.push_back(batch);
  }
  return result;
}

/// How many of 200 intervals hold the true value.
int coverage(const std::function<std::optional<MeanInterval>(std::uint64_t)>& interval, double truth) {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) held += interval(seed)->holds(truth) ? 1 : 0;
  return held;
}

TEST(MeanIntervalTest, CoversTheMeanOfCorrelatedSeries) {
  for (const auto& [memory, values] : {std::pair{0.0, 10}, {0.5, 10}, {0.9, 10}, {0.9, 50}, {0.95, 25}}) {
    const auto interval = [memory = memory, values = values](std::uint64_t seed) {
      return mean_interval(correlated_batches(seed, memory, 48, values));
    };
    const int held = coverage(interval, 1'000'000);
    EXPECT_GE(held, 180) << memory << " " << values;
    EXPECT_LE(held, 197) << memory << " " << values;
  }
}

TEST(MeanIntervalTest, HasTheWidthThatTheoryGives) {
  // Of independent values the variance of the mean is 1000^2 / n, of correlated ones (1 + m) / (1 - m) times (that of a
  // value is 1 / (1 - m^2) times the noise's): 1000^2 / (n (1 - m)^2) for large n.
  for (const double memory : {0.0, 0.8}) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
      sum += mean_interval(correlated_batches(seed, memory, 64, 100))->spread.half_width;
    EXPECT_NEAR(sum / 50, 2.0 * 1000 / 80 / (1 - memory), 0.1 * 2.0 * 1000 / 80 / (1 - memory)) << memory;
  }
}

TEST(MeanIntervalTest, JoinsBatchesUntilTheyDoNotDependOnEachOther) {
  EXPECT_EQ(mean_interval(correlated_batches(3, 0, 64, 10))->spread.batches, 64U);
  const Spread joined = mean_interval(correlated_batches(3, 0.9, 64, 10))->spread;
  EXPECT_LT(joined.batches, 64U);
  EXPECT_TRUE(joined.independent);
  std::vector<Batch> growing;
  for (std::uint64_t k = 0; k < 64; ++k) growing.push_back({100 + k, 1});
  const Spread trend = mean_interval(growing)->spread;
  EXPECT_EQ(trend.batches, 8U);
  EXPECT_FALSE(trend.independent);
}

TEST(MeanIntervalTest, ByHand) {
  // 1, 2, 1, 2, ... has a correlation of neighbours of -15/16: nothing is joined, nothing widened. The variance of a
  // value is 0.25 * 16 / 15, that of the mean a sixteenth of it.
  std::vector<Batch> batches;
  for (std::uint64_t k = 0; k < 16; ++k) batches.push_back({1 + k % 2, 1});
  const auto interval = mean_interval(batches);
  EXPECT_DOUBLE_EQ(interval->mean, 1.5);
  EXPECT_EQ(interval->spread.batches, 16U);
  EXPECT_NEAR(interval->spread.half_width, 2.13144954556 * std::sqrt(0.25 / 15), 1e-9);
  EXPECT_TRUE(interval->holds(1.5));
  EXPECT_FALSE(interval->holds(2));
}

TEST(MeanIntervalTest, OfBatchesThatAreAllTheSameIsAPoint) {
  const auto interval = mean_interval(std::vector<Batch>(20, Batch{30, 10}));
  EXPECT_EQ(interval->low(), 3);
  EXPECT_EQ(interval->high(), 3);
  EXPECT_TRUE(interval->spread.independent);
}

TEST(MeanIntervalTest, BatchesWithoutPacketsHaveNoMeanOfTheirOwn) {
  std::vector<Batch> batches(10, Batch{50, 10});
  batches[4] = {};
  EXPECT_EQ(mean_interval(batches)->mean, 5);
  EXPECT_FALSE(mean_interval(std::vector<Batch>(10)));
}

TEST(MeanIntervalTest, WhatWasLeftOutCountsIfItSpreadsMore) {
  const auto batches = correlated_batches(4, 0, 32, 10);
  const auto alone = mean_interval(batches);
  const auto quiet = mean_interval(batches, std::vector<Batch>(8, Batch{10'000'000, 10}));
  EXPECT_EQ(quiet->spread.half_width, alone->spread.half_width);
  auto burst = correlated_batches(5, 0, 8, 10);
  burst[3].sum += 40'000;  // 4000 more for each value
  const auto wide = mean_interval(batches, burst);
  EXPECT_EQ(wide->mean, alone->mean);
  EXPECT_GT(wide->spread.half_width, 1.5 * alone->spread.half_width);
}

TEST(MeanIntervalTest, NeedsEightBatches) {
  EXPECT_FALSE(mean_interval(correlated_batches(1, 0, 7, 10)));
  EXPECT_TRUE(mean_interval(correlated_batches(1, 0, 8, 10)));
  EXPECT_FALSE(spread_of_sum({}));
}

TEST(DriftInterval, CoversNoDriftAndFindsOne) {
  const auto drift = [](std::uint64_t seed) { return drift_interval(correlated_batches(seed, 0.8, 60, 20)); };
  const int held = coverage(drift, 0);
  EXPECT_GE(held, 180);
  EXPECT_LE(held, 197);
  auto growing = correlated_batches(5, 0.5, 60, 20);
  for (std::size_t k = 0; k < growing.size(); ++k)
    growing[k].sum += 20 * 40 * k;  // 1200 between the middles of the halves
  const auto found = drift_interval(growing);
  EXPECT_NEAR(found->mean, 1200, found->spread.half_width);
  EXPECT_GT(found->low(), 0);
}

/// The same noise in both series, and some of its own in the other, which is 100 higher.
std::optional<MeanInterval> common_difference(std::uint64_t seed) {
  const auto base = correlated_batches(seed, 0.7, 48, 20);
  auto other = base;
  Noise own(seed + 1'000'000);
  for (Batch& batch : other) batch.sum += static_cast<std::uint64_t>(std::llround(20 * (100 + 50 * own.next())));
  return difference_interval(base, other);
}

TEST(DifferenceInterval, CommonRandomNumbersCancel) {
  const int held = coverage(common_difference, 100);
  EXPECT_GE(held, 180);
  EXPECT_LE(held, 197);
  const auto paired = common_difference(1);
  const auto alone = mean_interval(correlated_batches(1, 0.7, 48, 20));
  EXPECT_LT(paired->spread.half_width, alone->spread.half_width / 5);
  EXPECT_GT(paired->low(), 0);
  EXPECT_FALSE(difference_interval(correlated_batches(1, 0, 20, 5), correlated_batches(1, 0, 21, 5)));
}

TEST(PairedDifference, ByHand) {
  const auto difference = paired_difference({10, 20, 30}, {12, 23, 34});  // 2, 3, 4: deviation 1
  EXPECT_DOUBLE_EQ(difference->mean, 3);
  EXPECT_NEAR(difference->spread.half_width, 4.3026527 / std::sqrt(3), 1e-6);
  EXPECT_EQ(difference->spread.batches, 3U);
  EXPECT_FALSE(paired_difference({1}, {2}));
  EXPECT_FALSE(paired_difference({1, 2}, {2}));
}

TEST(QuantileIntervalTest, CoversThePercentilesOfCorrelatedSeries) {
  // The noise is close to normal: the percentile 95 of a series with memory m is 1.645 / sqrt(1 - m^2). Of twelve
  // summands it is 1.650.
  constexpr double kMemory = 0.7;
  for (const auto& [percent, wanted] : {std::pair{50U, 0.0}, {95U, 1.647}}) {
    int held = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Noise noise(seed);
      std::vector<Histogram> batches(48);
      Histogram all;
      double value = noise.next() / std::sqrt(1 - kMemory * kMemory);
      for (Histogram& batch : batches) {
        for (int k = 0; k < 40; ++k) {
          value = kMemory * value + noise.next();
          batch.add(static_cast<std::uint64_t>(std::llround(2000 + 100 * value)));
        }
        all.merge(batch);
      }
      std::vector<const Histogram*> pointers;
      for (const Histogram& batch : batches) pointers.push_back(&batch);
      const auto interval = quantile_interval(pointers, all, percent);
      ASSERT_TRUE(interval);
      EXPECT_EQ(interval->value, all.percentile(percent));
      EXPECT_LE(interval->low, interval->value);
      EXPECT_GE(interval->high, interval->value);
      const double truth = 2000 + 100 * wanted / std::sqrt(1 - kMemory * kMemory);
      held += static_cast<double>(interval->low) <= truth && truth <= static_cast<double>(interval->high) ? 1 : 0;
    }
    EXPECT_GE(held, 180) << percent;
    EXPECT_LE(held, 198) << percent;
  }
}

TEST(QuantileIntervalTest, NeedsValuesBeyondItsEnds) {
  std::vector<Histogram> batches(10);
  Histogram all;
  for (std::uint64_t k = 0; k < batches.size(); ++k) {
    for (std::uint64_t i = 0; i < 10; ++i) batches[k].add(100 * i + k);
    all.merge(batches[k]);
  }
  std::vector<const Histogram*> pointers;
  for (const Histogram& batch : batches) pointers.push_back(&batch);
  EXPECT_TRUE(quantile_interval(pointers, all, 50));
  EXPECT_FALSE(quantile_interval(pointers, all, 99)) << "of 100 values";
  EXPECT_FALSE(quantile_interval({}, Histogram(), 50));
  EXPECT_EQ(all.value_at(1), 0U);
  EXPECT_EQ(all.value_at(100), 909U);
  EXPECT_EQ(all.count_up_to(99), 10U);
  EXPECT_EQ(all.count_up_to(100), 11U);
  EXPECT_EQ(all.count_up_to(5000), 100U);
}

}  // namespace
}  // namespace trenza::testbench
