#include "topologies/worm/worm_routing.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "tests/places.h"
#include "topologies/custom_network.h"
#include "topologies/ibt/ibt_test_support.h"
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

/// A ring of 6 nodes; node 0 to 3 has the records +3 and -3.
Shared ring6() { return make_torus({6}); }

HeaderWord header_of(const Topology& network, const Record& hops, NodeId destination) {
  return RecordFormat(static_cast<int>(network.sizes().size())).pack(hops) | static_cast<HeaderWord>(destination);
}

/// The VCs that a packet with `hops` left, to x+, may have at node `at` of the ring.
VcMask vcs_at(const Topology& ring, NodeId at, int hops, ArrivalLane lane) {
  const HeaderWord header = header_of(ring, {hops}, (at + hops) % 6);
  const RouteChoice choice = ring.routing().choices(at, header, lane);
  EXPECT_EQ(choice.tiers[kAdaptive].ports, 0U);
  EXPECT_EQ(choice.tiers[kAdaptive].vcs, 0U);
  EXPECT_EQ(choice.tiers[kEscape].ports, 1U);
  return choice.tiers[kEscape].vcs;
}

TEST(WormRoutingTest, MemorylessClassesOnARing) {
  const Shared ring = with_worm_routing(ring6(), {WormRoute::dimension_order, Dateline::memoryless, true, 5});
  // Class 0 (VCs 0 and 1) if x+ out of node 5 comes later, else class 1 (VCs 2 to 4).
  for (NodeId at = 0; at < 6; ++at) {
    for (int hops = 1; hops <= 3; ++hops) {
      bool later = false;
      for (int i = 1; i < hops; ++i) later = later || (at + i) % 6 == 5;
      for (const ArrivalLane lane : {ArrivalLane{}, ArrivalLane{0, 0}, ArrivalLane{0, 4}, ArrivalLane{1, 2}})
        EXPECT_EQ(vcs_at(*ring, at, hops, lane), later ? 0b00011U : 0b11100U) << at << " " << hops;
    }
  }
}

TEST(WormRoutingTest, StaticClassesStay) {
  const Shared ring = with_worm_routing(ring6(), {WormRoute::dimension_order, Dateline::fixed, true, 5});
  EXPECT_EQ(vcs_at(*ring, 4, 3, {}), 0b00011U);
  EXPECT_EQ(vcs_at(*ring, 3, 2, {}), 0b11100U);  // over e_4 and e_5, to node 5
  EXPECT_EQ(vcs_at(*ring, 5, 1, {}), 0b00011U);  // over e_0 at once
  EXPECT_EQ(vcs_at(*ring, 5, 2, {0, 1}), 0b00011U);
  EXPECT_EQ(vcs_at(*ring, 0, 1, {0, 1}), 0b00011U);  // past the dateline in its class
  EXPECT_EQ(vcs_at(*ring, 0, 1, {0, 2}), 0b11100U);
  EXPECT_EQ(vcs_at(*ring, 0, 1, {1, 1}), 0b11100U);  // from the other direction: it enters
}

TEST(WormRoutingTest, CrossingClassesRiseAtTheDateline) {
  const Shared ring = with_worm_routing(ring6(), {WormRoute::dimension_order, Dateline::crossing, true, 2});
  EXPECT_EQ(vcs_at(*ring, 4, 3, {}), 1U);
  EXPECT_EQ(vcs_at(*ring, 4, 1, {}), 1U);
  EXPECT_EQ(vcs_at(*ring, 5, 1, {}), 2U);
  EXPECT_EQ(vcs_at(*ring, 4, 2, {0, 0}), 1U);
  EXPECT_EQ(vcs_at(*ring, 5, 2, {0, 0}), 2U);
  EXPECT_EQ(vcs_at(*ring, 1, 1, {0, 1}), 2U);
  EXPECT_EQ(vcs_at(*ring, 1, 1, {1, 1}), 1U);
}

TEST(WormRoutingTest, OneVirtualChannelServesBothClasses) {
  for (const Dateline rule : {Dateline::memoryless, Dateline::fixed, Dateline::crossing}) {
    const Shared ring = with_worm_routing(ring6(), {WormRoute::dimension_order, rule, true, 1});
    for (NodeId at = 0; at < 6; ++at) EXPECT_EQ(vcs_at(*ring, at, 2, {0, 0}), 1U);
  }
}

