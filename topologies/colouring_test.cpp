// Colourings and odd cycles checked on the graph, the formula of tori against the search, and families by their parity.
#include "topologies/colouring.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/places.h"
#include "topologies/custom_network.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::make;
using test_support::make_torus;

bool joined(const Graph& graph, NodeId one, NodeId other) {
  for (PortId port = 0; port < graph.ports(); ++port) {
    if (graph.has_out(one, port) && graph.out(one, port).to == other) return true;
    if (graph.has_out(other, port) && graph.out(other, port).to == one) return true;
  }
  return false;
}

/// Checks what the search says of itself, and returns whether there is a colouring.
bool can_be_coloured(const Graph& graph) {
  const Colouring found = find_colouring(graph);
  EXPECT_NE(found.colour.empty(), found.odd_cycle.empty());
  if (found.odd_cycle.empty()) {
    EXPECT_EQ(found.colour.size(), static_cast<std::size_t>(graph.nodes()));
    EXPECT_EQ(found.colour[0], 0);
    for (ChannelId id = 0; id < graph.channels(); ++id) {
      if (!graph.has(id)) continue;
      const Channel& channel = graph.channel(id);
      EXPECT_EQ(
          found.colour[static_cast<std::size_t>(channel.from)] + found.colour[static_cast<std::size_t>(channel.to)], 1);
    }
    return true;
  }
  const std::vector<NodeId>& cycle = found.odd_cycle;
  EXPECT_EQ(cycle.size() % 2, 1U);
  EXPECT_EQ(std::set<NodeId>(cycle.begin(), cycle.end()).size(), cycle.size());
  for (std::size_t i = 0; i < cycle.size(); ++i) EXPECT_TRUE(joined(graph, cycle[i], cycle[(i + 1) % cycle.size()]));
  return false;
}

bool can_be_coloured(const Topology& network) { return can_be_coloured(network.graph()); }

void compare_formula_and_search(int tori) {
  std::mt19937 random(11);
  int yes = 0;
  int no = 0;
  while (yes + no < tori) {
    test_support::RandomTorus torus = test_support::random_torus(random, 200, 9);
    if (torus.sizes.size() < 2) continue;
    SCOPED_TRACE(torus.text);
    const TorusLattice lattice(torus.sizes, torus.twists);
    const bool found = can_be_coloured(*make_torus(torus.sizes, torus.twists));
    EXPECT_EQ(torus_can_be_coloured(lattice), found);
    ++(found ? yes : no);
  }
  EXPECT_GT(10 * yes, tori);
  EXPECT_GT(10 * no, tori);
}
TEST(ColouringTest, TheFormulaOfToriIsWhatTheSearchFinds) { compare_formula_and_search(60); }
TEST(ColouringTest, TheFormulaOf500ToriIsWhatTheSearchFindsSlow) { compare_formula_and_search(500); }

TEST(ColouringTest, TheFormulaOfOpenAndSmallDimensions) {
  for (const int x : {2, 3, 4, 5}) {
    for (const int y : {2, 3, 4}) {
      for (const int closed : {0, 1, 2, 3}) {
        for (const int links : {1, 2}) {
          const TorusShape shape{{x, y}, {}, {(closed & 1) != 0, (closed & 2) != 0}, links};
          const bool expected = ((closed & 1) == 0 || x % 2 == 0) && ((closed & 2) == 0 || y % 2 == 0);
          SCOPED_TRACE(std::to_string(x) + "x" + std::to_string(y) + " " + std::to_string(closed));
          EXPECT_EQ(torus_can_be_coloured(TorusLattice(shape.sizes, {}), shape.wrap), expected);
          EXPECT_EQ(can_be_coloured(*make_twisted_torus("test", shape)), expected);
        }
      }
    }
  }
  // A twisted dimension of size 2: 2 + 1 is odd, and 2 + 2 is not.
  EXPECT_FALSE(can_be_coloured(*make_torus({4, 2}, {{1, 0, 1}})));
  EXPECT_TRUE(can_be_coloured(*make_torus({4, 2}, {{1, 0, 2}})));
}

TEST(ColouringTest, FamiliesOfTwistedTori) {
  for (int a = 2; a <= 7; ++a) {
    SCOPED_TRACE(a);
    const bool even = a % 2 == 0;
    EXPECT_EQ(can_be_coloured(*make("rt", a)), even);
    EXPECT_TRUE(can_be_coloured(*make("rtt", a)));
    if (a > 4) continue;
    EXPECT_EQ(can_be_coloured(*make("pt", a)), even);
    EXPECT_EQ(can_be_coloured(*make("ptt", a)), even);
    EXPECT_TRUE(can_be_coloured(*make("pdtt", a)));
    EXPECT_EQ(can_be_coloured(*make_torus({2 * a, 2 * a, a}, {{2, 0, a}, {2, 1, a}})), even);  // BCC
  }
}

TEST(ColouringTest, OtherNetworks) {
  for (const int n : {3, 6, 7}) {
    TopologySpec cube;
    cube.kind = "hypercube";
    cube.values["n"] = n;
    EXPECT_TRUE(can_be_coloured(*make_topology(cube)));
  }
  const auto petersen = make_up_down_network(
      read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net").network);
  EXPECT_FALSE(can_be_coloured(*petersen));
  EXPECT_EQ(find_colouring(petersen->graph()).odd_cycle.size(), 5U);
  // Conflicting twists: t_XY = 1 with d_X = 4 is odd.
  EXPECT_FALSE(can_be_coloured(*make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 1}, {1, 0, 1}}, {}, 2})));
  // A bypass joins two colours if it is odd, and one if it is even.
  IbtSpec bypasses;
  bypasses.sizes = {8, 8};
  bypasses.lengths = {4};
  EXPECT_FALSE(can_be_coloured(*make_ibt(bypasses)));
}

TEST(ColouringTest, DirectionsDoNotMatterAndPartsAreColouredApart) {
  // 1 -> 0 <- 3, 2 apart from them, and a channel from a node to itself.
  Graph graph(4, 2);
  graph.connect({1, 0, 0, 0, ChannelKind::mesh});
  graph.connect({3, 0, 0, 1, ChannelKind::mesh});
  EXPECT_EQ(find_colouring(graph).colour, (std::vector<std::uint8_t>{0, 1, 0, 1}));
  graph.connect({2, 0, 2, 0, ChannelKind::mesh});
  EXPECT_EQ(find_colouring(graph).odd_cycle, std::vector<NodeId>{2});
}

TEST(ColouringTest, TheShortestCycleOfASearchIsKept) {
  // A torus of 7 by 5: the search comes upon rows and columns.
  const auto torus = make_torus({7, 5});
  EXPECT_EQ(find_colouring(torus->graph()).odd_cycle.size(), 5U);
  const auto ring = make_torus({3});
  EXPECT_EQ(cycle_text(*ring, find_colouring(ring->graph()).odd_cycle), "r_0 -> r_1 -> r_2 -> r_0");
}

}  // namespace
}  // namespace trenza::topologies
