#include "graphs/metrics/twist_matrix.h"

#include <gtest/gtest.h>

#include "topologies/reference_test_support.h"
#include "topologies/registry.h"

namespace trenza::graphs {
namespace {

using Matrix = std::vector<std::vector<int>>;

Matrix of_slice(const std::string& slice) {
  return twist_matrix(topologies::make_network({"tpu", {{"slice", slice}}}));
}

TEST(TwistMatrixTest, SlicesFollowTheirRule) {
  EXPECT_EQ(of_slice("4x4x8_twisted"), (Matrix{{0, 0, 4}, {0, 0, 4}, {0, 0, 0}}));
  EXPECT_EQ(of_slice("4x8x8_twisted"), (Matrix{{0, 4, 4}, {0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(of_slice("4x8_twisted"), (Matrix{{0, 4}, {0, 0}}));
  EXPECT_EQ(of_slice("4x4x8"), Matrix{});
}

TEST(TwistMatrixTest, IsReadFromTheWiring) {
  EXPECT_EQ(twist_matrix(topologies::torus_network("two", {5, 4}, {{1, 0, 2}, {0, 1, 1}})), (Matrix{{0, 1}, {2, 0}}));
  EXPECT_EQ(twist_matrix(topologies::torus_network("minus", {5, 4}, {{1, 0, -2}})), (Matrix{{0, 0}, {3, 0}}));
  EXPECT_EQ(twist_matrix(topologies::torus_network("mesh", {3, 4}, {}, {true, false})), Matrix{});
}

TEST(TwistMatrixTest, OthersHaveNone) {
  EXPECT_EQ(twist_matrix(
                topologies::make_network({"ibt", {{"size", std::vector<int>{8, 8}}, {"bypass", std::vector<int>{4}}}})),
            Matrix{});
  EXPECT_EQ(twist_matrix(topologies::make_network({"de_bruijn", {{"k", 2}, {"n", 4}}})), Matrix{});
  // A wraparound that shifts one row only.
  topologies::Network torus = topologies::torus_network("torus", {4, 4}, {});
  std::swap(torus.next[3 * 4], torus.next[7 * 4]);
  EXPECT_EQ(twist_matrix(torus), Matrix{});
}

}  // namespace
}  // namespace trenza::graphs
