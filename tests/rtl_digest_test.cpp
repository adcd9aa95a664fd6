// Pin fabrics with SystemVerilog in them against the tlm view: every delivery of every cycle, every hop, the counters,
// who waits for what, and in the end the registers of all routers, arbiters included. Traffic, delays and seeds are random; what is part of the hardware is one of a few sets, so that
// few models are verilated.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl_blocks.h"
#include "cosim/shadow.h"
#include "cosim/zoomed_fabric.h"
#include "microarch/hash.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"
#include "topologies/registry.h"
#include "topologies/tables/table_topology.h"

namespace trenza::test {
namespace {

using microarch::AllocatorPolicy;
using microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::FabricParameters;
using microarch::SelectionPolicy;
using Network = std::unique_ptr<topologies::Topology>;

Network bypass_torus(std::vector<int> sizes, topologies::IbtEscape escape) {
  topologies::IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.lengths = {2};
  return topologies::make_ibt(spec, escape);
}

constexpr int kTwoEscapeChannels = 4;
constexpr int kThreeDimensions = 5;
constexpr int kNetworks = 6;
constexpr int kOpenDimension = 6;  // not among those that are drawn

/// Number `which` of the networks of these tests.
Network make_network(int which) {
  switch (which) {
    case 0:
      return network("rtt", 2);
    case 1:
      return network({4, 4});
    case 2:
      return network("rtt", 3);
    case 3:
      return bypass_torus({8, 8}, topologies::IbtEscape::torus_order);
    case kTwoEscapeChannels:
      return bypass_torus({8}, topologies::IbtEscape::three_classes);
    case kOpenDimension:
      return topologies::make_topology(
          {"torus", {{"size", std::vector<int>{4, 3}}, {"wrap", std::vector<bool>{false, true}}}});
    default:
      return network("ptt", 2);
  }
}

constexpr int kTwoSmallClasses = 5;
constexpr int kOneOfEach = 6;
constexpr int kMatrixPerPort = 7;
constexpr int kMatrixPerVc = 8;
constexpr int kOutputFirstPerPort = 9;
constexpr int kOutputFirstPerVc = 10;
constexpr int kHardwareSets = 12;

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

/// Everything that is not hardware follows from `seed`.
Machine machine_with(const FabricParameters& hardware_set, std::uint64_t seed, const topologies::Topology& topology) {
  Machine machine = random_machine(seed);
  const FabricParameters random = machine.parameters;
  machine.parameters = hardware_set;
  machine.parameters.escape_vcs = topology.routing().escape_vcs();
  constexpr int kMostDelay = 20;  // of what comes and goes in the few cycles below
  machine.parameters.link_delay = std::min(random.link_delay, kMostDelay);
  machine.parameters.credit_delay = std::min(random.credit_delay, kMostDelay);
  machine.parameters.injection = random.injection;
  machine.parameters.seed = random.seed;
  machine.cycles = 400;
  return machine;
}

/// The blocks in SystemVerilog, their routers, and the settings that go with them.
struct Variant {
  std::string routers = "all";
  bool shadow = false;                      ///< shadow mode
  std::vector<microarch::NodeId> zoomed{};  ///< these routers alone at pin level; empty: all of them
};

/// Compares machine `seed` of this hardware with `blocks` in SystemVerilog. Empty if there is no difference.
std::string compare_hardware(int which, const FabricParameters& hardware_set, std::uint64_t seed,
                             const std::vector<cosim::RtlBlock>& blocks, const Variant& variant = {}) {
  return isolated([&] {
    const Network topology = make_network(which);
    const Machine machine = machine_with(hardware_set, seed, *topology);
    cosim::RtlSelection selection(*topology);
    for (const cosim::RtlBlock block : blocks) selection.add(block, variant.routers);
    const auto twins = cosim::make_rtl_blocks(selection);
    const auto log = std::make_shared<cosim::ShadowLog>();
    const auto shadowed = cosim::make_shadowed_blocks(
        *twins, [&](cosim::RtlBlock block, microarch::NodeId node) { return selection.has(block, node); }, log);
    const rtl_models::BlockFactory& made = *(variant.shadow ? shadowed : twins);
    const auto pins = variant.zoomed.empty()
                          ? rtl_models::make_pin_fabric(*topology, machine.parameters, made)
                          : cosim::make_zoomed_fabric(*topology, machine.parameters, variant.zoomed, made);
    const auto view = tlm::make_exact_fabric(*topology, machine.parameters);
    view->remember_grants();
    std::string difference = compare_views(machine, *view, *pins);
    if (difference.empty() && variant.zoomed.empty() &&
        registers_text(view->machine_state()) != registers_text(pins->machine_state()))
      difference = "other registers";
    if (log->found()) difference += log->mismatch().text;
    return difference.empty() ? "" : fmt::format("network {}: {}", topology->name(), difference);
  });
}

std::string compare_blocks(int which, int set, std::uint64_t seed, const std::vector<cosim::RtlBlock>& blocks,
                           const Variant& variant = {}) {
  return compare_hardware(which, hardware(set), seed, blocks, variant);
}

std::vector<cosim::RtlBlock> all_small_blocks() {
  std::vector<cosim::RtlBlock> blocks;
  for (int block = 0; block < cosim::kRtlBlocks; ++block) {
    if (static_cast<cosim::RtlBlock>(block) != cosim::RtlBlock::router) {
      blocks.push_back(static_cast<cosim::RtlBlock>(block));
    }
  }
  return blocks;
}

TEST(RtlDigest, EachBlockAlone) {
  for (int block = 0; block < cosim::kRtlBlocks; ++block) {
    EXPECT_EQ(compare_blocks(0, 1, 100 + static_cast<std::uint64_t>(block), {static_cast<cosim::RtlBlock>(block)}), "")
        << cosim::rtl_block_names()[static_cast<std::size_t>(block)];
  }
}

TEST(RtlDigest, AllBlocksTogether) { EXPECT_EQ(compare_blocks(0, 1, 5, all_small_blocks()), ""); }

// Each block of every router is watched by a shadow of its own.
TEST(RtlDigest, BlocksWithTwoEscapeChannels) {
  EXPECT_EQ(compare_blocks(kTwoEscapeChannels, kOneOfEach, 17, all_small_blocks(), {"all", true}), "");
}

TEST(RtlDigest, BlocksInThreeDimensionsWithTwoClasses) {
  EXPECT_EQ(compare_blocks(kThreeDimensions, kTwoSmallClasses, 46, all_small_blocks(), {"all", true}), "");
}

TEST(RtlDigest, RoutersAsAWholeWithTwoEscapeChannels) {
  EXPECT_EQ(compare_blocks(kTwoEscapeChannels, kOneOfEach, 15, {cosim::RtlBlock::router}), "");
}

TEST(RtlDigest, RoutersAsAWhole) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) EXPECT_EQ(compare_blocks(0, 1, seed, {cosim::RtlBlock::router}), "");
}

