// The class rule against what it is for, routes by negative hops on every kind of network, and what is refused.
#include "topologies/worm/negative_hops.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/places.h"
#include "topologies/colouring.h"
#include "topologies/custom_network.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"
#include "topologies/worm/worm_routing_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::kAdaptive;
using test_support::kEscape;
using test_support::make;
using test_support::make_torus;
using test_support::refusal;

using Shared = std::shared_ptr<const Topology>;

/// Negative hops among the last `hops`, the first of which is negative or not: every other one.
int negative_hops(int hops, bool negative) {
  int count = 0;
  for (int i = 0; i < hops; ++i) count += (i % 2 == 0) == negative ? 1 : 0;
  return count;
}

TEST(NegativeHopsTest, TheCapLeavesAClassForEveryNegativeHopThatComes) {
  for (int classes = 1; classes <= 16; ++classes) {
    for (int hops = 1; hops <= 31; ++hops) {
      for (const bool negative : {false, true}) {
        const int after = negative_hops(hops - 1, !negative);
        EXPECT_EQ(highest_class({hops, negative, -1}, classes, ClassCaps::exact), classes - 1 - after);
      }
    }
  }
}

TEST(NegativeHopsTest, AsManyClassesAsTheFirstHopOfTheLongestPathNeeds) {
  for (int diameter = 1; diameter <= 31; ++diameter) {
    const int classes = negative_hop_classes(diameter);
    int least = classes;
    for (const bool negative : {false, true})
      least = std::min(least, highest_class({diameter, negative, -1}, classes, ClassCaps::exact));
    EXPECT_EQ(least, 0);
  }
  EXPECT_EQ(negative_hop_classes(8), 5);
  EXPECT_EQ(negative_hop_classes(16), 9);
}

TEST(NegativeHopsTest, ClassesGrowAtNegativeHops) {
  EXPECT_EQ(lowest_class({3, false, -1}), 0);
  EXPECT_EQ(lowest_class({3, true, -1}), 0);
  EXPECT_EQ(lowest_class({3, false, 2}), 2);
  EXPECT_EQ(lowest_class({3, true, 2}), 3);
}

TEST(NegativeHopsTest, Equation15IsOneTooHighForPositiveHopsOfAnEvenDistance) {
  for (int hops = 1; hops <= 16; ++hops) {
    for (const bool negative : {false, true}) {
      const ClassedHop hop{hops, negative, -1};
      const int more = !negative && hops % 2 == 0 ? 1 : 0;
      EXPECT_EQ(highest_class(hop, 9, ClassCaps::equation_15), highest_class(hop, 9, ClassCaps::exact) + more);
      EXPECT_LT(highest_class(hop, 9, ClassCaps::equation_15), 9);
    }
  }
}

TEST(NegativeHopsTest, VirtualChannelsOfTheClasses) {
  WormRouting routing;
  routing.route = WormRoute::nhop;
  routing.vcs = 8;
  // floor(8 c / 5): 0, 1, 3, 4, 6, 8.
  EXPECT_EQ(negative_hop_vcs(routing, 5).groups, (std::vector<VcMask>{0x01, 0x06, 0x08, 0x30, 0xc0}));
  EXPECT_EQ(negative_hop_vcs(routing, 5).adaptive, 0U);
  routing.route = WormRoute::duato_nbc;
  EXPECT_EQ(negative_hop_vcs(routing, 5).groups, (std::vector<VcMask>{1, 2, 4, 8, 16}));
  EXPECT_EQ(negative_hop_vcs(routing, 5).escape, 0x1fU);
  EXPECT_EQ(negative_hop_vcs(routing, 5).adaptive, 0xe0U);
}

WormRouting negative_hop_routing(WormRoute route, int vcs, int escape_vcs = 0) {
  WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.escape_vcs = escape_vcs;
  return routing;
}

HeaderWord packed_record(const Record& hops) { return RecordFormat(static_cast<int>(hops.size())).pack(hops); }

