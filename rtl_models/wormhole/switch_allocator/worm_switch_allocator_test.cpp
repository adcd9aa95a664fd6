// The switch allocator alone: credits, crossbar inputs, and speculation that is dropped or lost.
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator_twin.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models::worm_switch_allocation {
namespace {

class WormSwitchAllocatorCases : public test_bench::OnBoth {};
RUN_ON_BOTH(WormSwitchAllocatorCases);
class WormSwitchAllocatorShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(WormSwitchAllocatorShapes);

using microarch::FabricParameters;
using microarch::index;
using microarch::make_flit;

// Router 1 of a line of three: ports 0 and 1, local input port 2, ejection port output 2.
constexpr int kVcs = 2;
constexpr int kInputs = 6;
constexpr int kOutputs = 3;

std::unique_ptr<WormSwitchAllocator> make(const char* name, const WormPlace& place) {
  if (test_bench::on_twin()) return std::make_unique<WormSwitchAllocatorTwin>(name, place);
  return make_worm_switch_allocator(name, place);
}

struct SwitchAllocatorBench : test_bench::Bench {
  std::shared_ptr<const topologies::Topology> topology = test_bench::worm_mesh({3}, kVcs);
  test_bench::Signals<std::uint32_t> hold = test_bench::Signals<std::uint32_t>(kInputs);
  test_bench::Signals<std::uint64_t> flit = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint32_t> grant = test_bench::Signals<std::uint32_t>(kInputs);
  test_bench::Signals<std::uint64_t> wish = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint32_t> credits = test_bench::Signals<std::uint32_t>(index(2 * kVcs));
  test_bench::Signals<std::uint32_t> select = test_bench::Signals<std::uint32_t>(kOutputs);
  test_bench::Signals<std::uint32_t> pop = test_bench::Signals<std::uint32_t>(3);
  test_bench::Signals<std::uint32_t> charge = test_bench::Signals<std::uint32_t>(2);
  test_bench::Signals<std::uint32_t> released = test_bench::Signals<std::uint32_t>(kOutputs);
  std::unique_ptr<WormSwitchAllocator> allocator;

  explicit SwitchAllocatorBench(const FabricParameters& parameters)
      : allocator(make("allocator", {*topology, parameters, 1})) {
    clock(*allocator);
    allocator->cycle.bind(cycle);
    test_bench::bind_all(allocator->hold, hold);
    test_bench::bind_all(allocator->flit, flit);
    test_bench::bind_all(allocator->grant, grant);
    if (allocator->wish.size() != 0) test_bench::bind_all(allocator->wish, wish);
    test_bench::bind_all(allocator->credits, credits);
    test_bench::bind_all(allocator->select, select);
    test_bench::bind_all(allocator->pop, pop);
    test_bench::bind_all(allocator->charge, charge);
    test_bench::bind_all(allocator->released, released);
    for (auto& signal : credits) signal.write(1);
    pulse_reset();
  }
  /// Input `input` shows flit `position` of three of packet `packet`; it holds `output_vc`.
  void holds(int input, PacketId packet, int position, int output_vc) {
    flit[index(input)].write(make_flit(packet, 3, position));
    hold[index(input)].write(make_lane(output_vc, false));
  }
  /// The inputs that cross, by output; -1: none.
  std::vector<int> crossing() {
    settle();
    std::vector<int> inputs;
    for (const auto& signal : select) inputs.push_back(signal.read() == 0 ? -1 : WormSelect::input(signal.read()));
    return inputs;
  }
};

using Inputs = std::vector<int>;

FabricParameters speculative(int mask) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>().with(mask);
  return parameters;
}

TEST_P(WormSwitchAllocatorCases, AFlitNeedsACreditOfItsOutputVc) {
  SwitchAllocatorBench bench(test_bench::worm_parameters(kVcs, 4));
  bench.credits[1].write(0);
  bench.holds(2, 7, 1, 1);
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, -1}));
  bench.credits[1].write(1);
  EXPECT_EQ(bench.crossing(), (Inputs{2, -1, -1}));
  EXPECT_EQ(WormSelect::vc(bench.select[0].read()), 1);
  EXPECT_EQ(bench.pop[1].read(), 0b01U);
  EXPECT_EQ(bench.charge[0].read(), make_charge(1, 1));
  EXPECT_EQ(bench.released[0].read(), 0U) << "a body flit";
}

TEST_P(WormSwitchAllocatorCases, ATailReleasesAndEjectionPortsNeedNoCredits) {
  SwitchAllocatorBench bench(test_bench::worm_parameters(kVcs, 4));
  bench.holds(4, 7, 2, 2 * kVcs + 1);
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, 4}));
  EXPECT_EQ(bench.pop[2].read(), 0b01U);
  EXPECT_EQ(bench.released[2].read(), 0b10U);
}

TEST_P(WormSwitchAllocatorCases, PerVcTwoFlitsOfAPortCross) {
  SwitchAllocatorBench bench(test_bench::worm_parameters(kVcs, 4));
  bench.holds(4, 7, 1, 0);
  bench.holds(5, 8, 1, 2);
  EXPECT_EQ(bench.crossing(), (Inputs{4, 5, -1}));
  EXPECT_EQ(bench.pop[2].read(), 0b11U);
}

