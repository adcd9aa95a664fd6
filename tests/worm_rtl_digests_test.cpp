// Flit-level routers in SystemVerilog, whole and block by block, against the tlm view.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/wormhole/worm_shape.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "tests/support/worm_islands.h"
#include "tests/support/worm_rtl_hardware.h"

namespace trenza::test {
namespace {

using cosim::RtlBlock;

/// In turn whole routers and all blocks; in shadow mode every second time of each.
std::string compare_worm_shape(int shape, int round) {
  const std::vector<RtlBlock> blocks =
      round % 2 == 0 ? std::vector<RtlBlock>{RtlBlock::router, RtlBlock::link} : all_worm_blocks();
  const auto seed = static_cast<std::uint64_t>(5000 + 100 * shape + round);
  return compare_worm_hardware(worm_of_shape(shape, seed), blocks, round / 2 % 2 == 1);
}

/// The shape with the smallest VC allocator.
int smallest_shape() {
  int best = 0;
  int best_size = 0;
  for (int shape = 0; shape < kWormShapes; ++shape) {
    const WormMachine worms = worm_shape(shape);
    const auto of = microarch::WormShape::of(worms.machine.parameters, worms.machine.network.build()->graph().ports());
    const int size = of.inputs() * of.output_vcs();
    if (shape > 0 && size >= best_size) continue;
    best = shape;
    best_size = size;
  }
  return best;
}

/// Some routers in SystemVerilog inside the tlm view, in turn as a whole, block by block, and mixed with SystemC.
std::string compare_inside_tlm(int shape, int round) {
  const WormMachine worms = worm_of_shape(shape, static_cast<std::uint64_t>(9000 + 100 * shape + round));
  std::vector<RtlBlock> blocks{RtlBlock::router};
  if (round % 3 == 1) blocks = all_worm_blocks();
  if (round % 3 == 2) blocks = {RtlBlock::input_unit, RtlBlock::output_unit, RtlBlock::crossbar, RtlBlock::link};
  const auto clocked = island_of(static_cast<std::uint64_t>(round), worms.topology()->graph());
  return compare_worm_hardware(worms, blocks, round / 3 % 2 == 1, clocked);
}

// Both ways in one test, which builds the models once.
void check_smallest_shape(int machines, int inside_tlm) {
  const int shape = smallest_shape();
  for (int round = 0; round < machines; ++round) EXPECT_EQ(compare_worm_shape(shape, round), "") << round;
  for (int round = 0; round < inside_tlm; ++round) EXPECT_EQ(compare_inside_tlm(shape, round), "") << round;
}
TEST(WormRtlDigests, RandomMachinesOfOneShape) { check_smallest_shape(2, 3); }
TEST(WormRtlDigestsOfOneShapeSlow, RandomMachines) { check_smallest_shape(4, 10); }

class WormRtlDigestsInTlmSlow : public testing::TestWithParam<int> {};

TEST_P(WormRtlDigestsInTlmSlow, SixRandomMachinesWithRandomRouters) {
  constexpr int kMachines = 6;
  for (int round = 0; round < kMachines; ++round) EXPECT_EQ(compare_inside_tlm(GetParam(), round), "") << round;
}

constexpr int kStep = 4;  // 36 machines of six shapes
INSTANTIATE_TEST_SUITE_P(Shapes, WormRtlDigestsInTlmSlow, testing::Range(0, kWormShapes, kStep));

/// The shapes are tests of their own, so that they run side by side.
class WormRtlDigestsSlow : public testing::TestWithParam<int> {};

TEST_P(WormRtlDigestsSlow, ThirteenRandomMachines) {
  constexpr int kMachines = 13;  // 312 in all
  for (int round = 0; round < kMachines; ++round) EXPECT_EQ(compare_worm_shape(GetParam(), round), "") << round;
}

INSTANTIATE_TEST_SUITE_P(Shapes, WormRtlDigestsSlow, testing::Range(0, kWormShapes));

TEST(WormRtlDigestsSlow, EachBlockAlone) {
  ASSERT_TRUE(rtl_models::routes_by_record(*worm_shape(1).topology())) << "the route computation is no twin";
  for (const RtlBlock block : all_worm_blocks()) {
    EXPECT_EQ(compare_worm_hardware(worm_of_shape(1, 77), {block}, true), "")
        << cosim::rtl_block_names()[static_cast<std::size_t>(block)];
  }
}

TEST(WormRtlDigests, TheShapesHaveEveryChoice) {
  std::map<std::string, int> shapes;
  for (int shape = 0; shape < kWormShapes; ++shape) {
    const WormMachine worms = worm_shape(shape);
    const microarch::FabricParameters& p = worms.machine.parameters;
    for (const std::string& name :
         {"allocator " + p.allocator.text(), "VC allocator " + p.wormhole.vc_allocator.text(),
          "arbiter " + std::string(p.arbiter.name()), p.pipeline.text(), std::string(p.crossbar.name()),
          std::string(p.wormhole.vc_requests.name()), std::string(p.wormhole.injection.name()),
          std::string(p.wormhole.reallocation.name()), "route " + std::to_string(static_cast<int>(worms.routing.route)),
          "dateline " + std::to_string(static_cast<int>(worms.routing.dateline)),
          std::to_string(p.message_classes) + " classes"})
      ++shapes[name];
  }
  constexpr std::size_t kAllocators = 8;
  constexpr std::size_t kPipelines = 5;
  constexpr std::size_t kOfTwo = 4;  // requests, injection, reallocation, classes
  constexpr std::size_t kRoutes = 6;
  constexpr std::size_t kDatelines = 3;
  EXPECT_EQ(shapes.size(), 2 * kAllocators + microarch::ArbiterPolicy::kAll.size() + kPipelines +
                               microarch::CrossbarKind::kAll.size() + 2 * kOfTwo + kRoutes + kDatelines)
      << testing::PrintToString(shapes);
}

/// Whole routers are compared in every second round of every shape.
TEST(WormRtlDigests, ThreeShapesAtLeastOfEveryRouteAndEscape) {
  std::map<std::string, int> shapes{{"flit bubbles", 0}, {"one way", 0}, {"routes by record", 0}};
  for (int route = 0; route <= static_cast<int>(topologies::WormRoute::nhop); ++route)
    shapes["route " + std::to_string(route)] = 0;
  for (int shape = 0; shape < kWormShapes; ++shape) {
    const WormMachine worms = worm_shape(shape);
    ++shapes["route " + std::to_string(static_cast<int>(worms.routing.route))];
    if (worms.machine.parameters.wormhole.flit_bubble && worms.routing.flit_bubble) ++shapes["flit bubbles"];
    if (worms.machine.network.shape.one_way) ++shapes["one way"];
    if (rtl_models::routes_by_record(*worms.topology())) ++shapes["routes by record"];
  }
  for (const auto& [name, count] : shapes) EXPECT_GE(count, 3) << name;
}

}  // namespace
}  // namespace trenza::test