TEST(NegativeHopsTest, OffersOnATorus) {
  // 8x8: colour of (x, y) is (x + y) mod 2, 5 classes.
  const Shared torus = make_torus({8, 8});
  const Shared worms = with_worm_routing(torus, negative_hop_routing(WormRoute::duato_nbc, 7));
  const auto offer = [](const Shared& network, const std::vector<int>& at, const Record& hops, ArrivalLane lane) {
    return network->routing().choices(network->node_at(at), packed_record(hops), lane);
  };
  // Positive, 4 + 4 hops: cap 5 - 1 - 4 = 0.
  RouteChoice choice = offer(worms, {2, 4}, {4, -4}, {});
  EXPECT_EQ(choice.tiers[kAdaptive].ports, 0b1001U);
  EXPECT_EQ(choice.tiers[kAdaptive].vcs, 0b1100000U);
  EXPECT_EQ(choice.tiers[kEscape].ports, 0b1001U);
  EXPECT_EQ(choice.tiers[kEscape].vcs, 0b1U);
  EXPECT_FALSE(choice.arrived);
  // Negative, 3 hops: cap 5 - 2 = 3; from class 1: 2 and 3; from an adaptive VC: 0 to 3; from class 3: none.
  EXPECT_EQ(offer(worms, {2, 3}, {-3, 0}, {1, 1}).tiers[kEscape].vcs, 0b1100U);
  EXPECT_EQ(offer(worms, {2, 3}, {-3, 0}, {1, 5}).tiers[kEscape].vcs, 0b1111U);
  EXPECT_EQ(offer(worms, {2, 3}, {-3, 0}, {1, 3}).tiers[kEscape].vcs, 0U);
  EXPECT_EQ(offer(worms, {2, 3}, {-3, 0}, {1, 3}).tiers[kEscape].ports, 0U);
  EXPECT_EQ(offer(worms, {2, 3}, {-3, 0}, {1, 3}).tiers[kAdaptive].ports, 0b10U);
  // Positive, 2 hops: cap 5 - 1 - 1 = 3; from class 2: 2 and 3.
  EXPECT_EQ(offer(worms, {2, 4}, {0, 2}, {2, 2}).tiers[kEscape].vcs, 0b1100U);
  EXPECT_TRUE(offer(worms, {2, 4}, {0, 0}, {2, 2}).arrived);
  EXPECT_EQ(worms->routing().escape_vcs(), 5);
  EXPECT_FALSE(worms->routing().escape_traits().sticky);

  WormRouting all = negative_hop_routing(WormRoute::duato_nbc, 7);
  all.bonus_cards = BonusCards::all;
  EXPECT_EQ(offer(with_worm_routing(torus, all), {2, 3}, {-3, 0}, {1, 1}).tiers[kEscape].vcs, 0b1000U);
  WormRouting printed = negative_hop_routing(WormRoute::duato_nbc, 7);
  printed.class_caps = ClassCaps::equation_15;
  const Shared fifteen = with_worm_routing(torus, printed);
  EXPECT_EQ(offer(fifteen, {2, 4}, {0, 2}, {2, 2}).tiers[kEscape].vcs, 0b11100U);
  EXPECT_EQ(offer(fifteen, {2, 5}, {0, 1}, {2, 4}).tiers[kEscape].vcs, 0U);

  // All VCs are escapes.
  const Shared nbc = with_worm_routing(torus, negative_hop_routing(WormRoute::nbc, 7));
  EXPECT_EQ(offer(nbc, {2, 3}, {-3, 0}, {1, 1}).tiers[kEscape].vcs, 0b111100U);
  EXPECT_EQ(offer(nbc, {2, 3}, {-3, 0}, {1, 1}).tiers[kAdaptive].ports, 0U);
  const Shared nhop = with_worm_routing(torus, negative_hop_routing(WormRoute::nhop, 8));
  EXPECT_EQ(offer(nhop, {2, 4}, {-3, 1}, {}).tiers[kEscape].vcs, 0x01U);
  EXPECT_EQ(offer(nhop, {2, 4}, {-3, 1}, {}).tiers[kEscape].ports, 0b110U);
  EXPECT_EQ(offer(nhop, {2, 3}, {-3, 1}, {1, 2}).tiers[kEscape].vcs, 0x08U);  // VC 2 is of class 1
  EXPECT_EQ(offer(nhop, {2, 4}, {-3, 1}, {1, 2}).tiers[kEscape].vcs, 0x06U);
}

