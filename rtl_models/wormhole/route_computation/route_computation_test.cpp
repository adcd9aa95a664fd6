// The route computation alone, in SystemC and in SystemVerilog, against its relation.
#include "rtl_models/wormhole/route_computation/route_computation.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "rtl_models/wormhole/worm_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

class RouteComputationCases : public test_bench::OnBoth {};
RUN_ON_BOTH(RouteComputationCases);
class RouteComputationShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(RouteComputationShapes);

using topologies::RouteChoice;
using WormWay = topologies::WormRoute;

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

TEST_P(RouteComputationShapes, DatelineWithoutMemory) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::memoryless, true, 5}, 0, kTorus);
}
TEST_P(RouteComputationShapes, DatelineOfTheEntry) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 5}, 2, kTorus);
}
TEST_P(RouteComputationCases, DatelineThatIsCrossed) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::crossing, true, 4}, 1, kTorus);
}
TEST_P(RouteComputationShapes, DatelineOfTheSource) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 16}, -1, kTorus);
}
TEST_P(RouteComputationShapes, OneVcForBothDatelineClasses) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::crossing, true, 1}, 0, kTorus);
}
TEST_P(RouteComputationShapes, ARingInOneDimensionOnly) {
  check_all({topologies::WormRoute::dimension_order, topologies::Dateline::fixed, true, 2}, 3, {false, true});
}
TEST_P(RouteComputationShapes, DuatoOverDatelines) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::crossing, true, 4}, 3, kTorus);
}
TEST_P(RouteComputationShapes, DuatoThatLeavesTheEscape) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::fixed, false, 3}, 2, kTorus);
}
TEST_P(RouteComputationShapes, DuatoWithoutRings) {
  check_all({topologies::WormRoute::duato, topologies::Dateline::memoryless, true, 16}, 1, {false, false});
}

using SharedTopology = std::shared_ptr<const topologies::Topology>;

/// The route computations of all input ports of all routers of a network, which see the same flit.
struct Computations {
  SharedTopology topology;
  int class_vcs;
  FlitSignals in;
  test_bench::Signals<std::uint64_t> ports, vcs;  // by node and port, the local one last
  std::vector<std::unique_ptr<RouteComputation>> units;

  Computations(SharedTopology network, int vcs_of_class)
      : topology(std::move(network)), class_vcs(vcs_of_class), in(sc_core::sc_gen_unique_name("in")) {
    for (topologies::NodeId node = 0; node < topology->graph().nodes(); ++node) {
      for (int port = 0; port <= topology->graph().ports(); ++port) add(node, lane_port(port));
    }
  }
  int lane_port(int port) const { return port < topology->graph().ports() ? port : -1; }
  void add(topologies::NodeId node, int port) {
    const char* const name = sc_core::sc_gen_unique_name("unit");
    if (test_bench::on_twin()) {
      units.push_back(std::make_unique<RouteComputationTwin>(name, *topology, node, port, class_vcs));
    } else {
      units.push_back(std::make_unique<RouteComputation>(name, topology->routing(), node, port, class_vcs));
    }
    RouteComputation& unit = *units.back();
    unit.valid.bind(in.valid);
    unit.vc.bind(in.vc);
    unit.flit.bind(in.flit);
    unit.header.bind(in.header);
    unit.route_ports.bind(ports.emplace_back());
    unit.route_vcs.bind(vcs.emplace_back());
  }
  /// The records of all packets on their ways, to no node, so that nodes do not know their own.
  std::set<HeaderWord> headers() const {
    const topologies::RoutingRelation& relation = topology->routing();
    std::set<HeaderWord> all;
    for (topologies::NodeId from = 0; from < topology->graph().nodes(); ++from) {
      for (topologies::NodeId to = 0; to < topology->graph().nodes(); ++to) {
        for (std::uint64_t draw = 0; from != to && draw < relation.routes(from, to); ++draw)
          all.insert(relation.initial(from, to, draw) | topologies::kDestinationMask);
      }
    }
    return all;
  }
  /// Compares what is shown for a record on a VC of a class with the relation. How many have no VC of a class.
  int compare(HeaderWord header, int vc) const {
    int without_class = 0;
    std::size_t k = 0;
    for (topologies::NodeId node = 0; node < topology->graph().nodes(); ++node) {
      for (int port = 0; port <= topology->graph().ports(); ++port, ++k) {
        const topologies::ArrivalLane lane{lane_port(port), vc};
        const WormRoute expected = pack_worm_route(topology->routing().choices(node, header, lane));
        EXPECT_EQ(ports[k].read(), expected.ports) << node << " port " << port << " vc " << vc << " header " << header;
        EXPECT_EQ(vcs[k].read(), expected.vcs) << node << " port " << port << " vc " << vc << " header " << header;
        if (tier_of(expected, 1).vcs == 0) ++without_class;
      }
    }
    return without_class;
  }
};

