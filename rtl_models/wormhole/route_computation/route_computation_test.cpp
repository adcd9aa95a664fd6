// The route computation alone, in SystemC and in SystemVerilog, against its relation.
#include "rtl_models/wormhole/route_computation/route_computation.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models {
namespace {

class RouteComputationCases : public test_bench::OnBoth {};
RUN_ON_BOTH(RouteComputationCases);

using topologies::RouteChoice;

struct ComputationBench : test_bench::Bench {
  FlitSignals in{"in"};
  sc_core::sc_signal<std::uint64_t> ports{"ports"};
  sc_core::sc_signal<std::uint64_t> vcs{"vcs"};
  std::shared_ptr<const topologies::Topology> topology;
  std::unique_ptr<RouteComputation> made;
  RouteComputation& unit;

  /// At node 5.
  explicit ComputationBench(topologies::PortId port, std::shared_ptr<const topologies::Topology> network = nullptr,
                            int class_vcs = 3)
      : topology(network ? std::move(network) : test_bench::worm_mesh({4, 4}, 3)),
        made(make(*topology, port, class_vcs)),
        unit(*made) {
    unit.valid.bind(in.valid);
    unit.vc.bind(in.vc);
    unit.flit.bind(in.flit);
    unit.header.bind(in.header);
    unit.route_ports.bind(ports);
    unit.route_vcs.bind(vcs);
  }
  static std::unique_ptr<RouteComputation> make(const topologies::Topology& network, topologies::PortId port,
                                                int class_vcs) {
    if (test_bench::on_twin()) return std::make_unique<RouteComputationTwin>("unit", network, 5, port, class_vcs);
    return std::make_unique<RouteComputation>("unit", network.routing(), 5, port, class_vcs);
  }
  WormRoute route_to(topologies::NodeId destination, int vc, int position = 0) {
    const HeaderWord header = destination == 5 ? HeaderWord{5} : topology->routing().initial(5, destination, 0);
    test_bench::drive(in, static_cast<std::uint32_t>(vc), microarch::make_flit(1, 4, position), header);
    settle();
    return {ports.read(), vcs.read()};
  }
};

TEST_P(RouteComputationCases, OffersWhatTheRelationDoes) {
  ComputationBench bench(0);
  for (topologies::NodeId to = 0; to < 16; ++to) {
    if (to == 5) continue;
    const WormRoute route = bench.route_to(to, 4);  // VC 1 of class 1
    const RouteChoice choice = bench.topology->routing().choices(5, bench.in.header.read(), {0, 1});
    EXPECT_FALSE(has_arrived(route));
    for (const int k : {0, 1}) {
      EXPECT_EQ(tier_of(route, k).ports, choice.tiers[static_cast<std::size_t>(k)].ports) << to;
      EXPECT_EQ(tier_of(route, k).vcs, choice.tiers[static_cast<std::size_t>(k)].vcs) << to;
    }
  }
}

TEST_P(RouteComputationCases, HasArrivedAtItsDestination) {
  ComputationBench bench(-1);
  EXPECT_TRUE(has_arrived(bench.route_to(5, 0)));
}

TEST_P(RouteComputationCases, LooksAtHeadsOnly) {
  ComputationBench bench(0);
  const WormRoute before = bench.route_to(6, 0);
  const WormRoute after = bench.route_to(4, 0, 1);
  EXPECT_EQ(after.ports, before.ports);
  EXPECT_EQ(after.vcs, before.vcs);
}

/// Compares all headers that packets to any node have at node 5, on all VCs of the port, with the relation.
void check_all(topologies::WormRouting routing, int port, std::vector<bool> wrap) {
  topologies::TorusShape shape;
  shape.sizes = {5, 4};
  shape.wrap = std::move(wrap);
  const auto topology = topologies::with_worm_routing(topologies::make_twisted_torus("torus", shape), routing);
  ComputationBench bench(port, topology, routing.vcs);
  int compared = 0;
  for (topologies::NodeId to = 0; to < topology->graph().nodes(); ++to) {
    for (int vc = 0; to != 5 && vc < 2 * routing.vcs; ++vc) {
      const WormRoute route = bench.route_to(to, vc);
      const topologies::ArrivalLane lane =
          port < 0 ? topologies::ArrivalLane{} : topologies::ArrivalLane{port, vc % routing.vcs};
      const WormRoute expected = pack_worm_route(topology->routing().choices(5, bench.in.header.read(), lane));
      EXPECT_EQ(route.ports, expected.ports) << to << " vc " << vc;
      EXPECT_EQ(route.vcs, expected.vcs) << to << " vc " << vc;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 19 * 2 * routing.vcs);
}

const std::vector<bool> kTorus{true, true};

TEST_P(RouteComputationCases, DatelineWithoutMemory) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::memoryless, true, 5}, 0, kTorus);
}
TEST_P(RouteComputationCases, DatelineOfTheEntry) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 5}, 2, kTorus);
}
TEST_P(RouteComputationCases, DatelineThatIsCrossed) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::crossing, true, 4}, 1, kTorus);
}
TEST_P(RouteComputationCases, DatelineOfTheSource) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 16}, -1, kTorus);
}
TEST_P(RouteComputationCases, OneVcForBothDatelineClasses) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::crossing, true, 1}, 0, kTorus);
}
TEST_P(RouteComputationCases, ARingInOneDimensionOnly) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 2}, 3, {false, true});
}
TEST_P(RouteComputationCases, DuatoOverDatelines) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::crossing, true, 4}, 3, kTorus);
}
TEST_P(RouteComputationCases, DuatoThatLeavesTheEscape) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::fixed, false, 3}, 2, kTorus);
}
TEST_P(RouteComputationCases, DuatoWithoutRings) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::memoryless, true, 16}, 1, {false, false});
}

TEST(WormWords, RoutesKeepBothTiers) {
  RouteChoice choice;
  choice.tiers[0] = {0xffffffff, 0xfffc};
  choice.tiers[1] = {1U << 31, 0x3};
  const WormRoute route = pack_worm_route(choice);
  for (const int k : {0, 1}) {
    EXPECT_EQ(tier_of(route, k).ports, choice.tiers[static_cast<std::size_t>(k)].ports);
    EXPECT_EQ(tier_of(route, k).vcs, choice.tiers[static_cast<std::size_t>(k)].vcs);
  }
}

TEST(WormWords, LanesAndSelections) {
  const LaneWord lane = make_lane(1279, true);
  EXPECT_EQ(lane_output_vc(lane), 1279);
  EXPECT_TRUE(is_escape_lane(lane));
  EXPECT_FALSE(is_escape_lane(make_lane(1279, false)));
  const SelectWord select = make_worm_select(1055, 31, true);
  EXPECT_EQ(WormSelect::input(select), 1055);
  EXPECT_EQ(WormSelect::vc(select), 31);
  EXPECT_TRUE(WormSelect::escape(select, 0));
  EXPECT_EQ(charge_vc(make_charge(31, 1)), 31);
}

}  // namespace
}  // namespace trenza::rtl_models