TEST(RtlDigest, RoutersOfARingAmongSystemC) {
  EXPECT_EQ(compare_blocks(1, 1, 7, {cosim::RtlBlock::router, cosim::RtlBlock::link}, {"ring:y0"}), "");
}

TEST(RtlDigest, ShadowsOfRightTwinsFindNothing) {
  EXPECT_EQ(compare_blocks(0, 1, 5, all_small_blocks(), {"all", true}), "");
  EXPECT_EQ(compare_blocks(0, 1, 6, {cosim::RtlBlock::router, cosim::RtlBlock::link}, {"all", true}), "");
}

TEST(RtlDigest, ShadowsOfRoutersAtTheEdgeOfAMeshFindNothing) {
  EXPECT_EQ(compare_blocks(kOpenDimension, 1, 16, {cosim::RtlBlock::router, cosim::RtlBlock::link}, {"all", true}), "");
}

TEST(RtlDigest, RoutersInsideTheTlmView) {
  const std::vector<cosim::RtlBlock> router{cosim::RtlBlock::router};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    EXPECT_EQ(compare_blocks(0, 1, seed, router, {"all", false, {3}}), "");
    EXPECT_EQ(compare_blocks(1, 1, seed, router, {"all", true, {0, 5, 6}}), "");
  }
  EXPECT_EQ(compare_blocks(1, 1, 5, router, {"r_1_1", true, {0, 5, 6}}), "") << "SystemC beside SystemVerilog";
}

