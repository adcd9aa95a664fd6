// The VC allocator alone: what is free, who asks for what, and who gets it.
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator_twin.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models::worm_vc_allocation {
namespace {

class WormVcAllocatorCases : public test_bench::OnBoth {};
RUN_ON_BOTH(WormVcAllocatorCases);
class WormVcAllocatorShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(WormVcAllocatorShapes);

using microarch::FabricParameters;
using microarch::index;
using microarch::make_flit;

// Router 1 of a line of three: ports 0 and 1, local input port 2, ejection port output 2.
constexpr int kVcs = 2;
constexpr int kInputs = 6;
constexpr int kOutputs = 3;
constexpr int kDepth = 4;

std::unique_ptr<WormVcAllocator> make(const char* name, const WormPlace& place) {
  if (test_bench::on_twin()) return std::make_unique<WormVcAllocatorTwin>(name, place);
  return make_worm_vc_allocator(name, place);
}

struct VcAllocatorBench : test_bench::Bench {
  std::shared_ptr<const topologies::Topology> topology = test_bench::worm_mesh({3}, kVcs);
  test_bench::Signals<std::uint64_t> request = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint64_t> ports = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint64_t> vcs = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint32_t> held = test_bench::Signals<std::uint32_t>(kOutputs);
  test_bench::Signals<std::uint32_t> credits = test_bench::Signals<std::uint32_t>(index(2 * kVcs));
  test_bench::Signals<std::uint32_t> grant = test_bench::Signals<std::uint32_t>(kInputs);
  test_bench::Signals<std::uint32_t> allocated = test_bench::Signals<std::uint32_t>(kOutputs);
  test_bench::Signals<std::uint64_t> wish = test_bench::Signals<std::uint64_t>(kInputs);
  std::unique_ptr<WormVcAllocator> allocator;

  explicit VcAllocatorBench(const FabricParameters& parameters)
      : allocator(make("allocator", {*topology, parameters, 1})) {
    clock(*allocator);
    allocator->cycle.bind(cycle);
    test_bench::bind_all(allocator->request, request);
    test_bench::bind_all(allocator->route_ports, ports);
    test_bench::bind_all(allocator->route_vcs, vcs);
    test_bench::bind_all(allocator->held, held);
    if (allocator->credits.size() != 0) test_bench::bind_all(allocator->credits, credits);
    test_bench::bind_all(allocator->grant, grant);
    test_bench::bind_all(allocator->allocated, allocated);
    if (allocator->wish.size() != 0) test_bench::bind_all(allocator->wish, wish);
    for (auto& signal : credits) signal.write(kDepth);
    pulse_reset();
  }
  /// Input `input` waits with packet `packet` for VCs `lanes` of output port `port`, by the escape tier; port 2: for
  /// those of the ejection port.
  void wait(int input, PacketId packet, int port, topologies::VcMask lanes) {
    topologies::RouteChoice choice;
    choice.tiers[topologies::RouteChoice::kEscape] = {std::uint32_t{1} << port, lanes};
    WormRoute route = pack_worm_route(choice);
    if (port == 2) route = {0, kArrivedBit};
    request[index(input)].write(make_request(make_flit(packet, 3, 0)));
    ports[index(input)].write(route.ports);
    vcs[index(input)].write(route.vcs);
  }
  std::vector<LaneWord> grants() {
    settle();
    std::vector<LaneWord> words;
    for (const auto& signal : grant) words.push_back(signal.read());
    return words;
  }
};

using Lanes = std::vector<LaneWord>;

TEST_P(WormVcAllocatorCases, GivesTheOnlyFreeVc) {
  VcAllocatorBench bench(test_bench::worm_parameters(kVcs, kDepth));
  bench.held[0].write(0b01);
  bench.wait(2, 7, 0, 0b11);
  EXPECT_EQ(bench.grants(), (Lanes{0, 0, make_lane(1, true), 0, 0, 0}));
  EXPECT_EQ(bench.allocated[0].read(), 0b10U);
  bench.held[0].write(0b11);
  EXPECT_EQ(bench.grants(), Lanes(kInputs, 0));
  EXPECT_EQ(bench.allocated[0].read(), 0U);
}

TEST_P(WormVcAllocatorCases, TwoVcsOfAnOutputInOneCycle) {
  VcAllocatorBench bench(test_bench::worm_parameters(kVcs, kDepth));
  bench.wait(2, 7, 0, 0b01);
  bench.wait(4, 8, 0, 0b10);
  bench.wait(5, 9, 1, 0b01);
  EXPECT_EQ(bench.grants(), (Lanes{0, 0, make_lane(0, true), 0, make_lane(1, true), make_lane(2, true)}));
  EXPECT_EQ(bench.allocated[0].read(), 0b11U);
  EXPECT_EQ(bench.allocated[1].read(), 0b01U);
}

TEST_P(WormVcAllocatorCases, TheLowestInputWinsWithFixed) {
  VcAllocatorBench bench(test_bench::worm_parameters(kVcs, kDepth));
  bench.wait(3, 7, 0, 0b01);
  bench.wait(2, 8, 0, 0b01);
  EXPECT_EQ(bench.grants(), (Lanes{0, 0, make_lane(0, true), 0, 0, 0}));
}

TEST_P(WormVcAllocatorShapes, TheOldestPacketWinsWithAge) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, kDepth);
  parameters.arbiter = "age";
  VcAllocatorBench bench(parameters);
  bench.wait(2, 8, 0, 0b01);
  bench.wait(3, 7, 0, 0b01);
  EXPECT_EQ(bench.grants(), (Lanes{0, 0, 0, make_lane(0, true), 0, 0}));
}

