#include "topologies/rings.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::make;
using test_support::make_torus;

struct Expected {
  std::string kind;
  int a;
  std::vector<std::pair<int, int>> rings;  ///< for each dimension: number of rings each way, channels of each
};

void expect_rings(const Topology& topology, const std::vector<std::pair<int, int>>& expected) {
  std::map<PortId, int> count;
  for (const Ring& ring : topology.rings()) {
    ++count[ring.port];
    EXPECT_EQ(ring.dimension, ring.port / 2);
    EXPECT_EQ(static_cast<int>(ring.channels.size()), expected[static_cast<std::size_t>(ring.dimension)].second)
        << ring.name;
  }
  for (PortId port = 0; port < topology.graph().ports(); ++port) {
    EXPECT_EQ(count[port], expected[static_cast<std::size_t>(port / 2)].first) << topology.port_name(port);
  }
}

TEST(RingsTest, TableOfThePaperNetworks) {
  for (const int a : {2, 3, 4, 8}) {
    SCOPED_TRACE(a);
    expect_rings(*make("rt", a), {{a, 2 * a}, {2 * a, a}});
    expect_rings(*make("rtt", a), {{a, 2 * a}, {a, 2 * a}});
    expect_rings(*make("ptt", a), {{a * a, 2 * a}, {a * a, 2 * a}, {2 * a * a, a}});
    expect_rings(*make("pdtt", a), {{a * a, 2 * a}, {a * a, 2 * a}, {a * a, 2 * a}});
  }
}

TEST(RingsTest, OneTwistOfAnyAmount) {
  for (const auto& [dx, dy, t] :
       std::vector<std::tuple<int, int, int>>{{12, 5, 3}, {12, 5, 8}, {7, 3, 2}, {8, 4, -3}, {9, 2, 9}}) {
    const int common = std::gcd(dx, ((t % dx) + dx) % dx);
    expect_rings(*make_torus({dx, dy}, {{1, 0, t}}), {{dy, dx}, {common, dy * dx / common}});
  }
}

TEST(RingsTest, SeveralTwistsOfOneDimension) {
  // d_J * lcm over K of d_K / gcd(d_K, t_JK)
  expect_rings(*make_torus({6, 4, 5}, {{2, 0, 4}, {2, 1, 1}}), {{20, 6}, {30, 4}, {24 / 12, 5 * std::lcm(6 / 2, 4)}});
}

TEST(RingsTest, FollowTheWiringOfRandomTori) {
  std::mt19937 random(11);
  for (int i = 0; i < 40; ++i) {
    const auto parameters = test_support::random_torus(random);
    SCOPED_TRACE(parameters.text);
    const auto torus = make_torus(parameters.sizes, parameters.twists);
    std::set<ChannelId> seen;
    std::set<std::string> names;
    for (std::size_t r = 0; r < torus->rings().size(); ++r) {
      const Ring& ring = torus->rings()[r];
      EXPECT_TRUE(names.insert(ring.name).second);
      for (std::size_t c = 0; c < ring.channels.size(); ++c) {
        const Channel& channel = torus->graph().channel(ring.channels[c]);
        const Channel& next = torus->graph().channel(ring.channels[(c + 1) % ring.channels.size()]);
        EXPECT_EQ(channel.out_port, ring.port);
        EXPECT_EQ(channel.to, next.from);
        EXPECT_EQ(torus->ring_of(ring.channels[c], 0), static_cast<int>(r));
        EXPECT_TRUE(seen.insert(ring.channels[c]).second);
      }
    }
    EXPECT_EQ(static_cast<ChannelId>(seen.size()), torus->graph().channels());
  }
}

TEST(RingsTest, NamesCountFromTheLowestNode) {
  const auto rtt = make("rtt", 4);
  std::map<std::string, std::vector<std::string>> nodes;
  for (const Ring& ring : rtt->rings()) {
    for (const ChannelId c : ring.channels) nodes[ring.name].push_back(rtt->node_name(rtt->graph().channel(c).from));
  }
  EXPECT_EQ(nodes["yp0"], (std::vector<std::string>{"0_0", "0_1", "0_2", "0_3", "4_0", "4_1", "4_2", "4_3"}));
  EXPECT_EQ(nodes["ym1"], (std::vector<std::string>{"1_0", "5_3", "5_2", "5_1", "5_0", "1_3", "1_2", "1_1"}));
  EXPECT_EQ(nodes["xp3"].front(), "0_3");
  EXPECT_EQ(nodes.count("yp4"), 0U);
}

TEST(RingsTest, RefusesChannelsThatDoNotClose) {
  Graph graph(3, 2);
  graph.connect({0, 0, 1, 0});
  graph.connect({1, 0, 1, 1});  // port 0 of node 1 leads back to node 1, never to node 0
  graph.connect({2, 0, 2, 0});
  graph.connect({0, 1, 0, 0});
  graph.connect({1, 1, 0, 1});
  graph.connect({2, 1, 2, 1});
  EXPECT_THROW(find_rings(graph), std::logic_error);
}

}  // namespace
}  // namespace trenza::topologies
