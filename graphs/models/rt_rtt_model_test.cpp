#include "graphs/models/rt_rtt_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

using topologies::test_support::ReferenceFile;
using topologies::test_support::ReferenceRow;

constexpr double kModelTolerance = 1e-6;

/// "f^d.f_v2" of the tables as an expression.
std::string expression(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '^') {
      text += '_';
    } else if (c >= '0' && c <= '9') {
      text += '(' + std::string(1, c) + ')';
    } else {
      text += c;
    }
  }
  return text;
}

RtKind kind_of(const ReferenceRow& row) { return row.text("topology") == "RT" ? RtKind::rt : RtKind::rtt; }

topologies::Mapping mapping_of(const ReferenceRow& row) {
  const int a = row.integer("a");
  return topologies::parse_mapping(expression(row.text("mapping")), {2 * a, a});
}

RouteSplit split_of(const std::string& name) {
  if (name == "path") return RouteSplit::path;
  if (name == "record") return RouteSplit::record;
  if (name == "record_xy") return RouteSplit::record_xy;
  if (name == "algorithm_xy") return RouteSplit::algorithm_xy;
  throw std::runtime_error("unknown split " + name);
}

void expect_same(const ReferenceRow& row, const std::string& column, double value) { row.expect(column, value); }

std::string label(const ReferenceRow& row, const char* last) {
  return row.text("topology") + " " + row.text("mapping") + " " + row.text(last);
}

void expect_grid(const ReferenceRow& row, const topologies::Mapping& mapping) {
  EXPECT_EQ(std::to_string(mapping.concentration), row.text("c"));
  EXPECT_EQ(std::to_string(mapping.process_grid[0]) + "x" + std::to_string(mapping.process_grid[1]),
            row.text("logical"));
}

TEST(RtRttModelTest, LocalTrafficIsThatOfTheReference) {
  const ReferenceFile rows("d_mapping_local.csv");
  ASSERT_EQ(std::distance(rows.begin(), rows.end()), 96);
  for (const ReferenceRow& row : rows) {
    SCOPED_TRACE(label(row, "split"));
    const topologies::Mapping mapping = mapping_of(row);
    expect_grid(row, mapping);
    const RtRttModel model(kind_of(row), row.integer("a"), mapping, split_of(row.text("split")));
    const Dilation& local = model.local();
    expect_same(row, "avg_dilation", local.mean);
    EXPECT_EQ(std::to_string(local.max), row.text("max_dilation"));
    ASSERT_EQ(local.classes.size(), 4U);
    const std::vector<std::string> names{"hi", "hp", "vi", "vp"};
    for (std::size_t j = 0; j < names.size(); ++j) {
      expect_same(row, "tau_" + names[j], local.classes[j].mean_hops);
      expect_same(row, "max_link_" + names[j], local.classes[j].max_load);
    }
    expect_same(row, "max_link_load_local", local.max_link_load);
    expect_same(row, "th_alpha1", model.maximum_throughput(1));
    expect_same(row, "global_avg_excl", model.base_latency(0));
    expect_same(row, "global_avg_incl", model.base_latency(0, UniformOver::all));
    expect_same(row, "global_max_link_excl", model.max_link_load(0));
    expect_same(row, "th_alpha0_excl", model.maximum_throughput(0));
    expect_same(row, "th_alpha0_incl", model.maximum_throughput(0, UniformOver::all));
  }
}

/// The four splits of one row of d_mapping_model.
void expect_exact_means(const ReferenceRow& row, const topologies::Mapping& mapping, double alpha) {
  const RtKind kind = kind_of(row);
  const int a = row.integer("a");
  const RtRttModel path(kind, a, mapping);
  expect_same(row, "tau_exact_excl", path.base_latency(alpha));
  expect_same(row, "tau_exact_incl", path.base_latency(alpha, UniformOver::all));
  expect_same(row, "th_path_excl", path.maximum_throughput(alpha));
  expect_same(row, "th_path_incl", path.maximum_throughput(alpha, UniformOver::all));
  expect_same(row, "th_dimension_bound_excl", path.dimension_bound(alpha));
  const RtRttModel record(kind, a, mapping, RouteSplit::record);
  expect_same(row, "tau_exact_excl", record.base_latency(alpha));
  expect_same(row, "th_record_excl", record.maximum_throughput(alpha));
  expect_same(row, "th_record_incl", record.maximum_throughput(alpha, UniformOver::all));
  const RtRttModel record_xy(kind, a, mapping, RouteSplit::record_xy);
  expect_same(row, "th_record_xy_excl", record_xy.maximum_throughput(alpha));
  const RtRttModel algorithm(kind, a, mapping, RouteSplit::algorithm_xy);
  expect_same(row, "th_algorithm_xy_excl", algorithm.maximum_throughput(alpha));
}

