#include "apps/reproduce/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/config_error.h"
#include "settings/yaml_reader.h"

namespace trenza::apps {
namespace {

using testing::HasSubstr;

/// Two curves that cross at x = 1.5 (y) and at x = 1.75 (model).
DataTable table() {
  return {{"series", "x", "y", "model", "good"},
          {{"a", 0, 1.0, 1.0, true},
           {"a", 1, 2.0, 2.0, true},
           {"a", 2, 4.0, 4.0, true},
           {"b", 0, 2.0, 2.0, true},
           {"b", 1, 3.0, 3.5, false},
           {"b", 2, 3.0, 3.5, true}}};
}

TableShape shape() { return {table().columns, {"series", "x"}}; }

Judged judged_table(const std::string& yaml, const DataTable& data = table()) {
  return read_judgement(settings::read_yaml("{claim: it is so, " + yaml + "}", "j.yaml"), shape()).judge(data);
}

Verdict verdict(const std::string& yaml) { return judged_table(yaml).verdict.value(); }

std::string judgement_fault(const std::string& yaml) {
  try {
    read_judgement(settings::read_yaml(yaml, "j.yaml"), shape());
  } catch (const settings::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Judgement, RatiosOfAllRows) {
  const Judged one = judged_table("ratio: {of: y, to: model, at_least: 0.9}");
  EXPECT_EQ(one.claim, "it is so");
  EXPECT_EQ(one.verdict, Verdict::fails);  // 3 / 3.5
  EXPECT_EQ(one.computed, "from 0.8571 (b, 1) to 1 (b, 0); right in 4 of 6 rows");
  EXPECT_EQ(verdict("ratio: {of: y, to: model, at_least: 0.9, nearly: 0.05}"), Verdict::approximate);
  EXPECT_EQ(verdict("ratio: {of: y, to: model, at_least: 0.85}"), Verdict::holds);
  EXPECT_EQ(verdict("ratio: {of: y, to: model, at_most: 0.99}"), Verdict::fails);
  EXPECT_EQ(verdict("ratio: {of: y, to: 2, at_most: 2}"), Verdict::holds);
  EXPECT_EQ(verdict("where: {series: a}, ratio: {of: y, to: model, at_least: 1, at_most: 1}"), Verdict::holds);
}

TEST(Judgement, Differences) {
  EXPECT_EQ(verdict("difference: {of: model, to: y, at_least: 0, at_most: 0.5}"), Verdict::holds);
  EXPECT_EQ(verdict("difference: {of: model, to: y, at_least: 0, at_most: 0.4}"), Verdict::fails);
}

TEST(Judgement, Values) {
  EXPECT_EQ(verdict("where: {series: a, x: 2}, value: {of: y, is: 4}"), Verdict::holds);
  EXPECT_EQ(judged_table("where: {series: a, x: 2}, value: {of: y, is: 4}").computed, "4");
  EXPECT_EQ(verdict("where: {series: a, x: 2}, value: {of: y, is: 4.1}"), Verdict::fails);
  EXPECT_EQ(verdict("where: {series: a, x: 2}, value: {of: y, is: 4.1, within: 0.1}"), Verdict::holds);
  EXPECT_EQ(verdict("where: {series: a, x: 2}, value: {of: y, is: 4.1, nearly: 0.1}"), Verdict::approximate);
  EXPECT_EQ(verdict("value: {of: y, at_least: 1, at_most: 4}"), Verdict::holds);
  EXPECT_EQ(verdict("all: {of: good}"), Verdict::fails);
  EXPECT_EQ(verdict("where: {series: a}, all: {of: good}"), Verdict::holds);
}

/// Times with intervals.
DataTable timed() {
  return {{"series", "x", "y", "y.half_width", "model", "good"},
          {{"a", "cg", 0.90, 0.02, 1, true},
           {"a", "ft", 0.99, 0.02, 1, true},
           {"a", "ep", 1.00, 0.0, 1, true},
           {"b", "cg", 0.80, nullptr, 1, true}}};
}

Judged timed(const std::string& yaml) {
  return read_judgement(settings::read_yaml("{claim: c, " + yaml + "}", "j.yaml"), shape()).judge(timed());
}

TEST(Judgement, IntervalsAreWithinLimitsWholly) {
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.92, interval: on}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.92, interval: on}").computed, "0.9 ± 0.02");
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.91, interval: on}").verdict,
            Verdict::approximate);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.89, interval: on}").verdict,
            Verdict::approximate);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.87, interval: on}").verdict, Verdict::fails);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, at_most: 0.87, nearly: 0.02, interval: on}").verdict,
            Verdict::approximate);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, is: 0.9, within: 0.02, interval: on}").verdict,
            Verdict::holds);
  EXPECT_EQ(timed("where: {x: cg, series: a}, value: {of: y, is: 0.9, within: 0.01, interval: on}").verdict,
            Verdict::approximate);
  // A number that is exact, or of one seed alone, has no interval.
  EXPECT_EQ(timed("where: {x: ep}, value: {of: y, at_most: 1, interval: on}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {x: cg}, value: {of: y, at_most: 1, interval: on}").computed,
            "from 0.8 (b, cg) to 0.9 ± 0.02 (a, cg)");
  EXPECT_EQ(timed("value: {of: y, at_most: 1, interval: on}").verdict, Verdict::approximate);
  EXPECT_EQ(timed("value: {of: y, at_most: 1}").verdict, Verdict::holds);
}

