// What the diagonal shift does for the neighbours of a logical torus on a twisted one: against formulas, against all
// shifts of rows, and against what no mapping can do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "graphs/mapping/dilation.h"
#include "graphs/metrics/distances.h"
#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_function.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using topologies::Mapping;
using topologies::Network;
using topologies::NodeId;

struct Prism {
  const char* name;
  std::vector<topologies::Twist> twists;  ///< in units of a
  const char* shift;
  int twisted;  ///< dimensions with a twist
};

Network prism_network(const Prism& prism, int a) {
  std::vector<topologies::Twist> twists = prism.twists;
  for (topologies::Twist& twist : twists) twist.amount *= a;
  return topologies::torus_network(prism.name, {2 * a, a, a}, twists);
}

std::vector<Prism> prisms() {
  return {{"ptt", {{1, 0, 1}}, "f_d(yx)", 1}, {"pdtt", {{1, 0, 1}, {2, 0, 1}}, "f_d(yx) . f_d(zx)", 2}};
}

TEST(DiagonalShiftTest, ShortensTheLongestWayOnPrismaticTwistedTori) {
  for (const Prism& prism : prisms()) {
    for (const int a : {3, 4, 5, 6, 7}) {
      SCOPED_TRACE(std::string(prism.name) + " " + std::to_string(a));
      const Network network = prism_network(prism, a);
      const Dilation id = dilation(network, topologies::parse_mapping("id", network.sizes));
      const Dilation shifted = dilation(network, topologies::parse_mapping(prism.shift, network.sizes));
      // id: the wraparound of a twisted dimension is a - 1 hops back, all other links are one hop.
      EXPECT_EQ(id.max, a - 1);
      EXPECT_NEAR(id.mean, (3 - prism.twisted + prism.twisted * 2.0 * (a - 1) / a) / 3, 1e-12);
      // Shifted: every step in a twisted dimension is one hop there and one in x.
      EXPECT_EQ(shifted.max, 2);
      EXPECT_NEAR(shifted.mean, (3 + prism.twisted) / 3.0, 1e-12);
    }
  }
}

TEST(DiagonalShiftTest, NoMappingHasAShorterLongestWay) {
  // One hop for all neighbours would make the two networks, which have the same number of links, the same graph.
  for (const Prism& prism : prisms()) {
    for (const int a : {3, 4, 5, 6, 7}) {
      const Network plain = topologies::torus_network("pt", {2 * a, a, a});
      EXPECT_NE(measure_distances(plain).histogram, measure_distances(prism_network(prism, a)).histogram);
    }
  }
}

TEST(DiagonalShiftTest, InTwoDimensionsItIsThatOfThePaper) {
  for (const int a : {3, 4, 8}) {
    const Network rtt = topologies::torus_network("rtt", {2 * a, a}, {{1, 0, a}});
    const Dilation paper = dilation(rtt, topologies::parse_mapping("f_d", rtt.sizes));
    for (const std::string& text : {std::string("f_d(yx)"), "f_d(yx=" + std::to_string(a) + ")"})
      EXPECT_EQ(dilation(rtt, topologies::parse_mapping(text, rtt.sizes)).histogram, paper.histogram) << text;
    EXPECT_EQ(paper.max, 2);
  }
}

/// Row y of a grid of m columns moved by shifts[y].
Mapping shifted_rows(int m, const std::vector<int>& shifts) {
  std::vector<NodeId> nodes;
  const auto n = static_cast<int>(shifts.size());
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < m; ++x) nodes.push_back((x + shifts[static_cast<std::size_t>(y)]) % m + m * y);
  }
  return topologies::make_mapping("shifts", nodes, m * n, {m, n});
}

/// The least longest way of all shifts of rows.
int best_of_all_shifts(const Network& network, int m, int n) {
  std::vector<int> shifts(static_cast<std::size_t>(n), 0);
  int best = m + n;
  while (true) {
    best = std::min(best, dilation(network, shifted_rows(m, shifts)).max);
    std::size_t row = 1;  // row 0 stays: turning all rows changes nothing
    while (row < shifts.size() && ++shifts[row] == m) shifts[row++] = 0;
    if (row == shifts.size()) return best;
  }
}

/// How many twists it spreads.
int spread_as_well_as_any(const std::vector<std::pair<int, int>>& sizes) {
  int spread = 0;
  for (const auto& [m, n] : sizes) {
    for (int twist = 0; twist < m; ++twist) {
      const int steps = std::abs(topologies::steps_against_twist(twist, m));
      const int longest = 1 + (steps + n - 1) / n;
      if (longest > n - 1) continue;  // back through all rows is as short
      SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(n) + " twist " + std::to_string(twist));
      const Network network = topologies::torus_network("t", {m, n}, {{1, 0, twist}});
      const Mapping mapping = topologies::parse_mapping("f_d(yx=" + std::to_string(twist) + ")", {m, n});
      EXPECT_EQ(dilation(network, mapping).max, longest);
      EXPECT_EQ(best_of_all_shifts(network, m, n), longest);
      ++spread;
    }
  }
  return spread;
}
TEST(DiagonalShiftTest, SpreadsAnyTwistAsWellAsAnyShiftOfRowsCan) {
  EXPECT_GT(spread_as_well_as_any({{4, 3}, {5, 4}, {6, 4}, {12, 3}}), 10);
}
TEST(DiagonalShiftTest, SpreadsAnyTwistOfLargerGridsAsWellSlow) {
  EXPECT_GT(spread_as_well_as_any({{4, 3}, {5, 4}, {8, 4}, {9, 4}, {5, 5}, {12, 3}}), 20);
}

TEST(DiagonalShiftTest, OfTwoTwistsOfDifferentAmounts) {
  // yx = 3 asks for 3 steps in 4 rows, zx = -5 for 5 in 4 planes: two in one of them.
  const Network network = topologies::torus_network("t", {12, 4, 4}, {{1, 0, 3}, {2, 0, -5}});
  const Dilation id = dilation(network, topologies::parse_mapping("id", network.sizes));
  const Dilation both = dilation(network, topologies::parse_mapping("f_d(yx=3) . f_d(zx=-5)", network.sizes));
  EXPECT_EQ(id.max, 3);
  EXPECT_EQ(both.max, 3);
  EXPECT_NEAR(both.mean, (1 + (1 + 3 * 2) / 4.0 + (3 * 2 + 3) / 4.0) / 3, 1e-12);
}

}  // namespace
}  // namespace trenza::graphs