/// Compares every record at every node, on all VCs of all ports, with the relation. Networks of as many dimensions
/// share a model.
void check_negative_hops(const std::vector<SharedTopology>& networks, const topologies::WormRouting& routing) {
  test_bench::Bench bench;
  std::deque<Computations> all;
  for (const auto& network : networks) all.emplace_back(topologies::with_worm_routing(network, routing), routing.vcs);
  int without_class = 0;
  for (Computations& each : all) {
    for (const HeaderWord header : each.headers()) {
      for (int vc = 0; vc < 2 * routing.vcs; ++vc) {
        test_bench::drive(each.in, static_cast<std::uint32_t>(vc), microarch::make_flit(1, 4, 0), header);
        bench.settle();
        without_class += each.compare(header, vc % routing.vcs);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(without_class, 0);
}

SharedTopology grid(const std::vector<int>& sizes, bool wrap) {
  topologies::TorusShape shape;
  shape.sizes = sizes;
  shape.wrap.assign(sizes.size(), wrap);
  return topologies::make_twisted_torus("grid", shape);
}

topologies::WormRouting by_negative_hops(WormWay route, int vcs, int escape_vcs = 0) {
  topologies::WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.escape_vcs = escape_vcs;
  return routing;
}

TEST_P(RouteComputationCases, AdaptiveOverClassesOfNegativeHops) {
  check_negative_hops({grid({4, 4}, true), grid({3, 3}, false), topologies::test_support::make("rtt", 2)},
                      by_negative_hops(WormWay::duato_nbc, 5, 3));
}
TEST_P(RouteComputationShapes, ClassesOfSeveralVcs) {
  check_negative_hops({grid({4, 4}, true), grid({2, 4}, false)}, by_negative_hops(WormWay::nhop, 7));
}

class RouteComputationSlow : public test_bench::OnBoth {};
RUN_ON_BOTH(RouteComputationSlow);

TEST_P(RouteComputationSlow, ClassesOnly) {
  check_negative_hops({grid({4, 4}, true), grid({6, 2}, true)}, by_negative_hops(WormWay::nbc, 5));
}
TEST_P(RouteComputationSlow, AllBonusCardsAtOnce) {
  auto routing = by_negative_hops(WormWay::duato_nbc, 6, 5);
  routing.bonus_cards = topologies::BonusCards::all;
  check_negative_hops({grid({4, 4}, true), topologies::test_support::make("rtt", 3)}, routing);
}
TEST_P(RouteComputationSlow, CapsOfEquation15) {
  auto routing = by_negative_hops(WormWay::nbc, 3);
  routing.class_caps = topologies::ClassCaps::equation_15;
  check_negative_hops({grid({4, 4}, true), grid({3, 3}, false)}, routing);
}
TEST_P(RouteComputationSlow, ThreeDimensions) {
  check_negative_hops({grid({4, 2, 2}, true), grid({3, 3, 2}, false)}, by_negative_hops(WormWay::duato_nbc, 5, 3));
}
TEST_P(RouteComputationSlow, OneWayRound) {
  topologies::TorusShape shape;
  shape.sizes = {4, 4};
  shape.one_way = true;
  check_negative_hops({topologies::make_twisted_torus("grid", shape)}, by_negative_hops(WormWay::duato_nbc, 7));
}
// 31 hops need 16 classes: the largest sums that there are.
TEST_P(RouteComputationSlow, TheLongestWays) {
  check_negative_hops({grid({32}, false)}, by_negative_hops(WormWay::nbc, 16));
}
TEST_P(RouteComputationSlow, TheLongestWaysInTwoDimensions) {
  check_negative_hops({grid({2, 31}, false)}, by_negative_hops(WormWay::nhop, 16));
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
