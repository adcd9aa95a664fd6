#include "graphs/metrics/summary.h"

#include <gtest/gtest.h>

#include "topologies/reference_test_support.h"

namespace trenza::graphs {
namespace {

TEST(SummaryTest, SymmetricTorus) {
  MetricOptions options;
  options.worst_case = true;
  const NetworkMetrics metrics = measure(topologies::test_support::named_network("RTT", 4), options);
  EXPECT_EQ(metrics.name, "RTT(4)");
  EXPECT_EQ(metrics.nodes, 32);
  EXPECT_EQ(metrics.degree, 4);
  EXPECT_EQ(metrics.channels, 128);
  EXPECT_EQ(metrics.links, 64);
  EXPECT_TRUE(metrics.bidirectional);
  EXPECT_EQ(metrics.distances.diameter, 4);
  EXPECT_NEAR(metrics.distances.mean, 84.0 / 31, 1e-12);
  EXPECT_NEAR(metrics.by_path.value().imbalance, 1, 1e-12);
  EXPECT_NEAR(metrics.by_record.value().largest(), 42.0 / 31, 1e-12);
  EXPECT_TRUE(metrics.node_symmetric.symmetric);
  EXPECT_NE(metrics.node_symmetric.why.find("steps commute"), std::string::npos);
  EXPECT_TRUE(metrics.edge_symmetric.symmetric);
  EXPECT_NEAR(metrics.uniform.value().throughput, 31.0 / 21, 1e-12);
  EXPECT_EQ(metrics.rings.size(), 4U);
  EXPECT_EQ(metrics.link_classes.size(), 4U);
  EXPECT_TRUE(metrics.bisection.exact);
  EXPECT_NEAR(metrics.worst_case.value().throughput, 3.0 / 11, 1e-9);
  EXPECT_NEAR(metrics.worst_case_dimension_order.value().throughput, 1.0 / 3, 1e-9);
}

TEST(SummaryTest, ConflictingTwists) {
  MetricOptions options;
  options.worst_case = true;
  const NetworkMetrics metrics =
      measure(topologies::torus_network("figure 9", {4, 4}, {{0, 1, -1}, {1, 0, 1}}), options);
  EXPECT_TRUE(metrics.node_symmetric.known);
  EXPECT_FALSE(metrics.node_symmetric.symmetric);
  EXPECT_TRUE(metrics.uniform.has_value());
  EXPECT_TRUE(metrics.worst_case.has_value());
  EXPECT_FALSE(metrics.worst_case_dimension_order.has_value());
}

TEST(SummaryTest, SaysWhatIsSampledOrLeftOut) {
  MetricOptions options;
  options.work_limit = 1e5;
  const topologies::Network mesh = topologies::torus_network("mesh", {40, 40}, {}, {false, false});
  const NetworkMetrics metrics = measure(mesh, options);
  EXPECT_FALSE(metrics.distances.exact);
  EXPECT_EQ(metrics.distances.sources, kAutomaticSamples);
  EXPECT_FALSE(metrics.uniform.has_value());
  EXPECT_EQ(metrics.by_path_samples, 16);
  EXPECT_FALSE(metrics.by_record.has_value());
  const NetworkMetrics whole = measure(mesh);
  EXPECT_TRUE(whole.distances.exact);
  EXPECT_TRUE(whole.uniform.has_value());
  EXPECT_EQ(whole.by_path_samples, 0);
}

TEST(SummaryTest, WithoutConnection) {
  topologies::Network cut = topologies::torus_network("cut", {3}, {}, {false});
  cut.next[2] = -1;
  const NetworkMetrics metrics = measure(cut);
  EXPECT_FALSE(metrics.distances.connected);
  EXPECT_FALSE(metrics.uniform.has_value());
  EXPECT_FALSE(metrics.by_path.has_value());
}

}  // namespace
}  // namespace trenza::graphs