TEST(Judgement, RowsMayHaveOneOfSeveralValues) {
  EXPECT_EQ(timed("where: {x: [cg, ft], series: a}, value: {of: y, at_most: 0.99}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {x: [cg, ep], series: a}, value: {of: y, at_most: 0.99}").verdict, Verdict::fails);
  EXPECT_EQ(verdict("where: {x: [0, 1.0], series: a}, value: {of: y, at_most: 2}"), Verdict::holds);
  EXPECT_FALSE(timed("where: {x: [no]}, value: {of: y, at_most: 1}").verdict.has_value());
}

TEST(Judgement, LowestAndHighest) {
  EXPECT_EQ(timed("lowest: {of: y, is: 0.81, within: 0.01}").verdict, Verdict::holds);
  EXPECT_EQ(timed("lowest: {of: y, is: 0.81, within: 0.01}").computed, "0.8 (b, cg)");
  EXPECT_EQ(timed("lowest: {of: y, at_most: 0.79}").verdict, Verdict::fails);
  EXPECT_EQ(timed("where: {series: a}, lowest: {of: y, at_most: 0.91, interval: on}").verdict, Verdict::approximate);
  EXPECT_EQ(timed("where: {series: a}, highest: {of: y, along: x, are: [ft, ep]}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {series: a}, highest: {of: y, along: x, are: [ep]}").computed, "ep 1, ft 0.99, cg 0.9");
  EXPECT_EQ(timed("where: {series: a}, highest: {of: y, along: x, are: [ft]}").verdict, Verdict::fails);
  EXPECT_EQ(timed("where: {series: a}, highest: {of: y, along: x, are: [ft], nearly: 1}").verdict,
            Verdict::approximate);
  EXPECT_EQ(timed("where: {series: a}, highest: {of: y, along: x, are: [cg, ep], nearly: 1}").verdict,
            Verdict::approximate);
  EXPECT_FALSE(timed("highest: {of: y, along: x, are: [bt]}").verdict.has_value());
  EXPECT_EQ(timed("where: {series: a}, lowest: {of: y, along: x, are: [ft, cg]}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {series: a}, lowest: {of: y, along: x, are: [ft, cg]}").computed, "cg 0.9, ft 0.99, ep 1");
  EXPECT_EQ(timed("where: {series: a}, lowest: {of: y, along: x, are: ep}").verdict, Verdict::fails);
}

TEST(Judgement, LeastAtAText) {
  EXPECT_EQ(timed("where: {series: a}, least: {of: y, along: x, is: cg}").verdict, Verdict::holds);
  EXPECT_EQ(timed("where: {series: a}, least: {of: y, along: x, is: cg}").computed, "0.9 ± 0.02 at cg");
  EXPECT_EQ(timed("where: {series: a}, least: {of: y, along: x, is: ft}").verdict, Verdict::fails);
  EXPECT_EQ(timed("where: {series: a}, least: {of: y, along: x, is: ft, nearly: 0.1}").verdict, Verdict::approximate);
  EXPECT_EQ(timed("where: {series: a}, least: {of: y, along: x, is: ft}").computed,
            "0.9 ± 0.02 at cg; 0.99 ± 0.02 at ft");
  EXPECT_FALSE(timed("least: {of: y, along: x, is: bt}").verdict.has_value());
}

TEST(Judgement, Crossings) {
  const std::string of = "crossing: {of: y, along: x, series: series, first: a, second: b, ";
  EXPECT_EQ(judged_table(of + "at: 1.5, within: 0.001}").verdict, Verdict::holds);
  EXPECT_EQ(judged_table(of + "at: model, within: 0.24}").verdict, Verdict::fails);
  EXPECT_EQ(judged_table(of + "at: model, within: 0.26}").verdict, Verdict::holds);
  EXPECT_EQ(judged_table(of + "at: model, within: 0.26}").computed, "at x = 1.5, to compare with 1.75");
  EXPECT_FALSE(
      judged_table("crossing: {of: y, along: x, series: series, first: a, second: c, at: 1}").verdict.has_value());
}

TEST(Judgement, OneSeriesAgainstAnother) {
  const std::string of = "against: {of: y, along: x, series: series, first: a, second: b, ";
  EXPECT_EQ(judged_table(of + "at_least: 0.5, at_most: 1.34}").verdict, Verdict::holds);
  EXPECT_EQ(judged_table(of + "at_least: 1}").verdict, Verdict::fails);
  EXPECT_EQ(judged_table(of + "at_least: 1}").computed, "from 0.5 (x 0) to 1.333 (x 2); right in 1 of 3 rows");
  EXPECT_FALSE(judged_table("where: {series: a}, " + of + "at_least: 0}").verdict.has_value());
}

