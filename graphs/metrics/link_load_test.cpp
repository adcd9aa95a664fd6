#include "graphs/metrics/link_load.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/distances.h"
#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

TEST(LinkLoadTest, OneSourceGivesWhatAllGive) {
  for (topologies::Network network : {topologies::test_support::named_network("PTT", 3),
                                      topologies::test_support::bcc(2), topologies::torus_network("t", {5, 2})}) {
    const LinkLoad by_port = uniform_link_load(network);
    EXPECT_TRUE(by_port.by_port);
    network.sources = topologies::every_source(network.nodes);
    const LinkLoad all = uniform_link_load(network, 2);
    EXPECT_FALSE(all.by_port);
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      for (topologies::PortId port = 0; port < network.ports; ++port) {
        EXPECT_NEAR(by_port.at(network, node, port), all.at(network, node, port), 1e-9);
      }
    }
  }
}

TEST(LinkLoadTest, ClassesOfNodesStandForAll) {
  // A cylinder: columns are alike, rows are not.
  topologies::Network cylinder = topologies::torus_network("cylinder", {6, 4}, {}, {true, false});
  const LinkLoad all = uniform_link_load(cylinder);
  std::vector<int> class_of;
  for (topologies::NodeId node = 0; node < cylinder.nodes; ++node) class_of.push_back(node / 6);
  cylinder.sources = {{0, 6}, {6, 6}, {12, 6}, {18, 6}};
  const LinkLoad by_class = uniform_link_load(cylinder, class_of);
  ASSERT_EQ(by_class.load.size(), all.load.size());
  for (std::size_t i = 0; i < all.load.size(); ++i) EXPECT_NEAR(by_class.load[i], all.load[i], 1e-9);
  EXPECT_THROW(uniform_link_load(cylinder, std::vector<int>(3, 0)), topologies::TopologyError);
  const std::vector<double> means = mean_distance_per_dimension(cylinder, cylinder.sources);
  const DistanceSummary distances = measure_distances(cylinder);
  EXPECT_NEAR(means[0] + means[1], distances.mean, 1e-12);
  EXPECT_NEAR(means[0], 1.5 * 24 / 23, 1e-12);
}

TEST(LinkLoadTest, MeshByItsFormula) {
  // A line of n nodes: the middle link of an even line carries (n/2)^2 of the n(n-1) pairs' units, each way.
  const UniformBounds bounds = uniform_bounds(topologies::torus_network("line", {8}, {}, {false}));
  EXPECT_NEAR(bounds.largest_load, 16.0 / 7, 1e-12);
  EXPECT_NEAR(bounds.throughput, 7.0 / 16, 1e-12);
  EXPECT_NEAR(bounds.throughput_with_self, 0.5, 1e-12);
  EXPECT_EQ(bounds.node, 3);
  EXPECT_EQ(bounds.port, 0);
  EXPECT_NEAR(bounds.all_links, 14 / (8 * 3.0), 1e-12);
}

TEST(LinkLoadTest, TheSameForAllThreads) {
  const topologies::Network conflict = topologies::torus_network("conflict", {6, 7}, {{0, 1, 2}, {1, 0, 3}});
  EXPECT_EQ(uniform_link_load(conflict, 1).load, uniform_link_load(conflict, 3).load);
}

TEST(LinkLoadTest, PathCountsBeyondDouble) {
  // C(2000, 1000)^1 paths between corners of a 1001 x 1001 mesh: near 10^600.
  const topologies::Network mesh = topologies::torus_network("mesh", {1001, 1001}, {}, {false, false});
  BreadthFirst search(mesh);
  search.run(0);
  std::vector<PathCount> paths;
  count_paths(mesh, search, paths);
  const PathCount& corner = paths.back();
  const double log2_paths = std::log2(corner.mantissa) + 512.0 * corner.exponent;
  EXPECT_NEAR(log2_paths, (std::lgamma(2001.0) - 2 * std::lgamma(1001.0)) / std::log(2.0), 1e-6);
  const std::vector<double> means = mean_distance_per_dimension(mesh, {{0, 1}});
  EXPECT_NEAR(means[0], 500 * 1002001.0 / 1002000, 1e-6);
  EXPECT_NEAR(means[0], means[1], 1e-6);
}

TEST(LinkLoadTest, RefusesWhatIsNotConnected) {
  topologies::Network cut = topologies::torus_network("cut", {3}, {}, {false});
  cut.next[2] = -1;
  EXPECT_THROW(uniform_link_load(cut), topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
