// The arcs of the proof against the rules followed word by word, its cycles against Tarjan's components, and what it
// takes for alike against a walk that takes nothing for alike.
#include "topologies/worm/worm_walk.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/places.h"
#include "tests/support/sanitizers.h"
#include "topologies/colouring.h"
#include "topologies/custom_network.h"
#include "topologies/ibt/ibt_test_support.h"
#include "topologies/tables/table_topology.h"
#include "topologies/worm/negative_hops.h"
#include "topologies/worm/worm_relation_test_support.h"
#include "topologies/worm/worm_rules_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::make;
using test_support::make_torus;
using test_support::ReroutedTopology;
using test_support::WormRules;
using test_support::WrappedRelation;

using Shared = std::shared_ptr<const Topology>;

/// Every routing that a network can have with so many VCs; up/down alone if it has no dimension order.
std::vector<WormRouting> routings(bool ordered, const std::vector<int>& vcs) {
  std::vector<WormRouting> all;
  for (const int count : vcs) {
    for (const Dateline rule : {Dateline::memoryless, Dateline::fixed, Dateline::crossing}) {
      if (ordered) all.push_back({WormRoute::dimension_order, rule, true, count});
      for (const bool sticky : {true, false}) {
        if (count > 2) all.push_back({WormRoute::duato, rule, sticky, count});
      }
    }
  }
  return all;
}

std::string text(const Topology& network, const WormRouting& routing) {
  return network.name() + ": route " + std::to_string(static_cast<int>(routing.route)) + ", dateline " +
         std::to_string(static_cast<int>(routing.dateline)) + ", " + std::to_string(routing.vcs) + " VCs" +
         (routing.sticky_escape ? "" : ", not sticky");
}

std::vector<WormRouting> negative_hop_routings(int vcs) {
  std::vector<WormRouting> all;
  for (const WormRoute route : {WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop}) {
    for (const BonusCards cards : {BonusCards::any, BonusCards::all}) {
      WormRouting routing;
      routing.route = route;
      routing.vcs = vcs;
      routing.bonus_cards = cards;
      if (route != WormRoute::nhop || cards == BonusCards::any) all.push_back(routing);
    }
  }
  all.push_back(all.front());
  all.back().escape_vcs = vcs - 1;
  return all;
}

std::vector<WormRouting> bubble_routings(const std::vector<int>& vcs) {
  std::vector<WormRouting> all;
  for (const int count : vcs) {
    for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato}) {
      WormRouting routing;
      routing.route = route;
      routing.vcs = count;
      routing.flit_bubble = true;
      if (route != WormRoute::duato || count > 1) all.push_back(routing);
    }
  }
  return all;
}

/// With flit bubbles lanes of one ring and VC stand for one, without arcs to themselves.
std::vector<WormArc> contracted(const Topology& network, const std::vector<WormArc>& arcs) {
  const auto whole = [&](const WormLane& lane) {
    const int ring = network.ring_of(lane.channel, 0);
    return ring < 0 ? lane : WormLane{network.graph().channels() + ring, lane.vc};
  };
  std::vector<WormArc> result;
  for (const WormArc& arc : arcs) {
    const WormArc each{whole(arc.from), whole(arc.to)};
    if (!(each.from == each.to)) result.push_back(each);
  }
  return result;
}

