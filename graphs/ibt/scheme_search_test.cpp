#include "graphs/ibt/scheme_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "topologies/network_test_support.h"

namespace trenza::graphs {

namespace {

using testing::ElementsAre;

/// The known results of an exhaustive search, for the sizes in the paper.
struct KnownOptimum {
  int dimensions;
  int size;
  std::size_t schemes;
  int diameter;
  topologies::BypassScheme by_mean;
};

void expect_optimum(const KnownOptimum& known) {
  const auto search = search_schemes(known.dimensions, known.size);
  const std::string what = std::to_string(known.size) + "^" + std::to_string(known.dimensions);
  ASSERT_EQ(search.results.size(), known.schemes) << what;
  EXPECT_EQ(search.results[search.best_by_diameter].metrics.distances.diameter, known.diameter) << what;
  EXPECT_EQ(search.results[search.best_by_mean].scheme, known.by_mean) << what;
  for (const auto& result : search.results) EXPECT_TRUE(result.metrics.distances.connected) << what;
}

TEST(SchemeSearch, FindsTheKnownOptimaOfSmallSizes) {
  expect_optimum({2, 16, 5, 6, {6}});
  expect_optimum({2, 24, 8, 7, {4, 8}});
  expect_optimum({2, 36, 13, 7, {8, 16}});
  expect_optimum({3, 12, 2, 9, {3}});
  expect_optimum({3, 18, 3, 12, {6}});
  expect_optimum({3, 24, 5, 12, {9}});
  expect_optimum({3, 36, 8, 13, {6, 12}});
  expect_optimum({3, 54, 13, 13, {12, 24}});
}

TEST(SchemeSearch, FindsTheKnownOptimaOfLargeSizesSlow) {
  expect_optimum({3, 90, 25, 16, {6, 24}});
  expect_optimum({4, 32, 5, 17, {12}});
}

TEST(SchemeSearch, TheLargestOfThePaperHasThreeSchemesOfLeastDiameterSlow) {
  std::size_t told = 0;
  SchemeSearchOptions options;
  options.threads = 2;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++told);
    EXPECT_LE(done, total);
  };
  const auto search = search_schemes(3, 102, options);
  ASSERT_EQ(search.results.size(), 29U);
  std::vector<topologies::BypassScheme> least;
  for (const auto i : search.least_diameter) least.push_back(search.results[i].scheme);
  EXPECT_THAT(least, ElementsAre(topologies::BypassScheme{12, 24}, topologies::BypassScheme{12, 36},
                                 topologies::BypassScheme{12, 48}));
  EXPECT_EQ(search.results[search.best_by_mean].scheme, (topologies::BypassScheme{12, 48}));
  EXPECT_EQ(search.best_by_mean, search.best_by_diameter);
  const auto& best = search.results[search.best_by_mean].metrics.distances;
  EXPECT_EQ(best.diameter, 16);
  EXPECT_NEAR(best.mean_with_self, 10.9183, 5e-5);
  EXPECT_NEAR(best.deviation_with_self, 1.758, 5e-4);
  EXPECT_NEAR(search.results[search.least_diameter[1]].metrics.distances.mean_with_self, 10.9887, 5e-5);
  EXPECT_GT(told, search.results.size());
}

TEST(SchemeSearch, TheConditionsGiveBetterSchemesThanTheAlgorithm) {
  SchemeSearchOptions by_algorithm;
  by_algorithm.rule = topologies::SchemeRule::algorithm;
  const auto conditions = search_schemes(3, 81);
  const auto algorithm = search_schemes(3, 81, by_algorithm);
  const auto& better = conditions.results[conditions.best_by_diameter];
  EXPECT_EQ(better.scheme, (topologies::BypassScheme{9, 18, 36}));
  EXPECT_TRUE(better.in_conditions);
  EXPECT_FALSE(better.in_algorithm);
  EXPECT_EQ(better.metrics.distances.diameter, 18);
  EXPECT_NEAR(better.metrics.distances.mean_with_self, 10.658, 5e-4);
  EXPECT_FALSE(better.formula.has_value());
  EXPECT_EQ(algorithm.results[algorithm.best_by_diameter].metrics.distances.diameter, 19);
  EXPECT_NEAR(algorithm.results[algorithm.best_by_diameter].metrics.distances.mean_with_self, 12.656, 5e-4);
}

TEST(SchemeSearch, MissedSchemeOfNinetyNine) {
  const auto missed = measure_scheme(3, 99, {9, 18, 36});
  EXPECT_EQ(missed.distances.diameter, 18);
  EXPECT_NEAR(missed.distances.mean_with_self, 11.279, 5e-4);
  EXPECT_EQ(missed.classes.size(), 9U);
}

TEST(SchemeSearch, ThreadsDoNotMatter) {
  SchemeSearchOptions three;
  three.threads = 3;
  const auto a = search_schemes(3, 24);
  const auto b = search_schemes(3, 24, three);
  ASSERT_EQ(a.results.size(), b.results.size());
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    EXPECT_EQ(a.results[i].scheme, b.results[i].scheme);
    EXPECT_EQ(a.results[i].metrics.distances.histogram, b.results[i].metrics.distances.histogram);
  }
}

TEST(SchemeSearch, SaysWhereThereIsNothingToSearch) {
  EXPECT_THROW(search_schemes(3, 5), topologies::TopologyError);
  EXPECT_THROW(search_schemes(3, 100), topologies::TopologyError);
  EXPECT_THROW(search_schemes(0, 8), topologies::TopologyError);
}

}  // namespace

}  // namespace trenza::graphs
