// The twin of the switch allocator beside the SystemC block, with the same random inputs in every cycle.
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator_twin.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/wormhole/worm_policy_cases.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models::worm_switch_allocation {
namespace {

using microarch::FabricParameters;
using microarch::index;
using microarch::PipelinePolicy;
using microarch::SpeculativePipeline;
using test_bench::PolicyCase;
using test_bench::Signals;

/// What a block shows.
struct Outputs {
  Signals<std::uint32_t> select, pop, charge, released;

  Outputs(WormSwitchAllocator& block, const microarch::WormShape& shape)
      : select(index(shape.outputs())),
        pop(index(shape.input_ports())),
        charge(index(shape.ports)),
        released(index(shape.outputs())) {
    test_bench::bind_all(block.select, select);
    test_bench::bind_all(block.pop, pop);
    test_bench::bind_all(block.charge, charge);
    test_bench::bind_all(block.released, released);
  }
  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> values;
    for (const auto* signals : {&select, &pop, &charge, &released}) {
      for (const auto& signal : *signals) values.push_back(signal.read());
    }
    return values;
  }
};

struct PairBench : test_bench::Bench {
  std::shared_ptr<const topologies::Topology> topology;
  FabricParameters parameters;
  microarch::WormShape shape;
  Signals<std::uint32_t> hold, grant, credits;
  Signals<std::uint64_t> flit, wish;
  std::unique_ptr<WormSwitchAllocator> block;
  WormSwitchAllocatorTwin twin;
  Outputs of_block, of_twin;
  std::mt19937_64 random{5};
  int certain = 0;  // flits of input VCs that held their output VC
  int others = 0;

  PairBench(std::shared_ptr<const topologies::Topology> network, const FabricParameters& of)
      : topology(std::move(network)),
        parameters(of),
        shape(microarch::WormShape::of(of, topology->graph().ports())),
        hold(index(shape.inputs())),
        grant(index(shape.inputs())),
        credits(index(shape.network_inputs())),
        flit(index(shape.inputs())),
        wish(index(shape.inputs())),
        block(make_worm_switch_allocator("block", {*topology, of, 1})),
        twin("twin", {*topology, of, 1}),
        of_block(*block, shape),
        of_twin(twin, shape) {
    bind(*block);
    bind(twin);
    pulse_reset();
  }
  void bind(WormSwitchAllocator& allocator) {
    clock(allocator);
    allocator.cycle.bind(cycle);
    test_bench::bind_all(allocator.hold, hold);
    test_bench::bind_all(allocator.flit, flit);
    test_bench::bind_all(allocator.grant, grant);
    if (allocator.wish.size() != 0) test_bench::bind_all(allocator.wish, wish);
    test_bench::bind_all(allocator.credits, credits);
  }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }
  /// One that no other input VC has in this cycle, or 0.
  LaneWord lane(std::set<unsigned>& taken) {
    const unsigned output_vc = below(static_cast<unsigned>(shape.output_vcs()));
    return taken.insert(output_vc).second ? make_lane(static_cast<int>(output_vc), below(2) == 0) : 0;
  }

  /// Some input VCs hold an output VC, some are allocated one, some ask on speculation.
  void drive() {
    const unsigned rarity = 1 + below(4);
    const unsigned holders = below(5);
    const auto packets = static_cast<PacketId>(now()) * 5;  // ages grow, so flits change
    std::set<unsigned> taken;
    for (std::size_t i = 0; i < hold.size(); ++i) {
      const auto length = static_cast<int>(1 + below(static_cast<unsigned>(parameters.max_packet_flits)));
      const bool active = below(rarity) == 0 && below(4) < holders;
      const bool waiting = !active && below(rarity) == 0;
      const int position = active ? static_cast<int>(below(static_cast<unsigned>(length))) : 0;
      flit[i].write(microarch::make_flit(packets + static_cast<PacketId>(below(30)), length, position));
      hold[i].write(active ? lane(taken) : 0);
      const LaneWord allocated = waiting && below(3) != 0 ? lane(taken) : 0;
      grant[i].write(allocated);
      unsigned wishes = waiting ? below(1U << shape.outputs()) & below(1U << shape.outputs()) : 0;
      if (allocated != 0) wishes |= 1U << (lane_output_vc(allocated) / shape.vcs);
      wish[i].write(wishes);
    }
    for (auto& signal : credits) signal.write(below(4) == 0 ? 0 : 1 + below(3));
  }
  void compare(int cycles) {
    for (int k = 0; k < cycles; ++k) {
      drive();
      settle();
      const auto shown = of_block.all();
      ASSERT_EQ(of_twin.all(), shown) << "in cycle " << now();
      for (const auto& word : of_block.select) {
        if (word.read() == 0) continue;
        ++(hold[index(WormSelect::input(word.read()))].read() != 0 ? certain : others);
      }
      step();
    }
    EXPECT_GT(certain, cycles / 2);
    EXPECT_EQ(others != 0, !parameters.pipeline.is<microarch::TwoStepPipeline>());
    for (int port = 0; port < shape.ports; ++port) EXPECT_EQ(twin.account().flits(port), block->account().flits(port));
    EXPECT_EQ(twin.account().escape_grants(), block->account().escape_grants());
  }
};

