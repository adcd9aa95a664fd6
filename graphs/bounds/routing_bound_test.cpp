// Bounds of routings against closed forms, counts of a few lines, and the linear program of ideal_split.h.
#include "graphs/bounds/routing_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "graphs/bounds/route_graph.h"
#include "graphs/mapping/ideal_split.h"
#include "topologies/registry.h"
#include "topologies/tables/table_topology.h"
#include "topologies/twisted_torus.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::graphs {
namespace {

using topologies::Topology;
using topologies::TorusShape;
using topologies::WormRoute;

std::shared_ptr<const Topology> mesh(const std::vector<int>& sizes) {
  TorusShape shape;
  shape.sizes = sizes;
  shape.wrap.assign(sizes.size(), false);
  return topologies::make_twisted_torus("mesh", shape);
}

std::shared_ptr<const Topology> torus(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists) {
  return topologies::make_twisted_torus("torus", sizes, twists);
}

std::shared_ptr<const Topology> worms(const std::shared_ptr<const Topology>& base, WormRoute route,
                                      topologies::Dateline dateline = topologies::Dateline::memoryless) {
  topologies::WormRouting routing;
  routing.route = route;
  routing.vcs = 12;
  routing.dateline = dateline;
  return topologies::with_worm_routing(base, routing);
}

std::shared_ptr<const Topology> of_kind(const std::string& kind, const topologies::TopologySpec& spec) {
  topologies::TopologySpec named = spec;
  named.kind = kind;
  return topologies::make_topology(named);
}

/// A mesh k x k in dimension order. The k channels across a middle carry half of the k^2 sources to half of the nodes:
/// k^3 / (4 (k^2 - 1)) each for k even (k / 4 if nodes draw themselves too), k / 4 for k odd.
double mesh_bound(int k) {
  const double cubed = static_cast<double>(k) * k * k;
  return k % 2 == 0 ? 4.0 * (k * k - 1) / cubed : 4.0 / k;
}

TEST(RoutingBound, OfMeshesIsThatOfTheirMiddle) {
  EXPECT_DOUBLE_EQ(mesh_bound(8), 0.4921875);
  for (const int k : {2, 3, 4, 5, 8, 9}) {
    const auto network = mesh({k, k});
    for (const auto& routed : {network, worms(network, WormRoute::dimension_order), worms(network, WormRoute::duato),
                               worms(network, WormRoute::duato_nbc)}) {
      for (const bool adaptive : {false, true}) {
        const auto bound = routing_bound(*routed, adaptive);
        ASSERT_TRUE(bound);
        EXPECT_NEAR(bound->at_most, mesh_bound(k), 1e-12) << k;
        EXPECT_NEAR(bound->at_least, mesh_bound(k), 1e-12) << k;
      }
    }
    EXPECT_TRUE(routing_bound(*network, false)->is_fixed);
    EXPECT_FALSE(routing_bound(*network, true)->is_fixed);
  }
  // Twice as long: the cut across the long side is half as wide.
  EXPECT_NEAR(routing_bound(*mesh({8, 4}), true)->at_most, 31.0 / 64, 1e-12);
}

TEST(RoutingBound, OfToriIsThatOfTheirLongestRings) {
  for (const int k : {3, 4, 5, 8}) {
    // Rings carry floor(k^2 / 4) / k hops of each packet, on 2 channels of each node; (k^2 - 1) / k^2 goes elsewhere.
    const double nodes = k * k;
    const int hops_of_ring = k * k / 4;
    const double expected = 2 * (nodes - 1) / nodes * k / hops_of_ring;
    const auto network = torus({k, k}, {});
    EXPECT_NEAR(routing_bound(*network, true)->at_most, expected, 1e-12) << k;
    for (const auto dateline :
         {topologies::Dateline::memoryless, topologies::Dateline::fixed, topologies::Dateline::crossing}) {
      const auto routed = worms(network, WormRoute::dimension_order, dateline);
      const auto bound = routing_bound(*routed, true);
      ASSERT_TRUE(bound) << "a network with datelines has a bound too";
      EXPECT_NEAR(bound->at_most, expected, 1e-12) << k;
      EXPECT_TRUE(bound->is_fixed);
    }
    if (k % 2 == 0) {
      EXPECT_NEAR(routing_bound(*worms(network, WormRoute::duato_nbc), true)->at_most, expected, 1e-12);
    }
  }
}

// All shortest paths the same would carry 2.
TEST(RoutingBound, OfRecordsIsThatOfTheRecordsDrawn) {
  const auto twisted = torus({8, 2}, {{1, 0, 3}});
  EXPECT_DOUBLE_EQ(topologies::uniform_even_split(*twisted), 2);
  for (const bool adaptive : {false, true}) {
    const auto bound = routing_bound(*twisted, adaptive);
    EXPECT_DOUBLE_EQ(bound->at_most, 1.875);
    EXPECT_DOUBLE_EQ(bound->at_least, 1.875);
  }
}

/// Loads of channels that the packets of all pairs, one each, put on them when each takes the hop of the escape.
std::vector<double> followed_loads(const Topology& topology) {
  const topologies::Graph& graph = topology.graph();
  const topologies::RoutingRelation& relation = topology.routing();
  std::vector<double> loads(static_cast<std::size_t>(graph.channels()), 0);
  for (topologies::NodeId source = 0; source < graph.nodes(); ++source) {
    for (topologies::NodeId destination = 0; destination < graph.nodes(); ++destination) {
      if (source == destination) continue;
      const std::uint64_t routes = relation.routes(source, destination);
      for (std::uint64_t route = 0; route < routes; ++route) {
        topologies::HeaderWord header = relation.initial(source, destination, route);
        for (topologies::NodeId at = source; at != destination;) {
          const topologies::PortId port = relation.choices(at, header).escape_port();
          loads[static_cast<std::size_t>(graph.id(at, port))] += 1 / static_cast<double>(routes);
          header = relation.advance(at, header, port, true);
          at = graph.out(at, port).to;
        }
      }
    }
  }
  return loads;
}

TEST(RoutingBound, OfFixedRoutesIsThatOfThePacketsFollowed) {
  topologies::TopologySpec ibt;
  ibt.values = {{"size", std::vector<int>{8, 8}}, {"bypass", std::vector<int>{4}}};
  topologies::TopologySpec digits;
  digits.values = {{"k", 2}, {"n", 4}};
  TorusShape cylinder;
  cylinder.sizes = {5, 4};
  cylinder.wrap = {true, false};
  const auto plain = mesh({5, 3});
  const std::vector<std::shared_ptr<const Topology>> networks = {
      of_kind("ibt", ibt), of_kind("de_bruijn", digits), topologies::make_twisted_torus("cylinder", cylinder),
      worms(plain, WormRoute::up_down), worms(torus({6, 3}, {{1, 0, 3}}), WormRoute::up_down)};
  for (const auto& network : networks) {
    const std::vector<double> loads = followed_loads(*network);
    const auto bound = routing_bound(*network, false);
    ASSERT_TRUE(bound);
    EXPECT_TRUE(bound->is_fixed) << network->name();
    EXPECT_NEAR(bound->at_most, (network->graph().nodes() - 1) / *std::max_element(loads.begin(), loads.end()), 1e-9)
        << network->name();
  }
}

// With nothing but shortest paths the program is that of ideal_split(), which a simplex method solves. Escapes of
// de Bruijn networks leave them, so there it can only be more.
TEST(RoutingBound, HoldsTheLinearProgramOverShortestPaths) {
  const auto program = [](const topologies::Network& network) {
    DemandMatrix demands(static_cast<std::size_t>(network.nodes));
    for (topologies::NodeId source = 0; source < network.nodes; ++source) {
      for (topologies::NodeId to = 0; to < network.nodes; ++to) {
        if (to != source) demands[static_cast<std::size_t>(source)].push_back({to, 1.0 / (network.nodes - 1)});
      }
    }
    return ideal_split(network, demands);
  };
  for (const std::vector<int>& sizes : {std::vector<int>{3, 3}, {4, 3}}) {
    topologies::TorusShape shape;
    shape.sizes = sizes;
    shape.wrap.assign(sizes.size(), false);
    const IdealSplit ideal = program(topologies::torus_wiring("mesh", shape));
    const auto bound = routing_bound(*mesh(sizes), true);
    EXPECT_GE(bound->at_most, ideal.at_least - 1e-9);
    EXPECT_LE(bound->at_least, ideal.at_most + 1e-9);
    EXPECT_LE(bound->at_most, 1.01 * bound->at_least);
  }
}

/// What any shares of ways of the de Bruijn graph of 32 nodes can carry, from words alone: its channels have at least
/// the distances to carry.
double de_bruijn_most() {
  constexpr int kNodes = 32;
  std::array<std::vector<int>, kNodes> next;
  int channels = 0;
  for (int word = 0; word < kNodes; ++word) {
    for (const int to : {2 * word % kNodes, (2 * word + 1) % kNodes, word / 2, word / 2 + kNodes / 2}) {
      auto& list = next.at(static_cast<std::size_t>(word));
      if (to != word && std::find(list.begin(), list.end(), to) == list.end()) list.push_back(to);
    }
    channels += static_cast<int>(next.at(static_cast<std::size_t>(word)).size());
  }
  int hops = 0;
  for (int source = 0; source < kNodes; ++source) {
    std::vector<int> distance(kNodes, -1);
    std::vector<int> order{source};
    distance[static_cast<std::size_t>(source)] = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const int here = distance[static_cast<std::size_t>(order[k])];
      hops += here;
      for (const int to : next.at(static_cast<std::size_t>(order[k]))) {
        if (distance[static_cast<std::size_t>(to)] >= 0) continue;
        distance[static_cast<std::size_t>(to)] = here + 1;
        order.push_back(to);
      }
    }
  }
  return channels * (kNodes - 1.0) / hops;
}

