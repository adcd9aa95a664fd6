#include "sweeps/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <filesystem>
#include <sstream>

#include "settings/config_error.h"
#include "settings/yaml_reader.h"
#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::sweeps {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kBase = "topology: {rtt: 4}\ntraffic: {pattern: uniform, load: 0.3}\n";

Plan plan(const std::string& sweep, const std::vector<settings::Override>& overrides = {}) {
  return Plan(settings::read_sweep_base(kBase + "sweep: " + sweep + "\n", "dir/exp.yaml", overrides));
}

std::vector<std::string> at(const Plan& plan) {
  std::vector<std::string> all;
  for (std::size_t number = 0; number < plan.layout().size(); ++number) all.push_back(plan.point(number).at);
  return all;
}

std::string fault(const std::string& sweep, const std::vector<settings::Override>& overrides = {}) {
  try {
    const Plan made = plan(sweep, overrides);
    NameCheck names(made);
    for (const std::size_t number : made.points_to_check()) names.add(made.point(number));
  } catch (const settings::ConfigError& error) {
    return error.what();
  }
  return "";
}

// Dotted keys mean the nested ones, in series and in the words of the section.
TEST(Plan, TakesDottedKeysForNestedOnes) {
  const auto adaptive = [](const std::string& sweep) {
    std::vector<int> all;
    const Plan made = plan(sweep);
    for (std::size_t number = 0; number < made.layout().size(); ++number)
      all.push_back(made.point(number).run.fabric.adaptive_vcs);
    return all;
  };
  const std::string nested =
      "{series: [{name: a, router: {virtual_channels: {adaptive: 1}}}, {name: b, router: {virtual_channels: {adaptive: "
      "3}}}]}";
  const std::string dotted =
      "{series: [{name: a, router.virtual_channels.adaptive: 1}, {name: b, router: {virtual_channels.adaptive: 3}}]}";
  EXPECT_THAT(adaptive(nested), ElementsAre(1, 3));
  EXPECT_EQ(adaptive(dotted), adaptive(nested));
  EXPECT_THAT(adaptive("{router.virtual_channels: [{adaptive: 1}, {adaptive: 2}]}"), ElementsAre(1, 2));
  EXPECT_EQ(at(plan("{zip.traffic.load: [0.1, 0.2], zip.run.cycles: [90, 50]}")),
            at(plan("{zip: {traffic.load: [0.1, 0.2], run.cycles: [90, 50]}}")));
  EXPECT_EQ(fault("{find.saturation: traffic.load, find.within: 0.25}"), "");
  EXPECT_EQ(fault("{find.saturation: traffic.load}", {{"--set", "sweep.find.within", "0.25"}}), "");
  EXPECT_THAT(fault("{find.saturation: traffic.load, find: {saturation: traffic.load, within: 0.25}}"),
              HasSubstr("sweep.find.saturation: duplicate key"));
  EXPECT_THAT(fault("{find.saturation: traffic.load, find.within: 0.25, find.zzz: 1}"), HasSubstr("zzz"));
  EXPECT_THAT(fault("{series: [{name: a, router.zzz: 1}]}"), HasSubstr("zzz"));
}

TEST(Plan, IsTheProductOfItsAxesWithSeedsInnermost) {
  const Plan made = plan(
      "{seeds: 2, traffic.load: {from: 0.1, to: 0.2, step: 0.1}, "
      "router.virtual_channels.adaptive: [1, 2]}");
  EXPECT_EQ(made.axes_text(), "traffic.load 2 x router.virtual_channels.adaptive 2 x run.seed 2");
  const auto all = at(made);
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all[0], R"({"traffic.load":0.1,"router.virtual_channels.adaptive":1,"run.seed":1})");
  EXPECT_EQ(all[1], R"({"traffic.load":0.1,"router.virtual_channels.adaptive":1,"run.seed":2})");
  EXPECT_EQ(all[2], R"({"traffic.load":0.1,"router.virtual_channels.adaptive":2,"run.seed":1})");
  EXPECT_EQ(all[7], R"({"traffic.load":0.2,"router.virtual_channels.adaptive":2,"run.seed":2})");
  const Point last = made.point(7);
  EXPECT_EQ(last.run.experiment.synthetic->load_ppb, 200'000'000U);
  EXPECT_EQ(last.run.fabric.adaptive_vcs, 2);
  EXPECT_EQ(last.run.experiment.run.seed, 2U);
}

TEST(Plan, RangesAreExactAndIncludeTheirEnd) {
  EXPECT_EQ(at(plan("{traffic.load: {from: 0.1, to: 0.8, step: 0.1}}")).size(), 8U);
  EXPECT_EQ(at(plan("{traffic.load: {from: 0.1, to: 0.79, step: 0.1}}")).size(), 7U);
  EXPECT_THAT(at(plan("{run.cycles: {from: 1000, to: 2000, step: 500}}")),
              ElementsAre(R"({"run.cycles":1000})", R"({"run.cycles":1500})", R"({"run.cycles":2000})"));
  EXPECT_THAT(at(plan("{traffic.load: {from: 0.3, to: 0.3, step: 9}}")), ElementsAre(R"({"traffic.load":0.3})"));
}