TEST(WormRoutingTest, TheDatelineEntersTheLowestNodeOfATwistedRing) {
  // RTT(4): ring yp2 goes through r_2_0 .. r_2_3, r_6_0 .. r_6_3; its lowest node is r_2_0, which the wraparound from
  // r_6_3 enters, and there is no dateline at the other wraparound, from r_2_3.
  const Shared rtt = with_worm_routing(make("rtt", 4), {WormRoute::dimension_order, Dateline::memoryless, true, 2});
  const auto vcs = [&](const std::vector<int>& at, int hops) {
    const HeaderWord header = header_of(*rtt, {0, hops}, 0);
    const RouteChoice choice = rtt->routing().choices(rtt->node_at(at), header, {});
    EXPECT_EQ(choice.tiers[kEscape].ports, 4U);
    return choice.tiers[kEscape].vcs;
  };
  EXPECT_EQ(vcs({2, 3}, 4), 2U);
  EXPECT_EQ(vcs({6, 3}, 1), 2U);
  EXPECT_EQ(vcs({6, 3}, 2), 2U);
  EXPECT_EQ(vcs({6, 1}, 2), 2U);
  EXPECT_EQ(vcs({6, 1}, 3), 1U);
  EXPECT_EQ(vcs({2, 0}, 4), 2U);
}

TEST(WormRoutingTest, DuatoOffersShortestPathsThenTheEscape) {
  const Shared rtt = with_worm_routing(make("rtt", 4), {WormRoute::duato, Dateline::memoryless, true, 5});
  const HeaderWord header = header_of(*rtt, {2, -1}, 0);
  for (const ArrivalLane lane : {ArrivalLane{}, ArrivalLane{0, 2}, ArrivalLane{0, 4}}) {
    const RouteChoice choice = rtt->routing().choices(1, header, lane);
    EXPECT_EQ(choice.tiers[kAdaptive].ports, 0b1001U);
    EXPECT_EQ(choice.tiers[kAdaptive].vcs, 0b11100U);
    EXPECT_EQ(choice.tiers[kEscape].ports, 1U);
    EXPECT_EQ(choice.tiers[kEscape].vcs, 2U);
    EXPECT_FALSE(choice.arrived);
  }
  EXPECT_EQ(rtt->routing().choices(1, header, {0, 1}).tiers[kAdaptive].ports, 0U);
  EXPECT_EQ(rtt->routing().choices(1, header, {0, 0}).tiers[kAdaptive].ports, 0U);
  EXPECT_EQ(rtt->routing().escape_vcs(), 2);
  EXPECT_TRUE(rtt->routing().escape_traits().sticky);
  const Shared free = with_worm_routing(make("rtt", 4), {WormRoute::duato, Dateline::memoryless, false, 5});
  EXPECT_EQ(free->routing().choices(1, header, {0, 1}).tiers[kAdaptive].vcs, 0b11100U);
  EXPECT_FALSE(free->routing().escape_traits().sticky);
}

TEST(WormRoutingTest, DuatoWithoutRingsHasOneEscapeVc) {
  const Shared mesh = make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2});
  const Shared worms = with_worm_routing(mesh, {WormRoute::duato, Dateline::memoryless, true, 2});
  const RouteChoice choice = worms->routing().choices(0, header_of(*mesh, {1, 1}, 5), {});
  EXPECT_EQ(choice.tiers[kAdaptive].vcs, 2U);
  EXPECT_EQ(choice.tiers[kEscape].vcs, 1U);
  EXPECT_EQ(worms->routing().escape_vcs(), 1);
}

/// Follows `choices` from every source to every destination, taking the lane that `pick` takes of all that are offered,
/// and returns the hops of all.
std::int64_t total_hops(const Topology& network, const std::function<std::uint64_t(std::uint64_t)>& pick) {
  const Graph& graph = network.graph();
  const RoutingRelation& relation = network.routing();
  std::int64_t total = 0;
  for (NodeId source = 0; source < graph.nodes(); ++source) {
    for (NodeId destination = 0; destination < graph.nodes(); ++destination) {
      HeaderWord header = relation.initial(source, destination, pick(1 << 20));
      ArrivalLane lane;
      NodeId at = source;
      int hops = 0;
      for (;;) {
        const RouteChoice choice = relation.choices(at, header, lane);
        EXPECT_EQ(choice.arrived, at == destination);
        if (choice.arrived || at == destination) break;
        std::vector<std::pair<std::size_t, Channel>> lanes;
        std::vector<int> vcs;
        for (std::size_t tier = 0; tier < RouteChoice::kTiers; ++tier) {
          for (PortId port = 0; port < graph.ports(); ++port) {
            if ((choice.tiers[tier].ports >> port & 1U) == 0) continue;
            for (int vc = 0; vc < 32; ++vc) {
              if ((choice.tiers[tier].vcs >> vc & 1U) == 0) continue;
              lanes.emplace_back(tier, graph.out(at, port));
              vcs.push_back(vc);
            }
          }
        }
        EXPECT_FALSE(lanes.empty());
        if (lanes.empty() || ++hops > 4 * graph.nodes()) return -1;
        const auto chosen = static_cast<std::size_t>(pick(lanes.size()));
        const Channel& channel = lanes[chosen].second;
        header = relation.advance(at, header, channel.out_port, lanes[chosen].first == kEscape);
        lane = {channel.in_port, vcs[chosen]};
        at = channel.to;
      }
      total += hops;
    }
  }
  return total;
}