TEST(RoutingBound, OfDeBruijnLiesBetweenASplitAndAllChannels) {
  topologies::TopologySpec spec;
  spec.values = {{"k", 2}, {"n", 5}};
  const auto network = of_kind("de_bruijn", spec);
  const auto bound = routing_bound(*network, true);
  ASSERT_TRUE(bound);
  EXPECT_LE(bound->at_most, 1.011 * bound->at_least);
  EXPECT_LT(bound->at_most, de_bruijn_most());
  EXPECT_GT(bound->at_least, topologies::uniform_even_split(*network)) << "an even split is not the best";
}

TEST(RoutingBound, IsLeftOutWhereItWouldTakeLong) {
  EXPECT_FALSE(routing_bound(*mesh({64, 64}), true));
  EXPECT_TRUE(routing_bound(*torus({64, 64}, {}), true)) << "every node is like every other";
}

TEST(RouteGraph, LeadsOnlyOn) {
  const auto network = mesh({4, 3});
  const ChannelClasses classes = channel_classes(*network);
  EXPECT_EQ(classes.first.size(), 12U);
  RouteFinder finder(*network, classes, true);
  RouteGraph graph;
  ASSERT_TRUE(finder.find(5, graph));
  ASSERT_EQ(graph.states(), 12U);
  double sent = 0;
  int ends = 0;
  for (std::size_t s = 0; s < graph.states(); ++s) {
    sent += graph.sent[s];
    ends += graph.first_hop[s] == graph.first_hop[s + 1] ? 1 : 0;
    for (std::uint32_t h = graph.first_hop[s]; h < graph.first_hop[s + 1]; ++h) EXPECT_GT(graph.hops[h].to, s);
  }
  EXPECT_EQ(sent, 11);
  EXPECT_EQ(ends, 1);
  EXPECT_TRUE(graph.has_choice());
}

}  // namespace
}  // namespace trenza::graphs
