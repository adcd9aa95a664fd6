// Histograms, MSER-5, slices, windows and their summary, on numbers made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "testbench/statistics/collector.h"
#include "testbench/statistics/histogram.h"
#include "testbench/statistics/mser.h"
#include "testbench/statistics/saturation.h"
#include "testbench/statistics/steady.h"
#include "testbench/statistics/summary.h"
#include "testbench/traffic/draws.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

TEST(Histogram, NearestRankPercentiles) {
  Histogram histogram;
  for (const std::uint64_t value : {15, 20, 35, 40, 50}) histogram.add(value);
  EXPECT_EQ(histogram.percentile(5), 15U);
  EXPECT_EQ(histogram.percentile(30), 20U);
  EXPECT_EQ(histogram.percentile(40), 20U);
  EXPECT_EQ(histogram.percentile(50), 35U);
  EXPECT_EQ(histogram.percentile(100), 50U);
  EXPECT_EQ(histogram.max(), 50U);
  EXPECT_EQ(histogram.mean(), 32.0);
}

TEST(Histogram, AgreesWithSorting) {
  Histogram histogram;
  Histogram other;
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < 10'000; ++k) {
    const std::uint64_t value =
        draw_below(traffic_draw(1, TrafficDraw::gap, 0, k), k % 100 == 0 ? 5'000'000'000ULL : 700);
    values.push_back(value);
    (k % 2 == 0 ? histogram : other).add(value);
  }
  histogram.merge(other);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(histogram.count(), values.size());
  EXPECT_EQ(histogram.max(), values.back());
  for (const unsigned percent : {1U, 50U, 95U, 99U, 100U})
    EXPECT_EQ(histogram.percentile(percent), values[percent * 100 - 1]);
  const Histogram copy = histogram;
  EXPECT_EQ(copy.percentile(95), histogram.percentile(95));
  EXPECT_EQ(copy.count(), histogram.count());
}

/// `noise` around 100, with `extra` on the first `warmup` observations.
Mser5 noisy_series(std::size_t length, std::size_t warmup, std::uint64_t extra, bool fades = false) {
  Mser5 mser;
  for (std::uint64_t k = 0; k < length; ++k) {
    std::uint64_t value = 100 + draw_below(traffic_draw(9, TrafficDraw::gap, 0, k), 20);
    if (k < warmup) value += fades ? extra * (warmup - k) / warmup : extra;
    mser.add(value);
  }
  return mser;
}

TEST(Mser, FindsAStep) {
  const Mser5::Truncation truncation = noisy_series(5000, 1000, 80).truncation();
  EXPECT_TRUE(truncation.found);
  EXPECT_NEAR(static_cast<double>(truncation.observations), 1000, 10);
}

TEST(Mser, FindsAFadingTransient) {
  const Mser5::Truncation truncation = noisy_series(5000, 1000, 200, true).truncation();
  EXPECT_TRUE(truncation.found);
  EXPECT_GT(truncation.observations, 700U);
  EXPECT_LT(truncation.observations, 1200U);
}

TEST(Mser, KeepsAStationarySeries) {
  const Mser5::Truncation truncation = noisy_series(5000, 0, 0).truncation();
  EXPECT_TRUE(truncation.found);
  EXPECT_LT(truncation.observations, 500U);
}

TEST(Mser, AConstantSeriesNeedsNoWarmup) {
  Mser5 mser;
  for (int k = 0; k < 100; ++k) mser.add(42);
  EXPECT_TRUE(mser.truncation().found);
  EXPECT_EQ(mser.truncation().observations, 0U);
}

TEST(Mser, RefusesAWarmupInTheSecondHalf) { EXPECT_FALSE(noisy_series(5000, 3500, 80).truncation().found); }

TEST(Mser, RefusesAGrowingSeries) {
  Mser5 mser;
  for (std::uint64_t k = 0; k < 5000; ++k) mser.add(100 + k / 4);
  EXPECT_FALSE(mser.truncation().found);
}