/// Every step of the cycle is an arc, and there is one if and only if there is a component.
void expect_cycle_fits(const Topology& worms, const std::vector<WormArc>& arcs) {
  const WormWalk walk = walk_worms(worms);
  EXPECT_EQ(walk.findings.lost, "");
  EXPECT_EQ(walk.findings.no_escape, "");
  EXPECT_EQ(walk.unjudged, "");
  EXPECT_EQ(!walk.cycle.empty(), test_support::has_cycle(arcs));
  for (std::size_t i = 0; i < walk.cycle.size(); ++i) {
    const WormArc arc{walk.cycle[i].lane, walk.cycle[(i + 1) % walk.cycle.size()].lane};
    EXPECT_TRUE(std::binary_search(arcs.begin(), arcs.end(), arc));
    NodeId at = worms.graph().channel(arc.from.channel).to;
    for (const NodeId next : walk.cycle[i].adaptive) {
      bool joined = false;
      for (PortId port = 0; port < worms.graph().ports(); ++port)
        joined = joined || (worms.graph().has_out(at, port) && worms.graph().out(at, port).to == next);
      EXPECT_TRUE(joined);
      at = next;
    }
    EXPECT_EQ(worms.graph().channel(arc.to.channel).from, at);
  }
}

void expect_page(const Shared& base, const std::vector<WormRouting>& all) {
  for (const WormRouting& routing : all) {
    SCOPED_TRACE(text(*base, routing));
    const Shared worms = with_worm_routing(base, routing);
    const std::set<WormArc> expected = WormRules(*base, routing).arcs();
    const std::vector<WormArc> found = worm_arcs(*worms);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(found.size(), expected.size());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    if (routing.flit_bubble) {
      EXPECT_TRUE(walk_worms(*worms).cycle.empty());
      EXPECT_FALSE(test_support::has_cycle(contracted(*worms, found)));
    } else {
      expect_cycle_fits(*worms, found);
    }
  }
}

TEST(WormWalkTest, ArcsAreThoseOfThePageOnTori) {
  expect_page(make_torus({6}), routings(true, {1, 2, 3, 5}));
  expect_page(make_torus({7}), routings(true, {2, 3}));
  expect_page(make_torus({5, 4}), routings(true, {1, 3}));
  expect_page(make("rtt", 3), routings(true, {1, 2, 3}));
  expect_page(make_torus({8, 2}, {{1, 0, 3}}), routings(true, {3}));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageOnLargerTori) {
  TRENZA_NOT_SANITIZED("smaller tori run the same code");
  expect_page(make("pdtt", 2), routings(true, {3}));
  expect_page(make_torus({8, 3}, {{1, 0, 3}}), routings(true, {2, 3}));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageOnLargerToriSlow) {
  TRENZA_NOT_SANITIZED("smaller tori run the same code");
  expect_page(make("rtt", 4), routings(true, {1, 3}));
  expect_page(make("pdtt", 2), routings(true, {3}));
  expect_page(make_torus({12, 4}, {{1, 0, 3}}), routings(true, {2, 3}));
  expect_page(make_torus({16, 3}, {{1, 0, 5}}), routings(true, {3}));
  expect_page(make_torus({24, 2}, {{1, 0, 5}}), routings(true, {3}));
  expect_page(make_torus({3, 3, 3}), routings(true, {3}));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageWithNegativeHops) {
  expect_page(make_torus({6}), negative_hop_routings(3));
  expect_page(make_torus({4, 4}), negative_hop_routings(4));
  expect_page(make_twisted_torus("mesh", {{3, 4}, {}, {false, false}, 2}), negative_hop_routings(5));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageWithNegativeHopsSlow) {
  expect_page(make_torus({6}), negative_hop_routings(3));
  expect_page(make_torus({6}), negative_hop_routings(4));
  expect_page(make_torus({4, 4}), negative_hop_routings(4));
  expect_page(make("rtt", 3), negative_hop_routings(5));
  expect_page(make_torus({8, 2}, {{1, 0, 4}}), negative_hop_routings(5));
  expect_page(make_twisted_torus("mesh", {{3, 4}, {}, {false, false}, 2}), negative_hop_routings(5));
  expect_page(make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 2}, {1, 0, 2}}, {}, 2}), negative_hop_routings(4));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageWithFlitBubbles) {
  expect_page(make_torus({6}), bubble_routings({1, 2, 3}));
  expect_page(make_torus({5, 4}), bubble_routings({1, 2, 3}));
  expect_page(make("rtt", 3), bubble_routings({1, 2}));
  expect_page(make("pdtt", 2), bubble_routings({2}));
  expect_page(make_torus({12, 4}, {{1, 0, 3}}), bubble_routings({1, 2}));
  expect_page(make_twisted_torus("mixed", {{5, 3}, {}, {true, false}, 2}), bubble_routings({2}));
}

