// Blocks and whole routers in SystemVerilog, with the policies that most users take, against the tlm view; policies of
// every other kind: rtl_policies_test.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/support/rtl_hardware.h"

namespace trenza::test {
namespace {

using microarch::AllocatorPolicy;
using microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::FabricParameters;
using microarch::SelectionPolicy;

constexpr int kTwoSmallClasses = 5;
constexpr int kOneOfEach = 6;
constexpr int kMatrixPerPort = 7;
constexpr int kMatrixPerVc = 8;
constexpr int kOutputFirstPerPort = 9;
constexpr int kOutputFirstPerVc = 10;
constexpr int kHardwareSets = 12;
constexpr int kQuick = kHardwareSets;  // of the quick tests, and of other ones, so that its models are built once

/// Number `which` of the hardware sets.
FabricParameters hardware(int which) {
  FabricParameters p;
  p.max_packet_flits = 4;
  p.buffer_packets = 2;
  switch (which) {
    case 0:
      return p;
    case 1:
      p.arbiter = ArbiterPolicy("round_robin");
      p.selection = SelectionPolicy("random");
      p.crossbar = CrossbarKind("per_port");
      p.router_delay = 2;
      p.injectors = p.ejectors = 2;
      return p;
    case 2:
      p.arbiter = ArbiterPolicy("age");
      p.selection = SelectionPolicy("dimension_order");
      p.message_classes = 2;
      p.adaptive_vcs = 1;
      return p;
    case 3:
      p.adaptive_vcs = 0;
      p.max_packet_flits = 1;
      p.buffer_packets = 3;
      p.router_delay = 3;
      return p;
    case 4:
      p.crossbar = CrossbarKind("per_port");
      p.adaptive_vcs = 3;
      p.max_packet_flits = 5;
      p.injectors = 4;
      p.ejectors = 3;
      return p;
    case kTwoSmallClasses:
      p.arbiter = ArbiterPolicy("round_robin");
      p.selection = SelectionPolicy("dimension_order");
      p.message_classes = 2;
      p.adaptive_vcs = 0;
      return p;
    case kOneOfEach:
      p.arbiter = ArbiterPolicy("age");
      p.adaptive_vcs = 1;
      p.buffer_packets = 3;
      return p;
    case kMatrixPerPort:
      p.arbiter = ArbiterPolicy("matrix");
      p.crossbar = CrossbarKind("per_port");
      return p;
    case kMatrixPerVc:
      p.arbiter = ArbiterPolicy("matrix");
      p.adaptive_vcs = 1;
      p.injectors = p.ejectors = 2;
      return p;
    case kOutputFirstPerPort:
      p.allocator = AllocatorPolicy("output_first");
      p.arbiter = ArbiterPolicy("round_robin");
      p.crossbar = CrossbarKind("per_port");
      p.injectors = p.ejectors = 2;
      return p;
    case kOutputFirstPerVc:
      p.allocator = AllocatorPolicy("output_first");
      p.selection = SelectionPolicy("random");
      p.message_classes = 2;
      return p;
    case kQuick:
      p.adaptive_vcs = 1;
      p.arbiter = ArbiterPolicy("round_robin");
      p.crossbar = CrossbarKind("per_port");
      return p;
    default:
      p.arbiter = ArbiterPolicy("age");
      p.crossbar = CrossbarKind("per_port");
      p.selection = SelectionPolicy("random");
      p.bubble = true;
      p.max_packet_flits = 16;
      p.buffer_packets = 4;
      p.adaptive_vcs = 1;
      p.ejectors = 4;
      return p;
  }
}

std::string compare_blocks(int which, int set, std::uint64_t seed, const std::vector<cosim::RtlBlock>& blocks,
                           const RtlVariant& variant = {}) {
  return compare_hardware(which, hardware(set), seed, blocks, variant);
}

const std::vector<cosim::RtlBlock> kRouters{cosim::RtlBlock::router};
const std::vector<cosim::RtlBlock> kRoutersAndLinks{cosim::RtlBlock::router, cosim::RtlBlock::link};
constexpr int kLarger = 1;  // the set of the slow forms

void check_each_block_alone(int set) {
  for (int block = 0; block < cosim::kRtlBlocks; ++block) {
    EXPECT_EQ(compare_blocks(0, set, 100 + static_cast<std::uint64_t>(block), {static_cast<cosim::RtlBlock>(block)}),
              "")
        << cosim::rtl_block_names()[static_cast<std::size_t>(block)];
  }
}
TEST(RtlDigest, EachBlockAlone) { check_each_block_alone(kQuick); }
TEST(RtlRoutersSlow, EachBlockAlone) { check_each_block_alone(kLarger); }

TEST(RtlDigest, AllBlocksTogether) { EXPECT_EQ(compare_blocks(0, kQuick, 5, all_small_blocks()), ""); }
TEST(RtlRoutersSlow, AllBlocksTogether) { EXPECT_EQ(compare_blocks(0, kLarger, 5, all_small_blocks()), ""); }

// Each block of every router is watched by a shadow of its own.
TEST(RtlRoutersSlow, BlocksWithTwoEscapeChannels) {
  EXPECT_EQ(compare_blocks(kTwoEscapeChannels, kOneOfEach, 17, all_small_blocks(), {"all", true}), "");
}

TEST(RtlRoutersSlow, BlocksInThreeDimensionsWithTwoClasses) {
  EXPECT_EQ(compare_blocks(kThreeDimensions, kTwoSmallClasses, 46, all_small_blocks(), {"all", true}), "");
}

TEST(RtlRoutersSlow, WithTwoEscapeChannels) {
  EXPECT_EQ(compare_blocks(kTwoEscapeChannels, kOneOfEach, 15, kRouters), "");
}

void check_routers_as_a_whole(int set, std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) EXPECT_EQ(compare_blocks(0, set, seed, kRouters), "");
}
TEST(RtlDigest, RoutersAsAWhole) { check_routers_as_a_whole(kQuick, 2); }
TEST(RtlRoutersSlow, AsAWhole) { check_routers_as_a_whole(kLarger, 5); }

TEST(RtlDigest, RoutersOfARingAmongSystemC) {
  EXPECT_EQ(compare_blocks(1, kQuick, 7, kRoutersAndLinks, {"ring:y0"}), "");
}
TEST(RtlRoutersSlow, OfARingAmongSystemC) {
  EXPECT_EQ(compare_blocks(1, kLarger, 7, kRoutersAndLinks, {"ring:y0"}), "");
}

void check_shadows(int set) {
  EXPECT_EQ(compare_blocks(0, set, 5, all_small_blocks(), {"all", true}), "");
  EXPECT_EQ(compare_blocks(0, set, 6, kRoutersAndLinks, {"all", true}), "");
}
TEST(RtlDigest, ShadowsOfRightTwinsFindNothing) { check_shadows(kQuick); }
TEST(RtlRoutersSlow, ShadowsOfRightTwinsFindNothing) { check_shadows(kLarger); }

TEST(RtlDigest, ShadowsOfRoutersAtTheEdgeOfAMeshFindNothing) {
  EXPECT_EQ(compare_blocks(kOpenDimension, kQuick, 16, kRoutersAndLinks, {"all", true}), "");
}
TEST(RtlRoutersSlow, ShadowsAtTheEdgeOfAMeshFindNothing) {
  EXPECT_EQ(compare_blocks(kOpenDimension, kLarger, 16, kRoutersAndLinks, {"all", true}), "");
}

void check_inside_the_tlm_view(int set, std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    EXPECT_EQ(compare_blocks(0, set, seed, kRouters, {"all", false, {3}}), "");
    EXPECT_EQ(compare_blocks(1, set, seed, kRouters, {"all", true, {0, 5, 6}}), "");
  }
  EXPECT_EQ(compare_blocks(1, set, 5, kRouters, {"r_1_1", true, {0, 5, 6}}), "") << "SystemC beside SystemVerilog";
}
TEST(RtlDigest, RoutersInsideTheTlmView) { check_inside_the_tlm_view(kQuick, 1); }
TEST(RtlRoutersSlow, InsideTheTlmView) { check_inside_the_tlm_view(kLarger, 4); }