TEST(Plan, ZipsListsAndNamesSeries) {
  EXPECT_THAT(at(plan("{zip: {traffic.load: [0.1, 0.2], run.cycles: [900, 500]}}")),
              ElementsAre(R"({"traffic.load":0.1,"run.cycles":900})", R"({"traffic.load":0.2,"run.cycles":500})"));
  EXPECT_EQ(at(plan("{zip: [{traffic.load: [0.1, 0.2], run.cycles: [900, 500]}, "
                    "{run.seed: [1, 2, 3], router.injectors: [1, 2, 3]}]}"))
                .size(),
            6U);
  const Plan series = plan(
      "{series: [{name: 'RT(4), one', topology: {rt: 4}}, {name: b, topology: {torus: [4, 4]}, "
      "router: {injectors: 2}}], traffic.load: [0.1]}");
  EXPECT_THAT(at(series),
              ElementsAre(R"({"series":"RT(4), one","traffic.load":0.1})", R"({"series":"b","traffic.load":0.1})"));
  EXPECT_EQ(series.point(0).run.topology->name(), "rt(4)");
  EXPECT_EQ(series.point(1).run.topology->sizes(), (std::vector<int>{4, 4}));
  EXPECT_EQ(series.point(1).run.fabric.injectors, 2);
}

TEST(Plan, NamesSeveralAxesOfSeries) {
  const Plan both = plan(
      "{series: {network: [{name: RT, topology: {rt: 4}}, {name: RTT, topology: {rtt: 4}}], "
      "program: [{name: a, traffic: {packet_flits: 4}}, {name: b, traffic: {packet_flits: 8}}]}, seeds: 1}");
  EXPECT_THAT(at(both), ElementsAre(R"({"network":"RT","program":"a","run.seed":1})",
                                    R"({"network":"RT","program":"b","run.seed":1})",
                                    R"({"network":"RTT","program":"a","run.seed":1})",
                                    R"({"network":"RTT","program":"b","run.seed":1})"));
  EXPECT_EQ(both.axes_text(), "network 2 x program 2 x run.seed 1");
  EXPECT_EQ(both.point(3).run.topology->name(), "rtt(4)");
  EXPECT_EQ(both.point(3).config.find("\"packet_flits\":4"), std::string::npos);
  // A list alone and a map of one axis named `series` are no different.
  EXPECT_THAT(at(plan("{series: [{name: a, topology: {rt: 4}}]}")), ElementsAre(R"({"series":"a"})"));
}

TEST(Plan, VariesNetworksPatternsAndPolicies) {
  const Plan networks = plan("{topology: [{rt: 4}, {kind: torus, size: [4, 4]}, {rtt: 2}]}");
  EXPECT_EQ(networks.point(0).run.topology->name(), "rt(4)");
  EXPECT_EQ(networks.point(2).run.topology->name(), "rtt(2)");
  EXPECT_EQ(networks.point(1).at, R"({"topology":{"kind":"torus","size":[4,4]}})");
  const Plan policies = plan("{router.allocator: [input_first, {islip: {iterations: 2}}]}");
  EXPECT_EQ(policies.point(1).at, R"({"router.allocator":{"islip":{"iterations":2}}})");
  EXPECT_EQ(at(plan("{traffic.pattern: [uniform, tornado]}")).size(), 2U);
}

TEST(Plan, NamesAreHashesOfAllThatMatters) {
  const Plan one = plan("{traffic.load: [0.1, 0.2, 0.3]}");
  EXPECT_EQ(one.point(0).name.size(), 16U);
  EXPECT_NE(one.point(0).name, one.point(1).name);
  EXPECT_EQ(one.point(1).name, plan("{run.cycles: [20000], traffic.load: [0.20]}").point(0).name);
  EXPECT_NE(one.point(1).name, plan("{run.cycles: [20001], traffic.load: [0.20]}").point(0).name);
  EXPECT_EQ(one.point(0).config.find("\"name\""), std::string::npos);
}

TEST(Plan, PointsShareNetworks) {
  const Plan made = plan("{traffic.load: [0.1, 0.2]}");
  const Point one = made.point(0);
  EXPECT_EQ(one.run.topology, made.point(1).run.topology);
}

