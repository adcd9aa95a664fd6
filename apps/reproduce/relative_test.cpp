#include "apps/reproduce/relative.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "sweeps/table.h"

namespace trenza::apps {
namespace {

using Json = nlohmann::ordered_json;
using sweeps::Row;
using sweeps::Rows;

/// Cycles of programs on networks: [program][network][seed].
Rows times(const std::map<std::string, std::map<std::string, std::vector<double>>>& cycles) {
  Rows rows{{"program", "network", "run.seed"}, {"execution_cycles"}, {}};
  for (const auto& [program, networks] : cycles) {
    for (const auto& [network, seeds] : networks) {
      for (std::size_t seed = 0; seed < seeds.size(); ++seed)
        rows.rows.push_back(
            Row{{{"program", program}, {"network", network}, {"run.seed", seed + 1}}, "finished", {{seeds[seed], {}}}});
    }
  }
  return rows;
}

settings::PaperSection section(const std::string& average = "program") {
  settings::PaperSection made;
  made.columns = {{"cycles", "execution_cycles", {}}};
  made.relative = {{"time", "cycles", {{"network", "rt"}}, average, {}}};
  return made;
}

/// The value and the half width of the last column over seeds.
sweeps::SeedMean over_seeds(const Rows& rows, const std::string& program, const std::string& network) {
  for (const sweeps::SeedGroup& group : sweeps::over_seeds(rows)) {
    if (group.at["program"] == program && group.at["network"] == network) return group.means.back();
  }
  ADD_FAILURE() << program << " on " << network << " is no row";
  return {};
}

TEST(Relative, QuotientsAreOfEqualSeedsAndSoAreTheirIntervals) {
  Rows rows = times({{"cg", {{"rt", {100, 200, 400}}, {"rtt", {90, 170, 320}}}}});
  add_relative(rows, section());
  const sweeps::SeedMean mean = over_seeds(rows, "cg", "rtt");
  EXPECT_NEAR(mean.value.get<double>(), (0.9 + 0.85 + 0.8) / 3, 1e-12);
  // Student's quantile for two degrees of freedom is 4.3027; the deviation of 0.9, 0.85, 0.8 is 0.05.
  EXPECT_NEAR(mean.half_width.value(), 4.3027 * 0.05 / std::sqrt(3), 1e-5);
  const sweeps::SeedMean base = over_seeds(rows, "cg", "rt");
  EXPECT_EQ(base.value, 1.0);
  EXPECT_EQ(base.half_width, 0.0);
}

TEST(Relative, MeansAreTakenSeedBySeed) {
  // Two programs whose quotients differ, but not their mean: 0.8 with each seed.
  Rows rows = times({{"cg", {{"rt", {100, 100}}, {"rtt", {90, 70}}}}, {"ft", {{"rt", {1000, 10}}, {"rtt", {700, 9}}}}});
  add_relative(rows, section());
  const sweeps::SeedMean mean = over_seeds(rows, kAverage, "rtt");
  EXPECT_NEAR(mean.value.get<double>(), 0.8, 1e-12);
  EXPECT_NEAR(mean.half_width.value(), 0, 1e-12);
  EXPECT_GT(over_seeds(rows, "ft", "rtt").half_width.value(), 0.5);
  EXPECT_EQ(over_seeds(rows, kAverage, "rt").value, 1.0);
  EXPECT_EQ(rows.rows.size(), 8U + 4U);
  EXPECT_TRUE(rows.rows.back().quantities.front().value.is_null());  // no mean of cycles
}

TEST(Relative, WithoutAnAverageThereAreNoMoreRows) {
  Rows rows = times({{"cg", {{"rt", {100}}, {"rtt", {90}}}}});
  add_relative(rows, section(""));
  EXPECT_EQ(rows.rows.size(), 2U);
  EXPECT_EQ(rows.quantities.back(), "time");
}

TEST(Relative, SeveralColumnsShareTheirRowsOfMeans) {
  Rows rows = times({{"cg", {{"rt", {100}}, {"rtt", {90}}}}, {"ft", {{"rt", {100}}, {"rtt", {70}}}}});
  settings::PaperSection two = section();
  two.relative.push_back({"of_rtt", "cycles", {{"network", "rtt"}}, "program", {}});
  add_relative(rows, two);
  EXPECT_EQ(rows.rows.size(), 6U);
  const auto means = sweeps::over_seeds(rows).at(4).means;  // average on rt
  EXPECT_EQ(means.at(1).value, 1.0);
  EXPECT_NEAR(means.at(2).value.get<double>(), (100.0 / 90 + 100.0 / 70) / 2, 1e-12);
}

// Where a number is missing there is no quotient, and no mean.
TEST(Relative, MissingNumbersStayMissing) {
  Rows rows = times({{"cg", {{"rt", {100}}, {"rtt", {90}}}}, {"ft", {{"rt", {100}}, {"rtt", {70}}}}});
  rows.rows[0].quantities[0].value = nullptr;  // cg on rt
  add_relative(rows, section());
  EXPECT_TRUE(over_seeds(rows, "cg", "rtt").value.is_null());
  EXPECT_NEAR(over_seeds(rows, "ft", "rtt").value.get<double>(), 0.7, 1e-12);
  EXPECT_EQ(rows.rows.size(), 4U);
  Rows alone = times({{"cg", {{"rtt", {90}}}}});
  add_relative(alone, section());
  EXPECT_TRUE(over_seeds(alone, "cg", "rtt").value.is_null());
  Rows zero = times({{"cg", {{"rt", {0}}, {"rtt", {90}}}}});
  add_relative(zero, section());
  EXPECT_TRUE(over_seeds(zero, "cg", "rtt").value.is_null());
}

TEST(Relative, ChoicesThatAreNumbersAreFoundByTheirValue) {
  Rows rows{{"load"}, {"accepted"}, {}};
  rows.rows.push_back(Row{{{"load", 0.5}}, "finished", {{4.0, {}}}});
  rows.rows.push_back(Row{{{"load", 1}}, "finished", {{6.0, {}}}});
  settings::PaperSection made;
  made.columns = {{"accepted", "accepted", {}}};
  made.relative = {{"gain", "accepted", {{"load", "0.50"}}, "", {}}};
  add_relative(rows, made);
  EXPECT_EQ(rows.rows[1].quantities.back().value, 1.5);
}

}  // namespace
}  // namespace trenza::apps
