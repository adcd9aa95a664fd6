#include "testbench/traffic/arrival.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "testbench/input_error.h"
#include "testbench/traffic/moments_test_support.h"
#include "testbench/traffic/on_off.h"
#include "testbench/traffic/poisson.h"

namespace trenza::testbench {
namespace {

using test_support::Moments;

/// Packets of each of the first `cycles` cycles of a process.
std::vector<std::uint64_t> counts(ArrivalProcess& arrivals, ProcessId process, Cycle cycles) {
  std::vector<std::uint64_t> result(cycles, 0);
  Cycle least = 0;
  for (;;) {
    const Arrival arrival = arrivals.next(process);
    if (arrival.cycle >= cycles) return result;
    EXPECT_GE(arrival.cycle, least);
    EXPECT_GT(arrival.packets, 0U);
    least = arrival.cycle + 1;
    result[arrival.cycle] = arrival.packets;
  }
}

Moments moments(const std::vector<std::uint64_t>& values) {
  double sum = 0;
  double squares = 0;
  for (const std::uint64_t value : values) {
    sum += static_cast<double>(value);
    squares += static_cast<double>(value * value);
  }
  const double mean = sum / static_cast<double>(values.size());
  return {mean, squares / static_cast<double>(values.size()) - mean * mean};
}

std::unique_ptr<ArrivalProcess> make(const std::string& name, std::vector<Rate> rates,
                                     const SyntheticTraffic& traffic = {}) {
  return make_arrival(name, ArrivalContext{11, std::move(rates), &traffic});
}

TEST(Arrival, AtStartIsAllThereInCycleZero) {
  SyntheticTraffic traffic;
  traffic.packets = 5;
  const auto five = make("at_start", std::vector<Rate>(3), traffic);
  EXPECT_TRUE(five->ends());
  for (ProcessId p = 0; p < 3; ++p) {
    EXPECT_EQ(counts(*five, p, 4), (std::vector<std::uint64_t>{5, 0, 0, 0}));
    EXPECT_EQ(five->next(p).cycle, kNever);
  }
  EXPECT_EQ(counts(*make("at_start", std::vector<Rate>(9)), 0, 2), (std::vector<std::uint64_t>{8, 0}));
  traffic.packets = 0;
  traffic.self = true;
  EXPECT_EQ(counts(*make("at_start", std::vector<Rate>(9), traffic), 0, 2), (std::vector<std::uint64_t>{9, 0}));
  EXPECT_FALSE(make("bernoulli", {make_rate(1, 2)})->ends());
}

TEST(Arrival, BernoulliHasMeanAndVarianceOfBernoulli) {
  for (const auto& [numerator, denominator] : {std::pair{3, 160}, {1, 2}, {99, 100}, {1, 1}, {5, 4}, {4, 1}}) {
    const auto arrivals = make("bernoulli", {make_rate(numerator, denominator)});
    const Moments found = moments(counts(*arrivals, 0, 200'000));
    const double rate = static_cast<double>(numerator) / denominator;
    const double p = rate - std::floor(rate);
    EXPECT_NEAR(found.mean, rate, 5 * std::sqrt(p * (1 - p) / 200'000) + 1e-12) << rate;
    EXPECT_NEAR(found.variance, p * (1 - p), 0.01) << rate;
  }
}

TEST(Arrival, PoissonHasMeanAndVarianceOfPoisson) {
  for (const auto& [numerator, denominator] : {std::pair{3, 160}, {49, 100}, {51, 100}, {1, 1}, {4, 1}, {8, 1}}) {
    const auto arrivals = make("poisson", {make_rate(numerator, denominator)});
    const Moments found = moments(counts(*arrivals, 0, 200'000));
    const double rate = static_cast<double>(numerator) / denominator;
    EXPECT_NEAR(found.mean, rate, 5 * std::sqrt(rate / 200'000)) << rate;
    EXPECT_NEAR(found.variance / rate, 1, 0.05) << rate;
  }
}

TEST(Arrival, PoissonNumbersHaveTheirProbabilities) {
  const auto arrivals = make("poisson", {make_rate(3, 2)});
  const std::vector<std::uint64_t> found = counts(*arrivals, 0, 300'000);
  double p = std::exp(-1.5);
  for (std::uint64_t n = 0; n < 8; ++n) {
    const auto count = static_cast<double>(std::count(found.begin(), found.end(), n));
    EXPECT_NEAR(count, 300'000 * p, 5 * std::sqrt(300'000 * p)) << n;
    p *= 1.5 / static_cast<double>(n + 1);
  }
}

TEST(Arrival, PositivePoissonProbabilityIsOneMinusExp) {
  for (const double mean : {1e-9, 0.01, 0.49, 0.51, 1.0, 3.0, 8.0}) {
    const Rate rate = make_rate(static_cast<std::uint64_t>(mean * 1e15), 1'000'000'000'000'000);
    EXPECT_NEAR(static_cast<double>(PositivePoisson(rate).probability()) / 0x1p64 / (1 - std::exp(-mean)), 1, 1e-6)
        << mean;
  }
}

TEST(Arrival, PoissonRefusesMoreThanEightPackets) {
  EXPECT_THROW(make("poisson", {make_rate(81, 10)}), InputError);
  EXPECT_NO_THROW(make("poisson", {make_rate(8, 1)}));
}

TEST(Arrival, OnOffKeepsTheMeanAndBursts) {
  SyntheticTraffic traffic;
  traffic.on_cycles = 20;
  traffic.off_cycles = 60;
  const auto arrivals = make("on_off", {make_rate(1, 8)}, traffic);  // within a burst 1/2
  const Cycle cycles = 2'000'000;
  const std::vector<std::uint64_t> found = counts(*arrivals, 0, cycles);
  EXPECT_NEAR(moments(found).mean, 0.125, 0.003);
  // In cycle t + 1 after an arrival: still in the burst with 19/20, or a new burst after a gap of one cycle cannot be
  // (gaps are at least 1).
  std::uint64_t pairs = 0;
  std::uint64_t singles = 0;
  for (Cycle t = 0; t + 1 < cycles; ++t) {
    if (found[t] == 0) continue;
    ++singles;
    if (found[t + 1] > 0) ++pairs;
  }
  EXPECT_NEAR(static_cast<double>(pairs) / static_cast<double>(singles), 0.5 * 19 / 20, 0.01);
}

TEST(Arrival, OnOffBurstsMayHoldMoreThanOnePacketPerCycle) {
  SyntheticTraffic traffic;
  traffic.on_cycles = 10;
  traffic.off_cycles = 30;
  const auto arrivals = make("on_off", {make_rate(1, 1)}, traffic);  // within a burst 4
  const std::vector<std::uint64_t> found = counts(*arrivals, 0, 500'000);
  EXPECT_NEAR(moments(found).mean, 1.0, 0.05);
  for (const std::uint64_t n : found) EXPECT_TRUE(n == 0 || n == 4);
}

TEST(Arrival, BurstRateIsExact) {
  const Rate rate = burst_rate(make_rate(5, 4), 1, 3);
  EXPECT_EQ(rate.whole, 5U);
  EXPECT_EQ(rate.fraction, 0U);
  EXPECT_EQ(burst_rate(make_rate(3, 4), 2, 1).whole, 1U);
  EXPECT_EQ(burst_rate(make_rate(3, 4), 2, 1).fraction, std::uint64_t{1} << 61);
}

// One packet in 10^15 cycles from bursts of one cycle: the walk to it is not made.
TEST(Arrival, OnOffDoesNotWalkBeyondTheHorizon) {
  SyntheticTraffic traffic;
  traffic.on_cycles = 1;
  traffic.off_cycles = 1;
  ArrivalContext context{11, {make_rate(1, 1'000'000'000'000'000)}, &traffic, 1'000'000};
  EXPECT_EQ(make_arrival("on_off", context)->next(0).cycle, kNever);
}

TEST(Arrival, OnOffRefusesEmptySpans) {
  SyntheticTraffic traffic;
  traffic.off_cycles = 0;
  EXPECT_THROW(make("on_off", {make_rate(1, 8)}, traffic), InputError);
}

TEST(Arrival, ProcessesAreIndependentAndRepeatable) {
  for (const PartKind& kind : arrival_kinds()) {
    const std::vector<Rate> rates(2, make_rate(1, 4));
    const auto first = make(kind.name, rates);
    if (first->ends()) continue;  // at_start: draws nothing
    const auto second = make(kind.name, rates);
    const auto of_process_1 = counts(*first, 1, 1000);
    EXPECT_NE(counts(*first, 0, 1000), of_process_1) << kind.name;
    EXPECT_EQ(counts(*second, 1, 1000), of_process_1) << kind.name;  // whatever was drawn for others before
  }
}

TEST(Arrival, ZeroRateNeverArrives) {
  for (const PartKind& kind : arrival_kinds()) {
    const auto arrivals = make(kind.name, {Rate{}});
    if (arrivals->ends()) continue;  // has no rate
    EXPECT_EQ(arrivals->next(0).cycle, kNever) << kind.name;
  }
}

TEST(Arrival, UnknownNameIsRefusedWithASuggestion) {
  try {
    make("bernouli", {Rate{}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "unknown arrival process \"bernouli\"; did you mean \"bernoulli\"?");
  }
  try {
    make("weibull", {Rate{}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("there are: bernoulli, poisson, on_off"));
  }
}

}  // namespace
}  // namespace trenza::testbench