TEST(RtlDigest, SwitchAllocatorsWithMatrixArbiters) {
  for (const int set : {kMatrixPerPort, kMatrixPerVc}) {
    EXPECT_EQ(compare_blocks(0, set, 8, {cosim::RtlBlock::switch_allocator}, {"all", true}), "");
  }
}

TEST(RtlDigest, MatrixAllocators) {
  for (const int set : {kOutputFirstPerPort, kOutputFirstPerVc}) {
    EXPECT_EQ(
        compare_blocks(0, set, 9, {cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator}, {"all", true}),
        "");
  }
}

TEST(RtlDigest, RoutersWithMatrixAllocators) {
  const std::vector<cosim::RtlBlock> router{cosim::RtlBlock::router};
  EXPECT_EQ(compare_blocks(0, kOutputFirstPerPort, 10, router, {"all", true}), "");
  EXPECT_EQ(compare_blocks(1, kOutputFirstPerPort, 11, router, {"all", true, {0, 5, 6}}), "");
}

/// Strides of a table for a network of hardware sets.
std::shared_ptr<const microarch::StrideTable> stride_table(int which) {
  const Network topology = make_network(which);
  const int ports = topology->graph().ports();
  std::vector<std::uint8_t> strides;
  for (std::size_t k = 0;
       k < static_cast<std::size_t>(topology->graph().nodes()) * microarch::StrideTable::of_router(ports); ++k)
    strides.push_back(static_cast<std::uint8_t>(1 + microarch::hash(which, k) % (k % 2 == 0 ? 255 : 5)));
  return std::make_shared<const microarch::StrideTable>(ports, strides);
}

/// Strides for the networks of hardware sets, which have few ports: of lists, or of a table.
void set_strides(FabricParameters& p, int which) {
  if (p.arbiter.is<microarch::StrideArbiter>()) {
    p.strides.ports = {1, 3, 255, 2};
    p.strides.injectors = {7, 1};
  } else if (p.arbiter.is<microarch::InverseWeightedArbiter>()) {
    p.strides.table = stride_table(which);
  }
}

FabricParameters with_strides(const char* allocator, const char* arbiter, int which) {
  FabricParameters p = hardware(1);
  p.allocator = allocator;
  p.arbiter = arbiter;
  set_strides(p, which);
  return p;
}

