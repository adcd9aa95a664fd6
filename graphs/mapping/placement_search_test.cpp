#include "graphs/mapping/placement_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "graphs/mapping/dilation.h"
#include "graphs/mapping/placement_test_support.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using test_support::in_order;
using test_support::random_matrix;
using test_support::shuffled;
using topologies::Network;

PlacementSearch quick(std::uint64_t steps = 20'000) {
  PlacementSearch search;
  search.steps = steps;
  return search;
}

/// The least cost of all placements of so many processes on each node.
std::int64_t least_cost(const PlacementCost& cost, int concentration) {
  Placement placement = in_order(cost.nodes(), concentration);
  std::int64_t least = cost.total(placement);
  while (std::next_permutation(placement.begin(), placement.end())) least = std::min(least, cost.total(placement));
  return least;
}

TEST(PlacementSearchTest, FindsTheOptimumOfSmallNetworks) {
  struct Small {
    Network network;
    int concentration;
  };
  for (const Small& small : {Small{topologies::torus_network("torus", {3, 3}), 1},
                             Small{topologies::torus_network("mesh", {3, 3}, {}, {false, false}), 1},
                             Small{topologies::torus_network("rtt", {4, 2}, {{1, 0, 2}}), 1},
                             Small{topologies::torus_network("shared", {2, 2}), 2}}) {
    const auto processes = std::int64_t{small.network.nodes} * small.concentration;
    for (const std::uint64_t seed : {1, 2, 3}) {
      SCOPED_TRACE(small.network.name + " " + std::to_string(seed));
      const PlacementCost cost(small.network, processes, random_matrix(processes, 2, 1000, seed));
      const FoundPlacement found =
          search_placement(cost, shuffled(in_order(small.network.nodes, small.concentration), seed), quick());
      EXPECT_EQ(found.cost, least_cost(cost, small.concentration));
    }
  }
}

TEST(PlacementSearchTest, FindsAShuffledTorusAgain) {
  for (const std::vector<int>& sizes : {std::vector<int>{8, 4}, {6, 6}, {4, 4, 2}, {3, 3, 3}, {16}}) {
    const Network torus = topologies::torus_network("torus", sizes);
    SCOPED_TRACE(std::to_string(sizes.size()) + " dimensions, " + std::to_string(torus.nodes) + " nodes");
    auto mapping = topologies::make_mapping("shuffled", shuffled(in_order(torus.nodes), 99), torus.nodes, sizes);
    const std::vector<Communication> matrix = neighbour_communications(mapping, LogicalGrid::torus);
    const PlacementCost cost(torus, torus.nodes, matrix);
    const FoundPlacement found = search_placement(cost, mapping.node_of_process, quick(200'000));
    EXPECT_GT(found.start, found.cost);
    EXPECT_EQ(found.cost, static_cast<std::int64_t>(matrix.size())) << "all neighbours one hop apart";
    mapping.node_of_process = found.placement;
    EXPECT_EQ(dilation(torus, mapping).max, 1);
  }
}

TEST(PlacementSearchTest, ComesNearALargerTorus) {
  const Network torus = topologies::torus_network("torus", {12, 12});
  const auto mapping = topologies::make_mapping("shuffled", shuffled(in_order(144), 4), 144, {12, 12});
  const std::vector<Communication> matrix = neighbour_communications(mapping, LogicalGrid::torus);
  const FoundPlacement found =
      search_placement(PlacementCost(torus, 144, matrix), mapping.node_of_process, quick(1'000'000));
  EXPECT_LE(static_cast<double>(found.cost), 1.25 * static_cast<double>(matrix.size()));
  EXPECT_GT(static_cast<double>(found.start), 5.5 * static_cast<double>(matrix.size()));
}

TEST(PlacementSearchTest, NoExchangeIsBetterAndNodesStayFull) {
  const Network rtt = topologies::torus_network("rtt", {6, 3}, {{1, 0, 3}});
  const PlacementCost cost(rtt, 54, random_matrix(54, 4, 1000, 8));
  const FoundPlacement found = search_placement(cost, in_order(18, 3), quick(5'000));
  EXPECT_EQ(cost.total(found.placement), found.cost);
  EXPECT_EQ(cost.total(in_order(18, 3)), found.start);
  EXPECT_LT(found.cost, found.start);
  for (std::int64_t one = 0; one < 54; ++one) {
    for (std::int64_t other = 0; other < one; ++other) ASSERT_GE(cost.change(found.placement, one, other), 0);
  }
  EXPECT_EQ(topologies::make_mapping("found", found.placement, 18).concentration, 3);
}

TEST(PlacementSearchTest, IsNeverWorseThanTheStart) {
  // id is one of the best; without a step of annealing no descent from a random placement gets there.
  const Network torus = topologies::torus_network("torus", {10, 10});
  const auto id = topologies::parse_mapping("id", {10, 10});
  PlacementSearch search;
  search.steps = 0;
  search.descents = 3;
  const PlacementCost cost(torus, 100, neighbour_communications(id, LogicalGrid::torus));
  const FoundPlacement found = search_placement(cost, id.node_of_process, search);
  EXPECT_EQ(found.cost, 400);
  EXPECT_EQ(found.placement, id.node_of_process);
  EXPECT_EQ(found.descent, -1);
}

TEST(PlacementSearchTest, IsAFunctionOfTheSeedAndNotOfThreads) {
  const Network rtt = topologies::torus_network("rtt", {8, 4}, {{1, 0, 4}});
  const PlacementCost cost(rtt, 32, random_matrix(32, 3, 1'000'000, 21));
  PlacementSearch search = quick(3'000);
  const FoundPlacement one = search_placement(cost, in_order(32), search);
  search.threads = 3;
  const FoundPlacement three = search_placement(cost, in_order(32), search);
  EXPECT_EQ(one.placement, three.placement);
  EXPECT_EQ(one.descent, three.descent);
  search.seed = 2;
  EXPECT_NE(search_placement(cost, in_order(32), search).placement, one.placement);
}

TEST(PlacementSearchTest, OfAMatrixWithoutBytes) {
  const Network ring = topologies::torus_network("ring", {4});
  const FoundPlacement found = search_placement(PlacementCost(ring, 4, {}), in_order(4), quick(100));
  EXPECT_EQ(found.cost, 0);
  EXPECT_EQ(found.placement, in_order(4));
}

TEST(PlacementSearchTest, Refusals) {
  const Network ring = topologies::torus_network("ring", {4});
  const PlacementCost cost(ring, 4, {{0, 1, 1}});
  EXPECT_THROW(search_placement(cost, {0, 1, 2}, quick()), topologies::TopologyError);
  EXPECT_THROW(search_placement(cost, {0, 1, 2, 4}, quick()), topologies::TopologyError);
  EXPECT_THROW(search_placement(cost, {0, 1, 2, -1}, quick()), topologies::TopologyError);
  PlacementSearch none;
  none.descents = 0;
  EXPECT_THROW(search_placement(cost, in_order(4), none), topologies::TopologyError);
  const Network large = topologies::torus_network("large", {128, 64});
  EXPECT_THROW(search_placement(PlacementCost(large, 16384, {}), in_order(8192, 2), quick(1)),
               topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
