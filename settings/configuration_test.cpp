#include "settings/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "microarch/arbiters/arbiters.h"
#include "microarch/selections/selections.h"
#include "settings/configuration_test_support.h"
#include "settings/layers.h"
#include "settings/paper_section.h"
#include "settings/sweep_base.h"
#include "settings/yaml_reader.h"
#include "tests/places.h"

namespace trenza::settings {
namespace {

using test_support::fault;
using test_support::read;
using test_support::set;

const char* const kUniformOnRtt = "topology: {kind: rtt, a: 4}\ntraffic: {pattern: uniform, load: 0.3}\n";

RunConfiguration read_in_dir(const std::string& text, const std::vector<Override>& overrides = {}) {
  return read(text, overrides, "dir/exp.yaml");
}

std::string fault_in_dir(const std::string& text, const std::vector<Override>& overrides = {}) {
  return fault(text, overrides, "dir/exp.yaml");
}

TEST(Configuration, FillsInDefaults) {
  const RunConfiguration run = read_in_dir(kUniformOnRtt);
  EXPECT_EQ(run.name, "exp");
  EXPECT_EQ(run.topology->name(), "rtt(4)");
  EXPECT_EQ(run.fabric.max_packet_flits, 16);
  EXPECT_EQ(run.fabric.injectors, 4);
  EXPECT_EQ(run.experiment.run.cycles, 20'000U);
  EXPECT_EQ(run.experiment.synthetic->load_ppb, 300'000'000U);
  EXPECT_EQ(run.experiment.link.cycle_picoseconds(), 32'000U);
  EXPECT_FALSE(run.experiment.run.warmup);
  EXPECT_FALSE(run.waves);
}

TEST(Configuration, ReadsEveryKey) {
  const RunConfiguration run = read_in_dir(
      "name: all\n"
      "topology: {kind: twisted_torus, size: [12, 5], twist: {yx: -3}}\n"
      "router:\n"
      "  switching: virtual_cut_through\n"
      "  virtual_channels: {escape: 1, adaptive: 3}\n"
      "  buffer_packets: 5\n"
      "  max_packet_flits: 32\n"
      "  arbiter: age\n"
      "  selection: dimension_order\n"
      "  crossbar: per_port\n"
      "  injectors: 2\n"
      "  injection: shortest\n"
      "  ejectors: 3\n"
      "  router_delay: 4\n"
      "  credit_delay: 6\n"
      "  bubble: off\n"
      "link: {delay: 5, phit_bytes: 8, gigabits_per_second: 2.5}\n"
      "traffic: {pattern: hot_spot, hot_spots: [3, 59], hot_share: 0.125, arrival: on_off, on_cycles: 7, off_cycles: "
      "9,\n"
      "          load: 0.250000001, packet_flits: [{flits: 1, weight: 3}, {flits: 32, weight: 1}]}\n"
      "mapping: id\n"
      "run: {cycles: 500, warmup: 100, seed: 18446744073709551615, watchdog: 77}\n"
      "waves: {file: out.vcd, scope: r_0_*, window: \"5:9\"}\n");
  EXPECT_EQ(run.name, "all");
  EXPECT_EQ(run.topology->name(), "twisted_torus(12x5, yx=-3)");
  EXPECT_EQ(run.fabric.adaptive_vcs, 3);
  EXPECT_EQ(run.fabric.buffer_packets, 5);
  EXPECT_EQ(run.fabric.max_packet_flits, 32);
  EXPECT_EQ(run.fabric.arbiter, microarch::ArbiterPolicy("age"));
  EXPECT_EQ(run.fabric.selection, microarch::SelectionPolicy("dimension_order"));
  EXPECT_EQ(run.fabric.crossbar, microarch::CrossbarKind("per_port"));
  EXPECT_EQ(run.fabric.injection, microarch::InjectionPolicy("shortest"));
  EXPECT_EQ(run.fabric.injectors, 2);
  EXPECT_EQ(run.fabric.ejectors, 3);
  EXPECT_EQ(run.fabric.router_delay, 4);
  EXPECT_EQ(run.fabric.link_delay, 5);
  EXPECT_EQ(run.fabric.credit_delay, 6);
  EXPECT_FALSE(run.fabric.bubble);
  EXPECT_EQ(run.fabric.seed, 18'446'744'073'709'551'615U);
  EXPECT_EQ(run.experiment.link.phit_bytes, 8);
  EXPECT_EQ(run.experiment.link.bits_per_microsecond, 2500U);
  const auto& traffic = *run.experiment.synthetic;
  EXPECT_THAT(traffic.hot_spots, testing::ElementsAre(3, 59));
  EXPECT_EQ(traffic.hot_share_ppb, 125'000'000U);
  EXPECT_EQ(traffic.arrival, "on_off");
  EXPECT_EQ(traffic.on_cycles, 7U);
  EXPECT_EQ(traffic.off_cycles, 9U);
  EXPECT_EQ(traffic.load_ppb, 250'000'001U);
  ASSERT_EQ(traffic.lengths.size(), 2U);
  EXPECT_EQ(traffic.lengths[0].weight, 3U);
  EXPECT_EQ(run.experiment.run.warmup, 100U);
  EXPECT_EQ(run.experiment.run.watchdog_cycles, 77U);
  EXPECT_EQ(run.waves->file, "out.vcd");
  EXPECT_EQ(run.waves->begin, 5U);
  EXPECT_EQ(run.waves->end, 9U);
}

const std::string kSome = "\ntraffic: {pattern: uniform, load: 0.1}\n";

std::string name_of(const std::string& topology, const std::vector<Override>& overrides = {}) {
  return read_in_dir("topology: " + topology + kSome, overrides).topology->name();
}

TEST(Configuration, NetworksHaveShortForms) {
  EXPECT_EQ(name_of("{rtt: {a: 4}}"), "rtt(4)");
  EXPECT_EQ(name_of("{rtt: 4}"), "rtt(4)");
  EXPECT_EQ(name_of("{tpu: 4x4x8_twisted}"), name_of("{kind: tpu, slice: 4x4x8_twisted}"));
  EXPECT_EQ(name_of("{torus: [4, 3]}"), "torus(4x3)");
  EXPECT_EQ(name_of("{twisted_torus: {size: [8, 4], twist: {yx: 3}}}"), "twisted_torus(8x4, yx=3)");
  const std::string ibt = name_of("{kind: ibt, size: [12, 12], bypass: [4], bypass_dimensions: 1}");
  EXPECT_EQ(name_of("{kind: ibt, n: 12, d: 2, b: [4], m: 1}"), ibt);
  EXPECT_EQ(name_of("{ibt: {n: 12, d: 2, b: [4], m: 1}}"), ibt);
  EXPECT_EQ(name_of("{rtt: 4}", {set("topology.a=5")}), "rtt(5)");
  EXPECT_EQ(name_of("{kind: rtt, a: 4}", {set("topology={rt: 5}")}), "rt(5)");
  EXPECT_EQ(name_of("{kind: rtt, a: 4}", {set("topology.rt=5")}), "rt(5)");
  const Configuration runs = read_configuration(
      "topology: {rtt: 4}" + kSome + "runs: [{name: a}, {name: b, topology: {rt: 3}}]\n", "case.yaml", {});
  EXPECT_EQ(runs.runs[0].topology->name(), "rtt(4)");
  EXPECT_EQ(runs.runs[1].topology->name(), "rt(3)");
}

TEST(Configuration, FaultsInShortFormsHaveTheirPlace) {
  const auto refused = [](const std::string& topology) { return fault_in_dir("topology: " + topology + kSome, {}); };
  EXPECT_THAT(refused("{rtt: {a: four}}"), testing::StartsWith("dir/exp.yaml:1:21: topology.rtt.a: is `four`"));
  EXPECT_THAT(refused("{rtt: {b: 4}}"), testing::StartsWith("dir/exp.yaml:1:18: topology.rtt.b: "));
  EXPECT_THAT(refused("{rtt: {}}"), testing::HasSubstr("topology.rtt.a: missing"));
  EXPECT_THAT(refused("rtt"), testing::HasSubstr("topology.a: missing"));
  EXPECT_EQ(refused("{rttt: 4}"), "dir/exp.yaml:1:12: topology.rttt: is no kind of network; did you mean `rtt`?");
  EXPECT_THAT(refused("{kind: ibt, n: 12, b: [4]}"),
              testing::StartsWith("dir/exp.yaml:1:23: topology.n: stands alone; expected both `n` and `d`"));
  EXPECT_THAT(refused("{ibt: {n: 12, d: 2, b: [5]}}"), testing::HasSubstr("condition"));
}

TEST(Configuration, ResolvesToJsonInTheOrderOfTheSchema) {
  const auto json = *read_in_dir(kUniformOnRtt).resolved;
  EXPECT_EQ(json["router"]["virtual_channels"].dump(), R"({"escape":1,"adaptive":2})");
  EXPECT_EQ(json["traffic"].dump(), R"({"pattern":"uniform","arrival":"bernoulli","load":0.3,"packet_flits":16})");
  EXPECT_EQ(json["link"].dump(), R"({"delay":1,"phit_bytes":4,"gigabits_per_second":1})");
  EXPECT_EQ(json["run"].dump(), R"({"cycles":20000,"warmup":"auto","seed":1,"watchdog":1000})");
}

TEST(Configuration, WavesAreNoPartOfTheResolvedConfiguration) {
  EXPECT_EQ(*read_in_dir(std::string(kUniformOnRtt) + "waves: {file: a.vcd}\n").resolved,
            *read_in_dir(kUniformOnRtt).resolved);
}

TEST(Configuration, ResolvedReadsBackToTheSame) {
  const RunConfiguration run = read_in_dir(kUniformOnRtt);
  EXPECT_EQ(*read_in_dir(run.resolved->dump()).resolved, *run.resolved);
}

TEST(Configuration, OptionsWinOverTheFile) {
  const RunConfiguration run =
      read_in_dir(kUniformOnRtt, {set("traffic.load=0.7"), set("traffic.load=0.5"), {"--seed", "run.seed", "9"}});
  EXPECT_EQ(run.experiment.synthetic->load_ppb, 500'000'000U);
  EXPECT_EQ(run.fabric.seed, 9U);
}

TEST(Configuration, ALaterChoiceDropsWhatNoLongerApplies) {
  const RunConfiguration run = read_in_dir(kUniformOnRtt, {set("topology={kind: torus, size: [4, 2]}")});
  EXPECT_EQ(run.topology->name(), "torus(4x2)");
  EXPECT_THAT(fault_in_dir(kUniformOnRtt, {set("topology.size=[4, 2]")}),
              testing::HasSubstr("--set topology.size: does not apply here"));
  EXPECT_THAT(fault_in_dir(kUniformOnRtt, {set("topology.kind=torus")}),
              testing::HasSubstr("topology.size: missing (kind `torus` needs it)"));
}

TEST(Configuration, ARunMayReplaceThePatternByATraceAndBack) {
  const std::string trace = std::string(TRENZA_SOURCE_DIR) + "/configs/traces/cg.S.8.goal.zst";
  const auto configuration = read_configuration(
      "topology: {kind: torus, size: [4, 2]}\ntraffic: {pattern: uniform, load: 0.3, packet_flits: 4}\n"
      "runs:\n  - name: a\n  - name: b\n    traffic: {trace: " +
          trace + "}\n",
      "exp.yaml");
  EXPECT_TRUE(configuration.runs[0].experiment.synthetic);
  EXPECT_FALSE(configuration.runs[0].experiment.trace);
  EXPECT_FALSE(configuration.runs[1].experiment.synthetic);
  EXPECT_EQ(configuration.runs[1].experiment.trace->file, trace);
  EXPECT_EQ(configuration.runs[1].fabric.max_packet_flits, 64);
  EXPECT_EQ(configuration.runs[1].experiment.run.cycles, 0U);
}

TEST(Configuration, ATraceReplacesAllThatBelongsToAPattern) {
  const auto configuration = read_configuration(
      "topology: {kind: torus, size: [4, 2]}\n"
      "traffic: {pattern: local_global, alpha: 0.5, arrival: on_off, on_cycles: 7, load: 0.3}\n"
      "runs:\n  - name: a\n  - name: b\n    traffic: {trace: " TRENZA_SOURCE_DIR "/configs/traces/mg.S.8.goal.zst}\n",
      "exp.yaml");
  EXPECT_TRUE(configuration.runs[1].experiment.trace);
}

TEST(Configuration, NeighboursWrapUnlessToldOtherwise) {
  const auto run_of = [](const std::string& wrap) {
    return read_configuration("topology: {rt: 2}\ntraffic: {pattern: local_global, alpha: 1, load: 0.3" + wrap + "}\n",
                              "a.yaml", {})
        .runs[0];
  };
  EXPECT_TRUE(run_of("").experiment.synthetic->wrap);
  EXPECT_TRUE(run_of(", wrap: yes").experiment.synthetic->wrap);
  EXPECT_FALSE(run_of(", wrap: off").experiment.synthetic->wrap);
  // What is not said stays out of the document, so that results of before keep their names.
  EXPECT_FALSE((*run_of("").resolved)["traffic"].contains("wrap"));
  EXPECT_EQ((*run_of(", wrap: off").resolved)["traffic"]["wrap"], false);
}

TEST(Configuration, TrafficThatEndsHasPacketsAndNoLoad) {
  const std::string network = "topology: {kind: rt, a: 2}\n";
  const auto traffic = [&](const std::string& keys, const std::vector<Override>& overrides = {}) {
    const auto run =
        read_configuration(network + "traffic: {pattern: all_to_all, " + keys + "}\n", "a.yaml", overrides).runs[0];
    return *run.experiment.synthetic;
  };
  EXPECT_EQ(traffic("arrival: at_start").packets, 0U);
  EXPECT_EQ(traffic("arrival: at_start, packets: 9").packets, 9U);
  EXPECT_EQ(traffic("load: 0.4", {set("traffic.arrival=at_start")}).load_ppb, 0U);
  EXPECT_EQ(traffic("load: 0.4").load_ppb, 400'000'000U);
  EXPECT_THROW(traffic("arrival: at_start, load: 0.4"), ConfigError);
  EXPECT_THROW(traffic("load: 0.4, packets: 9"), ConfigError);
  EXPECT_THROW(traffic("arrival: at_start", {set("run.warmup=5")}), ConfigError);
}

TEST(Configuration, RunsInheritFromTheTop) {
  const auto configuration =
      read_configuration(std::string(kUniformOnRtt) +
                             "router: {arbiter: age}\nwaves: {file: w/out.fst}\n"
                             "runs:\n  - {name: a}\n  - {name: b, topology: {kind: rt}, router: {injectors: 2}}\n",
                         "exp.yaml");
  ASSERT_EQ(configuration.runs.size(), 2U);
  EXPECT_TRUE(configuration.compared);
  EXPECT_EQ(configuration.runs[0].topology->name(), "rtt(4)");
  EXPECT_EQ(configuration.runs[1].topology->name(), "rt(4)");
  EXPECT_EQ(configuration.runs[1].fabric.arbiter, microarch::ArbiterPolicy("age"));
  EXPECT_EQ(configuration.runs[1].fabric.injectors, 2);
  EXPECT_EQ(configuration.runs[0].waves->file, "w/out-a.fst");
  EXPECT_EQ(configuration.runs[1].waves->file, "w/out-b.fst");
}

TEST(Configuration, TracesAreRelativeToTheFileAndToTheFolderOnTheCommandLine) {
  const std::string text = "topology: {kind: torus, size: [4, 2]}\ntraffic: {trace: absent.goal}\n";
  EXPECT_THAT(fault_in_dir(text),
              testing::HasSubstr("dir/exp.yaml:2:18: traffic.trace: there is no file dir/absent.goal"));
  EXPECT_THAT(fault_in_dir(text, {set("traffic.trace=other.goal")}),
              testing::HasSubstr("--set traffic.trace: there is no file other.goal"));
}

TEST(Configuration, NamesPlacesInRuns) {
  EXPECT_THAT(fault_in_dir(std::string(kUniformOnRtt) + "runs:\n  - name: a\n    router: {arbter: age}\n"),
              testing::HasSubstr("exp.yaml:5:14: runs[0].router.arbter: unknown key"));
}

TEST(Configuration, WindowsMayBeOpen) {
  const auto run = read_in_dir(std::string(kUniformOnRtt) + "waves: {file: a.vcd, window: \"100:\"}\n");
  EXPECT_EQ(run.waves->begin, 100U);
  EXPECT_FALSE(run.waves->end);
  EXPECT_EQ(*read_in_dir(std::string(kUniformOnRtt) + "waves: {file: a.vcd, window: \":100\"}\n").waves->end, 100U);
}

TEST(Configuration, AllExamplesAreGood) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(TRENZA_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path());
    const std::string file = entry.path().string();
    if (read_sweep_base(read_text_file(file), file, {}).sweep.is_map()) continue;  // sweeps/plan_test.cpp builds these
    if (read_top(read_text_file(file), file).entry(kPaperSection) != nullptr) continue;  // tests/cli_reproduce_test.cpp
    EXPECT_NO_THROW(load_configuration(file));
    ++count;
  }
  EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace trenza::settings
