#include "apps/reproduce/computation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "settings/config_error.h"
#include "settings/yaml_reader.h"

namespace trenza::apps {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

DataTable computed(const std::string& yaml) {
  const PreparedComputation prepared = prepare_computation(settings::read_yaml(yaml, "c.yaml"));
  DataTable table = prepared.compute(2);
  EXPECT_EQ(table.columns, prepared.columns) << yaml;
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << yaml;
  return table;
}

Json at(const DataTable& table, std::size_t row, const std::string& column) {
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    if (table.columns[k] == column) return table.rows.at(row).at(k);
  }
  throw std::logic_error("no column " + column);
}

std::string computation_fault(const std::string& yaml) {
  try {
    prepare_computation(settings::read_yaml(yaml, "c.yaml"));
  } catch (const settings::ConfigError& error) {
    return error.what();
  }
  return "";
}

// Every computation has the columns that it announces, with the parameters of its own example.
TEST(Computation, ExamplesAreGood) {
  const std::map<std::string, std::string> small = {
      {"twists", "{rows: 4, from: 4, to: 9, metric: imbalance}"},
      {"best_twists", "{rows: 4, from: 4, to: 9}"},
      {"schemes", "{dimensions: 2, from: 8, to: 12}"},
      {"scheme_curves", "{dimensions: 3, from: 12, to: 24, step: 6, schemes: ['<6>', '<6,12>']}"},
      {"diameter_terms", "{dimensions: 3, size: 24}"},
      {"table_1", ""}};
  for (const Computation& one : computations()) {
    SCOPED_TRACE(one.name);
    EXPECT_EQ(computation_fault("{" + one.name + ": " + one.parameters + "}"), "");
    const auto replaced = small.find(one.name);
    const std::string parameters = replaced == small.end() ? one.parameters : replaced->second;
    if (parameters.empty()) continue;  // takes seconds; graphs/peers/table1_test.cpp
    EXPECT_FALSE(computed("{" + one.name + ": " + parameters + "}").rows.empty());
  }
}

TEST(Computation, CountsSetsOfTwists) {
  // b_symmetry_theorem.csv of the references: sets that meet the condition, that commute, that are node-symmetric.
  const DataTable sets = computed("{twist_sets: {sizes: [2x2, 3x2, 3x3, 4x4]}}");
  const int expected[4][6] = {{1, 0, 1, 3, 3, 3}, {2, 0, 0, 4, 4, 4}, {4, 0, 0, 5, 5, 5}, {9, 0, 0, 7, 7, 7}};
  const char* const columns[6] = {"conflicting", "conflicting_commute", "conflicting_symmetric",
                                  "others",      "others_commute",      "others_symmetric"};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(at(sets, row, columns[k]), expected[row][k]) << row << columns[k];
  }
  // Where p dimensions twist the N - p others there are p (N - p) twists: floor(N^2 / 4) at most.
  const DataTable counts = computed("{twist_counts: {dimensions: 5}}");
  for (int dimensions = 2; dimensions <= 5; ++dimensions) {
    const auto row = static_cast<std::size_t>(dimensions - 2);
    EXPECT_EQ(at(counts, row, "possible"), dimensions * (dimensions - 1));
    EXPECT_EQ(at(counts, row, "most_at_once"), dimensions * dimensions / 4);
  }
  EXPECT_EQ(at(counts, 0, "lower_sets"), 1);
  EXPECT_EQ(at(counts, 1, "lower_pairs"), 2);
  EXPECT_EQ(at(counts, 1, "lower_single"), 3);
}

TEST(Computation, StepsOfTheFigure) {
  const DataTable table = computed(
      "{step_orders: {network: 'twisted_torus: {size: [4, 4], twist: {xy: -1, yx: 1}}', from: [0, 2], steps: [yp, "
      "xm]}}");
  EXPECT_EQ(table.rows[0], (std::vector<Json>{"yp xm", 3, 0}));
  EXPECT_EQ(table.rows[1], (std::vector<Json>{"xm yp", 0, 0}));
}

// The share of neighbours that pattern local_global makes of simulated_alpha is that of the paper's alpha: alpha to the
// four, and 4 / (P - 1) of the rest, which goes to all others.
TEST(Computation, SharesOfLocalTraffic) {
  const DataTable table = computed("{mapping_model: {a: 8, steps: 4, cases: {x: {network: rtt, mapping: f_v(2)}}}}");
  constexpr double kProcesses = 256;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double alpha = at(table, row, "alpha").get<double>();
    const double far = (1 - alpha) * (kProcesses - 5) / (kProcesses - 1);
    EXPECT_NEAR(at(table, row, "traffic.alpha").get<double>(), 1 - far, 1e-9);
    EXPECT_GE(at(table, row, "ideal_splitting").get<double>(), at(table, row, "path_splitting").get<double>() - 1e-9);
  }
  EXPECT_EQ(table.rows.size(), 5U);
}