TEST_P(WormVcAllocatorShapes, RoundRobinMovesOnWithTheGrant) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, kDepth);
  parameters.arbiter = "round_robin";
  VcAllocatorBench bench(parameters);
  bench.wait(2, 8, 0, 0b01);
  bench.wait(3, 7, 0, 0b01);
  EXPECT_NE(bench.grants()[2], 0U);
  bench.step();  // granted: input 3 has its turn
  bench.wait(2, 9, 0, 0b01);
  EXPECT_NE(bench.grants()[3], 0U);
  bench.pulse_reset(1);
  bench.wait(2, 10, 0, 0b01);
  EXPECT_NE(bench.grants()[2], 0U) << "reset puts the pointer back";
}

TEST_P(WormVcAllocatorCases, AtTheDestinationAnyVcOfTheEjectionPort) {
  VcAllocatorBench bench(test_bench::worm_parameters(kVcs, kDepth));
  bench.held[2].write(0b01);
  bench.wait(0, 7, 2, 0);
  EXPECT_EQ(bench.grants(), (Lanes{make_lane(2 * kVcs + 1, false), 0, 0, 0, 0, 0}));
}

TEST_P(WormVcAllocatorShapes, AtomicWaitsForAllCredits) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, kDepth);
  parameters.wormhole.reallocation = "atomic";
  VcAllocatorBench bench(parameters);
  bench.credits[0].write(kDepth - 1);
  bench.wait(2, 7, 0, 0b01);
  EXPECT_EQ(bench.grants(), Lanes(kInputs, 0));
  bench.credits[0].write(kDepth);
  EXPECT_EQ(bench.grants(), (Lanes{0, 0, make_lane(0, true), 0, 0, 0}));
}

TEST_P(WormVcAllocatorShapes, WishesAreOutputsWithACredit) {
  FabricParameters parameters = test_bench::worm_parameters(kVcs, kDepth);
  parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>();
  parameters.wormhole.vc_requests = "all";
  VcAllocatorBench bench(parameters);
  bench.credits[0].write(0);
  bench.wait(2, 7, 0, 0b01);  // the only VC that it asks for has no credit
  bench.wait(4, 8, 1, 0b11);
  bench.settle();
  EXPECT_EQ(bench.wish[2].read(), 0U);
  EXPECT_EQ(bench.wish[4].read(), 0b010U);
  EXPECT_NE(bench.grants()[2], 0U) << "VC allocation does not look at credits";
  bench.credits[0].write(1);
  bench.settle();
  EXPECT_EQ(bench.wish[2].read(), 0b001U);
}

}  // namespace
}  // namespace trenza::rtl_models::worm_vc_allocation
