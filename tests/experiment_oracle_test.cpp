// Experiments on the oracle: the traces of the repository, and when a run is steady.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/oracle_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

Experiment uniform(std::uint64_t load_ppb, int flits, Cycle cycles) {
  Experiment experiment;
  experiment.synthetic = SyntheticTraffic{};
  experiment.synthetic->load_ppb = load_ppb;
  experiment.synthetic->lengths = {{flits, 1}};
  experiment.run.cycles = cycles;
  return experiment;
}

constexpr std::uint64_t kHundredth = 10'000'000;

/// The traces of the repository, and the known facts about them.
struct Known {
  const char* file;
  std::vector<int> sizes;
  std::uint64_t messages;
  std::uint64_t self_messages;
  double ideal_milliseconds;
};

void expect_replay(const Known& known) {
  microarch::FabricParameters parameters;
  parameters.max_packet_flits = 64;
  test::OracleFabric fabric(test::torus_network(known.sizes, {}), parameters);
  Experiment experiment;
  experiment.run.cycles = 0;
  experiment.trace = TraceTraffic{};
  experiment.trace->file = std::string(TRENZA_SOURCE_DIR) + "/configs/traces/" + known.file;
  const Results results = run_experiment(fabric, experiment);
  EXPECT_EQ(results.outcome, Outcome::finished);
  EXPECT_EQ(results.messages, known.messages);
  EXPECT_EQ(results.self_messages, known.self_messages);
  EXPECT_NEAR(static_cast<double>(*results.ideal_cycles) * 32e-6, known.ideal_milliseconds, 0.006);
  EXPECT_GT(*results.execution_cycles, *results.ideal_cycles);
  EXPECT_EQ(results.digest, fabric.digest());
}

TEST(RepositoryTraces, Mg) { expect_replay({"mg.S.8.goal.zst", {4, 2}, 2832, 0, 0.81}); }

TEST(RepositoryTraces, SlowCg) { expect_replay({"cg.S.8.goal.zst", {4, 2}, 22080, 1560, 9.11}); }

TEST(RepositoryTraces, SlowCgOfTheQuickStart) { expect_replay({"cg.A.32.i1.goal.zst", {8, 4}, 8416, 208, 3.63}); }

/// RT(8) and RTT(8) with the default router, on the oracle.
Results on_oracle(int twist, const Experiment& experiment) {
  const std::vector<topologies::Twist> twists =
      twist == 0 ? std::vector<topologies::Twist>{} : std::vector<topologies::Twist>{{1, 0, twist}};
  test::OracleFabric fabric(test::torus_network({16, 8}, twists), microarch::FabricParameters{});
  Results results = run_experiment(fabric, experiment);
  EXPECT_EQ(results.digest, fabric.digest());
  return results;
}

TEST(OracleRun, SlowSteadyBelowSaturation) {
  for (const int twist : {0, 8}) {
    const Results results = on_oracle(twist, uniform(30 * kHundredth, 16, 20'000));
    EXPECT_EQ(results.steady, true) << results.steady_reason;
    EXPECT_NEAR(results.hops_mean / results.hops_offered_mean, 1, 0.01);
  }
}

TEST(OracleRun, SlowSteadyAtVeryLowLoad) {
  for (const int twist : {0, 8}) {
    const Results results = on_oracle(twist, uniform(kHundredth, 1, 20'000));
    EXPECT_EQ(results.steady, true) << results.steady_reason;
  }
}

TEST(OracleRun, SlowNotSteadyAtOverload) {
  const Results results = on_oracle(8, uniform(400 * kHundredth, 16, 10'000));
  EXPECT_EQ(results.steady, false);
  EXPECT_FALSE(results.latency.has_value());
}

TEST(OracleRun, ShortRunIsNotSteady) { EXPECT_EQ(on_oracle(8, uniform(30 * kHundredth, 16, 300)).steady, false); }

}  // namespace
}  // namespace trenza::testbench