/// Follows `choices` between all pairs, taking one of all VCs that are offered, and checks every offer by the rule.
void expect_walks_arrive(const Topology& network, WormRoute route, std::mt19937& random) {
  const bool adaptive = route == WormRoute::duato_nbc;
  const Graph& graph = network.graph();
  const RoutingRelation& relation = network.routing();
  const std::vector<std::uint8_t> colour = find_colouring(graph).colour;
  for (NodeId source = 0; source < graph.nodes(); ++source) {
    const std::vector<int> distance = test_support::graph_distances(graph, source);
    for (NodeId destination = 0; destination < graph.nodes(); ++destination) {
      HeaderWord header = relation.initial(source, destination, random());
      ArrivalLane lane;
      NodeId at = source;
      int hops = distance[static_cast<std::size_t>(destination)];
      for (; hops > 0; --hops) {
        const RouteChoice choice = relation.choices(at, header, lane);
        ASSERT_FALSE(choice.arrived);
        const bool on_escape = lane.port >= 0 && lane.vc < relation.escape_vcs();
        // A header that waits can always ask for the highest class.
        ASSERT_NE(choice.tiers[kEscape].vcs, 0U);
        ASSERT_NE(choice.tiers[kEscape].ports, 0U);
        ASSERT_EQ(choice.tiers[kAdaptive].ports, adaptive ? choice.tiers[kEscape].ports : 0);
        if (on_escape) {
          const VcMask offered = choice.tiers[kEscape].vcs;
          const bool negative = colour[static_cast<std::size_t>(at)] == 1;
          const VcMask up_to_here = (VcMask{2} << lane.vc) - 1;
          if (negative) {
            ASSERT_EQ(offered & up_to_here, 0U);
          } else if (route == WormRoute::nhop) {
            ASSERT_NE(offered >> lane.vc & 1U, 0U);
          } else {
            ASSERT_EQ(offered & (up_to_here >> 1), 0U);
          }
        }
        std::vector<std::pair<PortId, int>> lanes;
        for (PortId port = 0; port < graph.ports(); ++port) {
          for (int vc = 0; vc < kMaxWormVcs; ++vc) {
            for (const Tier& tier : choice.tiers) {
              if ((tier.ports >> port & 1U) != 0 && (tier.vcs >> vc & 1U) != 0) lanes.emplace_back(port, vc);
            }
          }
        }
        const auto [port, vc] = lanes[random() % lanes.size()];
        ASSERT_TRUE(graph.has_out(at, port));
        header = relation.advance(at, header, port, vc < relation.escape_vcs());
        lane = {graph.out(at, port).in_port, vc};
        at = graph.out(at, port).to;
      }
      EXPECT_EQ(at, destination);
      EXPECT_TRUE(relation.choices(at, header, lane).arrived);
    }
  }
}

