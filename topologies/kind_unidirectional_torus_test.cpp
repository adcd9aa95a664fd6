// Tori whose channels lead one way round: wiring, distances by search and by formula, records, rings, proofs of both
// machines.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "topologies/colouring.h"
#include "topologies/proof.h"
#include "topologies/symmetry.h"
#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"
#include "topologies/worm/worm_proof.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::topologies {
namespace {

using Shared = std::shared_ptr<const Topology>;

TopologySpec spec_of(const std::vector<int>& sizes) {
  TopologySpec spec;
  spec.kind = "unidirectional_torus";
  spec.values["size"] = sizes;
  return spec;
}

Shared one_way(const std::vector<int>& sizes) { return make_topology(spec_of(sizes)); }

const std::vector<std::vector<int>> kSizes = {{2},    {3},       {8},       {4, 4},       {5, 3},
                                              {8, 8}, {2, 4},    {2, 2},    {3, 4, 5},    {2, 3, 2},
                                              {6, 2}, {4, 4, 4}, {3, 2, 4}, {2, 2, 2, 3}, {2, 3, 2, 2, 3, 2}};

TEST(UnidirectionalTorusTest, HasTheChannelsOfThePositiveDirections) {
  for (const std::vector<int>& sizes : kSizes) {
    const Shared torus = one_way(sizes);
    const Graph& graph = torus->graph();
    SCOPED_TRACE(torus->name());
    const auto dimensions = static_cast<int>(sizes.size());
    EXPECT_EQ(graph.ports(), 2 * dimensions);
    EXPECT_EQ(graph.connected(), graph.nodes() * dimensions);
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      for (int k = 0; k < dimensions; ++k) {
        EXPECT_FALSE(graph.has_out(node, 2 * k + 1));
        EXPECT_FALSE(graph.has_in(node, 2 * k + 1));
        std::vector<int> next = torus->coordinates(node);
        int& x = next[static_cast<std::size_t>(k)];
        x = (x + 1) % sizes[static_cast<std::size_t>(k)];
        EXPECT_EQ(graph.out(node, 2 * k).to, torus->node_at(next));
        EXPECT_EQ(graph.out(node, 2 * k).in_port, 2 * k);
      }
    }
    EXPECT_TRUE(steps_commute_everywhere(graph));
  }
  EXPECT_EQ(one_way({8, 4})->name(), "unidirectional_torus(8x4)");
  EXPECT_EQ(one_way({8, 4})->port_name(2), "yp");
}

TEST(UnidirectionalTorusTest, DistancesAreThoseOfASearchAndTheMeanThatOfTheFormula) {
  for (const std::vector<int>& sizes : kSizes) {
    const Shared torus = one_way(sizes);
    SCOPED_TRACE(torus->name());
    const NodeId nodes = torus->graph().nodes();
    for (NodeId source = 0; source < nodes; ++source) {
      const std::vector<int> distance = test_support::graph_distances(torus->graph(), source);
      for (NodeId to = 0; to < nodes; ++to)
        EXPECT_EQ(torus->routing().distance(source, to), distance[static_cast<std::size_t>(to)]);
    }
    // (k - 1) / 2 hops in each dimension, the source itself counted.
    double mean = 0;
    int longest = 0;
    for (const int k : sizes) {
      mean += (k - 1) / 2.0;
      longest += k - 1;
    }
    EXPECT_NEAR(mean_distance(*torus), mean * nodes / (nodes - 1), 1e-12);
    EXPECT_EQ(diameter(*torus), longest);
    // A channel carries the hops of one dimension of all pairs; N - 1 destinations for each of N sources.
    double busiest = 0;
    for (const int k : sizes) busiest = std::max(busiest, (k - 1) / 2.0);
    EXPECT_NEAR(uniform_even_split(*torus), (nodes - 1) / (busiest * nodes), 1e-12);
    EXPECT_NEAR(uniform_route_bound(*torus), (nodes - 1) / (busiest * nodes), 1e-12);
  }
}