TEST(WormWalkTest, ArcsAreThoseOfThePageOnOtherNetworks) {
  expect_page(make_twisted_torus("mesh", {{4, 3}, {}, {false, false}, 2}), routings(true, {1, 3}));
  expect_page(make_twisted_torus("mixed", {{5, 3}, {}, {true, false}, 2}), routings(true, {3}));
  expect_page(make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 1}, {1, 0, 2}}, {}, 2}), routings(true, {1, 3}));
  expect_page(make_ibt(test_support::partial({8, 4}, 0, {2})), routings(true, {1, 3}));
  const Shared petersen = make_up_down_network(
      read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net").network);
  expect_page(petersen, routings(false, {3}));
  expect_page(petersen, {{WormRoute::up_down, Dateline::memoryless, true, 1}, {WormRoute::up_down, {}, true, 3}});
}

/// The same relation, which does not say what is alike.
std::vector<WormArc> arcs_without_claims(const Topology& worms) {
  const WrappedRelation silent(worms.routing());
  return worm_arcs(ReroutedTopology(worms, silent));
}

/// A relation that says what counts, and of all else nothing that would save the walk work.
class OnlyCounts : public test_support::ForwardedWorms {
 public:
  explicit OnlyCounts(const Topology& worms)
      : ForwardedWorms(worms), vcs_(WormVcs::single_route_apart(base().vcs().count)) {
    vcs_.adaptive = base().vcs().adaptive;
    vcs_.escape = base().vcs().escape;
    vcs_.groups.resize(static_cast<std::size_t>(base().escape_vcs()));
  }
  bool translation_invariant() const override { return false; }
  const WormVcs& vcs() const override { return vcs_; }
  bool lane_matters() const override { return true; }
  bool headers_by_difference() const override { return false; }

 private:
  WormVcs vcs_;
};

void expect_alike(const Shared& base, const WormRouting& routing) {
  SCOPED_TRACE(text(*base, routing));
  const Shared worms = with_worm_routing(base, routing);
  const OnlyCounts slow(*worms);
  const ReroutedTopology slow_worms(*worms, slow);
  EXPECT_EQ(worm_arcs(*worms), worm_arcs(slow_worms));
  const WormWalk walk = walk_worms(*worms);
  const WormWalk slow_walk = walk_worms(slow_worms);
  EXPECT_TRUE(walk.by_difference);
  EXPECT_FALSE(slow_walk.by_difference);
  EXPECT_TRUE(walk.cycle.empty());
  EXPECT_TRUE(slow_walk.cycle.empty());
  EXPECT_EQ(walk.dependencies.lanes(), slow_walk.dependencies.lanes());
  EXPECT_EQ(walk.dependencies.arc_count(), slow_walk.dependencies.arc_count());
  EXPECT_EQ(walk.ring_arcs, slow_walk.ring_arcs);
  EXPECT_EQ(walk.findings.passes_over, slow_walk.findings.passes_over);
}

TEST(WormWalkTest, WhatIsTakenForAlikeIsAlikeWithNegativeHopsAndFlitBubbles) {
  std::mt19937 random(7);
  int coloured = 0;
  int bubbles = 0;
  while (coloured < 25 || bubbles < 25) {
    const auto parameters = test_support::random_torus(random, 48, 8);
    SCOPED_TRACE(parameters.text);
    const Shared base = make_torus(parameters.sizes, parameters.twists);
    if (torus_can_be_coloured(TorusLattice(parameters.sizes, parameters.twists)) && coloured < 25) {
      const auto all =
          negative_hop_routings(negative_hop_classes(diameter(*base)) + 1 + static_cast<int>(random() % 2));
      expect_alike(base, all[random() % all.size()]);
      ++coloured;
    } else if (bubbles < 25) {
      const auto all = bubble_routings({1, 2, 3});
      expect_alike(base, all[random() % all.size()]);
      ++bubbles;
    }
  }
}