TEST(Judgement, OrderAndLeast) {
  EXPECT_EQ(verdict("where: {series: a}, order: {of: y, as: x, at_least: 1}"), Verdict::holds);
  EXPECT_THAT(judged_table("order: {of: y, as: model, at_least: 0.9}").computed, HasSubstr("of 6 rows"));
  EXPECT_FALSE(judged_table("where: {x: 0}, order: {of: y, as: model, at_least: 0.9}").verdict.has_value());
  EXPECT_EQ(verdict("where: {series: b}, least: {of: y, along: x, is: 0}"), Verdict::holds);
  EXPECT_EQ(verdict("where: {series: b}, least: {of: y, along: x, is: 1}"), Verdict::fails);
}

// A verdict comes of numbers alone: where they are missing there is none.
TEST(Judgement, HasNoVerdictWithoutNumbers) {
  DataTable data = table();
  data.rows[3][2] = nullptr;
  for (const char* const yaml : {"ratio: {of: y, to: model, at_least: 0}", "value: {of: y, at_least: 0}",
                                 "difference: {of: y, to: x, at_least: -9}", "order: {of: y, as: x, at_least: -1}",
                                 "least: {of: y, along: x, is: 0, within: 9}", "least: {of: y, along: series, is: a}",
                                 "lowest: {of: y, at_least: 0}", "highest: {of: y, along: series, are: [a]}"}) {
    EXPECT_FALSE(judged_table(yaml, data).verdict.has_value()) << yaml;
    data.rows.swap(data.rows);
  }
  EXPECT_FALSE(judged_table("where: {series: z}, value: {of: y, is: 1}").verdict.has_value());
  EXPECT_FALSE(judged_table("value: {of: y, is: 1}", {table().columns, {}}).verdict.has_value());
  EXPECT_FALSE(judged_table("all: {of: good}", {table().columns, {}}).verdict.has_value());
}

TEST(Judgement, WrongOnesAreRefusedAtTheirPlace) {
  EXPECT_EQ(judgement_fault("{claim: c, ratio: {of: yy, to: model, at_least: 1}}"),
            "j.yaml:1:24: ratio.of: `yy` is no column; expected one of `series`, `x`, `y`, `model` or `good`; did you "
            "mean `y`?");
  EXPECT_THAT(judgement_fault("{claim: c, ratio: {of: y, to: modell, at_least: 1}}"),
              HasSubstr("did you mean `model`?"));
  EXPECT_THAT(judgement_fault("{claim: c, ratio: {of: y, to: model}}"),
              HasSubstr("ratio: has no limit; expected `at_least`"));
  EXPECT_THAT(judgement_fault("{claim: c, ratio: {of: y, to: model, at_least: 2, at_most: 1}}"),
              HasSubstr("is above `at_most`"));
  EXPECT_THAT(judgement_fault("{claim: c, ratoi: {of: y}}"), HasSubstr("j.yaml:1:12: ratoi: unknown key"));
  EXPECT_THAT(judgement_fault("{claim: c, ratoi: {of: y}}"), HasSubstr("did you mean `ratio`?"));
  EXPECT_THAT(judgement_fault("{claim: c}"), HasSubstr("does not say how to judge; expected one of `ratio`"));
  EXPECT_THAT(judgement_fault("{ratio: {of: y, to: model, at_least: 1}}"), HasSubstr("claim: missing"));
  EXPECT_THAT(judgement_fault("{claim: c, value: {of: y, is: 1}, all: {of: good}}"),
              HasSubstr("is a second judgement"));
  EXPECT_THAT(judgement_fault("{claim: c, where: {z: 1}, value: {of: y, is: 1}}"), HasSubstr("where.z: is no column"));
  EXPECT_THAT(judgement_fault("{claim: c, where: {x: []}, value: {of: y, is: 1}}"), HasSubstr("where.x: is a"));
  EXPECT_THAT(judgement_fault("{claim: c, where: {x: [[1]]}, value: {of: y, is: 1}}"), HasSubstr("where.x[0]: is a"));
  EXPECT_THAT(judgement_fault("{claim: c, value: {of: y, is: 1, within: -1}}"), HasSubstr("is negative"));
  EXPECT_THAT(judgement_fault("{claim: c, value: {of: y, is: 1, interval: perhaps}}"),
              HasSubstr("value.interval: is `perhaps`"));
  EXPECT_THAT(judgement_fault("{claim: c, lowest: {of: y}}"), HasSubstr("lowest.is: missing"));
  EXPECT_THAT(judgement_fault("{claim: c, highest: {of: y, along: x}}"), HasSubstr("highest.are: missing"));
  EXPECT_THAT(judgement_fault("{claim: c, least: {of: y, along: x, is: cg, within: 1}}"),
              HasSubstr("least.within: unknown key"));
  EXPECT_THAT(judgement_fault("{claims: [A1, Z9]}"), HasSubstr("`Z9` is no claim"));
  EXPECT_THAT(judgement_fault("{claims: [A1], where: {x: 1}}"), HasSubstr("where: unknown key"));
  EXPECT_EQ(judgement_fault("{claims: [A1, B18]}"), "");
}

}  // namespace
}  // namespace trenza::apps
