#include "graphs/metrics/network_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "topologies/reference_test_support.h"

namespace trenza::graphs {
namespace {

using topologies::test_support::named_network;
using Lengths = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST(NetworkShapeTest, RingsOfTwistedTori) {
  // A y ring of RTT(4) visits two columns: 8 nodes.
  const std::vector<PortRings> rings = port_rings(named_network("RTT", 4));
  ASSERT_EQ(rings.size(), 4U);
  EXPECT_EQ(rings[0].lengths, (Lengths{{8, 4}}));
  EXPECT_EQ(rings[2].lengths, (Lengths{{8, 4}}));
  EXPECT_EQ(port_rings(named_network("RT", 4))[2].lengths, (Lengths{{4, 8}}));
  // Conflicting twists may make rings of different lengths.
  const topologies::Network conflict = topologies::torus_network("conflict", {4, 4}, {{0, 1, -1}, {1, 0, 1}});
  for (const PortRings& ring : port_rings(conflict)) {
    std::int64_t channels = 0;
    for (const auto& [length, count] : ring.lengths) channels += length * count;
    EXPECT_EQ(channels, 16);
    EXPECT_EQ(ring.channels_outside, 0);
  }
}

TEST(NetworkShapeTest, OpenAxesAndPortsWithoutChannelsHaveNoRings) {
  const std::vector<PortRings> mesh = port_rings(topologies::torus_network("mesh", {3, 4}, {}, {true, false}));
  ASSERT_EQ(mesh.size(), 4U);
  EXPECT_TRUE(mesh[2].lengths.empty());
  EXPECT_EQ(mesh[2].channels_outside, 9);
  EXPECT_EQ(port_rings(topologies::torus_network("cube", {2, 2}, {}, {}, 1)).size(), 2U);
}

TEST(NetworkShapeTest, FunctionalGraphsLeadIntoRings) {
  topologies::Network network;
  network.nodes = 5;
  network.ports = 1;
  network.next = {1, 2, 1, 2, -1};
  const std::vector<PortRings> rings = port_rings(network);
  EXPECT_EQ(rings.at(0).lengths, (Lengths{{2, 1}}));
  EXPECT_EQ(rings.at(0).channels_outside, 2);
  EXPECT_FALSE(bidirectional(network));
  // A way back by a port of another pair; and two channels forth, one back.
  network.nodes = 3;
  network.ports = 2;
  network.next = {1, 2, 2, 0, 0, 1};
  EXPECT_TRUE(bidirectional(network));
  network.next = {1, 1, 0, -1, 0, -1};
  EXPECT_FALSE(bidirectional(network));
  network.next = {-1, 2, -1, -1, -1, 0};
  EXPECT_TRUE(bidirectional(network));
  network.next = {1, 1, 0, 2, 1, -1};
  EXPECT_FALSE(bidirectional(network));
  network.nodes = 5;
  network.ports = 1;
  network.next = {1, 2, 1, 2, -1};
  EXPECT_EQ(channel_count(network), 4);
}

TEST(NetworkShapeTest, ClassesOfLinks) {
  const auto links = [](const topologies::Network& network) {
    std::vector<std::pair<std::string, double>> found;
    for (const LinkClass& of : link_classes(network)) {
      found.emplace_back(of.kind + std::to_string(of.dimension), of.links);
    }
    return found;
  };
  using Found = std::vector<std::pair<std::string, double>>;
  EXPECT_EQ(links(named_network("RTT", 4)), (Found{{"mesh0", 28}, {"wrap0", 4}, {"mesh1", 24}, {"twist1", 8}}));
  EXPECT_EQ(links(topologies::torus_network("two", {4, 2})),
            (Found{{"mesh0", 6}, {"wrap0", 2}, {"mesh1", 4}, {"wrap1", 4}}));
  EXPECT_EQ(links(topologies::torus_network("cube", {2, 2}, {}, {}, 1)), (Found{{"mesh0", 2}, {"mesh1", 2}}));
  EXPECT_EQ(links(topologies::torus_network("mesh", {3, 3}, {}, {false, false})), (Found{{"mesh0", 6}, {"mesh1", 6}}));
  topologies::Network bypass = named_network("RT", 2);
  bypass.port_classes[3] = "bypass";
  bypass.port_classes[2] = "bypass";
  EXPECT_EQ(links(bypass), (Found{{"mesh0", 6}, {"wrap0", 2}, {"bypass1", 8}}));
}

/// Least cut of all halvings.
double bisection_by_force(const topologies::Network& network) {
  std::vector<char> upper(static_cast<std::size_t>(network.nodes), 0);
  std::fill(upper.begin() + network.nodes / 2, upper.end(), 1);
  int least = 1 << 20;
  do {
    int channels = 0;
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      for (topologies::PortId port = 0; port < network.ports; ++port) {
        const topologies::NodeId to = network.neighbour(node, port);
        if (to >= 0 && upper[static_cast<std::size_t>(to)] != upper[static_cast<std::size_t>(node)]) ++channels;
      }
    }
    least = std::min(least, channels);
  } while (std::next_permutation(upper.begin(), upper.end()));
  return least / 2.0;
}

TEST(NetworkShapeTest, BisectionIsTheLeastOfAllHalvings) {
  for (const topologies::Network& network :
       {topologies::torus_network("t", {4, 4}), topologies::torus_network("t", {5, 3}),
        topologies::torus_network("m", {3, 3}, {}, {false, false}), topologies::torus_network("t", {4, 3}, {{1, 0, 1}}),
        topologies::torus_network("t", {4, 4}, {{0, 1, -1}, {1, 0, 1}}),
        topologies::torus_network("c", {2, 2, 2, 2}, {}, {}, 1), named_network("RTT", 2)}) {
    const Bisection found = bisection(network);
    EXPECT_TRUE(found.exact);
    EXPECT_EQ(found.links, bisection_by_force(network)) << network.nodes;
    EXPECT_GE(bisection(network, 0).links, found.links);
  }
}

TEST(NetworkShapeTest, BisectionOfTori) {
  // 2 rows of a links for RT(a); k^(n-1) * 2 of a torus.
  const Bisection rt = bisection(named_network("RT", 8));
  EXPECT_EQ(rt.links, 16);
  EXPECT_FALSE(rt.exact);
  EXPECT_EQ(rt.method, "half cut across x");
  EXPECT_EQ(bisection(topologies::torus_network("t", {8, 8, 8})).links, 128);
  const Bisection small = bisection(named_network("RT", 4));
  EXPECT_EQ(small.links, 8);
  EXPECT_TRUE(small.exact);
  const Bisection twisted = bisection(named_network("RTT", 4));
  EXPECT_TRUE(twisted.exact) << twisted.method;
  EXPECT_GT(twisted.links, small.links);
}

}  // namespace
}  // namespace trenza::graphs
