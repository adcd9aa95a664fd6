#include "graphs/mapping/dilation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "graphs/mapping/shortest_path_loads.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using ::testing::ElementsAre;

topologies::Network rtt4() { return topologies::torus_network("rtt(4)", {8, 4}, {{1, 0, 4}}); }

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(ShortestPathLoadsTest, AllPathsWeighTheSame) {
  // From (0, 0) to (2, 1) in a wide torus: 3 paths, of which 2 begin in x and 1 in y.
  const topologies::Network network = topologies::torus_network("torus", {9, 9});
  ShortestPathLoads paths(network);
  EXPECT_THAT(paths.add(0, {{11, 3.0}, {11, 0.0}, {0, 5.0}}), ElementsAre(3, 3, 0));
  const auto load = [&](topologies::NodeId node, topologies::PortId port) {
    return paths.loads()[static_cast<std::size_t>(node * 4 + port)];
  };
  EXPECT_DOUBLE_EQ(load(0, 0), 2);
  EXPECT_DOUBLE_EQ(load(0, 2), 1);
  EXPECT_DOUBLE_EQ(load(1, 0), 1);
  EXPECT_DOUBLE_EQ(load(1, 2), 1);
  EXPECT_DOUBLE_EQ(load(2, 2), 1);
  EXPECT_DOUBLE_EQ(load(9, 0), 1);
  EXPECT_DOUBLE_EQ(load(10, 0), 2);
  EXPECT_DOUBLE_EQ(sum(paths.loads()), 9);
  paths.add(1, {{0, 1.0}});  // a second source starts afresh
  EXPECT_DOUBLE_EQ(load(1, 1), 1);
  EXPECT_DOUBLE_EQ(sum(paths.loads()), 10);
}

TEST(ShortestPathLoadsTest, ParallelLinksAreDifferentPaths) {
  const topologies::Network network = topologies::torus_network("torus", {2, 3});
  ShortestPathLoads paths(network);
  paths.add(0, {{1, 1.0}});
  EXPECT_DOUBLE_EQ(paths.loads()[0], 0.5);
  EXPECT_DOUBLE_EQ(paths.loads()[1], 0.5);
}

TEST(ShortestPathLoadsTest, CountsBeyondDoublesStayExact) {
  // 2 x 600 hops: about 2^1195 paths. By symmetry the two dimensions share alike at the start and at the end.
  constexpr int kSide = 1201;
  const topologies::Network network = topologies::torus_network("wide", {kSide, kSide});
  ShortestPathLoads paths(network);
  const topologies::NodeId to = 600 * kSide + 600;
  EXPECT_THAT(paths.add(0, {{to, 1.0}}), ElementsAre(1200));
  EXPECT_NEAR(paths.loads()[0], 0.5, 1e-9);
  EXPECT_NEAR(paths.loads()[2], 0.5, 1e-9);
  EXPECT_NEAR(sum(paths.loads()), 1200, 1e-6);
}

TEST(ShortestPathLoadsTest, NoWayIsAnErrorThatLeavesNoTrace) {
  topologies::Network network;
  network.name = "line";
  network.nodes = 3;
  network.ports = 1;
  network.next = {1, -1, 0};
  ShortestPathLoads paths(network);
  EXPECT_THROW(paths.add(0, {{1, 1.0}, {2, 1.0}}), topologies::TopologyError);
  EXPECT_DOUBLE_EQ(sum(paths.loads()), 0);
  EXPECT_THAT(paths.add(2, {{1, 1.0}}), ElementsAre(2));
  EXPECT_DOUBLE_EQ(paths.loads()[0] + paths.loads()[2], 2);
}

TEST(GridLinkClassesTest, TorusLinksInsideAndOnThePeriphery) {
  const topologies::Network network = rtt4();
  const GridLinkClasses classes = grid_link_classes(network);
  EXPECT_THAT(classes.names, ElementsAre("x internal", "x peripheral", "y internal", "y peripheral"));
  const auto uses = classes.use(std::vector<double>(network.next.size(), 1.0), network.nodes);
  // 2 |E_hi|, 2 |E_hp|, 2 |E_vi|, 2 |E_vp| of section 3.2.2 with a = 4.
  EXPECT_EQ(uses[0].links, 2 * (2 * 16 - 4));
  EXPECT_EQ(uses[1].links, 2 * 4);
  EXPECT_EQ(uses[2].links, 2 * (2 * 16 - 8));
  EXPECT_EQ(uses[3].links, 2 * 8);
  EXPECT_DOUBLE_EQ(uses[0].mean_hops, 56.0 / 32);
}

