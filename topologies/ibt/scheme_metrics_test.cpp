#include "topologies/ibt/scheme_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "topologies/ibt/reference_test_support.h"

namespace trenza::topologies {

namespace {

using namespace test_support;  // NOLINT(google-build-using-namespace): tests only

constexpr double kTolerance = 1e-6;

TEST(SchemeMetrics, ReferenceTable) {
  for (const auto& row : reference_rows("c_metrics.csv")) {
    const auto scheme = lengths_of(row.at("scheme"));
    const auto metrics = measure_scheme(whole(row, "d"), whole(row, "n"), scheme, 2);
    const std::string what = row.at("n") + "^" + row.at("d") + " " + row.at("scheme");
    EXPECT_EQ(scheme.size(), static_cast<std::size_t>(whole(row, "k"))) << what;
    EXPECT_EQ(metrics.nodes, whole(row, "N")) << what;
    EXPECT_EQ(metrics.connected, whole(row, "connected") == 1) << what;
    EXPECT_EQ(metrics.distances.diameter, whole(row, "diameter")) << what;
    EXPECT_NEAR(metrics.distances.mean_excl, real(row, "avg_excl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.mean_incl, real(row, "avg_incl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.deviation_excl, real(row, "std_excl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.deviation_incl, real(row, "std_incl"), kTolerance) << what;

    std::set<std::vector<std::int64_t>> distinct;
    std::vector<double> means;
    int least_diameter = metrics.distances.diameter;
    for (const auto& one : metrics.classes) {
      const auto summary = summarize_distances(one.counts);
      distinct.insert(one.counts);
      means.push_back(summary.mean_incl);
      least_diameter = std::min(least_diameter, summary.diameter);
    }
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(whole(row, "distinct_classes"))) << what;
    EXPECT_NEAR(means.front(), real(row, "avg_incl_class0"), kTolerance) << what;
    EXPECT_NEAR(*std::min_element(means.begin(), means.end()), real(row, "avg_incl_min_class"), kTolerance) << what;
    EXPECT_NEAR(*std::max_element(means.begin(), means.end()), real(row, "avg_incl_max_class"), kTolerance) << what;
    EXPECT_EQ(least_diameter, whole(row, "diameter_min_class")) << what;
  }
}

TEST(SchemeMetrics, MixedIsNeverWorseThanUniformFromThirtyOn) {
  for (const int size : {24, 30, 36, 60, 90}) {
    const auto uniform = measure_scheme(3, size, {size == 24 ? 9 : 6}).distances;
    const auto mixed = measure_scheme(3, size, {6, 12}).distances;
    EXPECT_LE(mixed.diameter, uniform.diameter) << size;
    EXPECT_EQ(mixed.mean_incl < uniform.mean_incl, size >= 30) << size;
  }
}

TEST(SchemeMetrics, BadSchemesAreRefused) {
  EXPECT_THROW(measure_scheme(3, 36, {4}), TopologyError);
  EXPECT_THROW(measure_scheme(3, 36, {6, 15}), TopologyError);
}

}  // namespace

}  // namespace trenza::topologies