TEST(Mser, RefusesTooFewObservations) {
  EXPECT_FALSE(noisy_series(39, 0, 0).truncation().found);
  EXPECT_FALSE(Mser5().truncation().found);
}

TEST(Mser, JoinedBatchesFindTheSame) {
  Mser5 all;
  Mser5 few(64);
  for (std::uint64_t k = 0; k < 5000; ++k) {
    const std::uint64_t value = 100 + draw_below(traffic_draw(9, TrafficDraw::gap, 0, k), 20) + (k < 1000 ? 80 : 0);
    all.add(value);
    few.add(value);
  }
  EXPECT_TRUE(few.truncation().found);
  EXPECT_NEAR(static_cast<double>(few.truncation().observations), static_cast<double>(all.truncation().observations),
              160);
  EXPECT_EQ(few.truncation().observations % 80, 0U) << "5000 observations are 1000 batches, joined four times";
}

TEST(Mser, HandComputedMinimum) {
  // Batch means 9, 1, 1, 1, 1, 1, 1, 3: d = 0 gives (64 - 18^2 / 8 ...) / 64, d = 1 the least value.
  Mser5 mser;
  for (const std::uint64_t mean : {9, 1, 1, 1, 1, 1, 1, 3}) {
    for (int k = 0; k < 5; ++k) mser.add(mean);
  }
  EXPECT_TRUE(mser.truncation().found);
  EXPECT_EQ(mser.truncation().observations, 5U);
}

