// Synthetic traffic that ends.
#include "testbench/closed_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

class ClosedRunTest : public testing::Test {
 protected:
  ClosedRunTest() : ring_(topologies::make_twisted_torus("ring", {8}, {})) {
    experiment_.synthetic.emplace();
    experiment_.synthetic->pattern = "all_to_all";
    experiment_.synthetic->arrival = "at_start";
    experiment_.synthetic->lengths = {{4, 1}};
    experiment_.run.cycles = 1'000;
  }
  Results run() {
    test::IdealFabric fabric(*ring_, parameters_);
    fabric.cycles_per_flit = cycles_per_flit_;
    fabric.lie = [this](microarch::Delivery& d) {
      ++pairs_[{d.source, d.destination}];
      last_ = std::max(last_, d.ejected);
    };
    return run_experiment(fabric, experiment_);
  }

  std::unique_ptr<topologies::Topology> ring_;
  microarch::FabricParameters parameters_;
  Experiment experiment_;
  Cycle cycles_per_flit_ = 1;
  std::map<std::pair<int, int>, int> pairs_;
  Cycle last_ = 0;
};

TEST_F(ClosedRunTest, EndsWithTheLastDelivery) {
  const Results results = run();
  EXPECT_EQ(results.packets, 56U);
  EXPECT_EQ(pairs_.size(), 56U);  // each ordered pair once
  EXPECT_FALSE(results.open_loop);
  EXPECT_FALSE(results.steady.has_value());
  ASSERT_TRUE(results.execution_cycles.has_value());
  EXPECT_EQ(*results.execution_cycles, last_ + 1);
  EXPECT_GT(*results.execution_cycles, 28U);  // 7 packets of 4 flits leave each source
  EXPECT_DOUBLE_EQ(*results.execution_milliseconds, static_cast<double>(last_ + 1) * 32e-6);
  EXPECT_EQ(results.cycles, last_ + 1);
  EXPECT_NEAR(results.accepted_load, 28.0 / static_cast<double>(last_ + 1), 1e-12);
  EXPECT_TRUE(results.latency.has_value());
}

TEST_F(ClosedRunTest, TheSeedDrawsTheOrder) {
  const std::uint64_t digest = run().digest;
  EXPECT_EQ(run().digest, digest);
  experiment_.run.seed = 2;
  EXPECT_NE(run().digest, digest);
}

TEST_F(ClosedRunTest, AnyPatternCanBeGivenANumberOfPackets) {
  experiment_.synthetic->pattern = "neighbour";
  experiment_.synthetic->packets = 3;
  EXPECT_EQ(run().packets, 24U);
  EXPECT_EQ((pairs_[{7, 0}]), 3);
}

TEST_F(ClosedRunTest, RepliesBelongToIt) {
  parameters_.message_classes = 2;
  experiment_.synthetic->reply_flits = 2;
  const Results results = run();
  EXPECT_EQ(results.packets, 112U);
  EXPECT_EQ(*results.execution_cycles, last_ + 1);
  EXPECT_EQ(results.classes.size(), 2U);
}

TEST_F(ClosedRunTest, TheLimitIsReported) {
  cycles_per_flit_ = 100;
  const Results results = run();
  EXPECT_FALSE(results.execution_cycles.has_value());
  EXPECT_EQ(results.cycles, 1'000U);
  EXPECT_THAT(results.report, testing::HasSubstr("stopped at the limit of 1000 cycles"));
  EXPECT_THAT(results.report, testing::HasSubstr("of 56 packets were delivered"));
}

TEST_F(ClosedRunTest, AWarmUpIsRefused) {
  experiment_.run.warmup = 10;
  EXPECT_THROW(run(), InputError);
}

}  // namespace
}  // namespace trenza::testbench
