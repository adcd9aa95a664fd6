#include "topologies/peers/rdt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graphs/metrics/distances.h"
#include "topologies/network_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

TEST(Rdt, LinksAreThereFromBothSides) {
  topologies::test_support::expect_links_both_ways(topologies::rdt(128));
  topologies::test_support::expect_links_both_ways(topologies::rdt(132, "12143432"));
}

TEST(Rdt, EachRankHasItsVectors) {
  const auto network = topologies::rdt(256);
  const auto at = [](int x, int y) { return x + 256 * y; };
  EXPECT_EQ(network.neighbour(at(0, 0), 4), at(2, 2));  // coset (0,0): rank 1
  EXPECT_EQ(network.neighbour(at(0, 0), 6), at(254, 254));
  EXPECT_EQ(network.neighbour(at(3, 1), 4), at(11, 1));  // (0,1): rank 2
  EXPECT_EQ(network.neighbour(at(3, 1), 7), at(3, 249));
  EXPECT_EQ(network.neighbour(at(1, 1), 5), at(241, 17));  // (2,1): rank 3
  EXPECT_EQ(network.neighbour(at(2, 0), 4), at(66, 0));    // (2,0): rank 4
  EXPECT_EQ(network.neighbour(at(2, 0), 0), at(3, 0));
}

TEST(Rdt, EveryNodeHasAllRanksWithinOneHop) {
  const auto network = topologies::rdt(128);
  const auto rank_of = [&](topologies::NodeId node) {
    const int dx = std::abs(network.neighbour(node, 4) % 128 - node % 128);
    const int reach = std::min(dx, 128 - dx);
    return reach == 2 ? 1 : reach == 8 ? 2 : reach == 16 ? 3 : 4;
  };
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    int ranks = 1 << rank_of(node);
    for (topologies::PortId port = 0; port < 4; ++port) ranks |= 1 << rank_of(network.neighbour(node, port));
    ASSERT_EQ(ranks, 2 + 4 + 8 + 16) << node;
  }
}

void expect_sources_for_all_nodes(const std::vector<std::string>& assignments) {
  for (const std::string& assignment : assignments) {
    const auto network = topologies::rdt(128, assignment);
    topologies::Network every = network;
    every.sources = topologies::every_source(network.nodes);
    DistanceOptions options;
    options.threads = 2;
    EXPECT_EQ(measure_distances(network).histogram, measure_distances(every, options).histogram)
        << assignment << " " << network.sources.size();
  }
}

void expect_printed_values(const std::vector<std::string>& assignments) {
  for (const std::string& assignment : assignments) {
    const auto found = measure_distances(topologies::rdt(1024, assignment));
    EXPECT_EQ(found.diameter, 24) << assignment;
    EXPECT_NEAR(found.mean_with_self, 13.87, 0.005) << assignment;
    EXPECT_NEAR(found.deviation_with_self, 3.46, 0.005) << assignment;
  }
}

TEST(Rdt, SourcesStandForAllNodes) { expect_sources_for_all_nodes({topologies::kRdtAlpha}); }
TEST(Rdt, SourcesOfOtherAssignmentsStandForAllNodesSlow) { expect_sources_for_all_nodes({"12143432", "12123434"}); }

TEST(Rdt, AnAssignmentGivesThePrintedValues) { expect_printed_values({"12144323"}); }
TEST(Rdt, FiveAssignmentsGiveThePrintedValuesSlow) {
  expect_printed_values({"12124343", "12144323", "12234314", "12143432", "12233441"});
}

TEST(Rdt, AnotherAlphaAssignmentDoesNot) {
  const auto found = measure_distances(topologies::rdt(1024, "12123434"));
  EXPECT_EQ(found.diameter, 24);
  EXPECT_GT(std::abs(found.mean_with_self - 13.87) + std::abs(found.deviation_with_self - 3.46), 0.005)
      << found.mean_with_self << " " << found.deviation_with_self;
}

TEST(Rdt, BadArgumentsAreRefused) {
  EXPECT_THROW(topologies::rdt(124), topologies::TopologyError);
  EXPECT_THROW(topologies::rdt(130), topologies::TopologyError);
  EXPECT_THROW(topologies::rdt(8192), topologies::TopologyError);
  EXPECT_THROW(topologies::rdt(128, "1212434"), topologies::TopologyError);
  EXPECT_THROW(topologies::rdt(128, "12124345"), topologies::TopologyError);
  EXPECT_THROW(topologies::rdt(128, "12341234"), topologies::TopologyError);  // rank 1 twice on even x + y
}

}  // namespace

}  // namespace trenza::graphs