TEST(TimeSlices, BeginsAndMembersAgree) {
  for (const Cycle cycles : {1, 7, 63, 64, 65, 1000, 20'000}) {
    const TimeSlices slices = TimeSlices::equal(cycles, 64);
    EXPECT_EQ(slices.begin(0), 0U);
    for (Cycle cycle = 0; cycle < cycles; ++cycle) {
      const std::size_t k = slices.of(cycle);
      ASSERT_LE(slices.begin(k), cycle);
      ASSERT_TRUE(k + 1 == slices.count() || slices.begin(k + 1) > cycle);
    }
    EXPECT_EQ(slices.of(cycles + 5), slices.count() - 1);
  }
  const TimeSlices split = TimeSlices::after(10, 30, 1);
  EXPECT_EQ(split.of(9), 0U);
  EXPECT_EQ(split.of(10), 1U);
  EXPECT_EQ(split.begin(1), 10U);
}

TEST(TimeSlices, DoubledSlicesHoldTwoOfTheOnesBefore) {
  for (const Cycle warmup : {0, 100}) {
    TimeSlices slices = TimeSlices::growing(warmup, 1000, 64);
    const TimeSlices before = slices;
    slices.double_length();
    const std::size_t first = slices.first();
    EXPECT_EQ(first, warmup == 0 ? 0U : 1U);
    for (std::size_t k = 0; k <= 64; ++k) EXPECT_EQ(slices.begin(first + k), before.begin(first + 2 * k)) << k;
    EXPECT_EQ(slices.begin(first + 64), 1000 + (1000 - warmup));
  }
}

TEST(SliceFinderTest, FindsWhatTheSlicesSayInAnyOrderOfCycles) {
  for (const TimeSlices& slices : {TimeSlices::equal(1000, 64), TimeSlices::equal(3, 64), TimeSlices::after(10, 500, 8),
                                   TimeSlices::growing(100, 700, 64)}) {
    SliceFinder finder;
    for (std::uint64_t step = 0; step < 5000; ++step) {
      const Cycle cycle = step % 2 == 0 ? step / 4 : microarch::hash(step) % 1200;
      ASSERT_EQ(finder.of(slices, cycle), slices.of(cycle)) << cycle;
    }
  }
}

class CollectorTest : public testing::Test {
 protected:
  CollectorTest() : ring_(topologies::make_twisted_torus("ring", {4}, {})) {}

  static microarch::Delivery delivery(int source, int flits, Cycle created, Cycle entered, Cycle ejected) {
    microarch::Delivery d;
    d.source = source;
    d.destination = (source + 1) % 4;
    d.flits = flits;
    d.hops = 1;
    d.created = created;
    d.entered = entered;
    d.ejected = ejected;
    return d;
  }
  microarch::Counters counters(std::uint64_t on_channel_2, std::uint64_t escape, std::uint64_t all) const {
    microarch::Counters c;
    c.channel_flits.assign(8, 0);
    c.channel_flits[2] = on_channel_2;
    c.escape_grants = escape;
    c.network_grants = all;
    c.flit_hops = on_channel_2;
    return c;
  }

  std::unique_ptr<topologies::Topology> ring_;
};

// A line of 4 nodes has 8 numbers of channels and 6 channels; number 1, x- of node 0, is none.
TEST_F(CollectorTest, LinkUseIsThatOfChannelsThatAreThere) {
  topologies::TorusShape shape;
  shape.sizes = {4};
  shape.wrap = {false};
  const auto line = topologies::make_twisted_torus("line", shape);
  ASSERT_FALSE(line->graph().has(1));
  Collector collector = Collector::open_loop(line->graph(), 100, Cycle{20});
  microarch::Counters end;
  end.channel_flits.assign(8, 0);
  collector.boundary(end);
  Results results;
  summarise_loads(collector, collector.window(1, 100, end), end, *line, results);
  EXPECT_EQ(results.link_use_max, 0);
  EXPECT_EQ(results.link_use_max_name, "r_0.xp");
  end.channel_flits[5] = 40;
  summarise_loads(collector, collector.window(1, 100, end), end, *line, results);
  EXPECT_DOUBLE_EQ(results.link_use_mean, 40.0 / 80 / 6);
  EXPECT_DOUBLE_EQ(results.link_use_max, 40.0 / 80);
  EXPECT_EQ(results.link_use_max_name, "r_2.xm");
}

TEST_F(CollectorTest, WindowAfterAGivenWarmup) {
  Collector collector = Collector::open_loop(ring_->graph(), 100, Cycle{20});
  collector.offered(1, 4, 1, 0);
  collector.delivered(delivery(1, 4, 0, 1, 5));
  EXPECT_EQ(collector.next_boundary(), 20U);
  collector.boundary(counters(4, 1, 1));
  EXPECT_EQ(collector.next_boundary(), Collector::kNoBoundary);
  collector.offered(1, 8, 1, 30);
  collector.offered(2, 16, 1, 31);
  collector.offered(2, 16, 1, 90);
  collector.delivered(delivery(1, 8, 30, 30, 40));
  collector.delivered(delivery(2, 16, 31, 35, 51));
  const microarch::Counters end = counters(44, 2, 5);
  const Window window = collector.window(1, 100, end);
  EXPECT_EQ(window.cycles(), 80U);
  EXPECT_EQ(window.offered_flits, 40U);
  EXPECT_EQ(window.delivered_flits, 24U);

  Results results;
  summarise_loads(collector, window, end, *ring_, results);
  EXPECT_DOUBLE_EQ(results.offered_load, 40.0 / (80 * 4));
  EXPECT_DOUBLE_EQ(results.accepted_load, 24.0 / (80 * 4));
  EXPECT_DOUBLE_EQ(results.accepted_load_min_source, 8.0 / 80);  // nodes 0 and 3 are no sources
  EXPECT_DOUBLE_EQ(results.accepted_load_max_source, 16.0 / 80);
  EXPECT_DOUBLE_EQ(results.link_use_max, 40.0 / 80);
  EXPECT_DOUBLE_EQ(results.link_use_mean, 40.0 / 80 / 8);
  EXPECT_EQ(results.link_use_max_name, "r_1.xp");
  EXPECT_DOUBLE_EQ(results.escape_share, 0.25);
  EXPECT_DOUBLE_EQ(results.hops_mean, 1);
  EXPECT_DOUBLE_EQ(results.hops_offered_mean, 1);
  EXPECT_EQ(results.warmup_cycles, 20U);
  EXPECT_EQ(results.packets, 3U);
  EXPECT_EQ(results.flits, 28U);
  EXPECT_EQ(results.flit_hops, 44U);
  const auto latency = summarise_latency(window.latency);
  EXPECT_DOUBLE_EQ(latency->mean, 15);
  EXPECT_EQ(latency->p50, 10U);
  EXPECT_EQ(latency->max, 20U);
  EXPECT_DOUBLE_EQ(summarise_latency(window.network_latency)->mean, 13);
}

TEST_F(CollectorTest, DigestDoesNotDependOnTheOrder) {
  Collector a = Collector::closed_loop(ring_->graph());
  Collector b = Collector::closed_loop(ring_->graph());
  const auto first = delivery(1, 4, 0, 1, 5);
  const auto second = delivery(2, 4, 0, 1, 5);
  a.delivered(first);
  a.delivered(second);
  b.delivered(second);
  b.delivered(first);
  EXPECT_EQ(a.digest(), b.digest());
  EXPECT_EQ(a.digest(), microarch::hash(1, 2, 0, 4, 0, 1, 5) + microarch::hash(2, 3, 0, 4, 0, 1, 5));
}

TEST_F(CollectorTest, DetectedWarmupIsTheBeginOfASlice) {
  Collector collector = Collector::open_loop(ring_->graph(), 6400, std::nullopt);
  for (Cycle t = 0; t < 6400; ++t) {
    if (collector.next_boundary() == t) collector.boundary(counters(0, 0, 0));
    if (t >= 400) collector.delivered(delivery(1, 1, t < 1250 ? t - 400 : t - 10, t - 5, t));
  }
  const auto slice = collector.detect_warmup(6400);
  ASSERT_TRUE(slice);
  EXPECT_EQ(collector.slices().begin(*slice), 1300U);
}

// Overload is judged by the window of the averages, so no table says that enough is accepted and that it is not.
TEST_F(CollectorTest, RunThatFillsAtFirstIsNotCalledOverloaded) {
  constexpr Cycle kCycles = 6400;
  for (const Cycle refused_later : {1, 3}) {  // of 100
    Collector collector = Collector::open_loop(ring_->graph(), kCycles, std::nullopt);
    for (Cycle t = 0; t < kCycles; ++t) {
      if (collector.next_boundary() == t) collector.boundary(counters(0, 0, 0));
      collector.offered(1, 1, 1, t);
      const Cycle refused = t < kCycles / 2 ? 4 : refused_later;
      if (t >= 5 && t % 100 >= refused) collector.delivered(delivery(1, 1, t - 5, t - 4, t));
    }
    const SteadyVerdict verdict = judge_steady(collector, std::nullopt, kCycles, counters(0, 0, 0));
    EXPECT_FALSE(verdict.steady);
    EXPECT_EQ(verdict.window.begin, kCycles / 2);
    const auto saturation = judge_saturation(collector, verdict.window, {}, {});
    ASSERT_TRUE(saturation);
    EXPECT_EQ(saturation->saturated, refused_later > 2);
    EXPECT_EQ(verdict.reason.find("less than 98 %") != std::string::npos, saturation->saturated) << verdict.reason;
    if (!saturation->saturated) {
      EXPECT_EQ(verdict.reason,
                "the warm-up was longer than the 0 cycles of MSER-5: accepted were 97.5 % of the load from there on, "
                "99.0 % in the second half of the run");
    }
  }
}

TEST(AcceptedLoad, HasOneRule) {
  EXPECT_TRUE(is_accepted(98, 100));
  EXPECT_FALSE(is_accepted(97.999, 100));
  EXPECT_TRUE(is_accepted(0, 0));
}

/// What is the same in slices of a run that grows and in those of a run of known length.
void expect_same_window(const Window& a, const Window& b) {
  EXPECT_EQ(a.begin, b.begin);
  EXPECT_EQ(a.offered_packets, b.offered_packets);
  EXPECT_EQ(a.delivered_flits, b.delivered_flits);
  EXPECT_EQ(a.delivered_hops, b.delivered_hops);
  EXPECT_EQ(a.latency.sum(), b.latency.sum());
  EXPECT_EQ(a.latency.percentile(95), b.latency.percentile(95));
  EXPECT_EQ(a.network_latency.count(), b.network_latency.count());
  EXPECT_EQ(a.classes[0].packets, b.classes[0].packets);
  EXPECT_EQ(a.source_flits, b.source_flits);
  EXPECT_EQ(a.channel_flits, b.channel_flits);
  EXPECT_EQ(a.flows.size(), b.flows.size());
  for (const auto& [ends, flow] : a.flows) EXPECT_EQ(flow.latency, b.flows.at(ends).latency);
}

TEST_F(CollectorTest, SlicesOfARunThatGrowsAreJoinedInPairs) {
  for (const std::optional<Cycle> warmup : {std::optional<Cycle>(), std::optional<Cycle>(128)}) {
    const Cycle first = warmup.value_or(0);
    Collector grows = Collector::open_loop(ring_->graph(), first + 640, warmup, true);
    Collector known = Collector::open_loop(ring_->graph(), first + 4 * 640, warmup);
    grows.keep_flows(true);
    known.keep_flows(true);
    std::vector<Cycle> looks;
    const Cycle end = first + 4 * 640;
    for (Cycle t = 0; t < end; ++t) {
      if (grows.is_look(t)) looks.push_back(t - first);
      for (Collector* const collector : {&grows, &known}) {
        collector->offered(static_cast<int>(t % 4), 3, 1, t);  // offers come before the boundary of their cycle
        if (collector->next_boundary() == t) collector->boundary(counters(t, t / 2, t));
        if (t % 3 == 0) collector->delivered(delivery(static_cast<int>(t % 4), 3, t / 2, t / 2 + t % 5, t));
      }
    }
    // 2560 cycles are 64 slices of 40 again.
    EXPECT_THAT(looks, testing::ElementsAre(640, 800, 960, 1120, 1280, 1600, 1920, 2240));
    EXPECT_TRUE(grows.is_look(end));
    grows.boundary(counters(end, end / 2, end));
    EXPECT_EQ(grows.slices().begin(grows.slices().first() + 64), end);
    const auto last = counters(end, end / 2, end);
    for (const std::size_t slice : {std::size_t{0}, std::size_t{1}, std::size_t{17}, std::size_t{31}}) {
      if (warmup && slice > 1) continue;
      SCOPED_TRACE(slice);
      expect_same_window(grows.window(slice, end, last), known.window(slice, end, last));
    }
    for (std::size_t k = 1; k < 64; ++k) {
      ASSERT_EQ(grows.slice(k).latency.sum(), known.slice(k).latency.sum()) << k;
      ASSERT_EQ(grows.slice(k).offered_flits, known.slice(k).offered_flits) << k;
    }
    EXPECT_EQ(grows.digest(), known.digest());
    if (!warmup) {
      EXPECT_EQ(grows.detect_warmup(end), known.detect_warmup(end));
    }
    Cycle begin = 0;
    for (const CreationSlice& slice : grows.creation_slices()) {
      EXPECT_GE(slice.begin, begin);
      begin = slice.begin;
    }
  }
}

TEST_F(CollectorTest, AGivenWarmupLeavesBatches) {
  Collector collector = Collector::open_loop(ring_->graph(), 740, Cycle{100});
  EXPECT_EQ(collector.next_boundary(), 100U);
  for (Cycle t = 0; t < 740; ++t) {
    if (collector.next_boundary() == t) collector.boundary(counters(0, 0, 0));
    collector.delivered(delivery(1, 1, t, t, t));
  }
  EXPECT_EQ(collector.slices_begun(), 2U) << "a window begins with the run or after the warm-up";
  EXPECT_EQ(collector.slices().count(), 65U);
  EXPECT_EQ(collector.slice(0).delivered_packets, 100U);
  for (std::size_t k = 1; k < 65; ++k) EXPECT_EQ(collector.slice(k).delivered_packets, 10U);
  EXPECT_EQ(collector.window(1, 740, counters(0, 0, 0)).source_flits[1], 640U);
}

TEST_F(CollectorTest, NothingDeliveredHasNoLatency) { EXPECT_FALSE(summarise_latency(Histogram()).has_value()); }

}  // namespace
}  // namespace trenza::testbench
