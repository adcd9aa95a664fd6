// Flit-level routers with routes by negative hops in SystemVerilog, whole and block by block, against the tlm view.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "tests/support/worm_rtl_hardware.h"

namespace trenza::test {
namespace {

using cosim::RtlBlock;
using topologies::WormRoute;

constexpr int kNegativeHopRoutes = 3;
constexpr int kHardware = 2 * kNegativeHopRoutes;

/// Whether the routers of a machine are small, route by records, and have allocators in hardware.
bool fits(const WormMachine& worms) {
  constexpr int kMostInputs = 20;
  constexpr int kMostNodes = 32;
  const auto topology = worms.topology();
  const topologies::Graph& graph = topology->graph();
  const microarch::FabricParameters& p = worms.machine.parameters;
  const auto in_hardware = [](const microarch::AllocatorPolicy& policy) {
    return !policy.is<microarch::MaximumAllocator>();
  };
  return in_hardware(p.allocator) && in_hardware(p.wormhole.vc_allocator) &&
         topology->routing().record_dimensions() > 0 && graph.nodes() <= kMostNodes &&
         (graph.ports() + 1) * p.vcs() <= kMostInputs;
}

/// Number `hardware` of a series with all three routings in turn, first with any bonus cards, then with all of them.
WormMachine machine(int hardware) {
  constexpr std::uint64_t kSeeds = 100'000;
  constexpr std::uint64_t kKinds = 5;  // of machines, of which three have negative hops
  const auto kind = static_cast<std::uint64_t>(hardware % kNegativeHopRoutes);
  for (int attempt = 0;; ++attempt) {
    const std::uint64_t seed = microarch::hash(77, hardware, attempt) % kSeeds * kKinds + kind;
    WormMachine worms = random_escape_machine(seed);
    if (!fits(worms)) continue;
    worms.routing.bonus_cards =
        hardware < kNegativeHopRoutes ? topologies::BonusCards::any : topologies::BonusCards::all;
    worms.machine.cycles = std::min<microarch::Cycle>(worms.machine.cycles, 300);
    return worms;
  }
}

TEST(WormRtlNegativeHops, TheHardwareHasEveryRoute) {
  std::vector<WormRoute> routes;
  for (int hardware = 0; hardware < kHardware; ++hardware) routes.push_back(machine(hardware).routing.route);
  EXPECT_EQ(routes, (std::vector<WormRoute>{WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop, WormRoute::duato_nbc,
                                            WormRoute::nbc, WormRoute::nhop}));
}

/// The hardware are tests of their own, so that they run side by side.
class WormRtlDigestsOfNegativeHopsSlow : public testing::TestWithParam<int> {};

TEST_P(WormRtlDigestsOfNegativeHopsSlow, FourRuns) {
  WormMachine worms = machine(GetParam());
  for (int round = 0; round < 4; ++round) {
    worms.machine.seed = static_cast<std::uint64_t>(round);
    worms.machine.parameters.seed = static_cast<std::uint64_t>(10 + round);
    const std::vector<RtlBlock> blocks =
        round % 2 == 0 ? std::vector<RtlBlock>{RtlBlock::router, RtlBlock::link} : all_worm_blocks();
    EXPECT_EQ(compare_worm_hardware(worms, blocks, round / 2 == 1), "") << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Hardware, WormRtlDigestsOfNegativeHopsSlow, testing::Range(0, kHardware));

}  // namespace
}  // namespace trenza::test
