#include "topologies/ibt/ibt_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "topologies/ibt/ibt_test_support.h"
#include "topologies/network_test_support.h"
#include "topologies/torus_network.h"

namespace trenza::topologies {

namespace {

using namespace test_support;  // NOLINT(google-build-using-namespace): tests only
using testing::ElementsAre;

TEST(IbtNetwork, BypassLinksFollowTheDefinition) {
  const auto spec = symmetric_ibt(3, 36, {6, 18});
  const auto network = ibt_network(spec);
  ASSERT_EQ(network.ports, 8);
  EXPECT_THAT(network.port_names, ElementsAre("xp", "xm", "yp", "ym", "zp", "zm", "bp", "bm"));
  EXPECT_THAT(network.port_classes,
              ElementsAre("torus", "torus", "torus", "torus", "torus", "torus", "bypass", "bypass"));
  const NodeId stride[] = {1, 36, 36 * 36};
  for (NodeId node = 0; node < network.nodes; ++node) {
    const int x[] = {node % 36, node / 36 % 36, node / 36 / 36};
    const int s = x[0] + x[1] + x[2];
    const int dimension = s % 3;
    const int length = s % 6 / 3 == 0 ? 6 : 18;
    ASSERT_EQ(network.dimension(node, 6), dimension);
    ASSERT_EQ(network.dimension(node, 7), dimension);
    ASSERT_EQ(network.neighbour(node, 6), node + ((x[dimension] + length) % 36 - x[dimension]) * stride[dimension]);
    ASSERT_EQ(network.neighbour(node, 7),
              node + ((x[dimension] + 36 - length) % 36 - x[dimension]) * stride[dimension]);
    ASSERT_EQ(network.neighbour(node, 5), node + ((x[2] + 35) % 36 - x[2]) * stride[2]);
    ASSERT_EQ(network.dimension(node, 5), 2);
  }
}

TEST(IbtNetwork, LinksAreThereFromBothSides) {
  for (const auto& spec : small_networks()) expect_links_both_ways(ibt_network(spec));
}

/// Every `step`-th one.
void expect_symmetric_schemes(int step) {
  int number = 0;
  for (const auto& row : ReferenceFile("c_schemes.csv")) {
    ASSERT_EQ(row.integer("adjacency_symmetric"), 1);
    if (number++ % step != 0) continue;
    expect_links_both_ways(
        ibt_network(symmetric_ibt(row.integer("d"), row.integer("n"), lengths_of(row.text("scheme")))));
  }
}

TEST(IbtNetwork, SchemesOfTheReferenceAreSymmetric) { expect_symmetric_schemes(9); }
TEST(IbtNetwork, EverySchemeOfTheReferenceIsSymmetricSlow) { expect_symmetric_schemes(1); }

/// Of every `step`-th of the small networks.
void expect_sources_for_all_nodes(std::size_t step) {
  const auto specs = small_networks();
  for (std::size_t k = 0; k < specs.size(); k += step) {
    const auto& spec = specs[k];
    const auto network = ibt_network(spec);
    std::int64_t covered = 0;
    for (const auto& one : network.sources) covered += one.count;
    EXPECT_EQ(covered, network.nodes) << network.name;
    expect_classes_stand_for_all(network, network.sources);
    expect_classes_stand_for_all(network, distance_classes(spec));
  }
}

TEST(IbtNetwork, SourcesStandForAllNodes) { expect_sources_for_all_nodes(5); }
TEST(IbtNetwork, SourcesStandForAllNodesOfEveryNetworkSlow) { expect_sources_for_all_nodes(1); }

TEST(IbtNetwork, NumberOfSources) {
  EXPECT_EQ(ibt_network(symmetric_ibt(3, 36, {6, 12})).sources.size(), 6U);
  EXPECT_EQ(ibt_network(symmetric_ibt(3, 36, {6})).sources.size(), 3U);
  EXPECT_EQ(ibt_network(symmetric_ibt(3, 36, {})).sources.size(), 1U);
  EXPECT_EQ(ibt_network(express({8, 6}, {2, 3})).sources.size(), 1U);
  EXPECT_EQ(ibt_network(express({8, 6}, {3}, {true, false})).sources.size(), 6U);
  EXPECT_EQ(ibt_network(partial({8, 7}, 0, {2}, {true, false})).sources.size(), 14U);
  EXPECT_EQ(ibt_network(partial({9, 10}, 0, {4, 8}, {false, false})).sources.size(), 90U);
  EXPECT_EQ(distance_classes(symmetric_ibt(3, 36, {6, 12})).size(), 4U);
  EXPECT_EQ(distance_classes(symmetric_ibt(3, 36, {6})).size(), 1U);
  EXPECT_EQ(distance_classes(symmetric_ibt(3, 81, {9, 18, 36})).size(), 9U);
  EXPECT_EQ(distance_classes(partial({8, 12}, 0, {4})).size(), 2U);
}

/// A translation of a source class keeps every port: the sums of dimensions of a class agree, not only its distances.
TEST(IbtNetwork, ClassesKeepTheBypassPorts) {
  const auto network = ibt_network(symmetric_ibt(3, 36, {6, 12}));
  for (const auto& one : network.sources) {
    std::int64_t alike = 0;
    const int length = network.neighbour(one.node, 6) - one.node;
    for (NodeId node = 0; node < network.nodes; ++node) {
      const int x[] = {node % 36, node / 36 % 36, node / 36 / 36};
      if ((x[0] + x[1] + x[2]) % 6 != one.node) continue;
      ++alike;
      ASSERT_EQ(network.dimension(node, 6), network.dimension(one.node, 6));
      if (x[network.dimension(node, 6)] < 18) {
        ASSERT_EQ(network.neighbour(node, 6) - node, length);
      }
    }
    EXPECT_EQ(alike, one.count);
  }
}

TEST(IbtNetwork, HalfTheSizeGivesTwoParallelLinks) {
  const auto network = ibt_network(symmetric_ibt(2, 16, {4, 8}));
  int parallel = 0;
  for (NodeId node = 0; node < network.nodes; ++node)
    parallel += network.neighbour(node, 4) == network.neighbour(node, 5);
  EXPECT_EQ(parallel, network.nodes / 2);
}

TEST(IbtNetwork, OpenDimensionsEndAtTheirEdges) {
  const auto network = ibt_network(express({5, 4}, {3}, {false, false}));
  ASSERT_EQ(network.ports, 8);
  EXPECT_THAT(network.port_names, ElementsAre("xp", "xm", "yp", "ym", "xp3", "xm3", "yp3", "ym3"));
  EXPECT_THAT(network.port_classes,
              ElementsAre("mesh", "mesh", "mesh", "mesh", "bypass", "bypass", "bypass", "bypass"));
  EXPECT_THAT(network.dimensions, ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
  const auto row = [&](NodeId node) {
    std::vector<NodeId> neighbours;
    for (PortId port = 0; port < network.ports; ++port) neighbours.push_back(network.neighbour(node, port));
    return neighbours;
  };
  EXPECT_THAT(row(0), ElementsAre(1, -1, 5, -1, 3, -1, 15, -1));
  EXPECT_THAT(row(8), ElementsAre(9, 7, 13, 3, -1, 5, -1, -1));
  EXPECT_THAT(row(19), ElementsAre(-1, 18, -1, 14, -1, 16, -1, 4));
}

TEST(IbtNetwork, ClassOfEachNodeHasItsCount) {
  for (const auto& spec : small_networks()) {
    const auto network = ibt_network(spec);
    const auto class_of = source_class_of(spec);
    std::vector<std::int64_t> counts(network.sources.size(), 0);
    for (const int number : class_of) ++counts.at(static_cast<std::size_t>(number));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      EXPECT_EQ(counts[i], network.sources[i].count) << network.name;
      EXPECT_EQ(class_of[static_cast<std::size_t>(network.sources[i].node)], static_cast<int>(i)) << network.name;
    }
  }
}

TEST(IbtNetwork, WithoutBypassItIsTheTorusOrMesh) {
  for (const auto& wrap : {std::vector<bool>{}, {true, false, true}, {false, false, false}}) {
    IbtSpec spec;
    spec.sizes = {5, 4, 3};
    spec.wrap = wrap;
    EXPECT_EQ(ibt_network(spec).next, torus_network("torus", spec.sizes, {}, wrap).next);
  }
}

TEST(IbtNetwork, AMillionNodes) {
  const auto network = ibt_network(symmetric_ibt(3, 102, {12, 24}));
  EXPECT_EQ(network.nodes, 1061208);
  EXPECT_EQ(network.next.size(), 8U * 1061208U);
  EXPECT_EQ(network.sources.size(), 6U);
  EXPECT_EQ(network.sources[5].count, 1061208 / 6);
}

TEST(IbtNetwork, BadSchemesAreRefused) {
  EXPECT_THROW(ibt_network(symmetric_ibt(3, 36, {8})), TopologyError);
  EXPECT_THROW(distance_classes(symmetric_ibt(3, 36, {8})), TopologyError);
}

}  // namespace

}  // namespace trenza::topologies