TEST(GridLinkClassesTest, OtherPortsKeepTheClassOfTheNetwork) {
  topologies::Network network = topologies::torus_network("torus", {3, 3});
  network.port_classes[3] = "bypass";
  const GridLinkClasses classes = grid_link_classes(network);
  EXPECT_THAT(classes.names, ElementsAre("x internal", "x peripheral", "y internal", "y peripheral", "bypass"));
  EXPECT_EQ(classes.of_link[3], 4);
  const GridLinkClasses open = grid_link_classes(topologies::torus_network("tube", {3, 3}, {}, {true, false}));
  EXPECT_THAT(open.names, ElementsAre("x internal", "x peripheral", "y internal"));
  EXPECT_EQ(open.of_link[3], -1);  // y- of node 0
}

TEST(DilationTest, IdentityOnTheTwistedTorus) {
  // Section 3.3.2: a - 1 hops for one in 2a messages, otherwise 1.
  const Dilation result = dilation(rtt4(), topologies::parse_mapping("id", {8, 4}));
  EXPECT_EQ(result.max, 3);
  EXPECT_THAT(result.histogram, ElementsAre(0, 112, 0, 16));
  EXPECT_DOUBLE_EQ(result.mean, 1.25);
  EXPECT_DOUBLE_EQ(result.max_link_load, 0.5);
  EXPECT_NEAR(sum(result.link_loads), 32 * 1.25, 1e-12);
}

TEST(DilationTest, AnyDimensionAndConcentration) {
  const topologies::Network cube = topologies::torus_network("cube", {4, 4, 4});
  const Dilation result = dilation(cube, topologies::parse_mapping("id", {4, 4, 4}));
  EXPECT_THAT(result.histogram, ElementsAre(0, 64 * 6));
  EXPECT_NEAR(result.max_link_load, 1.0 / 6, 1e-12);
  EXPECT_EQ(result.classes.size(), 6U);
  // Two processes of a ring of 8 on each node of a ring of 4: half of the neighbours are on the same node.
  const Dilation ring = dilation(topologies::torus_network("ring", {4}),
                                 topologies::make_mapping("pairs", {0, 0, 1, 1, 2, 2, 3, 3}, 4, {8}));
  EXPECT_THAT(ring.histogram, ElementsAre(8, 8));
  EXPECT_DOUBLE_EQ(ring.mean, 0.5);
}

TEST(DilationTest, NeighboursInDimensionsOfSizeOneAndTwo) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  each_logical_neighbour(topologies::make_mapping("m", {0, 1}, 2, {2, 1}), LogicalGrid::torus,
                         [&](std::int64_t from, std::int64_t to) { pairs.emplace_back(from, to); });
  using Pair = std::pair<std::int64_t, std::int64_t>;
  EXPECT_THAT(pairs, ElementsAre(Pair(0, 1), Pair(0, 1), Pair(0, 0), Pair(0, 0), Pair(1, 0), Pair(1, 0), Pair(1, 1),
                                 Pair(1, 1)));
}

TEST(DilationTest, NeighboursOnAMesh) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  each_logical_neighbour(topologies::make_mapping("m", {0, 1, 2, 3, 4, 5}, 6, {3, 1, 2}), LogicalGrid::mesh,
                         [&](std::int64_t from, std::int64_t to) { pairs.emplace_back(from, to); });
  using Pair = std::pair<std::int64_t, std::int64_t>;
  EXPECT_THAT(pairs, ElementsAre(Pair(0, 1), Pair(0, 3), Pair(1, 2), Pair(1, 0), Pair(1, 4), Pair(2, 1), Pair(2, 5),
                                 Pair(3, 4), Pair(3, 0), Pair(4, 5), Pair(4, 3), Pair(4, 1), Pair(5, 4), Pair(5, 2)));
}

