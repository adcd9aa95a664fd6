// Routers in SystemVerilog with every allocator, arbiter, crossbar, pipeline and guard, against the tlm view.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/support/rtl_hardware.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it compiles SystemVerilog, and what it runs beside it runs in other tests");

using microarch::AllocatorPolicy;
using microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::FabricParameters;
using microarch::PipelinePolicy;
using microarch::SelectionPolicy;
using microarch::SpeculativePipeline;

/// Hardware, and the number of a network for it.
struct HardwareShape {
  FabricParameters hardware;
  int network = 0;
};

/// Every allocator decides in one step in the first half of the shapes, and with some pipeline of two steps in the
/// second.
constexpr int kShapes = 24;
constexpr int kHalf = kShapes / 2;

AllocatorPolicy allocator_of(int shape) {
  const int more = shape < kHalf ? 2 : 3;
  const std::array<AllocatorPolicy, kHalf> allocators{"input_first",
                                                      "islip",
                                                      AllocatorPolicy("wavefront").with(0),
                                                      "output_first",
                                                      "pim",
                                                      AllocatorPolicy("islip").with(more),
                                                      AllocatorPolicy("wavefront").with(1),
                                                      "input_first",
                                                      AllocatorPolicy("pim").with(more),
                                                      "oldest_first",
                                                      "output_first",
                                                      AllocatorPolicy("wavefront").with(2)};
  return allocators.at(static_cast<std::size_t>(shape % kHalf));
}

/// The arbiters of the first half are those that the sets of rtl_digest_test.cpp do not have; the second half has all.
ArbiterPolicy arbiter_of(int shape, const AllocatorPolicy& allocator) {
  if (shape >= kHalf) return ArbiterPolicy::at(static_cast<std::size_t>(shape) % ArbiterPolicy::kAll.size());
  if (!allocator.visit([](auto chosen) { return chosen.kArbiters; })) return {};
  constexpr std::array kArbiters{"deficit", "fixed", "stride", "inverse_weighted"};
  return kArbiters.at(static_cast<std::size_t>(shape) / 3);
}

PipelinePolicy pipeline_of(int shape) {
  if (shape < kHalf) return {};
  const auto speculative = PipelinePolicy::of<SpeculativePipeline>();
  const auto two_step = PipelinePolicy::of<microarch::TwoStepPipeline>();
  const std::array<PipelinePolicy, 5> pipelines{speculative.with(SpeculativePipeline::kMaskGrants), two_step,
                                                speculative.with(SpeculativePipeline::kMaskRequests), two_step.with(2),
                                                two_step.with(5)};
  return pipelines.at(static_cast<std::size_t>(shape) % pipelines.size());
}

HardwareShape shape_of(int shape) {
  const auto below = [shape](int draw, int limit) {
    return static_cast<int>(microarch::hash(kShapes, shape, draw) % static_cast<std::uint64_t>(limit));
  };
  HardwareShape made;
  FabricParameters& p = made.hardware;
  p.allocator = allocator_of(shape);
  p.arbiter = arbiter_of(shape, p.allocator);
  p.pipeline = pipeline_of(shape);
  constexpr std::array kGuards{1, 2, 3, 255};
  p.transit_guard = shape % 3 == 1 ? kGuards.at(static_cast<std::size_t>(shape / 3) % kGuards.size()) : 0;
  p.max_packet_flits = 1 + below(1, 6);
  p.buffer_packets = 2 + below(2, 2);
  p.selection = SelectionPolicy::at(static_cast<std::size_t>(shape) % SelectionPolicy::kAll.size());
  p.message_classes = 1 + below(4, 2);
  p.adaptive_vcs = below(5, 3);
  p.injectors = 1 + below(6, 2);
  p.ejectors = 1 + below(7, 3);
  p.router_delay = 1 + below(8, 2);
  p.crossbar = CrossbarKind::at(static_cast<std::size_t>(shape + shape / 3) % CrossbarKind::kAll.size());
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(1 + below(10, 1 + p.adaptive_vcs));
  constexpr std::array kDrawn{0, 1, kTwoEscapeChannels, kThreeDimensions};
  made.network = kDrawn.at(static_cast<std::size_t>(below(11, static_cast<int>(kDrawn.size()))));
  set_strides(p, made.network);
  return made;
}

