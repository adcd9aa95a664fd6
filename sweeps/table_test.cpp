#include "sweeps/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "sweeps/folder.h"
#include "sweeps/verdict.h"
#include "tests/cli_program.h"

namespace trenza::sweeps {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

/// A folder with points of two loads and three seeds, whose documents `fill` makes.
class SweepFolder {
 public:
  using Fill = std::function<Json(double load, int seed)>;

  explicit SweepFolder(const Fill& fill) : folder_((place_.path() / "out").string(), Folder::Access::sweep) {
    Index index;
    index.name = "exp";
    index.keys = {"traffic.load", "run.seed"};
    for (const double load : {0.1, 0.2}) {
      for (int seed = 1; seed <= 3; ++seed) {
        const std::string name = std::string(14, '0') + std::to_string(static_cast<int>(10 * load)) + std::to_string(seed);
        index.points.push_back({name, Json{{"traffic.load", load}, {"run.seed", seed}}.dump(), "", false});
        Json document = {{"point", name}, {"config", {{"traffic", {{"load", load}, {"pattern", "uniform"}}}}}};
        const Json results = fill(load, seed);
        if (results.is_null()) continue;
        document.update(results);
        folder_.write_document(name, document.dump(2));
      }
    }
    folder_.write_index(index);
  }

  const Folder& folder() const { return folder_; }