TEST(RtRttModelTest, EveryMixIsThatOfTheReference) {
  const ReferenceFile rows("d_mapping_model.csv");
  ASSERT_EQ(std::distance(rows.begin(), rows.end()), 264);
  int without_closed_form = 0;
  for (const ReferenceRow& row : rows) {
    SCOPED_TRACE(label(row, "alpha"));
    const topologies::Mapping mapping = mapping_of(row);
    expect_grid(row, mapping);
    const double alpha = row.number("alpha");
    expect_exact_means(row, mapping, alpha);
    const auto closed = rt_rtt_closed_form(kind_of(row), row.integer("a"), mapping, alpha);
    ASSERT_EQ(closed.has_value(), row.text("tau_closed") != "NA");
    ASSERT_EQ(closed.has_value(), row.text("th_closed") != "NA");
    if (closed) {
      expect_same(row, "tau_closed", closed->base_latency);
      expect_same(row, "th_closed", closed->maximum_throughput);
    } else {
      ++without_closed_form;
    }
  }
  EXPECT_EQ(without_closed_form, 17 * 11);  // 7 of 24 networks with mappings have a closed form
}

TEST(RtRttModelTest, PathsAndRecordsAgreeForAllSizes) {
  // Two enumerations that share nothing but the network: search on the wiring, and records.
  for (const int a : {2, 3, 4, 5, 7}) {
    for (const RtKind kind : {RtKind::rt, RtKind::rtt}) {
      for (const char* text : {"id", "f_d", "f_v(2)", "f_d . f_h(3)", "f_t(2) . f_h(2)"}) {
        SCOPED_TRACE(rt_name(kind, a) + " " + text);
        const topologies::Mapping mapping = topologies::parse_mapping(text, {2 * a, a});
        const RtRttModel path(kind, a, mapping);
        const RtRttModel record(kind, a, mapping, RouteSplit::record);
        EXPECT_EQ(path.local().histogram, record.local().histogram);
        for (std::size_t link = 0; link < path.local().link_loads.size(); ++link) {
          ASSERT_NEAR(path.local().link_loads[link], record.local().link_loads[link], 1e-12);
        }
        for (const double alpha : {0.0, 0.3, 1.0}) {
          EXPECT_NEAR(path.maximum_throughput(alpha), record.maximum_throughput(alpha), 1e-9);
          EXPECT_NEAR(path.base_latency(alpha), record.base_latency(alpha), 1e-9);
        }
      }
    }
  }
}

TEST(RtRttModelTest, ClosedFormsOfLocalTrafficAreExact) {
  // Dilation and maximum throughput of local traffic as printed (3.3, 3.4) hold for every even and odd a >= 4.
  for (const int a : {4, 5, 8, 9}) {
    for (const RtKind kind : {RtKind::rt, RtKind::rtt}) {
      for (const char* text : {"id", "f_d", "f_v(2)", "f_d . f_v(2)", "f_t(2)"}) {
        const topologies::Mapping mapping = topologies::parse_mapping(text, {2 * a, a});
        const auto closed = rt_rtt_closed_form(kind, a, mapping, 1);
        const bool printed = kind == RtKind::rtt || std::string(text) == "id" || std::string(text) == "f_v(2)";
        ASSERT_EQ(closed.has_value(), printed) << text;
        if (!closed) continue;
        const RtRttModel model(kind, a, mapping);
        EXPECT_NEAR(model.base_latency(1), closed->base_latency, 1e-9) << rt_name(kind, a) << " " << text;
        EXPECT_NEAR(model.maximum_throughput(1), closed->maximum_throughput, 1e-9) << rt_name(kind, a) << " " << text;
      }
    }
  }
}