TEST(RtlDigest, StridesInRouters) {
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

/// Hardware whose arbiters count flits, or with a guard of injectors, or with both. There are kShareShapes of them, which
/// have every allocator, `deficit` in both that have arbiters, and guards of few and of many grants.
constexpr int kShareShapes = 16;
std::pair<FabricParameters, int> hardware_with_shares(int shape) {
  const auto below = [shape](int draw, int limit) {
    return static_cast<int>(microarch::hash(kShareShapes, shape, draw) % static_cast<std::uint64_t>(limit));
  };
  const std::vector<AllocatorPolicy> allocators{"input_first",
                                                "output_first",
                                                "input_first",
                                                "output_first",
                                                "islip",
                                                AllocatorPolicy("wavefront").with(shape < 8 ? 0 : 1),
                                                AllocatorPolicy("pim").with(shape < 8 ? 1 : 2),
                                                "oldest_first"};
  FabricParameters p;
  p.allocator = allocators[static_cast<std::size_t>(shape % 8)];
  if (shape % 8 < 2) p.arbiter = "deficit";
  if (shape % 8 == 2) p.arbiter = shape < 8 ? "round_robin" : "matrix";
  if (shape % 8 == 3) p.arbiter = shape < 8 ? "age" : "random";
  const std::vector<int> guards{1, 2, 3, 255};
  p.transit_guard = shape == 0 ? 0 : guards[static_cast<std::size_t>(below(0, 4))];
  p.max_packet_flits = 1 + below(1, 6);
  p.buffer_packets = 2 + below(2, 2);
  p.selection = SelectionPolicy::at(static_cast<std::size_t>(below(3, 3)));
  p.message_classes = 1 + below(4, 2);
  p.adaptive_vcs = 1 + below(5, 2);
  p.injectors = 1 + below(6, 2);
  p.ejectors = 1 + below(7, 2);
  p.router_delay = 1 + below(8, 2);
  p.crossbar = below(9, 2) == 0 ? CrossbarKind("per_vc") : CrossbarKind("inputs_per_port").with(1 + below(10, 2));
  const std::vector<int> networks{0, 1, kTwoEscapeChannels, kThreeDimensions};
  return {p, networks[static_cast<std::size_t>(below(11, 4))]};
}

/// Whole routers with shadows in every second shape, the allocators alone in the others.
void check_shares(int first, int last, int machines) {
  for (int k = 0; k < machines; ++k) {
    const int shape = first + k % (last - first);
    const auto [hardware_set, which] = hardware_with_shares(shape);
    const bool whole = (shape + shape / 8 + k / kShareShapes) % 2 == 0;
    const std::vector<cosim::RtlBlock> blocks =
        whole ? std::vector<cosim::RtlBlock>{cosim::RtlBlock::router}
              : std::vector<cosim::RtlBlock>{cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator};
    EXPECT_EQ(compare_hardware(which, hardware_set, 5000 + static_cast<std::uint64_t>(k), blocks, {"all", k % 3 == 0}),
              "")
        << "shape " << shape;
  }
}

TEST(RtlShares, RandomMachines) { check_shares(0, 2, 8); }
TEST(RtlSharesSlow, TwoHundredRandomMachines) { check_shares(0, kShareShapes, 200); }

TEST(RtlShares, RoutersInsideTheTlmView) {
  const auto [hardware_set, which] = hardware_with_shares(8);
  EXPECT_EQ(compare_hardware(1, hardware_set, 61, {cosim::RtlBlock::router}, {"all", true, {0, 5, 6}}), "");
}

TEST(RtlDigest, BlocksInsideTheTlmView) {
  EXPECT_EQ(compare_blocks(0, 1, 3, all_small_blocks(), {"all", true, {1, 2}}), "");
}

TEST(RtlRoutersSlow, WithARoutingTable) { EXPECT_EQ(compare_blocks(3, 2, 3, {cosim::RtlBlock::router}), ""); }

TEST(RtlRoutersSlow, WithARoutingTableInsideTheTlmView) {
  EXPECT_EQ(compare_blocks(3, 2, 5, {cosim::RtlBlock::router}, {"all", true, {9, 10, 63}}), "");
}

TEST(RtlRoutersSlow, InThreeDimensions) {
  EXPECT_EQ(compare_blocks(kThreeDimensions, 2, 4, {cosim::RtlBlock::router}), "");
}

constexpr int kPolicyShapes = 24;

constexpr int kPolicyKinds = 12;

/// The allocators and arbiters that other sets do not have; every kind twice, as `round` 0 and 1.
void set_policies(FabricParameters& p, int kind, int round) {
  using microarch::AllocatorPolicy;
  const std::vector<AllocatorPolicy> allocators{"input_first",
                                                "input_first",
                                                "output_first",
                                                "output_first",
                                                "islip",
                                                AllocatorPolicy("islip").with(2 + round),
                                                "pim",
                                                AllocatorPolicy("pim").with(2 + round),
                                                AllocatorPolicy("wavefront").with(0),
                                                AllocatorPolicy("wavefront").with(1),
                                                AllocatorPolicy("wavefront").with(2),
                                                "oldest_first"};
  p.allocator = allocators.at(static_cast<std::size_t>(kind));
  if (kind < 2) p.arbiter = kind == 0 ? "matrix" : "fixed";
  if (kind == 2 || kind == 3) p.arbiter = ArbiterPolicy::at(static_cast<std::size_t>(2 * round + kind - 2));
}

/// Hardware with such policies, and a network for it. There are kPolicyShapes of them.
std::pair<FabricParameters, int> hardware_with_other_policies(int shape) {
  const auto below = [shape](int draw, int limit) {
    return static_cast<int>(microarch::hash(kPolicyShapes, shape, draw) % static_cast<std::uint64_t>(limit));
  };
  FabricParameters p;
  p.max_packet_flits = 1 + below(0, 5);
  p.buffer_packets = 2 + below(1, 2);
  set_policies(p, shape % kPolicyKinds, shape / kPolicyKinds);
  p.selection = SelectionPolicy::at(static_cast<std::size_t>(below(2, 3)));
  p.crossbar = CrossbarKind::at(static_cast<std::size_t>(below(3, 2)));
  p.message_classes = 1 + below(4, 2);
  p.adaptive_vcs = below(5, 3);
  p.injectors = 1 + below(6, 2);
  p.ejectors = 1 + below(7, 3);
  p.router_delay = 1 + below(8, 2);
  const std::vector<int> networks{0, 1, kTwoEscapeChannels, kThreeDimensions};
  return {p, networks[static_cast<std::size_t>(below(9, static_cast<int>(networks.size())))]};
}

/// Whole routers in every second shape, the allocators alone in the others; each kind of policies in both ways.
void check_other_policies(int shapes, int machines) {
  for (int k = 0; k < machines; ++k) {
    const int shape = k % shapes;
    const auto [hardware_set, which] = hardware_with_other_policies(shape);
    const std::vector<cosim::RtlBlock> blocks =
        (shape + shape / kPolicyKinds) % 2 == 1
            ? std::vector<cosim::RtlBlock>{cosim::RtlBlock::router}
            : std::vector<cosim::RtlBlock>{cosim::RtlBlock::vc_allocator, cosim::RtlBlock::switch_allocator};
    EXPECT_EQ(compare_hardware(which, hardware_set, 3000 + static_cast<std::uint64_t>(k), blocks), "")
        << "shape " << shape;
  }
}

TEST(RtlPolicies, RandomMachines) { check_other_policies(2, 8); }
TEST(RtlPoliciesSlow, FourHundredRandomMachines) { check_other_policies(kPolicyShapes, 400); }

/// Hardware with a pipeline of two steps, and a network for it. There are kPipelineShapes of them, which have every
/// allocator that has SystemVerilog, every arbiter and every kind of crossbar; every third one has a guard of injectors.
constexpr int kPipelineShapes = 36;
std::pair<FabricParameters, int> hardware_with_pipelines(int shape) {
  using microarch::PipelinePolicy;
  using microarch::SpeculativePipeline;
  const auto below = [shape](int draw, int limit) {
    return static_cast<int>(microarch::hash(kPipelineShapes, shape, draw) % static_cast<std::uint64_t>(limit));
  };
  const auto speculative = PipelinePolicy::of<SpeculativePipeline>();
  const auto two_step = PipelinePolicy::of<microarch::TwoStepPipeline>();
  const std::vector<PipelinePolicy> pipelines{speculative.with(SpeculativePipeline::kMaskGrants),   two_step,
                                              speculative.with(SpeculativePipeline::kMaskRequests), two_step.with(2),
                                              speculative.with(SpeculativePipeline::kMaskGrants),   two_step.with(5),
                                              speculative.with(SpeculativePipeline::kMaskRequests)};
  const std::vector<AllocatorPolicy> allocators{"input_first",
                                                "wavefront",
                                                "output_first",
                                                "islip",
                                                "input_first",
                                                AllocatorPolicy("islip").with(2),
                                                "oldest_first",
                                                "output_first",
                                                AllocatorPolicy("wavefront").with(1),
                                                "pim",
                                                AllocatorPolicy("wavefront").with(2)};
  FabricParameters p;
  p.pipeline = pipelines[static_cast<std::size_t>(shape) % pipelines.size()];
  p.allocator = allocators[static_cast<std::size_t>(shape) % allocators.size()];
  p.arbiter = ArbiterPolicy::at(static_cast<std::size_t>(shape + 1) % ArbiterPolicy::kAll.size());
  p.transit_guard = shape % 3 == 2 ? 1 + below(0, 3) : 0;
  p.max_packet_flits = 1 + below(1, 5);
  p.buffer_packets = 2 + below(2, 2);
  p.selection = SelectionPolicy::at(static_cast<std::size_t>(below(3, 3)));
  p.message_classes = 1 + below(4, 2);
  p.adaptive_vcs = below(5, 3);
  p.injectors = 1 + below(6, 2);
  p.ejectors = 1 + below(7, 3);
  p.router_delay = 1 + below(8, 2);
  p.crossbar = CrossbarKind::at(static_cast<std::size_t>(below(9, 3)));
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(1 + below(10, 1 + p.adaptive_vcs));
  const std::vector<int> networks{0, 1, kTwoEscapeChannels, kThreeDimensions};
  const int which = networks[static_cast<std::size_t>(below(11, 4))];
  set_strides(p, which);
  return {p, which};
}

/// In turn whole routers, the allocators alone, and all blocks, every second time with shadows.
void check_pipelines(int shapes, int machines) {
  for (int k = 0; k < machines; ++k) {
    const int shape = k % shapes;
    const auto [hardware_set, which] = hardware_with_pipelines(shape);
    std::vector<cosim::RtlBlock> blocks;
    switch ((shape + k / shapes) % 3) {
      case 0:
        blocks = {cosim::RtlBlock::router};
        break;
      case 1:
        blocks = {cosim::RtlBlock::vc_allocator};
        break;
      default:
        blocks = all_small_blocks();
    }
    EXPECT_EQ(compare_hardware(which, hardware_set, 7000 + static_cast<std::uint64_t>(k), blocks, {"all", k % 2 == 0}),
              "")
        << "shape " << shape;
  }
}

TEST(RtlPipelines, RandomMachines) { check_pipelines(2, 2); }
TEST(RtlPipelinesSlow, ThreeHundredRandomMachines) { check_pipelines(kPipelineShapes, 300); }

TEST(RtlPipelinesSlow, EachBlockAlone) {
  const auto [hardware_set, which] = hardware_with_pipelines(0);
  for (const cosim::RtlBlock block : all_small_blocks()) {
    EXPECT_EQ(compare_hardware(which, hardware_set, 7100, {block}, {"all", true}), "")
        << cosim::rtl_block_names()[static_cast<std::size_t>(block)];
  }
}

TEST(RtlPipelines, TheShapesHaveEveryPolicy) {
  std::set<std::string> seen;
  for (int shape = 0; shape < kPipelineShapes; ++shape) {
    const FabricParameters p = hardware_with_pipelines(shape).first;
    seen.insert(p.allocator.name());
    seen.insert(p.arbiter.name());
    seen.insert(p.crossbar.name());
    seen.insert(p.pipeline.text());
  }
  const std::size_t in_hardware = AllocatorPolicy::kAll.size() - 1;
  EXPECT_EQ(seen.size(), in_hardware + ArbiterPolicy::kAll.size() + CrossbarKind::kAll.size() + 5);
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
    const int variant = (k + k / kNetworks) % kVariants;
    const std::vector<cosim::RtlBlock> blocks =
        variant == cosim::kRtlBlocks ? all_small_blocks()
                                     : std::vector<cosim::RtlBlock>{static_cast<cosim::RtlBlock>(variant)};
    EXPECT_EQ(compare_blocks(k % kNetworks, set, 1000 + static_cast<std::uint64_t>(k), blocks, {"all", k % 2 == 1}), "")
        << k;
  }
}

INSTANTIATE_TEST_SUITE_P(HardwareSets, RtlDigestSlow, testing::Range(0, kHardwareSets));

}  // namespace
}  // namespace trenza::test
