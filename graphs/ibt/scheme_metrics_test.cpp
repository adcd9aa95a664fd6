#include "graphs/ibt/scheme_metrics.h"

#include <gtest/gtest.h>

#include <set>

#include "topologies/network_test_support.h"

namespace trenza::graphs {

namespace {

using namespace topologies::test_support;  // NOLINT(google-build-using-namespace): tests only

constexpr double kTolerance = 1e-6;

TEST(SchemeMetrics, ReferenceTable) {
  for (const auto& row : ReferenceFile("c_metrics.csv")) {
    const auto scheme = lengths_of(row.text("scheme"));
    const auto metrics = measure_scheme(row.integer("d"), row.integer("n"), scheme, 2);
    const std::string what = row.text("n") + "^" + row.text("d") + " " + row.text("scheme");
    EXPECT_EQ(scheme.size(), static_cast<std::size_t>(row.integer("k"))) << what;
    EXPECT_EQ(metrics.nodes, row.integer("N")) << what;
    EXPECT_EQ(metrics.distances.connected, row.integer("connected") == 1) << what;
    EXPECT_EQ(metrics.distances.diameter, row.integer("diameter")) << what;
    EXPECT_NEAR(metrics.distances.mean, row.number("avg_excl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.mean_with_self, row.number("avg_incl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.deviation, row.number("std_excl"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.deviation_with_self, row.number("std_incl"), kTolerance) << what;

    std::set<std::vector<std::int64_t>> distinct;
    for (const auto& one : metrics.found) distinct.insert(one.histogram);
    const auto first = summarize_distances(metrics.nodes, {metrics.classes.front()}, {metrics.found.front()});
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(row.integer("distinct_classes"))) << what;
    EXPECT_NEAR(first.mean_with_self, row.number("avg_incl_class0"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.least_mean_with_self, row.number("avg_incl_min_class"), kTolerance) << what;
    EXPECT_NEAR(metrics.distances.largest_mean_with_self, row.number("avg_incl_max_class"), kTolerance) << what;
    EXPECT_EQ(metrics.distances.radius, row.integer("diameter_min_class")) << what;
  }
}

TEST(SchemeMetrics, MixedIsNeverWorseThanUniformFromThirtyOn) {
  for (const int size : {24, 30, 36, 60, 90}) {
    const auto uniform = measure_scheme(3, size, {size == 24 ? 9 : 6}).distances;
    const auto mixed = measure_scheme(3, size, {6, 12}).distances;
    EXPECT_LE(mixed.diameter, uniform.diameter) << size;
    EXPECT_EQ(mixed.mean_with_self < uniform.mean_with_self, size >= 30) << size;
  }
}

TEST(SchemeMetrics, BadSchemesAreRefused) {
  EXPECT_THROW(measure_scheme(3, 36, {4}), topologies::TopologyError);
  EXPECT_THROW(measure_scheme(3, 36, {6, 15}), topologies::TopologyError);
}

}  // namespace

}  // namespace trenza::graphs
