// A collective as traffic: both views, its bandwidth against numbers found by hand, and its bound.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "cosim/lockstep_fabric.h"
#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_network.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using testbench::CollectiveKind;

testbench::Experiment collective(CollectiveKind kind, std::uint64_t bytes, const char* algorithm = "") {
  testbench::Experiment experiment;
  experiment.name = "collective";
  experiment.trace.emplace();
  experiment.run.cycles = 0;
  experiment.trace->collective.emplace();
  experiment.trace->collective->kind = kind;
  experiment.trace->collective->bytes = bytes;
  experiment.trace->collectives[static_cast<std::size_t>(kind)] = algorithm;
  return experiment;
}

testbench::Results run(const testbench::Experiment& experiment, const std::vector<int>& sizes) {
  const auto topology = torus_network(sizes, {}).build();
  const auto view = tlm::make_exact_fabric(*topology, bubble_router(64));
  return testbench::run_experiment(*view, experiment);
}

TEST(CollectiveTraffic, EveryKindAndAlgorithmInBothViews) {
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    if (facts.kind == CollectiveKind::all_to_all_v) continue;
    testbench::Experiment experiment = collective(facts.kind, 300);
    experiment.trace->collective->repetitions = 2;
    const std::string result = isolated([&] {
      const auto topology = torus_network({4, 3}, {{1, 0, 2}}).build();
      const microarch::FabricParameters parameters = bubble_router(64);
      const auto pins = rtl_models::make_pin_fabric(*topology, parameters);
      const auto view = tlm::make_exact_fabric(*topology, parameters);
      cosim::LockstepFabric both({"tlm", view.get()}, {"pin", pins.get()});
      const testbench::Results results = testbench::run_experiment(both, experiment);
      if (!results.execution_cycles) return std::string("it did not end");
      return std::string(both.first().digest == both.second().digest ? "same" : "digests differ");
    });
    EXPECT_EQ(result, "same") << facts.name;
  }
}

TEST(CollectiveTraffic, BandwidthsOfTheirDefinitions) {
  // A cycle lasts 32 ns: 4 bytes at 1 Gb/s.
  struct Case {
    CollectiveKind kind;
    double data;   ///< bytes of a member
    double moved;  ///< bytes that it must send or receive
  };
  for (const Case& one :
       {Case{CollectiveKind::all_reduce, 6000, 2.0 * 7 / 8 * 6000}, Case{CollectiveKind::bcast, 6000, 6000},
        Case{CollectiveKind::all_gather, 8 * 6000, 7 * 6000}, Case{CollectiveKind::reduce_scatter, 8 * 6000, 7 * 6000},
        Case{CollectiveKind::all_to_all, 8 * 6000, 7 * 6000}}) {
    testbench::Experiment experiment = collective(one.kind, 6000);
    experiment.trace->collective->repetitions = 3;
    const testbench::Results results = run(experiment, {4, 2});
    ASSERT_TRUE(results.collective);
    const double each = static_cast<double>(*results.execution_cycles) / 3;
    EXPECT_NEAR(results.collective->cycles, each, 1);
    EXPECT_NEAR(results.collective->algorithm_bandwidth, one.data / (results.collective->cycles * 32), 1e-12);
    EXPECT_NEAR(results.collective->bus_bandwidth, one.moved / (results.collective->cycles * 32), 1e-12);
    EXPECT_LE(results.collective->bus_bandwidth, results.collective->bus_bandwidth_bound);
    EXPECT_EQ(results.collective->members, 8U);
  }
}

TEST(CollectiveTraffic, BoundsOfNodeAndNetwork) {
  // 4 injectors, 63 of 64 flits carry bytes, 4 bytes in 32 ns; uniform traffic on 8x8 has 64 / 63 phits/cycle/node less
  // 1 / 63.
  const double link = 4.0 / 32 * 63 / 64;
  EXPECT_NEAR(run(collective(CollectiveKind::all_reduce, 500), {8, 8}).collective->bus_bandwidth_bound, 4 * link,
              1e-12);
  EXPECT_NEAR(run(collective(CollectiveKind::all_to_all, 100), {8, 8}).collective->bus_bandwidth_bound, 0.984375 * link,
              1e-9);
  testbench::Experiment rows = collective(CollectiveKind::all_to_all, 100);
  rows.trace->collective->dimensions = {0};
  const testbench::Results results = run(rows, {8, 8});
  EXPECT_NEAR(results.collective->bus_bandwidth_bound, 4 * link, 1e-12);
  EXPECT_EQ(results.collective->groups, 8U);
}

TEST(CollectiveTraffic, ABarrierHasNoBandwidth) {
  const testbench::Results results = run(collective(CollectiveKind::barrier, 0), {4, 4});
  EXPECT_FALSE(results.collective);
  EXPECT_TRUE(results.execution_cycles);
  EXPECT_EQ(results.messages, 16U * 4);
}

TEST(CollectiveTraffic, ARingOfNeighboursTakesItsTime) {
  // 8 nodes in a ring, 7 rounds of 252 bytes: packets of 64 flits over one hop.
  const testbench::Results results = run(collective(CollectiveKind::all_gather, 252, "ring"), {8});
  ASSERT_TRUE(results.execution_cycles);
  EXPECT_EQ(results.packets, 8U * 7);
  EXPECT_EQ(*results.execution_cycles % 7, 0U);
  EXPECT_NEAR(static_cast<double>(*results.execution_cycles) / 7, 64, 8);
}

}  // namespace
}  // namespace trenza::test