std::vector<Shared> colourable() {
  TopologySpec cube;
  cube.kind = "hypercube";
  cube.values["n"] = 4;
  TopologySpec large_cube;
  large_cube.kind = "hypercube";
  large_cube.values["n"] = 7;
  IbtSpec bypasses;
  bypasses.sizes = {12, 4};
  bypasses.interlaced_dimensions = 1;
  bypasses.lengths = {3};
  return {make_torus({8, 8}),
          make_torus({6}),
          make("rtt", 4),
          make("rtt", 3),
          make("pdtt", 3),
          make_torus({12, 4}, {{1, 0, 2}}),
          make_twisted_torus("mesh", {{5, 3}, {}, {false, false}, 2}),
          make_twisted_torus("mixed", {{4, 3, 2}, {}, {true, false, true}, 1}),
          make_topology(cube),
          make_topology(large_cube),
          make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 2}, {1, 0, 2}}, {}, 2}),
          make_ibt(bypasses)};
}

/// `more_vcs`: virtual channels beyond those that there must be; every `step`-th network.
void check_walks_of_negative_hops(const std::vector<int>& more_vcs, std::size_t step) {
  std::mt19937 random(3);
  const std::vector<Shared> networks = colourable();
  for (std::size_t k = 0; k < networks.size(); k += step) {
    const Shared& network = networks[k];
    for (const WormRoute route : {WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop}) {
      for (const BonusCards cards : {BonusCards::any, BonusCards::all}) {
        SCOPED_TRACE(network->name() + " " + negative_hop_name(route));
        const int classes = negative_hop_classes(diameter(*network));
        for (const int more : more_vcs) {
          WormRouting routing = negative_hop_routing(route, classes + more);
          routing.bonus_cards = cards;
          expect_walks_arrive(*with_worm_routing(network, routing), route, random);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(NegativeHopsTest, EveryWalkArrivesWithAClassForEveryHop) { check_walks_of_negative_hops({1}, 3); }
TEST(NegativeHopsTest, EveryWalkOfEveryNetworkArrivesSlow) { check_walks_of_negative_hops({1, 3}, 1); }

TEST(NegativeHopsTest, RefusalsSayWhatHelps) {
  EXPECT_EQ(
      refusal(make_torus({4, 3}), negative_hop_routing(WormRoute::nbc, 16)),
      "test: routing: nbc needs a network whose nodes can be coloured with two colours, so that every channel joins "
      "different ones, but 3 channels are an odd cycle: r_0_0 -> r_0_1 -> r_0_2 -> r_0_0; use other sizes or twists, "
      "or routing: duato");
  const Shared torus = make_torus({8, 8});
  EXPECT_EQ(
      refusal(torus, negative_hop_routing(WormRoute::duato_nbc, 10, 4)),
      "test: routing: duato_nbc needs 5 escape virtual channels, because a packet can have 8 hops and make 4 negative "
      "ones after the first, each of which takes a class of its own, but there are 4; use 5 or more, or routing: "
      "duato");
  EXPECT_EQ(
      refusal(torus, negative_hop_routing(WormRoute::duato_nbc, 5)),
      "test: routing: duato_nbc takes 5 virtual channels for escapes and needs at least 1 more, but there are 5; use "
      "6 or more, or routing: duato");
  EXPECT_EQ(
      refusal(torus, negative_hop_routing(WormRoute::duato_nbc, 6, 6)),
      "test: routing: duato_nbc takes 6 virtual channels for escapes and needs at least 1 more, but there are 6; use "
      "7 or more, or fewer escape virtual channels, but at least 5");
  for (const WormRoute route : {WormRoute::nbc, WormRoute::nhop})
    EXPECT_EQ(
        refusal(torus, negative_hop_routing(route, 4)),
        "test: routing: " + negative_hop_name(route) +
            " needs 5 virtual channels, because a packet can have 8 hops and make 4 negative ones after the first, "
            "each of which takes a class of its own, but there are 4; use 5 or more, or routing: duato");
  EXPECT_EQ(
      refusal(make_torus({4}), negative_hop_routing(WormRoute::nbc, 1)),
      "test: routing: nbc needs 2 virtual channels, because a packet can have 2 hops and make 1 negative one after "
      "the first, each of which takes a class of its own, but there is 1; use 2 or more, or routing: duato");
  EXPECT_EQ(
      refusal(make_torus({32, 32}), negative_hop_routing(WormRoute::nhop, 16)),
      "test: routing: nhop needs 17 virtual channels, because a packet can have 32 hops and make 16 negative ones "
      "after the first, each of which takes a class of its own; a router has at most 16; use routing: duato");
  EXPECT_EQ(
      refusal(make_torus({30, 30}), negative_hop_routing(WormRoute::duato_nbc, 16)),
      "test: routing: duato_nbc needs 16 escape virtual channels, because a packet can have 30 hops and make 15 "
      "negative ones after the first, each of which takes a class of its own, and at least 1 adaptive one; a router "
      "has at most 16; use routing: duato");
  EXPECT_EQ(refusal(make_torus({30, 30}), negative_hop_routing(WormRoute::nbc, 16)), "accepted");
  EXPECT_EQ(refusal(torus, negative_hop_routing(WormRoute::duato_nbc, 10)), "accepted");
}

WormRouting with_flit_bubble(WormRoute route, int vcs) {
  WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.flit_bubble = true;
  return routing;
}

TEST(FlitBubbleTest, RingsHaveNoDatelineClasses) {
  const Shared torus = make_torus({8, 8});
  const Shared order = with_worm_routing(torus, with_flit_bubble(WormRoute::dimension_order, 3));
  const Shared duato = with_worm_routing(torus, with_flit_bubble(WormRoute::duato, 3));
  for (NodeId at = 0; at < 64; ++at) {
    for (const ArrivalLane lane : {ArrivalLane{}, ArrivalLane{0, 2}, ArrivalLane{2, 0}}) {
      const RouteChoice all = order->routing().choices(at, packed_record({4, -2}), lane);
      EXPECT_EQ(all.tiers[kEscape].ports, 1U);
      EXPECT_EQ(all.tiers[kEscape].vcs, 0b111U);
      EXPECT_EQ(all.tiers[kAdaptive].ports, 0U);
      const RouteChoice one = duato->routing().choices(at, packed_record({4, -2}), lane);
      EXPECT_EQ(one.tiers[kEscape].vcs, 0b001U);
      const bool bound = lane.port >= 0 && lane.vc == 0;
      EXPECT_EQ(one.tiers[kAdaptive].vcs, bound ? 0 : 0b110U);
      EXPECT_EQ(one.tiers[kAdaptive].ports, bound ? 0 : 0b1001U);
    }
  }
  EXPECT_EQ(duato->routing().escape_vcs(), 1);
  EXPECT_EQ(refusal(torus, with_flit_bubble(WormRoute::duato, 2)), "accepted");
}

TEST(FlitBubbleTest, RefusalsSayWhatHelps) {
  const Shared torus = make_torus({8, 8});
  EXPECT_EQ(refusal(torus, with_flit_bubble(WormRoute::up_down, 3)),
            "test: escape: flit_bubble is for routing: dimension_order and routing: duato");
  EXPECT_EQ(refusal(torus, with_flit_bubble(WormRoute::nbc, 16)),
            "test: escape: flit_bubble is for routing: dimension_order and routing: duato");
  EXPECT_EQ(
      refusal(torus, with_flit_bubble(WormRoute::duato, 1)),
      "test: routing: duato takes 1 virtual channel for escapes and needs at least 1 more, but there is 1; use 2 or "
      "more, or routing: dimension_order");
  EXPECT_EQ(
      refusal(make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2}),
              with_flit_bubble(WormRoute::dimension_order, 3)),
      "mesh: escape: flit_bubble is for networks with rings that packets go along in dimension order, and this has "
      "none; use escape: dateline");
  WormRouting leaves = with_flit_bubble(WormRoute::duato, 3);
  leaves.sticky_escape = false;
  EXPECT_EQ(refusal(torus, leaves),
            "test: escape: flit_bubble needs packets that stay on their escape VCs; use sticky_escape: on");
}

}  // namespace
}  // namespace trenza::topologies