TEST(UnidirectionalTorusTest, ThereIsOneRecordAndItHasNoNegativeHops) {
  for (const std::vector<int>& sizes : kSizes) {
    const Shared torus = one_way(sizes);
    SCOPED_TRACE(torus->name());
    const NodeId nodes = torus->graph().nodes();
    for (NodeId source = 0; source < nodes; ++source) {
      const std::vector<int> from = torus->coordinates(source);
      for (NodeId destination = 0; destination < nodes; ++destination) {
        const std::vector<int> to = torus->coordinates(destination);
        Record expected;
        for (std::size_t k = 0; k < sizes.size(); ++k) expected.push_back((to[k] - from[k] + sizes[k]) % sizes[k]);
        EXPECT_EQ(test_support::records(*torus, source, destination), std::vector<Record>{expected});
      }
    }
  }
}

TEST(UnidirectionalTorusTest, RingsLeadOneWayAndDimensionsOfTwoNodesHaveNone) {
  const Shared torus = one_way({4, 3});
  ASSERT_EQ(torus->rings().size(), 7U);
  EXPECT_EQ(torus->rings()[0].name, "xp0");
  EXPECT_EQ(torus->rings()[0].channels.size(), 4U);
  EXPECT_EQ(torus->rings()[3].name, "yp0");
  EXPECT_EQ(torus->rings()[3].channels.size(), 3U);
  EXPECT_EQ(one_way({2, 5})->rings().size(), 2U);
  EXPECT_TRUE(one_way({2, 2})->rings().empty());
}

TEST(UnidirectionalTorusTest, TheWiringAloneIsTheSame) {
  for (const std::vector<int>& sizes : kSizes) {
    const Network network = make_network(spec_of(sizes));
    const Shared torus = one_way(sizes);
    EXPECT_EQ(network.name, torus->name());
    ASSERT_EQ(network.ports, torus->graph().ports());
    for (NodeId node = 0; node < network.nodes; ++node) {
      for (PortId port = 0; port < network.ports; ++port)
        EXPECT_EQ(network.neighbour(node, port),
                  torus->graph().has_out(node, port) ? torus->graph().out(node, port).to : -1);
    }
    ASSERT_EQ(network.sources.size(), 1U);
    EXPECT_EQ(network.sources[0].count, network.nodes);
  }
}