TEST(Computation, BoundsOfTwists) {
  const DataTable table = computed("{twist_loads: {rows: 4, columns: 8, twists: [0, 4]}}");
  EXPECT_EQ(at(table, 0, "series"), "t0");
  EXPECT_NEAR(at(table, 0, "bound").get<double>(), 0.96875, 1e-9);  // RT(4)
  EXPECT_NEAR(at(table, 1, "bound").get<double>(), 1.47619, 1e-5);  // RTT(4)
  EXPECT_NEAR(at(table, 1, "max_avg_per_dim").get<double>(), 1.35484, 1e-5);
}

TEST(Computation, WrongOnesAreRefusedAtTheirPlace) {
  EXPECT_THAT(computation_fault("{twist: {}}"),
              HasSubstr("c.yaml:1:2: twist: is no computation; expected one of `twists`"));
  EXPECT_THAT(computation_fault("{twist: {}}"), HasSubstr("did you mean `twists`?"));
  EXPECT_THAT(computation_fault("{twists: 3}"), HasSubstr("twists: is `3`; expected a map such as {rows: 12"));
  EXPECT_THAT(computation_fault("{twists: {rows: 1, from: 4, to: 9, metric: diameter}}"),
              HasSubstr("c.yaml:1:17: twists.rows: is `1`; expected an integer from 2 to 200"));
  EXPECT_THAT(computation_fault("{twists: {rows: 4, from: 9, to: 4, metric: diameter}}"),
              HasSubstr("expected an integer from 9"));
  EXPECT_THAT(computation_fault("{twists: {rows: 4, from: 4, to: 9, metric: diametre}}"),
              HasSubstr("did you mean `diameter`?"));
  EXPECT_THAT(computation_fault("{twists: {rows: 4, from: 4, to: 9, metric: diameter, all: on}}"),
              HasSubstr("twists.all: unknown key"));
  EXPECT_THAT(computation_fault("{twist_sets: {sizes: [3y3]}}"), HasSubstr("`3y3` is no size"));
  EXPECT_THAT(computation_fault("{twist_sets: {sizes: ['3']}}"), HasSubstr("has 1 dimensions"));
  EXPECT_THAT(computation_fault("{step_orders: {network: 'torus: [4, 4]', from: [0, 9], steps: [yp, xm]}}"),
              HasSubstr("step_orders.from: is no node"));
  EXPECT_THAT(computation_fault("{step_orders: {network: 'torus: [4, 4]', from: [0, 0], steps: [yp, xz]}}"),
              HasSubstr("`xz` is no port"));
  EXPECT_THAT(computation_fault("{step_orders: {network: 'toros: [4, 4]', from: [0, 0], steps: [yp, xp]}}"),
              HasSubstr("toros"));
  EXPECT_THAT(computation_fault("{schemes: {dimensions: 3, from: 6, to: 12, step: 2}}"),
              HasSubstr("which is no multiple of 3"));
  EXPECT_THAT(computation_fault("{scheme_curves: {dimensions: 3, from: 12, to: 12, schemes: ['6,12']}}"),
              HasSubstr("is no scheme"));
  EXPECT_THAT(computation_fault("{network_curves: {series: {a: 'rt: 4'}}}"), HasSubstr("expected a list of networks"));
  try {  // a network is built when its turn comes
    computed("{network_curves: {series: {a: ['toros: 5']}}}");
    FAIL();
  } catch (const settings::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("c.yaml:1:32: network_curves.series.a[0]"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean `torus`?"));
  }
  EXPECT_THAT(computation_fault("{mapping_model: {a: 4, cases: {x: {network: rt, mapping: f_q}}}}"),
              HasSubstr("mapping_model.cases.x.mapping: "));
  EXPECT_THAT(computation_fault("{mapping_model: {a: 4, cases: {x: {network: mesh}}}}"),
              HasSubstr("expected one of `rt` or `rtt`"));
  EXPECT_THAT(computation_fault("{duato_nbc: {k: [7], flits: [32]}}"), HasSubstr("c.yaml:1:17: duato_nbc.k: "));
}

}  // namespace
}  // namespace trenza::apps
