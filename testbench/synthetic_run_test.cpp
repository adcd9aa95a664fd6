// Open-loop experiments on a network without contention.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "microarch/parameters.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "testbench/traffic/part_kinds.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;

Experiment uniform(std::uint64_t load_ppb, int flits, Cycle cycles) {
  Experiment experiment;
  experiment.synthetic = SyntheticTraffic{};
  experiment.synthetic->load_ppb = load_ppb;
  experiment.synthetic->lengths = {{flits, 1}};
  experiment.run.cycles = cycles;
  return experiment;
}

constexpr std::uint64_t kHundredth = 10'000'000;

class SyntheticRun : public testing::Test {
 protected:
  SyntheticRun()
      : torus_(topologies::make_twisted_torus("torus", {4, 4}, {})), fabric_(*torus_, microarch::FabricParameters{}) {}

  Results run(const Experiment& experiment) { return run_experiment(fabric_, experiment); }

  std::string refusal(const Experiment& experiment) {
    try {
      run(experiment);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  }

  std::unique_ptr<topologies::Topology> torus_;
  test::IdealFabric fabric_;
};

TEST_F(SyntheticRun, SteadyWithoutContention) {
  const Results results = run(uniform(30 * kHundredth, 16, 20'000));
  EXPECT_EQ(results.steady, true) << results.steady_reason;
  EXPECT_EQ(results.cycles, 20'000U);
  EXPECT_NEAR(results.accepted_load, 0.3, 0.01);
  EXPECT_NEAR(results.offered_load, results.accepted_load, 0.002);
  // Mean distance of a 4 x 4 torus without the node itself is 32 / 15; latency = 2 h + 15.
  EXPECT_NEAR(results.hops_mean, 32.0 / 15, 0.03);
  EXPECT_NEAR(results.latency->mean, 2 * results.hops_mean + 15, 1e-6);
  EXPECT_EQ(results.latency->max, 23U);
  EXPECT_LE(results.accepted_load_min_source, results.accepted_load);
  EXPECT_GE(results.accepted_load_max_source, results.accepted_load);
}

TEST_F(SyntheticRun, SteadyAtLowLoad) {
  const Results results = run(uniform(kHundredth, 1, 20'000));
  EXPECT_EQ(results.steady, true) << results.steady_reason;
  EXPECT_LT(fabric_.advances(), 10'000U);  // idle cycles are skipped
}

TEST_F(SyntheticRun, OverloadIsNotSteady) {
  fabric_.cycles_per_flit = 4;  // each source can send 0.25 flits/cycle
  const Results results = run(uniform(100 * kHundredth, 16, 20'000));
  EXPECT_EQ(results.steady, false);
  EXPECT_THAT(results.steady_reason, HasSubstr("% of the offered load, less than 98 %"));
  EXPECT_FALSE(results.latency.has_value());
  EXPECT_FALSE(results.network_latency.has_value());
  EXPECT_EQ(results.warmup_cycles, 10'000U);
  EXPECT_NEAR(results.accepted_load, 0.25, 0.01);
  EXPECT_NEAR(results.offered_load, 1.0, 0.03);
  EXPECT_EQ(results.outcome, Outcome::finished);
}

TEST_F(SyntheticRun, SlightOverloadIsNotSteady) {
  fabric_.cycles_per_flit = 2;
  for (const std::uint64_t hundredths : {51, 53, 56}) {
    test::IdealFabric fabric(*torus_, microarch::FabricParameters{});
    fabric.cycles_per_flit = 2;
    EXPECT_EQ(run_experiment(fabric, uniform(hundredths * kHundredth, 16, 40'000)).steady, false) << hundredths;
  }
}

TEST_F(SyntheticRun, GrowingLatencyIsNotSteady) {
  fabric_.cycles_per_flit = 2;
  Experiment experiment = uniform(503'000'000, 16, 200'000);  // accepted to 99 %
  experiment.run.warmup = 2000;
  EXPECT_THAT(run(experiment).steady_reason, HasSubstr("latency grows: packets created in the first half"));
}

TEST_F(SyntheticRun, AGrowingBacklogIsNotSteady) {
  const auto torus = topologies::make_twisted_torus("torus", {8, 8}, {});
  test::IdealFabric fabric(*torus, microarch::FabricParameters{});
  fabric.loses = [](const microarch::Delivery& packet) { return packet.source == 0; };  // 1 of 64: accepted to 98.4 %
  EXPECT_THAT(run_experiment(fabric, uniform(30 * kHundredth, 16, 20'000)).steady_reason,
              HasSubstr("the backlog grows"));
}

TEST_F(SyntheticRun, ShortRunsAreNotSteady) {
  fabric_.extra_latency = 20;  // latencies of about 39 cycles
  Experiment experiment = uniform(100 * kHundredth, 16, 700);
  experiment.run.warmup = 300;
  EXPECT_THAT(run(experiment).steady_reason, HasSubstr("the window of 400 cycles is shorter than 20 mean latencies"));
}

TEST_F(SyntheticRun, FewPacketsAreNotSteady) {
  EXPECT_THAT(run(uniform(kHundredth / 5, 16, 10'000)).steady_reason, HasSubstr("packets, fewer than 200"));
}

TEST_F(SyntheticRun, NoLoadIsNotSteady) {
  const Results results = run(uniform(0, 16, 1000));
  EXPECT_EQ(results.steady, false);
  EXPECT_EQ(results.steady_reason, "no packet was delivered in the window");
  EXPECT_EQ(results.cycles, 1000U);
  EXPECT_EQ(results.accepted_load, 0);
}

TEST_F(SyntheticRun, GivenWarmupIsTakenAsItIs) {
  Experiment experiment = uniform(30 * kHundredth, 16, 20'000);
  experiment.run.warmup = 1234;
  const Results results = run(experiment);
  EXPECT_EQ(results.warmup_cycles, 1234U);
  EXPECT_EQ(results.steady, true) << results.steady_reason;
}

TEST_F(SyntheticRun, WarmupZeroCountsEverything) {
  Experiment experiment = uniform(30 * kHundredth, 16, 20'000);
  experiment.run.warmup = 0;
  const Results results = run(experiment);
  EXPECT_EQ(results.warmup_cycles, 0U);
  EXPECT_EQ(results.steady, true) << results.steady_reason;
}

TEST_F(SyntheticRun, OverloadWithAGivenWarmupKeepsItsWindow) {
  fabric_.cycles_per_flit = 4;
  Experiment experiment = uniform(100 * kHundredth, 16, 20'000);
  experiment.run.warmup = 4000;
  const Results results = run(experiment);
  EXPECT_EQ(results.steady, false);
  EXPECT_EQ(results.warmup_cycles, 4000U);
}

TEST_F(SyntheticRun, BoundsAreCompared) {
  Experiment experiment = uniform(30 * kHundredth, 16, 20'000);
  experiment.uniform_bound = 2.0;
  Results results = run(experiment);
  EXPECT_EQ(results.uniform_bound, 2.0);
  EXPECT_FALSE(results.bound_exceeded);
  test::IdealFabric other(*torus_, microarch::FabricParameters{});
  experiment.uniform_bound = 0.25;
  EXPECT_TRUE(run_experiment(other, experiment).bound_exceeded);
  test::IdealFabric third(*torus_, microarch::FabricParameters{});
  experiment.synthetic->pattern = "neighbour";
  results = run_experiment(third, experiment);
  EXPECT_FALSE(results.uniform_bound.has_value());
  EXPECT_FALSE(results.bound_exceeded);
}

TEST_F(SyntheticRun, SameSeedSameDigest) {
  std::vector<std::uint64_t> digests;
  for (const std::uint64_t seed : {1, 1, 2}) {
    test::IdealFabric fabric(*torus_, microarch::FabricParameters{});
    Experiment experiment = uniform(30 * kHundredth, 16, 2000);
    experiment.run.seed = seed;
    digests.push_back(run_experiment(fabric, experiment).digest);
  }
  EXPECT_EQ(digests[0], digests[1]);
  EXPECT_NE(digests[0], digests[2]);
}

TEST_F(SyntheticRun, EveryPatternAndArrivalRuns) {
  for (const PartKind& pattern : pattern_kinds()) {
    for (const PartKind& arrival : arrival_kinds()) {
      test::IdealFabric fabric(*torus_, microarch::FabricParameters{});
      Experiment experiment = uniform(20 * kHundredth, 8, 3000);
      experiment.synthetic->pattern = pattern.name;
      experiment.synthetic->arrival = arrival.name;
      experiment.synthetic->hot_spots = {3};
      experiment.synthetic->hot_share_ppb = 100'000'000;
      experiment.synthetic->alpha_ppb = 500'000'000;
      experiment.synthetic->destinations = {1, 0, 3, 2, 7, 6, 5, 4, 8, 9, 12, 10, 11, 15, 13, 14};
      const Results results = run_experiment(fabric, experiment);
      EXPECT_GT(results.packets, 0U) << pattern.name << " " << arrival.name;
    }
  }
}

TEST_F(SyntheticRun, AnExperimentHasOneKindOfTraffic) {
  Experiment experiment;
  EXPECT_THAT(refusal(experiment), HasSubstr("either synthetic traffic or a trace"));
  experiment.synthetic = SyntheticTraffic{};
  experiment.trace = TraceTraffic{};
  EXPECT_THAT(refusal(experiment), HasSubstr("not both"));
}

TEST_F(SyntheticRun, LimitsAreChecked) {
  Experiment experiment = uniform(kHundredth, 16, 0);
  EXPECT_THAT(refusal(experiment), HasSubstr("at least 1 cycle"));
  experiment.run.cycles = 100;
  experiment.run.warmup = 100;
  EXPECT_THAT(refusal(experiment), HasSubstr("the warm-up must be shorter than the run"));
  EXPECT_THROW(check_experiment(experiment, *torus_, fabric_.parameters()), InputError);
  experiment.run.warmup = 99;
  EXPECT_NO_THROW(check_experiment(experiment, *torus_, fabric_.parameters()));
}

TEST_F(SyntheticRun, ProgressIsReported) {
  Cycle last = 0;
  const auto progress = [&](const Progress& at) {
    EXPECT_GE(at.cycle, last);
    EXPECT_EQ(at.cycles, 300'000U);
    EXPECT_NEAR(at.done, static_cast<double>(at.cycle) / 300'000, 1e-9);
    last = at.cycle;
  };
  run_experiment(fabric_, uniform(30 * kHundredth, 4, 300'000), progress);
  EXPECT_GT(last, 0U);
}

TEST(ResultsJson, HasAllKeysInOrder) {
  Results results;
  results.nodes = 8;
  results.digest = 0xabc;
  results.latency = LatencySummary{1.5, 1, 2, 3, 4};
  const auto json = to_json(results);
  EXPECT_EQ(
      json.dump(),
      R"({"nodes":8,"cycles":0,"warmup_cycles":0,"outcome":"finished","report":"","steady":null,"steady_reason":"","precise":null,)"
      R"("precise_reason":"","offered_load":0.0,"accepted_load":0.0,"accepted_load_interval":null,"accepted_load_min_source":0.0,"accepted_load_max_source":0.0,)"
      R"("latency":{"mean":1.5,"p50":1,"p95":2,"p99":3,"max":4,"interval":null,"drift":null},)"
      R"("network_latency":{"mean":null,"p50":null,"p95":null,"p99":null,"max":null,"interval":null},"saturation":null,)"
      R"("hops":{"mean":0.0,"offered_mean":0.0},"packets":0,"flits":0,"flit_hops":0,"escape_share":0.0,)"
      R"("link_use":{"mean":0.0,"max":0.0,"max_name":""},"uniform_bound":null,"bound_exceeded":false,"execution_cycles":null,)"
      R"("execution_milliseconds":null,"ideal_cycles":null,"messages":0,"self_messages":0,"digest":"0000000000000abc"})");
  results.outcome = Outcome::deadlock;
  results.steady = false;
  EXPECT_EQ(to_json(results)["outcome"], "deadlock");
  EXPECT_EQ(to_json(results)["steady"], false);
}

}  // namespace
}  // namespace trenza::testbench