TEST(RtlRoutersSlow, SwitchAllocatorsWithMatrixArbiters) {
  for (const int set : {kMatrixPerPort, kMatrixPerVc}) {
    EXPECT_EQ(compare_blocks(0, set, 8, {cosim::RtlBlock::switch_allocator}, {"all", true}), "");
  }
}

TEST(RtlRoutersSlow, MatrixAllocators) {
  for (const int set : {kOutputFirstPerPort, kOutputFirstPerVc}) {
    EXPECT_EQ(
        compare_blocks(0, set, 9, {cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator}, {"all", true}),
        "");
  }
}

TEST(RtlRoutersSlow, WithMatrixAllocators) {
  EXPECT_EQ(compare_blocks(0, kOutputFirstPerPort, 10, kRouters, {"all", true}), "");
  EXPECT_EQ(compare_blocks(1, kOutputFirstPerPort, 11, kRouters, {"all", true, {0, 5, 6}}), "");
}

FabricParameters with_strides(const char* allocator, const char* arbiter, int which) {
  FabricParameters p = hardware(1);
  p.allocator = allocator;
  p.arbiter = arbiter;
  set_strides(p, which);
  return p;
}

TEST(RtlRoutersSlow, WithStrides) {
  const std::vector<cosim::RtlBlock> router{cosim::RtlBlock::router};
  EXPECT_EQ(compare_hardware(0, with_strides("input_first", "inverse_weighted", 0), 21, router, {"all", true}), "");
  EXPECT_EQ(compare_hardware(1, with_strides("input_first", "stride", 1), 22, router, {"all", true, {0, 5, 6}}), "");
}