FabricParameters parameters_of(const PolicyCase& policy, PipelinePolicy pipeline, const char* crossbar) {
  FabricParameters parameters = test_bench::worm_parameters(3, 3);
  parameters.ejectors = 2;
  parameters.max_packet_flits = 5;
  parameters.allocator = policy.policy();
  parameters.arbiter = policy.arbiter;
  parameters.pipeline = pipeline;
  parameters.crossbar = microarch::CrossbarKind(crossbar);
  if (parameters.arbiter.is<microarch::InverseWeightedArbiter>()) {  // by output and source of three routers
    std::vector<std::uint8_t> strides;
    for (int k = 0; k < 27; ++k) strides.push_back(static_cast<std::uint8_t>(1 + k * 7 % 11));
    parameters.strides.table = std::make_shared<microarch::StrideTable>(2, strides);
  } else {
    parameters.strides.ports = {3, 1};
    parameters.strides.injectors = {2, 9, 4};
  }
  return parameters;
}

PipelinePolicy speculative_pipeline(int mask) { return PipelinePolicy::of<SpeculativePipeline>().with(mask); }

class WormSwitchAllocatorTwinPoliciesSlow : public testing::TestWithParam<PolicyCase> {};
INSTANTIATE_TEST_SUITE_P(Of, WormSwitchAllocatorTwinPoliciesSlow, testing::ValuesIn(test_bench::policy_cases()),
                         test_bench::policy_case_name);

TEST_P(WormSwitchAllocatorTwinPoliciesSlow, SpeculatesAsTheSystemCBlock) {
  PairBench bench(test_bench::worm_mesh({3}, 3),
                  parameters_of(GetParam(), speculative_pipeline(SpeculativePipeline::kMaskGrants), "inputs_per_port"));
  bench.compare(300);
  bench.pulse_reset(1);
  bench.compare(50);
}

void check(const PolicyCase& policy, PipelinePolicy pipeline, const char* crossbar) {
  PairBench bench(test_bench::worm_mesh({3}, 3), parameters_of(policy, pipeline, crossbar));
  bench.compare(300);
}

TEST(WormSwitchAllocatorTwin, JointWithACrossbarInputForEachVcSlow) {
  check({"input_first", 0, "deficit"}, PipelinePolicy::of<microarch::JointPipeline>(), "per_vc");
}
TEST(WormSwitchAllocatorTwin, TwoStepsWithOneForEachPortSlow) {
  check({"output_first", 0, "stride"}, PipelinePolicy::of<microarch::TwoStepPipeline>().with(2), "per_port");
}
TEST(WormSwitchAllocatorTwin, RequestsMaskSpeculation) {
  check({"input_first", 0, "round_robin"}, speculative_pipeline(SpeculativePipeline::kMaskRequests), "per_port");
}
TEST(WormSwitchAllocatorTwin, RequestsMaskSpeculationInAWavefrontSlow) {
  check({"wavefront", 0, "random"}, speculative_pipeline(SpeculativePipeline::kMaskRequests), "per_vc");
}

TEST(WormSwitchAllocatorTwin, TenVcsAndFivePortsSlow) {
  FabricParameters parameters = parameters_of({"input_first", 0, "round_robin"},
                                              speculative_pipeline(SpeculativePipeline::kMaskGrants), "per_port");
  parameters.ejectors = 1;
  parameters.wormhole.virtual_channels = 10;
  PairBench bench(test_bench::worm_mesh({3, 3}, 10), parameters);
  bench.compare(100);
}

}  // namespace
}  // namespace trenza::rtl_models::worm_switch_allocation