TEST(WormWalkTest, WhatIsTakenForAlikeIsAlike) {
  std::mt19937 random(5);
  const std::vector<WormRouting> all = routings(true, {1, 2, 3, 4});
  for (int i = 0; i < 60; ++i) {
    const auto parameters = test_support::random_torus(random, 60);
    const WormRouting& routing = all[random() % all.size()];
    const Shared base = make_torus(parameters.sizes, parameters.twists);
    SCOPED_TRACE(parameters.text + " " + text(*base, routing));
    const Shared worms = with_worm_routing(base, routing);
    const std::vector<WormArc> arcs = worm_arcs(*worms);
    EXPECT_EQ(arcs, arcs_without_claims(*worms));
    EXPECT_TRUE(walk_worms(*worms).by_difference);
    expect_cycle_fits(*worms, arcs);
  }
}

TEST(WormWalkTest, WhatAPacketHoldsItHoldsOverHopsThatDoNotCount) {
  // Five classes on a ring of 8, without the adaptive VC. From r_0 with 4 hops left a packet can take class 0, from r_1
  // class 1 (which does not count, as it waits for class 3), and from r_2 it waits for class 3.
  WormRouting routing;
  routing.route = WormRoute::duato_nbc;
  routing.vcs = 6;
  routing.escape_vcs = 5;
  const Shared worms = with_worm_routing(make_torus({8}), routing);
  const test_support::ChangedWorms escapes_only(
      *worms, [](NodeId, HeaderWord, ArrivalLane, RouteChoice& choice) { choice.tiers[RouteChoice::kAdaptive] = {}; });
  const std::vector<WormArc> arcs = worm_arcs(ReroutedTopology(*worms, escapes_only));
  const Graph& graph = worms->graph();
  const auto is_arc = [&](NodeId from, int held, NodeId to, int asked) {
    return std::binary_search(arcs.begin(), arcs.end(), WormArc{{graph.id(from, 0), held}, {graph.id(to, 0), asked}});
  };
  EXPECT_TRUE(is_arc(0, 0, 1, 3));
  EXPECT_FALSE(is_arc(0, 0, 1, 1));
  EXPECT_TRUE(is_arc(0, 0, 2, 3));
  EXPECT_TRUE(is_arc(0, 0, 3, 4));
  EXPECT_FALSE(is_arc(0, 0, 4, 4));  // it would be five hops
}

TEST(WormWalkTest, ChoicesThatAreTheSameAtAllNodes) {
  TopologySpec spec;
  spec.kind = "hypercube";
  for (const int n : {4, 7}) {
    spec.values["n"] = n;
    const Shared base = make_topology(spec);
    for (const WormRouting& routing :
         {WormRouting{WormRoute::dimension_order, {}, true, 2}, WormRouting{WormRoute::duato, {}, true, 3},
          WormRouting{WormRoute::duato, {}, false, 2}}) {
      SCOPED_TRACE(text(*base, routing));
      const Shared worms = with_worm_routing(base, routing);
      EXPECT_TRUE(worms->routing().translation_invariant());
      EXPECT_TRUE(n == 7 || worm_arcs(*worms) == arcs_without_claims(*worms));
      const WormWalk walk = walk_worms(*worms);
      EXPECT_TRUE(walk.by_difference);
      EXPECT_TRUE(walk.cycle.empty());
      EXPECT_EQ(walk.dependencies.lanes(), std::int64_t{n} * (1 << n) * worms->routing().escape_vcs());
    }
  }
}

}  // namespace
}  // namespace trenza::topologies
