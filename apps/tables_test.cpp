#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/progress_line.h"
#include "apps/result_table.h"
#include "apps/text_table.h"

namespace trenza::apps {
namespace {

using Json = nlohmann::ordered_json;

TEST(TextTable, AlignsColumns) {
  EXPECT_EQ(text_table({"rt", "rtt"},
                       {{"hops", {"6.047", "5.354"}, ""}, {"none", {"", ""}, "x"}, {"load", {"1", ""}, "phits"}}),
            "         rt    rtt\n"
            "hops  6.047  5.354\n"
            "load      1         phits\n");
}

TEST(TextTable, BreaksWideTablesIntoBlocks) {
  EXPECT_EQ(text_table({"a", "b", "c"}, {{"x", {"1", "2", "3"}, ""}}, 2), "   a  b\nx  1  2\n\n   c\nx  3\n");
}

TEST(Grouped, PutsCommasBetweenThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Significant, ShowsFourDigitsAtLeast) {
  EXPECT_EQ(significant(0.0016004, 3), "0.001600");
  EXPECT_EQ(significant(0.4, 4), "0.4000");
  EXPECT_EQ(significant(6.25, 1), "6.250");
  EXPECT_EQ(significant(123456.78, 2), "123456.78");
  EXPECT_EQ(significant(-0.000123456, 1), "-0.0001235");
  EXPECT_EQ(significant(0, 3), "0.000");
}

TEST(ResultTable, ShowsSmallNumbersWithFourDigits) {
  const Json run = {{"config", {{"name", "a"}}}, {"execution_milliseconds", 0.00160042}, {"accepted_load", 0.00012346}};
  const std::string table = result_table({run});
  EXPECT_THAT(table, testing::HasSubstr("0.001600"));
  EXPECT_THAT(table, testing::HasSubstr("0.0001235"));
}

TEST(ResultTable, SaysNotSteadyInsteadOfAMean) {
  const Json run = {
      {"config", {{"name", "a"}}}, {"steady", false}, {"steady_reason", "too short"}, {"latency", {{"mean", nullptr}}}};
  const std::string table = result_table({run});
  EXPECT_THAT(table, testing::HasSubstr("latency, mean"));
  EXPECT_THAT(table, testing::HasSubstr("not steady"));
  EXPECT_THAT(table, testing::HasSubstr("a is not steady: too short"));
}

TEST(ResultTable, SaysHowTheMixOfASaturatedRunHasMoved) {
  Json run = {{"config", {{"name", "a"}}}, {"saturation", {{"saturated", false}}}};
  EXPECT_THAT(result_table({run}), testing::Not(testing::HasSubstr("mix")));
  run["saturation"] = {{"saturated", true},
                       {"mix", {{"by_dimension", {0.91, 1.04}}, {"by_distance", {nullptr, 1.2, 1.25, 0.75}}}}};
  const std::string table = result_table({run});
  EXPECT_THAT(table, testing::ContainsRegex("mix, by dimension +0.910 1.040 +accepted/offered"));
  EXPECT_THAT(table, testing::ContainsRegex("mix, by distance +1.250 of 2, 0.750 of 3 +accepted/offered, of hops"));
}

TEST(ResultTable, ShowsMessageClassesWhereThereAreTwo) {
  Json run = {{"config", {{"name", "a"}}}, {"steady", true}, {"latency", {{"mean", 20.5}}}, {"packets", 1500}};
  EXPECT_THAT(result_table({run}), testing::Not(testing::HasSubstr("responses")));
  run["classes"] = {{{"packets", 1400}, {"latency_mean", 12.25}}, {{"packets", 100}, {"latency_mean", 34.75}}};
  const std::string table = result_table({run});
  for (const char* text : {"requests, mean", "responses, mean", "12.25", "34.75", "1,400", "100"})
    EXPECT_THAT(table, testing::HasSubstr(text));
}

TEST(ProgressText, ShowsRateAndTimeLeft) {
  std::vector<RunStatus> runs{{"rt", true, false, {50'000, 100'000, 0.5}, 10}, {"rtt", false, false, {}, 0}};
  EXPECT_EQ(progress_text(runs, 200), "rt  50 % 5 kcycles/s 0:10 left | rtt waits");
  EXPECT_EQ(progress_text(runs, 8), "rt  50 %");
}

}  // namespace
}  // namespace trenza::apps