/// In turn whole routers, the allocators alone, and all blocks; every second time with shadows.
std::string compare_policies(int shape, int round) {
  std::vector<cosim::RtlBlock> blocks;
  switch ((shape + round) % 3) {
    case 0:
      blocks = {cosim::RtlBlock::router};
      break;
    case 1:
      blocks = {cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator};
      break;
    default:
      blocks = all_small_blocks();
  }
  const HardwareShape made = shape_of(shape);
  const auto seed = static_cast<std::uint64_t>(3000 + 100 * shape + round);
  return compare_hardware(made.network, made.hardware, seed, blocks, {"all", (shape + round) % 2 == 0});
}

/// The policies of a shape in routers of two ports with two VCs each.
HardwareShape on_a_ring(int shape) {
  HardwareShape made = shape_of(shape);
  FabricParameters& p = made.hardware;
  made.network = kRing;
  p.message_classes = p.adaptive_vcs = p.injectors = p.ejectors = 1;
  // Packets in a ring have one way; rows of several VCs have several packets to choose from.
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = CrossbarKind("per_port");
  p.strides = {};
  set_strides(p, kRing);
  return made;
}

/// Whole routers, alone and with shadows, and the allocators.
void check_on_a_ring(int shape) {
  const HardwareShape made = on_a_ring(shape);
  for (const bool shadow : {false, true})
    EXPECT_EQ(compare_hardware(made.network, made.hardware, 21, {cosim::RtlBlock::router}, {"all", shadow}), "");
  EXPECT_EQ(compare_hardware(made.network, made.hardware, 22,
                             {cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator}, {"all", true}),
            "");
}

constexpr int kPim = 4;
TEST(RtlPolicies, RandomMachines) { check_on_a_ring(kPim); }
TEST(RtlPolicies, RandomMachinesWithTwoSteps) { check_on_a_ring(kHalf); }

/// The shapes are tests of their own, so that they run side by side.
class RtlPoliciesSlow : public testing::TestWithParam<int> {};

TEST_P(RtlPoliciesSlow, SeventeenRandomMachines) {
  constexpr int kMachines = 17;  // 408 in all
  for (int round = 0; round < kMachines; ++round) EXPECT_EQ(compare_policies(GetParam(), round), "") << round;
}

INSTANTIATE_TEST_SUITE_P(Shapes, RtlPoliciesSlow, testing::Range(0, kShapes));

void check_inside_the_tlm_view(const HardwareShape& made) {
  EXPECT_EQ(compare_hardware(made.network, made.hardware, 61, {cosim::RtlBlock::router}, {"all", true, {0, 5, 6}}), "");
}
TEST(RtlPolicies, RoutersInsideTheTlmView) { check_inside_the_tlm_view(on_a_ring(kPim)); }
TEST(RtlPoliciesAloneSlow, RoutersInsideTheTlmView) { check_inside_the_tlm_view(shape_of(kPim)); }

TEST(RtlPoliciesAloneSlow, EachBlockWithTwoSteps) {
  const HardwareShape made = shape_of(kHalf);
  for (const cosim::RtlBlock block : all_small_blocks()) {
    EXPECT_EQ(compare_hardware(made.network, made.hardware, 7100, {block}, {"all", true}), "")
        << cosim::rtl_block_names()[static_cast<std::size_t>(block)];
  }
}

TEST(RtlPolicies, TheShapesHaveEveryChoice) {
  std::map<std::string, int> joint;  // with how many shapes
  std::map<std::string, int> all;
  for (int shape = 0; shape < kShapes; ++shape) {
    const FabricParameters p = shape_of(shape).hardware;
    for (const std::string& name :
         {p.allocator.text(), "arbiter " + std::string(p.arbiter.name()), std::string(p.crossbar.name()),
          p.pipeline.text(), std::string(p.selection.name()), "guard " + std::to_string(p.transit_guard)}) {
      ++all[name];
      if (shape < kHalf) ++joint[name];
    }
  }
  const std::size_t in_hardware = AllocatorPolicy::kAll.size() - 1;  // all but `maximum`
  constexpr std::size_t kMoreOfOne = 6;  // rounds of two allocators in both halves, diagonals
  constexpr std::size_t kPipelines = 6;
  constexpr std::size_t kGuards = 5;
  EXPECT_EQ(all.size(), in_hardware + kMoreOfOne + ArbiterPolicy::kAll.size() + CrossbarKind::kAll.size() + kPipelines +
                            SelectionPolicy::kAll.size() + kGuards);
  for (const char* arbiter : {"deficit", "fixed", "stride", "inverse_weighted"})
    EXPECT_EQ(joint["arbiter " + std::string(arbiter)], arbiter == ArbiterPolicy().name() ? 9 : 1) << arbiter;
}

}  // namespace
}  // namespace trenza::test
