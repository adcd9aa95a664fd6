#include "topologies/peers/many_source_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "topologies/ibt/reference_test_support.h"
#include "topologies/peers/de_bruijn.h"
#include "topologies/peers/hypercube.h"

namespace trenza::topologies {

namespace {

TEST(ManySourceSearch, AgreesWithPlainSearch) {
  for (const auto& network : {de_bruijn(3, 5), de_bruijn(2, 8, DeBruijnLinks::directed), hypercube(7)}) {
    std::vector<NodeId> sources;
    for (NodeId node = 0; node < network.nodes; ++node) sources.push_back(network.nodes - 1 - node);
    const auto one = count_from_each(network, sources);
    EXPECT_EQ(one, count_from_each(network, sources, 3));
    ASSERT_EQ(one.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      ASSERT_EQ(one[i], test_support::plain_counts(network, sources[i])) << network.name << " " << sources[i];
    }
  }
}

TEST(ManySourceSearch, TheSameSourceTwiceAndNone) {
  const auto network = hypercube(3);
  const std::vector<std::int64_t> cube{1, 3, 3, 1};
  EXPECT_EQ(count_from_each(network, {5, 5}), (std::vector<std::vector<std::int64_t>>{cube, cube}));
  EXPECT_TRUE(count_from_each(network, {}).empty());
}

TEST(ManySourceSearch, NodesThatAreNotReached) {
  Network network;
  network.nodes = 3;
  network.ports = 1;
  network.next = {1, -1, 0};
  EXPECT_EQ(count_from_each(network, {0, 1, 2}), (std::vector<std::vector<std::int64_t>>{{1, 1}, {1}, {1, 1, 1}}));
  EXPECT_EQ(max_degree(network), 1);
}

TEST(ManySourceSearch, DrawsAreDifferentNodesAndTheSameEverywhere) {
  const auto drawn = draw_nodes(1000, 400, 1);
  EXPECT_EQ(std::set<NodeId>(drawn.begin(), drawn.end()).size(), 400U);
  EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
  EXPECT_GE(drawn.front(), 0);
  EXPECT_LT(drawn.back(), 1000);
  EXPECT_EQ(draw_nodes(1000, 400, 1), drawn);
  EXPECT_NE(draw_nodes(1000, 400, 2), drawn);
  EXPECT_EQ(draw_nodes(5, 9, 1), (std::vector<NodeId>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(draw_nodes(5, 0, 1).empty());
}

TEST(ManySourceSearch, ASampleOfAllIsExact) {
  const auto network = de_bruijn(3, 4);
  const auto exact = measure_network(network);
  const auto all = sample_network(network, network.nodes, 3);
  EXPECT_TRUE(all.exact);
  EXPECT_EQ(all.standard_error, 0);
  EXPECT_EQ(all.counts, exact.counts);
  EXPECT_EQ(all.least_eccentricity, exact.least_eccentricity);
  EXPECT_LT(exact.sources, all.sources);
  const auto some = sample_network(network, 20, 3);
  EXPECT_FALSE(some.exact);
  EXPECT_GT(some.standard_error, 0);
}

}  // namespace

}  // namespace trenza::topologies