TEST(DilationTest, AMeshIsPartOfEveryTorus) {
  // Only the wraparounds are twisted: under id all neighbours on a mesh are one hop apart.
  const Dilation plain = dilation(rtt4(), topologies::parse_mapping("id", {8, 4}), LogicalGrid::mesh);
  EXPECT_THAT(plain.histogram, ElementsAre(0, 2 * (7 * 4 + 3 * 8)));
  EXPECT_NEAR(plain.mean, 1, 1e-12);
  // f_d: one hop in x, two in y. The neighbours in y are 1 of 2 for the 4 corners, 2 of 3 for the 4 other processes of
  // the first and last column, 1 of 3 for the 12 of the first and last row, 2 of 4 for the 12 inside.
  const Dilation shifted = dilation(rtt4(), topologies::parse_mapping("f_d", {8, 4}), LogicalGrid::mesh);
  EXPECT_NEAR(shifted.mean, 1 + (4 * 1.0 / 2 + 4 * 2.0 / 3 + 12 * 1.0 / 3 + 12 * 1.0 / 2) / 32, 1e-12);
  EXPECT_EQ(shifted.max, 2);
  EXPECT_NEAR(sum(shifted.link_loads), 32 * shifted.mean, 1e-12);
}

TEST(DilationTest, Refusals) {
  const topologies::Network network = rtt4();
  EXPECT_THROW(dilation(network, topologies::parse_mapping("id", {4, 4})), topologies::TopologyError);
  std::vector<topologies::NodeId> nodes(32);
  std::iota(nodes.begin(), nodes.end(), 0);
  EXPECT_THROW(dilation(network, topologies::make_mapping("no grid", nodes, 32)), topologies::TopologyError);
}

TEST(ByteHopsTest, CountsWhatTravels) {
  const topologies::Network network = rtt4();
  const topologies::Mapping mapping = topologies::parse_mapping("f_v(2)", {8, 4});
  // Processes 0 and 8 are on node 0, 16 on node 8 (one hop), 4 on node 4 (4 hops in x, or by the twist).
  const ByteHops result = byte_hops(network, mapping, {{0, 8, 100}, {8, 16, 10}, {0, 4, 5}, {0, 4, 1}, {4, 60, 0}});
  EXPECT_EQ(result.bytes_in_node, 100U);
  EXPECT_EQ(result.bytes, 16U);
  EXPECT_EQ(result.byte_hops, 10U * 1 + 6U * 4);
  EXPECT_DOUBLE_EQ(result.mean_hops, 34.0 / 16);
  EXPECT_EQ(result.max_hops, 4);
  // 10 bytes take the link up from node 0, and a quarter of 6: with x at 4 there is one path along each direction.
  EXPECT_NEAR(result.max_link_bytes, 10 + 6.0 / 4, 1e-12);
  EXPECT_EQ(byte_hops(network, mapping, {}).mean_hops, 0);
}

TEST(ByteHopsTest, Refusals) {
  const topologies::Network network = rtt4();
  const topologies::Mapping mapping = topologies::parse_mapping("id", {8, 4});
  EXPECT_THROW(byte_hops(network, mapping, {{0, 32, 1}}), topologies::TopologyError);
  EXPECT_THROW(byte_hops(network, mapping, {{-1, 0, 0}}), topologies::TopologyError);
  EXPECT_THROW(byte_hops(network, topologies::parse_mapping("id", {4, 4}), {}), topologies::TopologyError);
  const std::uint64_t half = std::uint64_t{1} << 63;
  EXPECT_THROW(byte_hops(network, mapping, {{0, 1, half}, {1, 0, half}}), topologies::TopologyError);
  EXPECT_THROW(byte_hops(network, mapping, {{0, 2, half}}), topologies::TopologyError);
  EXPECT_EQ(byte_hops(network, mapping, {{0, 1, half}, {1, 0, half - 1}}).byte_hops, half + (half - 1));
}

}  // namespace
}  // namespace trenza::graphs
