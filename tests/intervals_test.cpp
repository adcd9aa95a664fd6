// Intervals of whole runs: against the mean wait of a queue that is known, against long runs, and runs that go on until
// they know enough.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "microarch/parameters.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "testbench/uniform_bound.h"
#include "tests/support/experiments.h"
#include "tlm/exact_fabric.h"
#include "tlm/tlm_fabric.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using testbench::Experiment;
using testbench::Results;

/// Two nodes, a link each way, and an injector each: every packet that is created at a node waits for the link, which
/// is busy with a packet for as many cycles as it has flits, and then for nothing. Creation is a Poisson process.
///
/// So each link is a queue M/D/1 whose arrivals are rounded down to cycles. A cycle that begins with U cycles of work
/// before it gets l A more, A of Poisson's distribution with the mean rho / l, and works off one: E[U] = rho (l + rho -
/// 1) / (2 (1 - rho)). A packet also waits for those of its own cycle that are before it, rho / (2 l) on average, of l
/// cycles each. The sum is l rho / (2 (1 - rho)), as without rounding. After its wait a packet takes R - 1 + R + L + l
/// - 1 cycles.
struct Queue {
  static constexpr int kFlits = 16;

  static Results run(double rho, Cycle cycles, std::uint64_t seed, std::optional<Cycle> warmup) {
    topologies::TopologySpec spec;
    spec.kind = "mesh";
    spec.values["size"] = std::vector<int>{2};
    const auto pair = topologies::make_topology(spec);
    microarch::FabricParameters parameters = bubble_router(kFlits);
    parameters.injectors = 1;
    Experiment experiment = uniform(rho, kFlits, cycles);
    experiment.synthetic->pattern = "permutation";
    experiment.synthetic->destinations = {1, 0};
    experiment.synthetic->arrival = "poisson";
    experiment.run.seed = seed;
    experiment.run.warmup = warmup;
    return run_on_tlm(*pair, parameters, experiment);
  }

  static double mean_latency(double rho) { return kFlits * rho / (2 * (1 - rho)) + 2 + kFlits - 1; }
};

Results rtt(int a, int adaptive, double load, Cycle cycles, std::uint64_t seed) {
  microarch::FabricParameters parameters = bubble_router(16);
  parameters.adaptive_vcs = adaptive;
  parameters.seed = seed;
  Experiment experiment = uniform(load, 16, cycles);
  experiment.run.seed = seed;
  return run_on_tlm(*network("rtt", a), parameters, experiment);
}

bool holds(const std::optional<testbench::Interval>& interval, double value) {
  return interval && interval->low <= value && value <= interval->high;
}

/// Of 200 runs, 90 to 98 % must have an interval that holds the true mean, and 90 % or more one that holds the true
/// load.
template <class Run>
void expect_coverage(double truth, double load, const Run& run) {
  int held = 0;
  int held_load = 0;
  int steady = 0;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Results results = run(seed);
    if (!results.latency) continue;
    ++steady;
    sum += results.latency->mean;
    held += holds(results.latency->intervals->mean, truth) ? 1 : 0;
    held_load += holds(results.accepted_load_interval, load) ? 1 : 0;
  }
  std::printf("true mean %.3f, mean of %d steady runs %.3f, in the interval of %.1f %% of them; true load %.1f %%\n",
              truth, steady, sum / steady, 100.0 * held / steady, 100.0 * held_load / steady);
  EXPECT_GE(steady, 190);
  EXPECT_GE(held, 0.90 * steady);
  EXPECT_LE(held, 0.98 * steady);
  EXPECT_GE(held_load, 0.90 * steady);  // more than 98 % where many packets in a batch make for few in the next
}

