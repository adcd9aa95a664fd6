// The twin of the VC allocator beside the SystemC block, with the same random inputs in every cycle.
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator_twin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/wormhole/worm_policy_cases.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models::worm_vc_allocation {
namespace {

using microarch::FabricParameters;
using microarch::index;
using test_bench::PolicyCase;
using test_bench::Signals;

constexpr int kTwinDepth = 3;

/// What a block shows.
struct Outputs {
  Signals<std::uint32_t> grant;
  Signals<std::uint32_t> allocated;
  Signals<std::uint64_t> wish;

  Outputs(WormVcAllocator& block, const microarch::WormShape& shape)
      : grant(index(shape.inputs())), allocated(index(shape.outputs())), wish(block.wish.size()) {
    test_bench::bind_all(block.grant, grant);
    test_bench::bind_all(block.allocated, allocated);
    test_bench::bind_all(block.wish, wish);
  }
  std::vector<std::uint64_t> all() const {
    std::vector<std::uint64_t> values;
    for (const auto& signal : grant) values.push_back(signal.read());
    for (const auto& signal : allocated) values.push_back(signal.read());
    for (const auto& signal : wish) values.push_back(signal.read());
    return values;
  }
};

struct PairBench : test_bench::Bench {
  std::shared_ptr<const topologies::Topology> topology;
  FabricParameters parameters;
  microarch::WormShape shape;
  Signals<std::uint64_t> request, ports, vcs;
  Signals<std::uint32_t> held, credits;
  std::unique_ptr<WormVcAllocator> block;
  WormVcAllocatorTwin twin;
  Outputs of_block, of_twin;
  std::mt19937_64 random{7};

  PairBench(std::shared_ptr<const topologies::Topology> network, const FabricParameters& of)
      : topology(std::move(network)),
        parameters(of),
        shape(microarch::WormShape::of(of, topology->graph().ports())),
        request(index(shape.inputs())),
        ports(index(shape.inputs())),
        vcs(index(shape.inputs())),
        held(index(shape.outputs())),
        credits(index(shape.network_inputs())),
        block(make_worm_vc_allocator("block", {*topology, of, 1})),
        twin("twin", {*topology, of, 1}),
        of_block(*block, shape),
        of_twin(twin, shape) {
    bind(*block);
    bind(twin);
    pulse_reset();
  }
  void bind(WormVcAllocator& allocator) {
    clock(allocator);
    allocator.cycle.bind(cycle);
    test_bench::bind_all(allocator.request, request);
    test_bench::bind_all(allocator.route_ports, ports);
    test_bench::bind_all(allocator.route_vcs, vcs);
    test_bench::bind_all(allocator.held, held);
    if (allocator.credits.size() != 0) test_bench::bind_all(allocator.credits, credits);
  }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }

  /// Other heads, some of them of one packet, and other holders; in some cycles few of them.
  void drive() {
    const unsigned rarity = 1 + below(6);
    const std::uint32_t packets = static_cast<std::uint32_t>(now()) * 7;  // ages grow, so requests change
    for (std::size_t i = 0; i < request.size(); ++i) {
      const auto flits = static_cast<int>(1 + below(static_cast<unsigned>(parameters.max_packet_flits)));
      const bool waits = below(rarity) == 0;
      request[i].write(waits ? make_request(microarch::make_flit(packets + below(40), flits, 0)) : 0);
      topologies::RouteChoice choice;
      for (auto& tier : choice.tiers)
        tier = {below(1U << shape.ports), static_cast<topologies::VcMask>(below(1U << shape.class_vcs))};
      const WormRoute route = below(4) == 0 ? WormRoute{0, kArrivedBit} : pack_worm_route(choice);
      ports[i].write(route.ports);
      vcs[i].write(route.vcs);
    }
    const unsigned holders = below(3);
    for (auto& signal : held) signal.write(holders == 0 ? 0 : below(1U << shape.vcs) & below(1U << shape.vcs));
    for (auto& signal : credits) signal.write(below(2) == 0 ? kTwinDepth : below(kTwinDepth + 1));
  }
  void compare(int cycles) {
    int granted = 0;
    for (int k = 0; k < cycles; ++k) {
      drive();
      settle();
      const auto shown = of_block.all();
      ASSERT_EQ(of_twin.all(), shown) << "in cycle " << now();
      for (const auto& lane : of_block.grant) granted += lane.read() != 0 ? 1 : 0;
      step();
    }
    EXPECT_GT(granted, cycles);
  }
};

FabricParameters parameters_of(const PolicyCase& policy, const char* requests, const char* reallocation) {
  FabricParameters parameters = test_bench::worm_parameters(2, kTwinDepth);
  parameters.message_classes = 2;
  parameters.ejectors = 2;
  parameters.max_packet_flits = 5;
  parameters.arbiter = policy.arbiter;
  parameters.wormhole.vc_allocator = policy.policy();
  parameters.wormhole.vc_requests = requests;
  parameters.wormhole.reallocation = reallocation;
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>();
  return parameters;
}

class WormVcAllocatorTwinPoliciesSlow : public testing::TestWithParam<PolicyCase> {};
INSTANTIATE_TEST_SUITE_P(Of, WormVcAllocatorTwinPoliciesSlow, testing::ValuesIn(test_bench::policy_cases()),
                         test_bench::policy_case_name);

TEST_P(WormVcAllocatorTwinPoliciesSlow, DecidesAsTheSystemCBlock) {
  FabricParameters parameters = parameters_of(GetParam(), "all", "tail");
  parameters.wormhole.virtual_channels = 1;
  PairBench bench(test_bench::worm_mesh({3}, 1), parameters);
  bench.compare(200);
  bench.pulse_reset(1);
  bench.compare(50);
}

TEST(WormVcAllocatorTwin, DrawsWhatIsRequestedAndWaitsForAllCreditsSlow) {
  const PolicyCase policy{"input_first", 0, "round_robin"};
  PairBench bench(test_bench::worm_mesh({3}, 2), parameters_of(policy, "one", "atomic"));
  bench.compare(300);
}

/// Heads with the shortest packets and with the longest, at VCs with and without a bubble.
FabricParameters bubble_parameters(const char* requests, const char* reallocation, int message_classes) {
  FabricParameters parameters = parameters_of({"input_first", 0, "round_robin"}, requests, reallocation);
  parameters.message_classes = message_classes;
  parameters.ejectors = 1;
  parameters.max_packet_flits = kTwinDepth - 1;
  parameters.wormhole.flit_bubble = true;
  return parameters;
}

TEST(WormVcAllocatorTwin, KeepsAFlitBubbleOnTheEscapeVcOfARing) {
  PairBench bench(test_bench::worm_bubble_ring(topologies::WormRoute::duato, 2), bubble_parameters("one", "atomic", 1));
  bench.compare(300);
}

TEST(WormVcAllocatorTwin, KeepsFlitBubblesOnAllVcsOfARingSlow) {
  PairBench bench(test_bench::worm_bubble_ring(topologies::WormRoute::dimension_order, 2),
                  bubble_parameters("one", "tail", 2));
  bench.compare(300);
}

TEST(WormVcAllocatorTwin, TheAllocatorMaximumIsRefused) {
  const PolicyCase policy{"maximum", 0, "random"};
  const auto topology = test_bench::worm_mesh({3}, 2);
  const FabricParameters parameters = parameters_of(policy, "all", "tail");
  try {
    const WormVcAllocatorTwin twin("twin", {*topology, parameters, 1});
    FAIL();
  } catch (const RtlError& error) {
    EXPECT_STREQ(error.what(),
                 "the allocator `maximum` has no SystemVerilog; expected another `router.vc_allocation.allocator`");
  }
}

/// A shape of papers: ten VCs, and five ports with the local one.
TEST(WormVcAllocatorTwin, TenVcsAndFivePortsSlow) {
  FabricParameters parameters = parameters_of({"input_first", 0, "round_robin"}, "all", "tail");
  parameters.message_classes = 1;
  parameters.ejectors = 1;
  parameters.wormhole.virtual_channels = 10;
  PairBench bench(test_bench::worm_mesh({3, 3}, 10), parameters);
  bench.compare(100);
}

}  // namespace
}  // namespace trenza::rtl_models::worm_vc_allocation