 private:
  test::TemporaryFolder place_;
  Folder folder_;
};

Json results(double latency) {
  return {{"outcome", "finished"}, {"latency", {{"mean", latency}, {"p99", nullptr}}}, {"steady", true},
          {"classes", {{{"packets", 7}}}}};
}

TEST(Table, HasPointsInTheirOrderWithWhatTheirDocumentsSay) {
  const SweepFolder sweep([](double load, int seed) { return results(100 * load + seed); });
  const Table table = point_table(read_rows(sweep.folder(), {}));
  EXPECT_THAT(table.columns, ElementsAre("traffic.load", "run.seed", "latency.mean", "steady", "state"));
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_THAT(table.rows[1], ElementsAre(Json(0.1), Json(2), Json(12.0), Json(true), Json("finished")));
  const Table chosen = point_table(
      read_rows(sweep.folder(), {"classes.0.packets", "traffic.pattern", "config.traffic.load", "latency.p99"}));
  EXPECT_THAT(chosen.rows[5],
              ElementsAre(Json(0.2), Json(3), Json(7), Json("uniform"), Json(0.2), Json(), Json("finished")));
}

TEST(Table, NamesWhatIsMissingFailedOrDamaged) {
  const SweepFolder sweep([](double load, int seed) { return seed == 1 ? Json() : results(load); });
  const std::string third = std::string(14, '0') + "13";
  sweep.folder().write_failure(std::string(14, '0') + "11", "took longer than the limit of 2 s");
  const std::string file = sweep.folder().document_file(third);
  const std::string text = test::read_file(file);
  std::ofstream(file) << text.substr(0, text.size() / 2);
  const Table table = point_table(read_rows(sweep.folder(), {}));
  EXPECT_EQ(table.rows[0].back(), "failed: took longer than the limit of 2 s");
  EXPECT_EQ(table.rows[1].back(), "finished");
  EXPECT_EQ(table.rows[2].back(), "damaged: the document is cut off");
  EXPECT_EQ(table.rows[3].back(), "missing");
  EXPECT_EQ(over_seeds(read_rows(sweep.folder(), {}))[0].state, "1 failed, 1 finished, 1 damaged");
}

TEST(Table, RefusesColumnsThatNoDocumentHas) {
  const SweepFolder sweep([](double load, int) { return results(load); });
  try {
    read_rows(sweep.folder(), {"latncy.mean"});
    FAIL();
  } catch (const ColumnError& error) {
    EXPECT_THAT(error.what(), HasSubstr("latncy.mean: no document has it"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean `latency.mean`?"));
  }
}

TEST(Table, MeansOverSeedsHaveTheIntervalOfStudent) {
  const SweepFolder sweep([](double, int seed) { return results(std::vector<double>{10, 12, 17}[seed - 1]); });
  const std::vector<SeedGroup> groups = over_seeds(read_rows(sweep.folder(), {"latency.mean"}));
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].seeds, 3U);
  EXPECT_EQ(groups[0].at, (Json{{"traffic.load", 0.1}}));
  EXPECT_DOUBLE_EQ(groups[0].means[0].value.get<double>(), 13);
  // The sample variance of 10, 12, 17 is 13; t of 2 degrees is 4.30265.
  EXPECT_NEAR(groups[0].means[0].half_width.value_or(0), 4.3026527 * std::sqrt(13.0 / 3), 1e-6);
  const Table table = seed_table(read_rows(sweep.folder(), {"latency.mean"}));
  EXPECT_THAT(table.columns, ElementsAre("traffic.load", "seeds", "latency.mean", "latency.mean.half_width", "state"));
}

TEST(Table, OneSeedHasTheIntervalOfItsDocument) {
  const SweepFolder sweep([](double load, int seed) {
    Json json = results(load);
    json["latency"]["interval"] = {{"mean", {{"low", load - 0.01}, {"high", load + 0.03}}}};
    return seed == 1 ? json : Json();
  });
  const std::vector<SeedGroup> groups = over_seeds(read_rows(sweep.folder(), {"latency.mean"}));
  EXPECT_NEAR(groups[0].means[0].half_width.value_or(0), 0.02, 1e-9);
}

TEST(Table, DifferencesGoBeyondTheirIntervals) {
  const auto near = [](double offset) {
    return SweepFolder::Fill([offset](double load, int seed) { return results(100 * load + offset + seed); });
  };
  const SweepFolder one(near(0));
  const SweepFolder close(near(1));
  const SweepFolder far(near(20));
  const auto rows = [](const SweepFolder& sweep) { return read_rows(sweep.folder(), {"latency.mean"}); };
  EXPECT_TRUE(difference(rows(one), rows(close)).table.rows.empty());
  const Difference apart = difference(rows(one), rows(far));
  EXPECT_EQ(apart.compared, 2U);
  ASSERT_EQ(apart.table.rows.size(), 2U);
  EXPECT_EQ(apart.table.rows[0][1], "latency.mean");
  EXPECT_DOUBLE_EQ(apart.table.rows[0].back().get<double>(), 20);
  EXPECT_TRUE(apart.alone.empty());
}

TEST(Table, SearchesHaveARowForEachLine) {
  Index index;
  index.searches = {{R"({"series":"rt"})", "traffic.load", "0.4", "0.405"}, {R"({"series":"rtt"})", "traffic.load", "1", "null"}};
  const Table table = search_table(index);
  EXPECT_THAT(table.columns, ElementsAre("series", "saturation of", "above", "at most"));
  EXPECT_THAT(table.rows[1], ElementsAre(Json("rtt"), Json("traffic.load"), Json(1), Json()));
}

TEST(Verdict, AcceptsTheWordOfTheDocumentOr98PerCent) {
  const auto judged = [](double offered, double accepted, const Json& more = Json::object()) {
    Json json = {{"outcome", "finished"}, {"offered_load", offered}, {"accepted_load", accepted}};
    json.update(more);
    return verdict_of(json);
  };
  EXPECT_EQ(judged(0.5, 0.4901), Verdict::below);
  EXPECT_EQ(judged(0.5, 0.4899), Verdict::saturated);
  EXPECT_EQ(judged(0.5, 0.5, {{"saturation", {{"saturated", true}}}}), Verdict::saturated);
  EXPECT_EQ(judged(0.5, 0.4, {{"saturation", {{"saturated", false}}}}), Verdict::below);
  EXPECT_EQ(judged(0.5, 0.5, {{"outcome", "deadlock"}}), Verdict::saturated);
}

}  // namespace
}  // namespace trenza::sweeps