TEST(Plan, TakesAxesFromTheCommandLine) {
  const Plan made = plan(
      "{traffic.load: [0.1]}",
      {{"--set", "sweep.traffic.load", "[0.1, 0.4]"}, {"--set", "sweep.seeds", "3"}, {"--set", "run.cycles", "777"}});
  EXPECT_EQ(made.layout().size(), 6U);
  EXPECT_EQ(made.point(5).run.experiment.run.cycles, 777U);
  EXPECT_EQ(made.point(5).run.experiment.run.seed, 3U);
  const Plan alone(settings::read_sweep_base(kBase, "exp.yaml", {{"--set", "sweep.seeds", "2"}}));
  EXPECT_EQ(alone.layout().size(), 2U);
}

TEST(Plan, FindHasTheStepsBetweenItsEnds) {
  const Plan made = plan("{find: {saturation: traffic.load, within: 0.3}, seeds: 2}");
  EXPECT_EQ(made.rules().walk, Walk::find);
  EXPECT_EQ(made.layout().sizes, (std::vector<std::size_t>{4, 2}));
  EXPECT_EQ(made.layout().seed_axis, 1U);
  EXPECT_EQ(made.point(0).at, R"({"traffic.load":0.3,"run.seed":1})");
  EXPECT_EQ(made.point(6).at, R"({"traffic.load":1,"run.seed":1})");
  EXPECT_EQ(made.points_to_check(), (std::vector<std::size_t>{0, 6}));
  EXPECT_EQ(plan("{find: {saturation: traffic.load, within: 0.1, from: 0.2, to: 0.5}}").layout().size(), 3U);
}