TEST_P(WormSwitchAllocatorShapes, PerPortOneFlitOfAPortCrossesTheLocalOneIncluded) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, 4);
  parameters.crossbar = microarch::CrossbarKind::of<microarch::PerPort>();
  SwitchAllocatorBench bench(parameters);
  bench.holds(4, 7, 1, 0);
  bench.holds(5, 8, 1, 2);
  EXPECT_EQ(bench.crossing(), (Inputs{4, -1, -1}));
}

TEST_P(WormSwitchAllocatorShapes, GrantsAreMadeAnewInEveryCycle) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, 4);
  parameters.arbiter = "round_robin";
  SwitchAllocatorBench bench(parameters);
  bench.holds(2, 7, 0, 0);
  bench.holds(4, 8, 0, 1);
  EXPECT_EQ(bench.crossing(), (Inputs{2, -1, -1}));
  bench.step();
  bench.holds(2, 7, 1, 0);
  EXPECT_EQ(bench.crossing(), (Inputs{4, -1, -1})) << "worms share an output flit by flit";
  bench.step();
  bench.holds(4, 8, 1, 1);
  EXPECT_EQ(bench.crossing(), (Inputs{2, -1, -1}));
  EXPECT_EQ(bench.allocator->account().flits(0), 2U);
  EXPECT_EQ(bench.allocator->account().network_grants(), 2U);
}

TEST_P(WormSwitchAllocatorCases, JointSeesTheAllocationOfThisCycle) {
  SwitchAllocatorBench bench(test_bench::worm_parameters(kVcs, 4));
  bench.flit[2].write(make_flit(7, 3, 0));
  bench.grant[2].write(make_lane(1, true));
  EXPECT_EQ(bench.crossing(), (Inputs{2, -1, -1}));
  EXPECT_TRUE(is_escape_lane(bench.select[0].read()));
  bench.step();
  EXPECT_EQ(bench.allocator->account().escape_grants(), 1U);
}

TEST_P(WormSwitchAllocatorShapes, TwoStepsDoNot) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, 4);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(1);
  SwitchAllocatorBench bench(parameters);
  bench.flit[2].write(make_flit(7, 3, 0));
  bench.grant[2].write(make_lane(1, true));
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, -1}));
}

TEST_P(WormSwitchAllocatorCases, ASpeculativeFlitMovesWithItsAllocation) {
  SwitchAllocatorBench bench(speculative(microarch::SpeculativePipeline::kMaskGrants));
  bench.flit[2].write(make_flit(7, 3, 0));
  bench.wish[2].write(0b001);
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, -1})) << "no output VC";
  bench.grant[2].write(make_lane(1, true));
  EXPECT_EQ(bench.crossing(), (Inputs{2, -1, -1}));
  bench.credits[1].write(0);
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, -1})) << "no credit";
}

TEST_P(WormSwitchAllocatorCases, ASpeculationThatFailsLosesTheCycle) {
  SwitchAllocatorBench bench(speculative(microarch::SpeculativePipeline::kMaskGrants));
  bench.flit[2].write(make_flit(7, 3, 0));
  bench.flit[4].write(make_flit(8, 3, 0));
  bench.wish[2].write(0b001);
  bench.wish[4].write(0b001);
  bench.grant[4].write(make_lane(0, true));  // but the switch allocation chose input 2
  EXPECT_EQ(bench.crossing(), (Inputs{-1, -1, -1}));
}

TEST_P(WormSwitchAllocatorCases, CertainGrantsMaskSpeculation) {
  SwitchAllocatorBench bench(speculative(microarch::SpeculativePipeline::kMaskGrants));
  bench.flit[2].write(make_flit(7, 3, 0));
  bench.wish[2].write(0b001);
  bench.grant[2].write(make_lane(1, true));
  bench.holds(4, 8, 1, 0);
  EXPECT_EQ(bench.crossing(), (Inputs{4, -1, -1}));
}

/// Input 4 asks for output 0 and loses it; its row and output 0 ask with certainty. Input 5, of its row with one
/// crossbar input for each port, speculates on output 1.
void check_mask(int mask, const Inputs& crossing) {
  FabricParameters parameters = speculative(mask);
  parameters.crossbar = microarch::CrossbarKind::of<microarch::PerPort>();
  SwitchAllocatorBench bench(parameters);
  bench.holds(0, 6, 1, 0);
  bench.holds(4, 7, 1, 1);
  bench.flit[5].write(make_flit(8, 3, 0));
  bench.wish[5].write(0b010);
  bench.grant[5].write(make_lane(2, true));
  EXPECT_EQ(bench.crossing(), crossing);
}

TEST_P(WormSwitchAllocatorShapes, GrantsMaskOnlyWhatIsGranted) {
  check_mask(microarch::SpeculativePipeline::kMaskGrants, {0, 5, -1});
}
TEST_P(WormSwitchAllocatorShapes, RequestsMaskWhatIsAskedFor) {
  check_mask(microarch::SpeculativePipeline::kMaskRequests, {0, -1, -1});
}

}  // namespace
}  // namespace trenza::rtl_models::worm_switch_allocation
