#include "topologies/twisted_torus.h"

#include <gtest/gtest.h>

#include <climits>
#include <stdexcept>

#include "topologies/directions.h"
#include "topologies/symmetry.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::contains;
using test_support::make;
using test_support::make_torus;

constexpr PortId kXp = 0;
constexpr PortId kXm = 1;
constexpr PortId kYp = 2;
constexpr PortId kYm = 3;

/// The message with which a network is refused; empty if it is built.
std::string twist_refusal(const std::vector<int>& sizes, const std::vector<Twist>& twists = {}) {
  try {
    make_torus(sizes, twists);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return {};
}

TEST(TwistedTorusTest, NumbersNodesFromTheFirstDimension) {
  const auto torus = make_torus({3, 4, 5});
  EXPECT_EQ(torus->graph().nodes(), 60);
  EXPECT_EQ(torus->graph().ports(), 6);
  EXPECT_EQ(torus->node_at({2, 1, 3}), 2 + 3 * (1 + 4 * 3));
  EXPECT_EQ(torus->coordinates(41), (std::vector<int>{2, 1, 3}));
  EXPECT_EQ(torus->node_name(41), "2_1_3");
  for (NodeId node = 0; node < 60; ++node) EXPECT_EQ(torus->node_at(torus->coordinates(node)), node);
  EXPECT_THROW(torus->coordinates(60), std::out_of_range);
  EXPECT_THROW(torus->coordinates(-1), std::out_of_range);
  EXPECT_THROW(torus->node_at({3, 0, 0}), std::out_of_range);
  EXPECT_THROW(torus->node_at({0, 0}), std::out_of_range);
}

TEST(TwistedTorusTest, NamesPortsByDirection) {
  const auto torus = make_torus({2, 2, 2, 2, 2, 2});
  const std::vector<std::string> names{"xp", "xm", "yp", "ym", "zp", "zm", "wp", "wm", "vp", "vm", "up", "um"};
  for (PortId port = 0; port < torus->graph().ports(); ++port) {
    EXPECT_EQ(torus->port_name(port), names[static_cast<std::size_t>(port)]);
  }
  EXPECT_THROW(torus->port_name(12), std::out_of_range);
  EXPECT_EQ(dimension_of_letter('u'), 5);
  EXPECT_EQ(dimension_of_letter('a'), -1);
}

TEST(TwistedTorusTest, WrapOfYShiftsXInRtt) {
  const auto rtt = make("rtt", 4);
  const auto to = [&](int x, int y, PortId port) {
    return rtt->coordinates(rtt->graph().out(rtt->node_at({x, y}), port).to);
  };
  EXPECT_EQ(to(1, 3, kYp), (std::vector<int>{5, 0}));
  EXPECT_EQ(to(6, 3, kYp), (std::vector<int>{2, 0}));
  EXPECT_EQ(to(5, 0, kYm), (std::vector<int>{1, 3}));
  EXPECT_EQ(to(7, 2, kXp), (std::vector<int>{0, 2}));
  EXPECT_EQ(to(0, 2, kXm), (std::vector<int>{7, 2}));
  EXPECT_EQ(to(3, 1, kYp), (std::vector<int>{3, 2}));
}

TEST(TwistedTorusTest, KnowsTheKindOfEveryChannel) {
  // Links of RTT(a), two channels each: "Task Mapping in Rectangular Twisted Tori" counts 2a^2-a and 2a^2-2a inside, a
  // and 2a peripheral ones.
  for (const int a : {2, 3, 4, 8}) {
    const auto rtt = make("rtt", a);
    std::vector<int> count(3, 0);
    for (ChannelId c = 0; c < rtt->graph().channels(); ++c)
      ++count[static_cast<std::size_t>(rtt->graph().channel(c).kind)];
    EXPECT_EQ(count[0], 2 * (2 * a * a - a + 2 * a * a - 2 * a));
    EXPECT_EQ(count[1], 2 * a);
    EXPECT_EQ(count[2], 2 * 2 * a);
  }
}

TEST(TwistedTorusTest, MinusUndoesPlusOnEverySet) {
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    const auto parameters = test_support::random_torus(random);
    SCOPED_TRACE(parameters.text);
    const auto torus = make_torus(parameters.sizes, parameters.twists);
    const Graph& graph = torus->graph();
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      for (PortId port = 0; port < graph.ports(); ++port) {
        const Channel& channel = graph.out(node, port);
        EXPECT_EQ(channel.in_port, port);
        EXPECT_EQ(graph.out(channel.to, port ^ 1).to, node);
        EXPECT_EQ(graph.in(channel.to, port).from, node);
      }
    }
    EXPECT_TRUE(steps_commute_everywhere(graph));
  }
}

