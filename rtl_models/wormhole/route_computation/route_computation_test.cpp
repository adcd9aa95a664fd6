// The route computation alone, against its relation.
#include "rtl_models/wormhole/route_computation/route_computation.h"

#include <gtest/gtest.h>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models {
namespace {

using topologies::RouteChoice;

struct ComputationBench : test_bench::Bench {
  FlitSignals in{"in"};
  sc_core::sc_signal<std::uint64_t> ports{"ports"};
  sc_core::sc_signal<std::uint64_t> vcs{"vcs"};
  std::shared_ptr<const topologies::Topology> topology = test_bench::worm_mesh({4, 4}, 3);
  RouteComputation unit;

  explicit ComputationBench(topologies::PortId port) : unit("unit", topology->routing(), 5, port, 3) {
    unit.valid.bind(in.valid);
    unit.vc.bind(in.vc);
    unit.flit.bind(in.flit);
    unit.header.bind(in.header);
    unit.route_ports.bind(ports);
    unit.route_vcs.bind(vcs);
  }
  WormRoute route_to(topologies::NodeId destination, int vc, int position = 0) {
    const HeaderWord header = destination == 5 ? HeaderWord{5} : topology->routing().initial(5, destination, 0);
    test_bench::drive(in, static_cast<std::uint32_t>(vc), microarch::make_flit(1, 4, position), header);
    settle();
    return {ports.read(), vcs.read()};
  }
};

TEST(RouteComputation, OffersWhatTheRelationDoes) {
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

TEST(RouteComputation, HasArrivedAtItsDestination) {
  ComputationBench bench(-1);
  EXPECT_TRUE(has_arrived(bench.route_to(5, 0)));
}

TEST(RouteComputation, LooksAtHeadsOnly) {
  ComputationBench bench(0);
  const WormRoute before = bench.route_to(6, 0);
  const WormRoute after = bench.route_to(4, 0, 1);
  EXPECT_EQ(after.ports, before.ports);
  EXPECT_EQ(after.vcs, before.vcs);
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
