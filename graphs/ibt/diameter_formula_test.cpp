#include "graphs/ibt/diameter_formula.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "graphs/ibt/scheme_metrics.h"
#include "topologies/network_test_support.h"

namespace trenza::graphs {

namespace {

using namespace topologies::test_support;  // NOLINT(google-build-using-namespace): tests only

int exact(int dimensions, int size, const topologies::BypassScheme& scheme) {
  return measure_scheme(dimensions, size, scheme, 2).distances.diameter;
}

TEST(DiameterFormula, ReferenceTable) {
  for (const auto& row : ReferenceFile("c_diameter_formula.csv")) {
    const int d = row.integer("d");
    const int n = row.integer("n");
    const auto scheme = lengths_of(row.text("scheme"));
    const std::string what = row.text("n") + " " + row.text("scheme");
    EXPECT_EQ(static_cast<int>(scheme.size()), row.integer("k")) << what;
    EXPECT_EQ(diameter_formula(d, n, scheme), row.integer("f_eq5_or_eq6")) << what;
    EXPECT_EQ(exact(d, n, scheme), row.integer("diameter_bfs")) << what;
  }
}

/// The number of cases by the difference of the exact diameter and the formula.
std::map<int, int> differences(int dimensions, int largest, std::size_t lengths) {
  std::map<int, int> found;
  for (int size = 2; size <= largest; ++size) {
    for (const auto& scheme : topologies::qualified_schemes(dimensions, size)) {
      if (scheme.size() != lengths || size % scheme[0] != 0) continue;
      ++found[exact(dimensions, size, scheme) - diameter_formula(dimensions, size, scheme).value()];
    }
  }
  return found;
}

TEST(DiameterFormula, IsExactInThreeDimensionsWithOneLength) {
  EXPECT_EQ(differences(3, 48, 1), (std::map<int, int>{{0, 34}}));
}
TEST(DiameterFormula, IsExactInThreeDimensionsWithOneLengthUpTo102Slow) {
  EXPECT_EQ(differences(3, 102, 1), (std::map<int, int>{{0, 93}}));
}

TEST(DiameterFormula, IsLowByAtMostOneInFourDimensions) {
  EXPECT_EQ(differences(4, 32, 1), (std::map<int, int>{{0, 8}, {1, 4}}));
}

TEST(DiameterFormula, IsLowByAtMostThreeWithTwoLengths) {
  EXPECT_EQ(differences(3, 48, 2), (std::map<int, int>{{0, 6}, {1, 4}}));
}
TEST(DiameterFormula, IsLowByAtMostThreeWithTwoLengthsUpTo102Slow) {
  EXPECT_EQ(differences(3, 102, 2), (std::map<int, int>{{0, 45}, {1, 22}, {3, 1}}));
  EXPECT_EQ(diameter_formula(3, 60, {6, 24}), 12);
  EXPECT_EQ(exact(3, 60, {6, 24}), 15);
}

TEST(DiameterFormula, TheSimpleFormOfTheSecondLengthAtNinety) {
  for (int second = 12; second <= 42; second += 6) {
    EXPECT_EQ(diameter_formula(3, 90, {6, second}), 15 + std::abs(std::abs(second - 30) / 2 - 3)) << second;
  }
}

TEST(DiameterFormula, OnlyWhereThePaperHasOne) {
  EXPECT_FALSE(diameter_formula(3, 36, {15}).has_value());
  EXPECT_FALSE(diameter_formula(3, 81, {9, 18, 36}).has_value());
  EXPECT_FALSE(diameter_formula(3, 36, {}).has_value());
  EXPECT_THROW(diameter_formula(3, 36, {8}), topologies::TopologyError);
}

TEST(DiameterFormula, FitOfNinety) {
  const auto fit = fit_uniform_diameter(3, 90);
  EXPECT_EQ(fit.points, 7);
  EXPECT_NEAR(fit.power_factor, 145.917, 5e-4);
  EXPECT_NEAR(fit.power_exponent, -1.0694, 5e-5);
  EXPECT_NEAR(fit.slope, 1.5, 5e-5);
  EXPECT_NEAR(fit.intercept, -.8571, 5e-5);
  EXPECT_NEAR(fit.diameter(fit.best_length()), 26.53, 5e-4);
  for (const double aside : {-.01, .01}) {
    EXPECT_GT(fit.diameter(fit.best_length() + aside), fit.diameter(fit.best_length()));
  }
}

/// The paper goes on with the digits that it prints.
TEST(DiameterFormula, FitOfNinetyAsPrinted) {
  const UniformDiameterFit printed{145.92, -1.069, 1.5, -.8571, 7};
  EXPECT_NEAR(printed.best_length(), 9.4377, 5e-5);
  EXPECT_NEAR(printed.diameter(printed.best_length()), 26.542, 5e-4);
}

TEST(DiameterFormula, FitsNeedTwoLengthsAndAMinimum) {
  EXPECT_THROW(fit_uniform_diameter(3, 6), topologies::TopologyError);
  EXPECT_THROW(fit_uniform_diameter(3, 100), topologies::TopologyError);
  EXPECT_THROW((UniformDiameterFit{10, 1, 1, 0, 2}.best_length()), topologies::TopologyError);
}

/// The fit's optimum holds among the divisors of 90 only.
TEST(DiameterFormula, LengthsThatDoNotDivideBeatTheFit) {
  EXPECT_EQ(exact(3, 90, {9}), 27);
  for (const int length : {12, 33}) EXPECT_EQ(exact(3, 90, {length}), 21);
}

}  // namespace

}  // namespace trenza::graphs
