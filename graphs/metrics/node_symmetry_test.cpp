#include "graphs/metrics/node_symmetry.h"

#include <gtest/gtest.h>

#include "graphs/metrics/commutation.h"
#include "graphs/metrics/twists_test_support.h"
#include "topologies/reference_test_support.h"

namespace trenza::graphs {
namespace {

using test_support::all_twists;

struct Counts {
  int conflicts = 0;
  int symmetric_conflicts = 0;
};

/// The theorem, its converse, and what follows from it, on all sets of a size.
Counts check_theorem(const std::vector<int>& sizes) {
  Counts counts;
  for (const std::vector<topologies::Twist>& twists : all_twists(sizes)) {
    const bool conflict = !topologies::TorusLattice(sizes, twists).conflict().empty();
    const topologies::Network network = topologies::torus_network("test", sizes, twists);
    EXPECT_EQ(steps_commute(network), !conflict);
    const SymmetryResult result = node_symmetric_exhaustive(network);
    EXPECT_TRUE(result.known);
    EXPECT_TRUE(conflict || result.symmetric);
    counts.conflicts += conflict ? 1 : 0;
    counts.symmetric_conflicts += conflict && result.symmetric ? 1 : 0;
  }
  return counts;
}

TEST(NodeSymmetryTest, TheoremOnSmallTori) {
  for (const std::vector<int>& sizes : std::vector<std::vector<int>>{{3, 3}, {4, 3}, {5, 3}, {5, 4}, {5, 5}, {6, 4}}) {
    EXPECT_EQ(check_theorem(sizes).symmetric_conflicts, 0) << sizes[0] << "x" << sizes[1];
  }
  // Sizes of 2 have the counterexamples: 1 of 1, 16 of 124 and 46 of 227 sets.
  EXPECT_EQ(check_theorem({2, 2}).symmetric_conflicts, 1);
  const Counts three = check_theorem({3, 2, 2});
  EXPECT_EQ(three.conflicts, 124);
  EXPECT_EQ(three.symmetric_conflicts, 16);
  const Counts four = check_theorem({4, 2, 2});
  EXPECT_EQ(four.conflicts, 227);
  EXPECT_EQ(four.symmetric_conflicts, 46);
}

TEST(NodeSymmetryTest, GraphsThatAreKnown) {
  EXPECT_FALSE(node_symmetric_exhaustive(topologies::torus_network("mesh", {3, 3}, {}, {false, false})).symmetric);
  const topologies::Network line = topologies::torus_network("line", {2}, {}, {false});
  EXPECT_TRUE(node_symmetric_exhaustive(line).symmetric);
  const topologies::Network cube = topologies::torus_network("cube", {2, 2, 2}, {}, {}, 1);
  EXPECT_TRUE(node_symmetric_exhaustive(cube).symmetric);
  EXPECT_TRUE(edge_symmetric_exhaustive(cube).symmetric);
  // Without its parallel links RT(2) is the 3-cube.
  const topologies::Network rt2 = topologies::test_support::named_network("RT", 2);
  EXPECT_FALSE(edge_symmetric_exhaustive(rt2).symmetric);
  EXPECT_TRUE(edge_symmetric_exhaustive(rt2, LinkCount::simple).symmetric);
  for (const int a : {3, 5, 6}) {
    EXPECT_TRUE(edge_symmetric_exhaustive(topologies::test_support::named_network("RTT", a)).symmetric) << a;
    EXPECT_FALSE(edge_symmetric_exhaustive(topologies::test_support::named_network("RT", a)).symmetric) << a;
  }
  EXPECT_FALSE(edge_symmetric_exhaustive(topologies::test_support::named_network("PTT", 3)).symmetric);
}

/// T(8): the pairs of 8 things, joined if they share one. `switched`: adjacency is reversed between the pairs 01, 23,
/// 45,
/// 67 and all others (the first graph of Chang), which keeps degree 12 and the numbers of common neighbours.
topologies::Network triangular(bool switched) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < 8; ++i) {
    for (int j = i + 1; j < 8; ++j) pairs.emplace_back(i, j);
  }
  const auto special = [](const std::pair<int, int>& p) { return p.first % 2 == 0 && p.second == p.first + 1; };
  topologies::Network network;
  network.nodes = static_cast<topologies::NodeId>(pairs.size());
  network.ports = 12;
  for (const auto& one : pairs) {
    for (topologies::NodeId to = 0; to < network.nodes; ++to) {
      const auto& other = pairs[static_cast<std::size_t>(to)];
      if (one == other) continue;
      const bool share = one.first == other.first || one.first == other.second || one.second == other.first ||
                         one.second == other.second;
      if (share != (switched && special(one) != special(other))) network.next.push_back(to);
    }
  }
  return network;
}

