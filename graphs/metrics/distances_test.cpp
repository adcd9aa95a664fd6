#include "graphs/metrics/distances.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/distance_batch.h"
#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

/// `ports` random channels out of every node, some of them missing.
topologies::Network random_network(std::mt19937& random, topologies::NodeId nodes, topologies::PortId ports) {
  topologies::Network network;
  network.name = "random";
  network.nodes = nodes;
  network.ports = ports;
  for (topologies::NodeId i = 0; i < nodes * ports; ++i) {
    network.next.push_back(
        random() % 5 == 0 ? -1 : static_cast<topologies::NodeId>(random() % static_cast<unsigned>(nodes)));
  }
  network.port_classes.assign(static_cast<std::size_t>(ports), "random");
  network.dimensions.assign(static_cast<std::size_t>(ports), -1);
  network.sources = topologies::every_source(nodes);
  network.symmetry = "none";
  return network;
}

/// Floyd and Warshall; -1 where there is no way.
std::vector<std::vector<int>> all_distances(const topologies::Network& network) {
  constexpr int kFar = 1 << 20;
  const auto nodes = static_cast<std::size_t>(network.nodes);
  std::vector<std::vector<int>> distance(nodes, std::vector<int>(nodes, kFar));
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      if (to >= 0) distance[static_cast<std::size_t>(node)][static_cast<std::size_t>(to)] = 1;
    }
    distance[static_cast<std::size_t>(node)][static_cast<std::size_t>(node)] = 0;
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
      }
    }
  }
  for (auto& row : distance) {
    for (int& entry : row) entry = entry >= kFar ? -1 : entry;
  }
  return distance;
}

TEST(DistancesTest, BothSearchesFindAllDistances) {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    const topologies::Network network =
        random_network(random, 3 + static_cast<topologies::NodeId>(random() % 150), 1 + round % 4);
    const auto expected = all_distances(network);
    BreadthFirst search(network);
    DistanceBatch batch(network);
    for (topologies::NodeId first = 0; first < network.nodes; first += DistanceBatch::kLanes) {
      std::vector<topologies::NodeId> sources;
      for (topologies::NodeId s = first; s < std::min(network.nodes, first + DistanceBatch::kLanes); ++s)
        sources.push_back(s);
      const std::vector<SourceDistances> found = batch.run(sources);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        search.run(sources[i]);
        ASSERT_EQ(search.distances(), expected[static_cast<std::size_t>(sources[i])]);
        EXPECT_EQ(found[i].source, sources[i]);
        EXPECT_EQ(found[i].histogram, search.histogram());
      }
    }
  }
}

TEST(DistancesTest, DirectedAndDisconnected) {
  topologies::Network ring = topologies::torus_network("ring", {5});
  for (topologies::NodeId node = 0; node < 5; ++node) ring.next[static_cast<std::size_t>(2 * node + 1)] = -1;
  const DistanceSummary directed = measure_distances(ring);
  EXPECT_TRUE(directed.connected);
  EXPECT_EQ(directed.diameter, 4);
  EXPECT_NEAR(directed.mean, 2.5, 1e-12);
  ring.sources = topologies::every_source(5);
  ring.next[2] = -1;
  const DistanceSummary cut = measure_distances(ring);
  EXPECT_FALSE(cut.connected);
  EXPECT_EQ(cut.radius, 0);
  EXPECT_EQ(cut.histogram, (std::vector<std::int64_t>{5, 4, 3, 2, 1}));
  EXPECT_NEAR(cut.mean, (4 + 6 + 6 + 4) / 10.0, 1e-12);
}

TEST(DistancesTest, ClassesStandForAllSources) {
  for (topologies::Network network :
       {topologies::test_support::named_network("PDTT", 3), topologies::test_support::bcc(2)}) {
    const DistanceSummary one = measure_distances(network);
    network.sources = topologies::every_source(network.nodes);
    const DistanceSummary all = measure_distances(network, {3, 0, 1});
    EXPECT_EQ(one.histogram, all.histogram);
    EXPECT_EQ(one.mean, all.mean);
    EXPECT_EQ(one.deviation, all.deviation);
    EXPECT_NEAR(all.least_mean, all.largest_mean, 1e-12);
  }
}

TEST(DistancesTest, FigureNineOfThePeripheralTwistsPaper) {
  const DistanceSummary summary =
      measure_distances(topologies::torus_network("figure 9", {4, 4}, {{0, 1, -1}, {1, 0, 1}}));
  EXPECT_NEAR(summary.least_mean_with_self * 16, 29, 1e-9);
  EXPECT_NEAR(summary.largest_mean_with_self * 16, 30, 1e-9);
}

TEST(DistancesTest, SamplesAreTheSameForAllThreadsAndNearTheTruth) {
  const topologies::Network mesh = topologies::torus_network("mesh", {30, 30}, {}, {false, false});
  const DistanceSummary exact = measure_distances(mesh);
  EXPECT_TRUE(exact.exact);
  EXPECT_EQ(exact.diameter, 58);
  EXPECT_EQ(exact.radius, 30);
  EXPECT_EQ(exact.standard_error, 0);
  const DistanceSummary sample = measure_distances(mesh, {1, 200, 7});
  const DistanceSummary again = measure_distances(mesh, {2, 200, 7});
  EXPECT_FALSE(sample.exact);
  EXPECT_EQ(sample.sources, 200);
  EXPECT_EQ(sample.histogram, again.histogram);
  EXPECT_EQ(sample.standard_error, again.standard_error);
  EXPECT_NEAR(sample.mean, exact.mean, 4 * sample.standard_error);
  EXPECT_GT(sample.standard_error, 0);
  EXPECT_NE(measure_distances(mesh, {1, 200, 8}).histogram, sample.histogram);
  EXPECT_TRUE(measure_distances(mesh, {1, 900, 7}).exact);
  EXPECT_THROW(measure_distances(mesh, {1, 1, 7}), topologies::TopologyError);
  EXPECT_THROW(measure_distances(mesh, {1, -3, 7}), topologies::TopologyError);
}

TEST(DistancesTest, LargeHypercubeByItsFormula) {
  // 2^18 nodes: diameter 18, mean 9 with self, deviation sqrt(18) / 2.
  topologies::Network cube;
  cube.name = "hypercube";
  cube.nodes = 1 << 18;
  cube.ports = 18;
  for (topologies::NodeId node = 0; node < cube.nodes; ++node) {
    for (topologies::PortId port = 0; port < cube.ports; ++port) cube.next.push_back(node ^ (1 << port));
  }
  cube.sources = {{0, cube.nodes}};
  const DistanceSummary summary = measure_distances(cube);
  EXPECT_EQ(summary.diameter, 18);
  EXPECT_NEAR(summary.mean_with_self, 9, 1e-12);
  EXPECT_NEAR(summary.deviation_with_self, std::sqrt(18.0) / 2, 1e-12);
}

}  // namespace
}  // namespace trenza::graphs