TEST(Plan, ReadsItsRules) {
  const Plan made = plan("{stop: saturation, limit: 1.5, share_warmup: on, seeds: 2, traffic.load: [0.1, 0.5]}");
  EXPECT_EQ(made.rules().walk, Walk::stop);
  EXPECT_EQ(made.layout().walk_axis, 0U);
  EXPECT_EQ(made.rules().limit_ppb, 1'500'000'000U);
  EXPECT_TRUE(made.rules().share_warmup);
}

/// Builds every point of every sweep in a folder like configs/.
void expect_sweeps_are_good(const fs::path& configurations) {
  int sweeps = 0;
  for (const auto& entry : fs::recursive_directory_iterator(configurations)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string file = entry.path().string();
    if (!settings::read_sweep_base(settings::read_text_file(file), file, {}).sweep.is_map()) continue;
    SCOPED_TRACE(file);
    const Plan made = load_plan(file, {});
    NameCheck names(made);
    for (const std::size_t number : made.points_to_check()) EXPECT_NO_THROW(names.add(made.point(number)));
    ++sweeps;
  }
  EXPECT_GE(sweeps, 20);
}

/// A trace without operations; its name says how many ranks it has, as in cg.A.32.i1.goal.zst.
std::string empty_trace(const std::string& name) {
  std::istringstream parts(name);
  std::string ranks;
  for (int k = 0; k < 3; ++k) std::getline(parts, ranks, '.');
  std::string text = "num_ranks " + ranks + "\n";
  for (int rank = 0; rank < std::stoi(ranks); ++rank) text += "rank " + std::to_string(rank) + " {\n}\n";
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  compressed.resize(ZSTD_compress(compressed.data(), compressed.size(), text.data(), text.size(), 1));
  return compressed;
}

const fs::path kConfigurations = fs::path(TRENZA_SOURCE_DIR) / "configs";

// Each point of a replay reads its whole trace, so here traces are empty.
TEST(Plan, AllExamplesAreGood) {
  const test::TemporaryFolder folder;
  for (const auto& entry : fs::recursive_directory_iterator(kConfigurations)) {
    if (!entry.is_regular_file()) continue;
    const fs::path name = entry.path().lexically_relative(kConfigurations);
    fs::create_directories((folder.path() / name).parent_path());
    folder.write(name.string(), name.extension() == ".zst" ? empty_trace(name.filename().string())
                                                           : settings::read_text_file(entry.path().string()));
  }
  expect_sweeps_are_good(folder.path());
}

TEST(PlanSlow, AllExamplesAreGoodWithTheirTraces) { expect_sweeps_are_good(kConfigurations); }

TEST(Plan, WrongAxesHaveAPlaceAndAHint) {
  EXPECT_EQ(fault("{seds: 3}").substr(0, 39), "dir/exp.yaml:3:9: sweep.seds: unknown k");
  EXPECT_THAT(fault("{seds: 3}"), HasSubstr("did you mean `seeds`?"));
  EXPECT_THAT(fault("{traffic.laod: [1]}"), HasSubstr("did you mean `traffic.load`?"));
  EXPECT_THAT(fault("{traffic.load: 0.3}"), HasSubstr("3:23: sweep.traffic.load: is `0.3`; expected a list"));
  EXPECT_THAT(fault("{traffic.load: []}"), HasSubstr("is an empty list"));
  EXPECT_THAT(fault("{traffic.load: {from: 0.8, to: 0.1, step: 0.1}}"),
              HasSubstr("the range from 0.8 to 0.1 is empty"));
  EXPECT_THAT(fault("{traffic.load: {from: 0.1, to: 0.8, step: 0}}"),
              HasSubstr("3:50: sweep.traffic.load.step: a step of 0 leads nowhere"));
  EXPECT_THAT(fault("{traffic.load: {from: 0.1, to: 0.8}}"), HasSubstr("sweep.traffic.load.step: missing"));
  EXPECT_THAT(fault("{traffic.load: {from: 0.1, too: 0.8}}"), HasSubstr("did you mean `to`?"));
  EXPECT_THAT(fault("{traffic.load: {from: 0, to: 1, step: 0.000000001}}"), HasSubstr("more than 100000 values"));
  EXPECT_THAT(fault("{traffic.load: [0.1, fast]}"), HasSubstr("3:29: sweep.traffic.load[1]: is `fast`; expected"));
  EXPECT_THAT(fault("{zip: {traffic.load: [0.1, 0.2], run.cycles: [5]}}"),
              HasSubstr("sweep.zip.run.cycles: 1 values next to the 2 of `traffic.load`"));
  EXPECT_THAT(fault("{zip: {traffic.load: [0.1]}}"), HasSubstr("has fewer than two keys"));
  EXPECT_THAT(fault("{series: [{name: a}, {name: a, run: {seed: 2}}]}"), HasSubstr("a second series is named `a`"));
  EXPECT_THAT(fault("{series: [{topology: {rt: 4}}]}"), HasSubstr("sweep.series[0].name: missing"));
  EXPECT_THAT(fault("{series: {}}"), HasSubstr("sweep.series: is an empty map; expected lists"));
  EXPECT_THAT(fault("{series: {network: 3}}"), HasSubstr("sweep.series.network: is `3`; expected a list of maps"));
  EXPECT_THAT(fault("{series: {topology: [{name: a}]}}"), HasSubstr("`topology` is a key; expected another name"));
  EXPECT_THAT(fault("{series: {seeds: [{name: a}]}}"), HasSubstr("`seeds` is a key; expected another name"));
  EXPECT_THAT(fault("{series: {traffic.load: [{name: a}]}}"), HasSubstr("`traffic.load` is a path; expected another"));
  EXPECT_THAT(fault("{series: {a: [{name: x, run: {seed: 1}}], b: [{name: y, run: {seed: 1}}, {name: z}]}}"),
              HasSubstr("are the same experiment"));
  EXPECT_THAT(fault("{run.seed: {from: 1, to: 1000, step: 1}, run.cycles: {from: 1, to: 1000, step: 1}}"),
              HasSubstr("3:8: sweep: has more than 100000 points"));
  EXPECT_THAT(fault("{traffic.load: [0.1, 0.10]}"), HasSubstr("are the same experiment"));
  EXPECT_THAT(fault("{seeds: 2, run.seed: [1]}"), HasSubstr("are both axes"));
  EXPECT_THAT(fault("{topology: [{rt: 4}], topology.a: [2]}"), HasSubstr("are both axes"));
  EXPECT_THAT(fault("{waves.file: [a.vcd]}"), HasSubstr("changes no result"));
  EXPECT_THAT(fault("{}"), HasSubstr("varies nothing"));
  EXPECT_THAT(fault("3"), HasSubstr("is `3`; expected a map"));
  EXPECT_THAT(fault("{seeds: 0}"), HasSubstr("expected how many seeds"));
  EXPECT_THAT(fault("{stop: saturation, seeds: 2}"), HasSubstr("`traffic.load` is no axis along which"));
  EXPECT_THAT(fault("{stop: satuation, traffic.load: [1]}"), HasSubstr("did you mean `saturation`?"));
  EXPECT_THAT(fault("{find: {saturation: traffic.load}}"), HasSubstr("sweep.find.within: missing"));
  EXPECT_THAT(fault("{find: {saturation: traffic.load, within: 0}}"), HasSubstr("a step of 0 leads nowhere"));
  EXPECT_THAT(fault("{find: {saturation: traffic.load, within: 0.1}, stop: saturation}"), HasSubstr("both given"));
  EXPECT_THAT(fault("{limit: 0, seeds: 1}"), HasSubstr("sweep.limit: is 0"));
  EXPECT_THAT(fault("{seeds: 2}", {{"--seed", "run.seed", "7"}}), HasSubstr("--seed: `run.seed` is an axis"));
  EXPECT_THAT(fault("{run.warmup: [0, 30000]}"), HasSubstr("leaves nothing of 20000"));
  EXPECT_THAT(fault("{run.cycles: [90000, 100], run.warmup: [200]}"),
              HasSubstr("at the point {\"run.cycles\":100,\"run.warmup\":200}"));
}

}  // namespace
}  // namespace trenza::sweeps