TEST(TwistedTorusTest, NegativeTwistIsItsRemainder) {
  const auto negative = make_torus({8, 4}, {{1, 0, -3}});
  const auto positive = make_torus({8, 4}, {{1, 0, 5}});
  const auto larger = make_torus({8, 4}, {{1, 0, 13}});
  for (ChannelId c = 0; c < negative->graph().channels(); ++c) {
    EXPECT_EQ(negative->graph().channel(c).to, positive->graph().channel(c).to);
    EXPECT_EQ(negative->graph().channel(c).to, larger->graph().channel(c).to);
  }
  EXPECT_EQ(negative->graph().out(negative->node_at({0, 3}), kYp).to, negative->node_at({5, 0}));
  EXPECT_EQ(twist_refusal({8, 4}, {{1, 0, INT_MIN}}), "");
  EXPECT_EQ(twist_refusal({8, 4}, {{1, 0, INT_MAX}}), "");
}

TEST(TwistedTorusTest, SizeTwoHasTwoParallelChannels) {
  const auto torus = make_torus({4, 2});
  for (NodeId node = 0; node < torus->graph().nodes(); ++node) {
    EXPECT_EQ(torus->graph().out(node, kYp).to, torus->graph().out(node, kYm).to);
    EXPECT_EQ(torus->graph().in(node, kYp).out_port, kYp);
    EXPECT_EQ(torus->graph().in(node, kYm).out_port, kYm);
  }
  EXPECT_EQ(test_support::records(*torus, torus->node_at({0, 0}), torus->node_at({0, 1})),
            (std::vector<Record>{{0, -1}, {0, 1}}));
}

TEST(TwistedTorusTest, RefusesConflictingTwistsWithTheReason) {
  // The example of the paper: 4x4, t_XY = -1, t_YX = 1.
  const std::string mutual = twist_refusal({4, 4}, {{0, 1, -1}, {1, 0, 1}});
  EXPECT_TRUE(contains(mutual, "xy and yx conflict")) << mutual;
  EXPECT_TRUE(contains(mutual, "do not commute")) << mutual;
  EXPECT_TRUE(contains(mutual, "lead to wrong nodes")) << mutual;
  const std::string chain = twist_refusal({4, 4, 4}, {{2, 1, 1}, {1, 0, 2}});
  EXPECT_TRUE(contains(chain, "zy and yx conflict")) << chain;
  EXPECT_TRUE(contains(chain, "the wraparound of z shifts y, and the wraparound of y shifts x")) << chain;
}