TEST(UnidirectionalTorusTest, RefusesWhatItCannotBe) {
  const auto refusal = [](const TopologySpec& spec) {
    try {
      make_topology(spec);
    } catch (const TopologyError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_TRUE(test_support::contains(refusal(spec_of({1, 4})), "at least 2"));
  EXPECT_TRUE(test_support::contains(refusal(spec_of({2, 2, 2, 2, 2, 2, 2})), "at most 6 dimensions"));
  TopologySpec twisted = spec_of({4, 4});
  twisted.values["twist"] = std::map<std::string, int>{{"yx", 1}};
  EXPECT_TRUE(test_support::contains(refusal(twisted), "has no parameter twist"));
  TopologySpec open = spec_of({4, 4});
  open.values["wrap"] = std::vector<bool>{true, false};
  EXPECT_TRUE(test_support::contains(refusal(open), "has no parameter wrap"));
  // 6 dimensions have 6 bits for each hop count: up to 31 hops.
  EXPECT_EQ(refusal(spec_of({32, 2, 2, 2, 2, 2})), "accepted");
  EXPECT_TRUE(test_support::contains(refusal(spec_of({33, 2, 2, 2, 2, 2})), "dimension x is too long"));
}

TEST(UnidirectionalTorusTest, TheBubbleOfTheFirstMachineHolds) {
  for (const std::vector<int>& sizes : kSizes) {
    const Shared torus = one_way(sizes);
    SCOPED_TRACE(torus->name());
    EXPECT_TRUE(prove_deadlock_free(*torus, {}).holds());
    EXPECT_EQ(prove_deadlock_free(*torus, {4, 1, 1}).holds(), torus->rings().empty());
  }
}

TEST(UnidirectionalTorusTest, CanBeColouredIfAllSizesAreEven) {
  for (const std::vector<int>& sizes : kSizes) {
    bool even = true;
    for (const int k : sizes) even = even && k % 2 == 0;
    EXPECT_EQ(find_colouring(one_way(sizes)->graph()).odd_cycle.empty(), even);
    EXPECT_EQ(torus_can_be_coloured(TorusLattice(sizes, {})), even);
  }
}

Proof prove_worms(const Shared& network, const WormRouting& routing) {
  return prove_worm_deadlock_free(*with_worm_routing(network, routing), {true, 17, 16});
}

/// On the tori of no more than `nodes` nodes.
void expect_worms_are_proved(int nodes) {
  for (const std::vector<int>& sizes : kSizes) {
    if (std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>()) > nodes) continue;
    const Shared torus = one_way(sizes);
    SCOPED_TRACE(torus->name());
    for (const Dateline rule : {Dateline::memoryless, Dateline::crossing}) {
      EXPECT_TRUE(prove_worms(torus, {WormRoute::dimension_order, rule, true, 2}).holds());
      EXPECT_TRUE(prove_worms(torus, {WormRoute::duato, rule, true, 3}).holds());
    }
    // Classes that stay are for routes of up to (m + 1) / 2 of the m hops of a ring; here they have up to m - 1.
    const bool short_rings = *std::max_element(sizes.begin(), sizes.end()) <= 3;
    EXPECT_EQ(prove_worms(torus, {WormRoute::dimension_order, Dateline::fixed, true, 2}).holds(), short_rings);
    EXPECT_EQ(prove_worms(torus, {WormRoute::duato, Dateline::fixed, true, 3}).holds(), short_rings);
    EXPECT_EQ(prove_worms(torus, {WormRoute::dimension_order, Dateline::memoryless, true, 1}).holds(),
              torus->rings().empty());
    WormRouting bubble;
    bubble.flit_bubble = true;
    bubble.vcs = 1;
    if (!torus->rings().empty()) {
      EXPECT_TRUE(prove_worms(torus, bubble).holds());
    }
    if (!find_colouring(torus->graph()).odd_cycle.empty()) continue;
    for (const WormRoute route : {WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop}) {
      WormRouting routing;
      routing.route = route;
      routing.vcs = diameter(*torus) / 2 + 2;
      EXPECT_TRUE(prove_worms(torus, routing).holds());
    }
  }
}

TEST(UnidirectionalTorusTest, WormsAreProvedByEveryRoute) { expect_worms_are_proved(16); }
TEST(UnidirectionalTorusTest, WormsAreProvedByEveryRouteOnEveryTorusSlow) { expect_worms_are_proved(1000); }

TEST(UnidirectionalTorusTest, TheCycleOfClassesThatStayIsPrinted) {
  const Proof proof = prove_worms(one_way({4}), {WormRoute::dimension_order, Dateline::fixed, true, 2});
  for (const Obligation& each : proof.obligations) {
    if (each.name != "order") continue;
    EXPECT_EQ(
        each.evidence,
        "virtual channels wait for each other: xp of r_0 (VC 0) -> xp of r_1 (VC 0) -> xp of r_2 (VC 0) -> xp of r_3 "
        "(VC 0) -> xp of r_0 (VC 0)"
        "\nxp of r_0 (VC 0): r_0 -> r_1"
        "\nxp of r_1 (VC 0): r_1 -> r_2"
        "\nxp of r_2 (VC 0): r_2 -> r_3"
        "\nxp of r_3 (VC 0): r_3 -> r_0"
        "\npackets take more than half of a ring in a class that stays; expected router.dateline: memoryless or "
        "crossing");
  }
}

TEST(UnidirectionalTorusTest, OneVirtualChannelIsACycleAndNoTreeIsAdvised) {
  const Proof proof = prove_worms(one_way({4}), {WormRoute::dimension_order, Dateline::memoryless, true, 1});
  for (const Obligation& each : proof.obligations) {
    if (each.name != "order") continue;
    const std::string end = "expected router.virtual_channels.count of 2 or more";
    EXPECT_FALSE(each.holds);
    EXPECT_EQ(each.evidence.substr(each.evidence.size() - end.size()), end);
  }
}

TEST(UnidirectionalTorusTest, ThereIsNoWayUpATree) {
  try {
    with_worm_routing(one_way({4, 4}), {WormRoute::up_down, Dateline::memoryless, true, 1});
    FAIL() << "accepted";
  } catch (const TopologyError& error) {
    EXPECT_STREQ(
        error.what(),
        "unidirectional_torus(4x4): a channel leads from r_0_0 to r_1_0, but none back; routes up and down a tree "
        "need both ways; use routing: dimension_order");
  }
  // Two nodes in each dimension lead to each other.
  EXPECT_TRUE(prove_worms(one_way({2, 2}), {WormRoute::up_down, Dateline::memoryless, true, 1}).holds());
}

}  // namespace
}  // namespace trenza::topologies