std::int64_t total_distance(const Topology& network) {
  std::int64_t total = 0;
  for (NodeId source = 0; source < network.graph().nodes(); ++source) {
    for (const int hops : test_support::graph_distances(network.graph(), source)) total += hops;
  }
  return total;
}

TEST(WormRoutingTest, EveryWalkArrives) {
  std::mt19937 random(1);
  const auto pick = [&random](std::uint64_t count) { return random() % count; };
  const std::vector<Shared> networks = {make("rtt", 4),
                                        make("pdtt", 2),
                                        make_twisted_torus("mixed", {{4, 3, 3}, {}, {true, false, true}, 2}),
                                        make_torus({12, 4}, {{1, 0, 3}}),
                                        make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 1}, {1, 0, 2}}, {}, 2}),
                                        make_ibt(test_support::ibt_8x8(), IbtEscape::torus_order),
                                        make_ibt(test_support::ibt_8x8(), IbtEscape::three_classes)};
  for (const Shared& network : networks) {
    for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato, WormRoute::up_down}) {
      for (const Dateline rule : {Dateline::memoryless, Dateline::fixed, Dateline::crossing}) {
        if (route == WormRoute::dimension_order && network->routing().escape_vcs() == 2) continue;
        SCOPED_TRACE(network->name() + " " + std::to_string(static_cast<int>(route)));
        const Shared worms = with_worm_routing(network, {route, rule, true, 4});
        EXPECT_EQ(worms->graph().connected(), network->graph().connected());
        EXPECT_EQ(worms->routing().record_steps(), nullptr);
        const std::int64_t hops = total_hops(*worms, pick);
        const bool minimal = route != WormRoute::up_down && !network->routing().escape_traits().detours;
        const std::int64_t least = total_distance(*network);
        EXPECT_TRUE(minimal ? hops == least : hops >= least) << hops << " " << least;
      }
    }
  }
}

TEST(WormRoutingTest, RefusalsSayWhatHelps) {
  const Shared rtt = make("rtt", 2);
  EXPECT_EQ(refusal(rtt, {WormRoute::duato, Dateline::memoryless, true, 2}),
            "rtt(2): routing: duato takes 2 virtual channels for escapes, because the network has rings, and needs at "
            "least 1 more, but there are 2; use 3 or more, or routing: dimension_order");
  EXPECT_EQ(refusal(rtt, {WormRoute::dimension_order, Dateline::memoryless, true, 17}),
            "a flit-level router has 1 to 16 virtual channels of each channel and class, not 17");
  const Shared mesh = make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2});
  EXPECT_EQ(refusal(mesh, {WormRoute::duato, Dateline::memoryless, true, 1}),
            "mesh: routing: duato takes 1 virtual channel for escapes and needs at least 1 more, but there is 1; use 2 "
            "or more, or routing: dimension_order");
  const Shared classes = make_ibt(test_support::ibt_8x8(), IbtEscape::three_classes);
  EXPECT_TRUE(
      test_support::contains(refusal(classes, {}), "three classes have no dimension order; use routing: up_down"));
  EXPECT_EQ(refusal(classes, {WormRoute::duato, Dateline::memoryless, true, 2}), "accepted");
  const Shared petersen = make_up_down_network(
      read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net").network);
  EXPECT_EQ(
      refusal(petersen, {}),
      "custom(petersen.net): a network without dimensions has no dimension order; use routing: up_down or routing: "
      "duato");
  EXPECT_EQ(
      refusal(petersen, {WormRoute::duato, Dateline::memoryless, true, 1}),
      "custom(petersen.net): routing: duato takes 1 virtual channel for escapes and needs at least 1 more, but there "
      "is 1; use 2 or more, or routing: up_down");
  EXPECT_EQ(refusal(petersen, {WormRoute::up_down, Dateline::memoryless, true, 1}), "accepted");
}

TEST(WormRoutingTest, UpDownNeedsAWayBackForEveryChannel) {
  /// A ring in one direction only.
  class OneWay : public test_support::ReroutedTopology {
   public:
    explicit OneWay(const Topology& base) : ReroutedTopology(base, base.routing()) {
      for (NodeId node = 0; node < 4; ++node) graph_.connect({node, 0, (node + 1) % 4, 0, ChannelKind::wrap});
    }
    const Graph& graph() const override { return graph_; }

   private:
    Graph graph_{4, 2};
  };
  const auto ring = make_torus({4});
  EXPECT_EQ(
      refusal(std::make_shared<OneWay>(*ring), {WormRoute::up_down, Dateline::memoryless, true, 1}),
      "test: a channel leads from r_0 to r_1, but none back; routes up and down a tree need both ways; use routing: "
      "dimension_order");
}

}  // namespace
}  // namespace trenza::topologies