TEST(NodeSymmetryTest, WhatDistancesCannotTellApart) {
  EXPECT_TRUE(node_symmetric_exhaustive(triangular(false)).symmetric);
  const topologies::Network chang = triangular(true);
  ASSERT_EQ(chang.next.size(), 28U * 12U);
  const SymmetryResult result = node_symmetric_exhaustive(chang);
  EXPECT_TRUE(result.known);
  EXPECT_FALSE(result.symmetric);
  EXPECT_EQ(result.why, "exhaustive search");
}

TEST(NodeSymmetryTest, SaysWhatItDoesNotSearch) {
  EXPECT_FALSE(node_symmetric_exhaustive(topologies::torus_network("large", {33, 32})).known);
  topologies::Network cut = topologies::torus_network("cut", {3}, {}, {false});
  cut.next[2] = -1;
  EXPECT_FALSE(node_symmetric_exhaustive(cut).known);
}

TEST(NodeSymmetryTest, StepsOfMeshesDoNotCommute) {
  EXPECT_FALSE(steps_commute(topologies::torus_network("mesh", {3, 3}, {}, {true, false})));
  EXPECT_TRUE(steps_commute(topologies::torus_network("cube", {2, 2, 2}, {}, {}, 1)));
  // A port that is no permutation, two parts that are not joined.
  topologies::Network sink;
  sink.nodes = 2;
  sink.ports = 1;
  sink.next = {1, 1};
  EXPECT_FALSE(steps_commute(sink));
  sink.next = {0, 1};
  EXPECT_FALSE(steps_commute(sink));
}

/// Every pair of ports at every node.
bool commute_by_force(const topologies::Network& network) {
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId p = 0; p < network.ports; ++p) {
      for (topologies::PortId q = 0; q < p; ++q) {
        if (network.neighbour(network.neighbour(node, p), q) != network.neighbour(network.neighbour(node, q), p)) {
          return false;
        }
      }
    }
  }
  return true;
}

TEST(NodeSymmetryTest, CommutationNeedsOnlyGenerators) {
  int commuting = 0;
  for (const std::vector<topologies::Twist>& twists : all_twists({3, 2, 4})) {
    const topologies::Network network = topologies::torus_network("test", {3, 2, 4}, twists);
    EXPECT_EQ(steps_commute(network), commute_by_force(network));
    commuting += steps_commute(network) ? 1 : 0;
  }
  EXPECT_GT(commuting, 0);
  // The step that reverses a ring comes first, or last: it does not commute with the step on.
  for (const bool first : {true, false}) {
    topologies::Network ring;
    ring.nodes = 6;
    ring.ports = 2;
    for (topologies::NodeId node = 0; node < 6; ++node) {
      const topologies::NodeId on = (node + 1) % 6;
      const topologies::NodeId back = (6 - node) % 6;
      ring.next.push_back(first ? back : on);
      ring.next.push_back(first ? on : back);
    }
    EXPECT_FALSE(steps_commute(ring)) << first;
  }
}

}  // namespace
}  // namespace trenza::graphs