TEST(RtRttModelTest, ClosedFormsCrossWhereThePaperSays) {
  for (const int a : {4, 8, 16}) {
    const topologies::Mapping id = topologies::parse_mapping("id", {2 * a, a});
    const double alpha = static_cast<double>(a) / (a + 3);
    EXPECT_NEAR(rt_rtt_closed_form(RtKind::rt, a, id, alpha)->maximum_throughput,
                rt_rtt_closed_form(RtKind::rtt, a, id, alpha)->maximum_throughput, 1e-12);
  }
}

TEST(RtRttModelTest, ClosedFormIsFoundHoweverTheMappingIsWritten) {
  EXPECT_TRUE(
      rt_rtt_closed_form(RtKind::rtt, 4, topologies::parse_mapping("id . f_t(2) . f_v(1)", {8, 4}), 0.5).has_value());
  EXPECT_FALSE(rt_rtt_closed_form(RtKind::rtt, 4, topologies::parse_mapping("f_t(2) . f_d", {8, 4}), 0.5).has_value());
  EXPECT_FALSE(rt_rtt_closed_form(RtKind::rtt, 4, topologies::parse_mapping("id", {4, 8}), 0.5).has_value());
}

TEST(RtRttModelTest, OtherSizes) {
  // Values of a = 8 found independently: dilation, greatest dilation, maximum throughput of local traffic.
  struct Known {
    const char* mapping;
    double dilation;
    int most;
    double throughput;
  };
  for (const Known& known :
       {Known{"id", 1.375, 7, 2.0}, Known{"f_d", 1.5, 2, 2.0}, Known{"f_v(2)", 0.9375, 7, 4.0},
        Known{"f_d . f_v(2)", 1.0, 2, 8.0 / 3}, Known{"f_t(2)", 1.0, 1, 4.0}, Known{"f_d . f_t(2)", 1.875, 8, 1.208}}) {
    SCOPED_TRACE(known.mapping);
    const RtRttModel model(RtKind::rtt, 8, topologies::parse_mapping(known.mapping, {16, 8}));
    EXPECT_NEAR(model.local().mean, known.dilation, kModelTolerance);
    EXPECT_EQ(model.local().max, known.most);
    EXPECT_NEAR(model.maximum_throughput(1), known.throughput, 5e-4);
  }
  // RT and RTT with the identity carry the same at this alpha; the closed forms cross at a / (a + 3) = .5714, .7273.
  for (const auto& [a, alpha] : {std::pair{4, 0.5867}, std::pair{8, 0.7304}}) {
    const topologies::Mapping id = topologies::parse_mapping("id", {2 * a, a});
    const RtRttModel rt(RtKind::rt, a, id);
    const RtRttModel rtt(RtKind::rtt, a, id);
    EXPECT_LT(rt.maximum_throughput(alpha - 1e-4), rtt.maximum_throughput(alpha - 1e-4));
    EXPECT_GT(rt.maximum_throughput(alpha + 1e-4), rtt.maximum_throughput(alpha + 1e-4));
  }
}

TEST(RtRttModelTest, Refusals) {
  const topologies::Mapping id = topologies::parse_mapping("id", {8, 4});
  EXPECT_THROW(RtRttModel(RtKind::rtt, 1, id), topologies::TopologyError);
  EXPECT_THROW(RtRttModel(RtKind::rtt, 1 << 20, id), topologies::TopologyError);
  EXPECT_THROW(RtRttModel(RtKind::rtt, 5, id), topologies::TopologyError);
  EXPECT_THROW(RtRttModel(RtKind::rtt, 2, topologies::parse_mapping("id", {2, 2, 2})), topologies::TopologyError);
  EXPECT_THROW(RtRttModel(RtKind::rtt, 2, topologies::make_mapping("no grid", {0, 1, 2, 3, 4, 5, 6, 7}, 8)),
               topologies::TopologyError);
  const RtRttModel model(RtKind::rtt, 4, id);
  EXPECT_THROW(model.base_latency(-0.1), topologies::TopologyError);
  EXPECT_THROW(model.maximum_throughput(1.1), topologies::TopologyError);
  EXPECT_THROW(model.dimension_bound(std::nan("")), topologies::TopologyError);
  EXPECT_THROW(rt_rtt_closed_form(RtKind::rt, 4, id, 2), topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
