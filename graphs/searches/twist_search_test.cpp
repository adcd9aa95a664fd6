#include "graphs/searches/twist_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "graphs/metrics/distances.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/minimal_records.h"
#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

using topologies::test_support::ReferenceFile;
using topologies::test_support::ReferenceRow;

TEST(TwistSearchTest, ReferenceSweep) {
  std::map<std::pair<int, int>, TwistPoint> points;
  for (const TwistPoint& point : search_twists({}).points) points[{point.columns, point.twist}] = point;
  std::map<int, int> rows;
  for (const ReferenceRow& row : ReferenceFile("b_sweep_dy12.csv")) {
    const TwistPoint& point = points.at({row.integer("dx"), row.integer("t_yx")});
    ++rows[point.columns];
    row.expect("dy", point.rows);
    row.expect("N", point.nodes);
    row.expect("diameter", point.diameter);
    row.expect("sum_dist", static_cast<double>(point.distance_sum));
    row.expect("avg_excl", point.mean);
    row.expect("avg_incl", point.mean_with_self);
    row.expect("kx_path_excl", point.by_path.x);
    row.expect("ky_path_excl", point.by_path.y);
    row.expect("kmax_path_excl", point.by_path.largest());
    row.expect("imbalance_path", point.by_path.imbalance());
    row.expect("kx_rec_excl", point.by_record.x);
    row.expect("ky_rec_excl", point.by_record.y);
    row.expect("kmax_rec_excl", point.by_record.largest());
    row.expect("imbalance_rec", point.by_record.imbalance());
    row.expect("kmax_abs_excl", point.by_absolute.largest());
    row.expect("imbalance_abs", point.by_absolute.imbalance());
  }
  for (const auto& [columns, count] : rows) EXPECT_EQ(count, columns / 2 + 1) << "every twist of the reference";
}

const TwistOptimum& find_optimum(const TwistSearchResult& result, const ReferenceRow& row) {
  for (const TwistOptimum& optimum : result.optimums) {
    if (optimum.columns == row.integer("dx") && averaging_name(optimum.averaging) == row.text("averaging") &&
        metric_name(optimum.metric) == row.text("metric")) {
      return optimum;
    }
  }
  throw std::runtime_error("no optimum of " + row.text("metric"));
}

TEST(TwistSearchTest, ReferenceOptimums) {
  const TwistSearchResult result = search_twists({});
  EXPECT_EQ(result.optimums.size(), 37U * 8U);
  for (const ReferenceRow& row : ReferenceFile("b_optimum_dy12.csv")) {
    const TwistOptimum& optimum = find_optimum(result, row);
    std::vector<int> twists;
    std::istringstream text(row.text("opt_twists"));
    for (int twist = 0; text >> twist;) twists.push_back(twist);
    EXPECT_EQ(optimum.twists, twists) << row.text("dx") << " " << row.text("metric");
    row.expect("aspect", optimum.aspect());
    row.expect("opt_value", optimum.value);
    row.expect("no_tw", optimum.no_twist);
    row.expect("tw_mid", optimum.mid);
    row.expect("tw_mid_twist", optimum.mid_twist);
    row.expect("tw_rows", optimum.rows_value);
    row.expect("tw_rows_twist", optimum.rows_twist);
    row.expect("no_tw_norm", optimum.no_twist_ratio());
    row.expect("tw_mid_norm", optimum.mid_ratio());
    row.expect("tw_rows_norm", optimum.rows_ratio());
  }
}

TEST(TwistSearchTest, AgreesWithTheSearchOnTheWiring) {
  // Sizes of 2 (parallel links), odd and even, tall and wide, every twist.
  for (const auto& [columns, rows] :
       std::vector<std::pair<int, int>>{{2, 2}, {3, 2}, {2, 5}, {7, 3}, {9, 2}, {6, 6}, {5, 8}, {16, 3}}) {
    for (int twist = 0; twist < columns; ++twist) {
      SCOPED_TRACE(std::to_string(columns) + "x" + std::to_string(rows) + " twist " + std::to_string(twist));
      const TwistPoint point = measure_twist(columns, rows, twist);
      const topologies::Network network = topologies::torus_network("test", {columns, rows}, {{1, 0, twist}});
      const DistanceSummary distances = measure_distances(network);
      EXPECT_EQ(point.diameter, distances.diameter);
      EXPECT_NEAR(point.mean, distances.mean, 1e-12);
      const std::vector<double> path = uniform_bounds(network).mean_distance_per_dimension;
      EXPECT_NEAR(point.by_path.x, path[0], 1e-9);
      EXPECT_NEAR(point.by_path.y, path[1], 1e-9);
      const RecordMeans means = record_means(network).value();
      EXPECT_NEAR(point.by_record.x, means.by_record[0], 1e-9);
      EXPECT_NEAR(point.by_record.y, means.by_record[1], 1e-9);
      EXPECT_NEAR(point.by_absolute.x, means.by_absolute[0], 1e-9);
      EXPECT_NEAR(point.by_absolute.y, means.by_absolute[1], 1e-9);
    }
  }
}

TEST(TwistSearchTest, MirrorImagesAreEqual) {
  TwistSearch search;
  search.rows = 5;
  search.first_columns = 7;
  search.last_columns = 8;
  search.all_twists = true;
  const TwistSearchResult result = search_twists(search);
  ASSERT_EQ(result.points.size(), 15U);
  for (const TwistPoint& point : result.points) {
    const TwistPoint mirror = measure_twist(point.columns, 5, (point.columns - point.twist) % point.columns);
    EXPECT_EQ(point.distance_sum, mirror.distance_sum);
    EXPECT_NEAR(point.by_path.x, mirror.by_path.x, 1e-12);
  }
}

TEST(TwistSearchTest, ClaimsOfThePaper) {
  // tw_mid has the least diameter at all 37 sizes; the diameter shrinks by up to 41.4 % (29 to 17 at 46 columns).
  double best = 0;
  for (const TwistOptimum& optimum : search_twists({}).optimums) {
    if (optimum.metric != TwistMetric::diameter) continue;
    EXPECT_EQ(optimum.mid, optimum.value) << optimum.columns;
    best = std::max(best, 1 - optimum.value / optimum.no_twist);
  }
  EXPECT_NEAR(best, 1 - 17.0 / 29, 1e-12);
}

TEST(TwistSearchTest, ReportsProgress) {
  TwistSearch search;
  search.last_columns = 14;
  std::vector<std::pair<int, int>> calls;
  search_twists(search, [&](int done, int of) { calls.emplace_back(done, of); });
  EXPECT_EQ(calls, (std::vector<std::pair<int, int>>{{1, 3}, {2, 3}, {3, 3}}));
}

TEST(TwistSearchTest, LongSides) {
  // C(996, 498) is near the end of the range of double.
  const TwistPoint point = measure_twist(1996, 4, 998);
  EXPECT_TRUE(point.by_path.x > 0 && point.by_path.x < point.mean) << point.by_path.x;
}

TEST(TwistSearchTest, SaysWhatIsWrong) {
  EXPECT_THROW(measure_twist(1, 4, 0), topologies::TopologyError);
  EXPECT_THROW(measure_twist(4, 4, 4), topologies::TopologyError);
  EXPECT_THROW(measure_twist(4, 4, -1), topologies::TopologyError);
  EXPECT_THROW(measure_twist(1500, 501, 0), topologies::TopologyError);
  TwistSearch search;
  search.first_columns = 20;
  search.last_columns = 19;
  EXPECT_THROW(search_twists(search), topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