TEST(TwistedTorusTest, RefusesExactlyTheSetsWhoseStepsDoNotCommute) {
  // Every set of six twists of a 3x3x4 torus, against the lattice-free definition of a step.
  const std::vector<int> sizes{3, 3, 4};
  const std::vector<std::pair<int, int>> places{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  int refused = 0;
  for (int set = 0; set < 729; ++set) {
    std::vector<Twist> twists;
    std::vector<std::vector<int>> amount(3, std::vector<int>(3, 0));
    for (int i = 0, rest = set; i < 6; ++i, rest /= 3) {
      const auto [of, over] = places[static_cast<std::size_t>(i)];
      amount[static_cast<std::size_t>(of)][static_cast<std::size_t>(over)] = rest % 3;
      twists.push_back({of, over, rest % 3});
    }
    const auto step = [&](std::vector<int> x, std::size_t j) {
      if (++x[j] == sizes[j]) {
        x[j] = 0;
        for (std::size_t k = 0; k < 3; ++k) x[k] = (x[k] + amount[j][k]) % sizes[k];
      }
      return x;
    };
    bool commute = true;
    for (int node = 0; node < 36 && commute; ++node) {
      const std::vector<int> x{node % 3, node / 3 % 3, node / 9};
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < j; ++k) commute = commute && step(step(x, j), k) == step(step(x, k), j);
      }
    }
    const std::string message = twist_refusal(sizes, twists);
    EXPECT_EQ(message.empty(), commute) << "set " << set << ": " << message;
    refused += message.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 729);
}

TEST(TwistedTorusTest, RefusesBadSizes) {
  EXPECT_TRUE(contains(twist_refusal({}), "at least one dimension"));
  EXPECT_TRUE(contains(twist_refusal({2, 2, 2, 2, 2, 2, 2}), "at most 6 dimensions"));
  EXPECT_TRUE(contains(twist_refusal({4, 1}), "dimension y is 1; it must be at least 2"));
  EXPECT_TRUE(contains(twist_refusal({-4, 4}), "dimension x is -4"));
  EXPECT_TRUE(contains(twist_refusal({0}), "dimension x is 0"));
  EXPECT_TRUE(contains(twist_refusal({4096, 4096}), "more than 16777215 nodes"));
  EXPECT_TRUE(
      contains(twist_refusal({INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX}), "more than 16777215 nodes"));
}

TEST(TwistedTorusTest, RefusesRoutesThatDoNotFitAHeader) {
  // 40 / 6 = 6 bits hold -32 .. 31.
  const std::string straight = twist_refusal({2, 2, 2, 2, 2, 64});
  EXPECT_TRUE(contains(straight, "dimension u is too long")) << straight;
  EXPECT_TRUE(contains(straight, "more than 31 hops")) << straight;
  EXPECT_EQ(twist_refusal({2, 2, 2, 2, 2, 63}), "");
  EXPECT_TRUE(contains(twist_refusal({65537 + 1}), "dimension x is too long"));
  // Twisted dimensions are judged by their routes, not by their size: a twist of 1 brings every x within reach by wraps
  // of y.
  EXPECT_EQ(twist_refusal({64, 2, 2, 2, 2, 2}, {{1, 0, 8}}), "");
  EXPECT_TRUE(contains(twist_refusal({2, 80, 2, 2, 2, 2}, {{1, 0, 1}}), "dimension y is too long"));
}

TEST(TwistedTorusTest, RefusesBadTwists) {
  EXPECT_TRUE(contains(twist_refusal({4, 4}, {{1, 1, 2}}), "of a dimension over itself"));
  EXPECT_TRUE(contains(twist_refusal({4, 4}, {{2, 0, 2}}), "names dimension z, but the network has only 2 dimensions"));
  EXPECT_TRUE(contains(twist_refusal({4}, {{0, 1, 2}}), "names dimension y, but the network has only 1 dimension"));
  EXPECT_TRUE(contains(twist_refusal({4, 4}, {{9, 0, 2}}), "names dimension 10"));
  EXPECT_TRUE(contains(twist_refusal({4, 4}, {{-1, 0, 2}}), "names dimension 0"));
  EXPECT_TRUE(contains(twist_refusal({4, 4}, {{1, 0, 2}, {1, 0, 2}}), "twist yx is given twice"));
}

TEST(TwistedTorusTest, TwistsOfZeroDoNotConflict) {
  EXPECT_EQ(twist_refusal({4, 4}, {{0, 1, 0}, {1, 0, 1}}), "");
  EXPECT_EQ(twist_refusal({4, 4}, {{0, 1, 8}, {1, 0, 1}}), "") << "8 is 0 modulo 4";
}

}  // namespace
}  // namespace trenza::topologies