TEST(RtlRoutersSlow, StridesInAllocators) {
  const std::vector<cosim::RtlBlock> allocators{cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator};
  EXPECT_EQ(compare_hardware(0, with_strides("output_first", "inverse_weighted", 0), 23, allocators, {"all", true}),
            "");
  EXPECT_EQ(compare_hardware(0, with_strides("input_first", "stride", 0), 24, allocators, {"all", true}), "");
}

TEST(RtlDigest, BlocksInsideTheTlmView) {
  EXPECT_EQ(compare_blocks(0, kQuick, 3, all_small_blocks(), {"all", true, {1, 2}}), "");
}
TEST(RtlRoutersSlow, BlocksInsideTheTlmView) {
  EXPECT_EQ(compare_blocks(0, kLarger, 3, all_small_blocks(), {"all", true, {1, 2}}), "");
}

TEST(RtlRoutersSlow, WithARoutingTable) { EXPECT_EQ(compare_blocks(3, 2, 3, {cosim::RtlBlock::router}), ""); }

TEST(RtlRoutersSlow, WithARoutingTableInsideTheTlmView) {
  EXPECT_EQ(compare_blocks(3, 2, 5, {cosim::RtlBlock::router}, {"all", true, {9, 10, 63}}), "");
}

TEST(RtlRoutersSlow, InThreeDimensions) {
  EXPECT_EQ(compare_blocks(kThreeDimensions, 2, 4, {cosim::RtlBlock::router}), "");
}

/// Settings for each hardware set: TRENZA_RTL_SETTINGS, for scripts/acceptance rtl-digests.
int settings() {
  const char* const wanted = std::getenv("TRENZA_RTL_SETTINGS");
  return wanted == nullptr ? 2 : std::atoi(wanted);
}

class RtlDigestSlow : public testing::TestWithParam<int> {};

// In turn each block alone, all together, and whole routers, on all networks; in every second one with shadow mode.
TEST_P(RtlDigestSlow, RandomSettings) {
  const int set = GetParam();
  constexpr int kVariants = cosim::kRtlBlocks + 1;
  for (int k = 0; k < settings(); ++k) {
    const int variant = (k + k / kRtlNetworks) % kVariants;
    const std::vector<cosim::RtlBlock> blocks =
        variant == cosim::kRtlBlocks ? all_small_blocks()
                                     : std::vector<cosim::RtlBlock>{static_cast<cosim::RtlBlock>(variant)};
    EXPECT_EQ(compare_blocks(k % kRtlNetworks, set, 1000 + static_cast<std::uint64_t>(k), blocks, {"all", k % 2 == 1}),
              "")
        << k;
  }
}

INSTANTIATE_TEST_SUITE_P(HardwareSets, RtlDigestSlow, testing::Range(0, kHardwareSets));

}  // namespace
}  // namespace trenza::test