TEST(Intervals, AQueueHasTheMeanWaitOfTheory) {
  for (const double rho : {0.3, 0.5, 0.8}) {
    const Results results = Queue::run(rho, 5'000'000, 7, 10'000);
    EXPECT_NEAR(results.latency->mean, Queue::mean_latency(rho), 0.01 * Queue::mean_latency(rho)) << rho;
    EXPECT_TRUE(holds(results.latency->intervals->mean, Queue::mean_latency(rho))) << rho;
    EXPECT_NEAR(results.accepted_load, rho, 0.005 * rho) << rho;
    EXPECT_DOUBLE_EQ(*results.saturation->empty_latency, 17);
  }
}

TEST(Intervals, CoverTheMeanWaitOfAQueue) {
  for (const std::optional<Cycle> warmup : {std::optional<Cycle>(), std::optional<Cycle>(1000)})
    expect_coverage(Queue::mean_latency(0.5), 0.5, [&](auto seed) { return Queue::run(0.5, 50'000, seed, warmup); });
}

TEST(Intervals, CoverTheMeanOfANetwork) {
  constexpr double kLong = 26.88;  // of 4 million cycles: 26.858 .. 26.906
  expect_coverage(kLong, 0.5, [](auto seed) { return rtt(4, 2, 0.5, 3'000, seed); });
}

TEST(IntervalsSlow, CoverTheMeanWaitOfAQueue) {
  for (const double rho : {0.5, 0.8}) {
    for (const std::optional<Cycle> warmup : {std::optional<Cycle>(), std::optional<Cycle>(1000)}) {
      SCOPED_TRACE(testing::Message() << "rho " << rho << (warmup ? ", given warm-up" : ", MSER-5"));
      expect_coverage(Queue::mean_latency(rho), rho, [&](auto seed) { return Queue::run(rho, 200'000, seed, warmup); });
    }
  }
}

TEST(IntervalsSlow, CoverTheMeanOfANetwork) {
  for (const double load : {0.5, 0.738}) {  // half of 1, and half of the bound of uniform traffic, 1.476
    SCOPED_TRACE(load);
    const Results longest = rtt(4, 2, load, 4'000'000, 999);
    const testbench::Interval interval = *longest.latency->intervals->mean;
    EXPECT_LT(interval.high - interval.low, 0.01 * longest.latency->mean);
    expect_coverage(longest.latency->mean, load, [&](auto seed) { return rtt(4, 2, load, 10'000, seed); });
  }
}

/// Close to saturation the queues fill slowly: 20,000 cycles are few. What a run says of itself must not contradict a
/// long one.
TEST(Intervals, AShortRunNearSaturationDoesNotPretend) {
  const Results results = rtt(8, 1, 0.65, 20'000, 1);
  ASSERT_TRUE(results.latency) << results.steady_reason;
  const testbench::Interval interval = *results.latency->intervals->mean;
  EXPECT_FALSE(interval.independent) << "its batches depend on each other";
  EXPECT_LE(interval.low, 310.2);  // of 10^6 cycles: 310.2 .. 315.5
  EXPECT_GE(interval.high, 315.5);
}

TEST(IntervalsSlow, AShortRunNearSaturationDoesNotPretend) {
  const Results longest = rtt(8, 1, 0.65, 1'000'000, 1);
  const testbench::Interval known = *longest.latency->intervals->mean;
  EXPECT_TRUE(known.independent);
  EXPECT_TRUE(longest.drift->is_within());
  EXPECT_LT(known.high - known.low, 0.02 * longest.latency->mean);
  int meets = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Results results = rtt(8, 1, 0.65, 20'000, seed);
    const bool meet = results.latency && results.latency->intervals->mean->low <= known.high &&
                      results.latency->intervals->mean->high >= known.low;
    meets += !results.latency || !results.drift->is_within() || meet ? 1 : 0;
  }
  EXPECT_GE(meets, 18) << "of 20";
  const Results first = rtt(8, 1, 0.65, 20'000, 1);
  EXPECT_LE(first.latency->intervals->mean->low, known.high);
  EXPECT_GE(first.latency->intervals->mean->high, known.low);
}

/// A run with a budget of 400,000 cycles.
Results until(double relative, double load, const std::vector<std::string>& intervals,
              std::optional<Cycle> warmup = std::nullopt) {
  Experiment experiment = uniform(load, 16, 400'000);
  experiment.run.warmup = warmup;
  experiment.run.until.emplace();
  experiment.run.until->least_cycles = 2'000;
  experiment.run.until->relative_ppb = static_cast<std::uint64_t>(relative * 1e9);
  experiment.run.until->intervals = intervals;
  return run_on_tlm(*network("rtt", 4), bubble_router(16), experiment);
}

TEST(RunUntil, EndsWhenItKnowsEnough) {
  Cycle before = 0;
  for (const std::optional<Cycle> warmup : {std::optional<Cycle>(), std::optional<Cycle>(500)}) {
    for (const double relative : {0.05, 0.02, 0.01}) {
      const Results results = until(relative, 0.6, {"latency.mean", "accepted_load", "latency.p99"}, warmup);
      EXPECT_EQ(results.precise, true) << results.precise_reason;
      EXPECT_EQ(results.outcome, testbench::Outcome::finished);
      EXPECT_GT(results.cycles, relative == 0.05 ? 1'999U : before);
      EXPECT_LT(results.cycles, 400'000U);
      before = results.cycles;
      for (const auto& interval : {results.latency->intervals->mean, results.latency->intervals->p99}) {
        ASSERT_TRUE(interval);
        EXPECT_TRUE(interval->independent);
        EXPECT_LE(interval->high - interval->low, 2 * relative * (interval->high + interval->low) / 2 * 1.1);
      }
      EXPECT_TRUE(holds(results.accepted_load_interval, results.accepted_load));
      // It is the same run as one of that many cycles.
      Experiment same = uniform(0.6, 16, results.cycles);
      same.run.warmup = warmup;
      const Results fixed = run_on_tlm(*network("rtt", 4), bubble_router(16), same);
      EXPECT_EQ(fixed.digest, results.digest);
      EXPECT_EQ(fixed.packets, results.packets);
      EXPECT_FALSE(fixed.precise.has_value());
    }
  }
}

TEST(RunUntil, SaysWhenItsCyclesWereTooFew) {
  Experiment experiment = uniform(0.6, 16, 3'000);
  experiment.run.until.emplace();
  experiment.run.until->least_cycles = 1'000;
  experiment.run.until->relative_ppb = 1'000'000;
  const Results results = run_on_tlm(*network("rtt", 4), bubble_router(16), experiment);
  EXPECT_EQ(results.cycles, 3'000U);
  EXPECT_EQ(results.precise, false);
  EXPECT_THAT(results.precise_reason, testing::HasSubstr("latency.mean is known within"));
  EXPECT_EQ(results.outcome, testbench::Outcome::finished);
}

TEST(RunUntil, ASaturatedRunHasNoLatencyToKnow) {
  Experiment experiment = uniform(3, 16, 8'000);
  experiment.run.until.emplace();
  experiment.run.until->least_cycles = 1'000;
  experiment.run.until->relative_ppb = 50'000'000;
  const Results all = run_on_tlm(*network("rtt", 4), bubble_router(16), experiment);
  EXPECT_EQ(all.cycles, 8'000U);
  EXPECT_THAT(all.precise_reason, testing::HasSubstr("latency.mean does not exist: the network accepted"));
  EXPECT_TRUE(all.saturation->saturated);
  EXPECT_TRUE(all.saturation->by_backlog);
  experiment.run.until->intervals = {"accepted_load"};
  const Results accepted = run_on_tlm(*network("rtt", 4), bubble_router(16), experiment);
  EXPECT_EQ(accepted.precise, true) << accepted.precise_reason;
  EXPECT_LT(accepted.cycles, 8'000U);
}

TEST(RunUntil, ViewsEndInTheSameCycle) {
  Experiment experiment = uniform(0.5, 8, 20'000);
  experiment.run.until.emplace();
  experiment.run.until->least_cycles = 1'000;
  experiment.run.until->relative_ppb = 40'000'000;
  const auto torus = network({4, 2});
  const Results fast = run_on_tlm(*torus, bubble_router(8), experiment);
  EXPECT_GT(fast.cycles, 1'000U);
  EXPECT_EQ(to_json(run_on_pins(*torus, bubble_router(8), experiment)).dump(), to_json(fast).dump());
}

TEST(SaturationOfRuns, OnlyOverloadIsSaturated) {
  const Results low = rtt(4, 2, 0.3, 20'000, 1);
  EXPECT_FALSE(low.saturation->saturated);
  EXPECT_EQ(low.saturation->by_latency, false);
  EXPECT_FALSE(low.saturation->by_backlog);
  EXPECT_NEAR(low.saturation->hops_ratio, 1, 0.005);
  const Results high = rtt(4, 2, 2, 20'000, 1);
  EXPECT_TRUE(high.saturation->saturated);
  EXPECT_EQ(high.saturation->by_latency, true);
  EXPECT_TRUE(high.saturation->by_backlog);
  EXPECT_LT(high.saturation->accepted_share, 0.98);
}

TEST(SaturationOfRuns, EmptyLatencyIsThatOfALonelyPacket) {
  for (const char* pipeline : {"joint", "two_step", "speculative"}) {
    microarch::FabricParameters parameters = bubble_router(8);
    parameters.router_delay = 3;
    parameters.link_delay = 2;
    parameters.pipeline = microarch::PipelinePolicy(pipeline);
    if (parameters.pipeline.is<microarch::TwoStepPipeline>()) parameters.pipeline = parameters.pipeline.with(2);
    const Results results = run_on_tlm(*network("rtt", 4), parameters, uniform(0.001, 8, 200'000));
    ASSERT_TRUE(results.latency) << results.steady_reason;
    EXPECT_NEAR(results.latency->mean, *results.saturation->empty_latency, 0.05) << pipeline;
    EXPECT_GE(results.latency->mean, *results.saturation->empty_latency - 1e-9) << pipeline;
  }
}

/// With traffic to the own node, which makes no hop, in both machines.
TEST(SaturationOfRuns, EmptyLatencyOfTrafficToTheOwnNode) {
  Experiment experiment = uniform(0.001, 8, 200'000);
  experiment.synthetic->self = true;
  microarch::FabricParameters parameters = bubble_router(8);
  parameters.router_delay = 3;
  const auto torus = network({4, 4});
  const Results packets = run_on_tlm(*torus, parameters, experiment);
  ASSERT_TRUE(packets.latency) << packets.steady_reason;
  EXPECT_NEAR(packets.latency->mean, *packets.saturation->empty_latency, 0.05);
  // 32 hops to all 16 nodes of a 4 x 4 torus, the own one included.
  EXPECT_NEAR(*packets.saturation->empty_latency, 2.0 * (3 + 1) + 3 - 1 + 8 - 1, 0.2);

  parameters = {};
  parameters.switching = microarch::SwitchingPolicy::of<microarch::Wormhole>();
  parameters.max_packet_flits = 8;
  parameters.link_delay = 2;
  parameters.pipeline = microarch::PipelinePolicy("two_step").with(2);
  parameters.wormhole.routing_delay = 1;
  parameters.wormhole.injection_delay = 4;
  parameters.wormhole.ejection_delay = 5;
  const auto worms = topologies::with_worm_routing(network({4, 4}), {});
  const auto fabric = tlm::make_tlm_fabric(*worms, parameters);
  const Results flits = run_experiment(*fabric, experiment);
  ASSERT_TRUE(flits.latency) << flits.steady_reason;
  EXPECT_NEAR(flits.latency->mean, *flits.saturation->empty_latency, 0.05);
  EXPECT_NEAR(*flits.saturation->empty_latency, 4 + 2.0 * (1 + 2 + 3) + (1 + 2 + 5) + 8 - 1, 0.3);
}

TEST(BoundOfRuns, IsHigherWhereSomeTrafficMakesNoHop) {
  const auto torus = network({4, 4});
  microarch::FabricParameters parameters;
  parameters.injectors = parameters.ejectors = 4;
  Experiment experiment = uniform(0.1, 8, 1000);
  const double without = testbench::with_uniform_bound(experiment, *torus, parameters).uniform_bound;
  experiment.synthetic->self = true;
  EXPECT_DOUBLE_EQ(testbench::with_uniform_bound(experiment, *torus, parameters).uniform_bound, without * 16 / 15);
  EXPECT_DOUBLE_EQ(without * 16 / 15, 2) << "4 links carry 2 hops of each packet";
}

}  // namespace
}  // namespace trenza::test
