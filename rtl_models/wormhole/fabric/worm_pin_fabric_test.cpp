// Worms through a line of routers: every cycle counted by hand from docs/microarchitecture-flit.md.
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/fabric/strict_fabric.h"
#include "rtl_models/router/block_factory.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::FabricParameters;
using test_bench::worm_parameters;
using Cycles = std::vector<Cycle>;

/// Three routers in a line, 0 - 1 - 2.
struct Line {
  std::shared_ptr<const topologies::Topology> topology;
  std::unique_ptr<PinFabric> fabric;
  std::map<std::uint64_t, Cycles> grants;  // of heads, by tag
  std::map<std::uint64_t, Delivery> delivered;

  explicit Line(const FabricParameters& parameters)
      : topology(test_bench::worm_mesh({3}, parameters.class_vcs())),
        fabric(test_bench::strict_fabric(*topology, parameters)) {
    fabric->observe_hops([this](const microarch::Hop& hop) {
      const std::uint64_t tag = static_cast<std::uint64_t>(hop.source) * 10 + hop.number;
      grants[tag].push_back(hop.cycle);
    });
  }
  /// Runs to `end`; offers are made before. The packet `number` of `source` has tag 10 * source + number.
  void run(Cycle end) {
    while (fabric->now() < end) {
      fabric->advance(end);
      for (const Delivery& packet : fabric->delivered()) delivered[packet.tag] = packet;
      EXPECT_TRUE(fabric->audit().empty());
    }
  }
  void offer(topologies::NodeId source, topologies::NodeId destination, int flits) {
    const std::uint64_t number = numbers_[source]++;
    fabric->offer(source, destination, flits, static_cast<std::uint64_t>(source) * 10 + number, 0);
  }

 private:
  std::map<topologies::NodeId, std::uint64_t> numbers_;
};

/// A worm of four flits from node 0 to node 2, alone.
void check_worm(const FabricParameters& parameters, const Cycles& grants, Cycle ejected) {
  Line line(parameters);
  line.offer(0, 2, 4);
  line.run(100);
  EXPECT_EQ(line.grants[0], grants);
  EXPECT_EQ(line.delivered[0].entered, 0U);
  EXPECT_EQ(line.delivered[0].ejected, ejected);
  EXPECT_EQ(line.delivered[0].hops, 2);
  EXPECT_TRUE(line.fabric->idle());
  EXPECT_EQ(line.fabric->counters().flit_hops, 8U);
}

TEST(WormPinFabric, AWormThroughOneCycleRouters) { check_worm(worm_parameters(2, 4), {0, 1, 2}, 2 + 3 + 1); }

TEST(WormPinFabric, AWormThroughTwoSteps) {
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(1);
  // VC allocation in 0, switch in 1; in the next router in 2, switch in 3.
  check_worm(parameters, {1, 3, 5}, 5 + 3 + 1);
}

TEST(WormPinFabric, AWormThroughDeepSteps) {
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(3);
  check_worm(parameters, {3, 7, 11}, 11 + 3 + 1);
}

TEST(WormPinFabric, AWormThroughSpeculation) {
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>();
  check_worm(parameters, {0, 1, 2}, 2 + 3 + 1);
}

TEST(WormPinFabric, AWormThroughAllDelays) {
  FabricParameters parameters = worm_parameters(2, 16);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(1);
  parameters.wormhole.routing_delay = 1;
  parameters.wormhole.injection_delay = 2;
  parameters.wormhole.injection_credit_delay = 3;
  parameters.wormhole.ejection_delay = 3;
  parameters.link_delay = 2;
  parameters.credit_delay = 4;
  // In the local VC in 2, routed in 3, allocated in 3, switch in 4; in router 1 in 7, switch in 9; in router 2 in 12,
  // switch in 14; tail in 17, out in 20.
  check_worm(parameters, {4, 9, 14}, 20);
}

TEST(WormPinFabric, ABufferOfOneFlitHalvesTheRate) {
  // A credit used in t is back in t + H + C = t + 2: the flits leave router 0 in 0, 2, 4, 6.
  check_worm(worm_parameters(1, 1), {0, 1, 2}, 6 + 2 + 1);
}

/// Two packets of one flit from node 0 to node 2 with one VC.
void check_second(bool atomic, const Cycles& second, Cycle ejected) {
  FabricParameters parameters = worm_parameters(1, 2);
  if (atomic) parameters.wormhole.reallocation = "atomic";
  Line line(parameters);
  line.offer(0, 2, 1);
  line.offer(0, 2, 1);
  line.run(20);
  EXPECT_EQ(line.grants[0], (Cycles{0, 1, 2}));
  EXPECT_EQ(line.grants[1], second);
  EXPECT_EQ(line.delivered[1].ejected, ejected);
}

TEST(WormPinFabric, AnOutputVcIsFreeInTheCycleAfterTheTail) { check_second(false, {1, 2, 3}, 4); }
// The flit of the first leaves router 1 in 1; so all credits are home in 2.
TEST(WormPinFabric, AnAtomicOutputVcIsFreeWhenItsCreditsAreHome) { check_second(true, {2, 3, 4}, 5); }

TEST(WormPinFabric, SpeculationGivesWayToThoseThatHoldAVc) {
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>();
  Line line(parameters);
  line.offer(0, 2, 4);  // crosses router 1 in 1, 2, 3, 4
  line.run(2);
  line.offer(1, 2,
             1);  // allocated in 2; its speculation is dropped in 2, and it loses against a lower input in 3 and 4
  line.run(20);
  EXPECT_EQ(line.grants[0], (Cycles{0, 1, 2}));
  EXPECT_EQ(line.grants[10], (Cycles{5, 6}));
  EXPECT_EQ(line.delivered[10].ejected, 7U);
}

TEST(WormPinFabric, APacketToItsOwnNodePassesItsRouter) {
  Line line(worm_parameters(2, 4));
  line.offer(1, 1, 3);
  line.run(20);
  EXPECT_EQ(line.grants[10], Cycles{0});
  EXPECT_EQ(line.delivered[10].ejected, 3U);
  EXPECT_EQ(line.delivered[10].hops, 0);
}

TEST(WormPinFabric, WormsOfTwoVcsShareALinkFlitByFlit) {
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.arbiter = "round_robin";
  Line line(parameters);
  line.offer(0, 2, 4);  // crosses router 1 from 1 on
  line.offer(1, 2, 4);  // crosses router 1 in 0
  line.run(30);
  EXPECT_EQ(line.grants[10], (Cycles{0, 1}));
  // Router 1 alternates: the worm of node 1 has 0, 2, 4, 6, that of node 0 has 1, 3, 5, 7.
  EXPECT_EQ(line.grants[0], (Cycles{0, 1, 2}));
  EXPECT_EQ(line.delivered[10].ejected, 6U + 1 + 1);
  EXPECT_EQ(line.delivered[0].ejected, 7U + 1 + 1);
}

TEST(WormPinFabric, RefusesReplacementsAndStates) {
  const auto topology = test_bench::worm_mesh({3}, 2);
  const auto fabric = test_bench::strict_fabric(*topology, worm_parameters(2, 4));
  EXPECT_THROW(fabric->machine_state(), microarch::InvariantViolation);
  struct Others : BlockFactory {};
  EXPECT_THROW(make_pin_fabric(*topology, worm_parameters(2, 4), Others()), microarch::InvariantViolation);
}

}  // namespace
}  // namespace trenza::rtl_models
