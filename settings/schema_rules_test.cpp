// The schema judges as the program does.
#include "settings/schema_rules.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "settings/configuration.h"
#include "settings/schema.h"
#include "settings/schema_check_test_support.h"
#include "settings/schema_export.h"
#include "tests/places.h"
#include "topologies/registry.h"

namespace trenza::settings {
namespace {

const SchemaCheck& schema() {
  static const SchemaCheck check(json_schema());
  return check;
}

bool is_read(const std::string& yaml) {
  try {
    read_configuration(yaml, "case.yaml");
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

void expect_both(const std::string& yaml, bool accepted) {
  EXPECT_EQ(schema().accepts(yaml), accepted) << yaml;
  EXPECT_EQ(is_read(yaml), accepted) << yaml;
}

const std::string kTraffic = "traffic: {pattern: uniform, load: 0.3}\n";
const std::string kTopology = "topology: {kind: rtt, a: 4}\n";

TEST(SchemaRules, AcceptEveryConfigurationOfTheRepository) {
  int files = 0;
  const std::filesystem::path folder = std::filesystem::path(TRENZA_SOURCE_DIR) / "configs";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_TRUE(schema().accepts(text.str())) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 10);
}

TEST(SchemaRules, AcceptBooleansAsEditorsReadThem) {
  for (const char* const word : {"on", "off", "true", "false", "yes", "no"}) {
    expect_both(kTopology + kTraffic + "router: {bubble: " + word + "}\n", true);
    expect_both("topology: {kind: torus, size: [4, 4], wrap: [on, " + std::string(word) + "]}\n" + kTraffic, true);
  }
  expect_both(kTopology + kTraffic + "router: {bubble: maybe}\n", false);
  expect_both(kTopology + kTraffic + "router: {bubble: 1}\n", false);
}

TEST(SchemaRules, RequireWhatTheProgramRequires) {
  for (const char* const topology :
       {"{kind: rtt}", "{rtt: {}}", "{rtt: }", "rtt", "{a: 4}", "{}", "{kind: torus}", "torus", "{kind: tpu}",
        "{kind: ibt, size: [4, 4]}", "{kind: ibt, n: 4, bypass: [2]}", "{ibt: {n: 4, d: 2}}", "{kind: hypercube}",
        "{kind: de_bruijn, n: 4}", "{kind: custom}"}) {
    expect_both("topology: " + std::string(topology) + "\n" + kTraffic, false);
  }
  for (const char* const traffic :
       {"{}", "{pattern: uniform}", "{pattern: uniform, arrival: poisson}", "{load: 0.3}",
        "{pattern: local_global, load: 0.3}", "{pattern: hot_spot, load: 0.3, hot_spots: [1]}",
        "{pattern: permutation, load: 0.3}", "{packets: 4, arrival: at_start}"}) {
    expect_both(kTopology + "traffic: " + traffic + "\n", false);
  }
  expect_both(kTopology, false);
  expect_both(kTraffic, false);
  expect_both(kTopology + kTraffic + "waves: {scope: r_0_0}\n", false);
  expect_both(kTopology + kTraffic + "runs: [{run: {seed: 2}}]\n", false);
  expect_both(kTopology + kTraffic + "name: b\nruns: [{name: a}]\n", false);
}

TEST(SchemaRules, AcceptEveryFormOfANetwork) {
  for (const char* const topology :
       {"{kind: rtt, a: 4}", "{rtt: 4}", "{rtt: {a: 4}}", "{kind: ibt, n: 8, d: 2, b: [4]}",
        "{ibt: {n: 8, d: 2, b: [4]}}", "{kind: ibt, size: [8, 8], bypass: [4], m: 2}", "{tpu: 4x4x8}",
        "{torus: [4, 4]}", "{hypercube: 3}", "{kind: de_bruijn, k: 2, n: 4}",
        "{kind: twisted_torus, size: [8, 4], twist: {yx: 4}}"}) {
    expect_both("topology: " + std::string(topology) + "\n" + kTraffic, true);
  }
  EXPECT_TRUE(schema().accepts("topology: bluegene_l\n" + kTraffic));
}

TEST(SchemaRules, AcceptTrafficThatIsWhole) {
  for (const char* const traffic :
       {"{pattern: uniform, arrival: at_start}", "{pattern: uniform, arrival: at_start, packets: 3}",
        "{pattern: local_global, alpha: 0.5, load: 0.3}",
        "{pattern: uniform, arrival: on_off, on_cycles: 9, load: 0.1}"}) {
    expect_both(kTopology + "traffic: " + traffic + "\n", true);
  }
  EXPECT_TRUE(schema().accepts(kTopology + "traffic: {trace: a.goal, computation: 0}\n"));
}

TEST(SchemaRules, ExcludeWhatTheProgramExcludes) {
  for (const char* const topology :
       {"{kind: rtt, a: 4, size: [4, 4]}", "{kind: torus, size: [4, 4], a: 4}", "{rtt: 4, torus: [4]}",
        "{rtt: {a: 4, size: [4]}}", "{kind: rtt, a: 4, b: [2]}", "{kind: mesh, size: [4], wrap: [on]}"}) {
    expect_both("topology: " + std::string(topology) + "\n" + kTraffic, false);
  }
  for (const char* const traffic :
       {"{pattern: uniform, load: 0.3, alpha: 0.5}", "{pattern: uniform, load: 0.3, packets: 4}",
        "{pattern: uniform, arrival: at_start, load: 0.3}", "{pattern: uniform, load: 0.3, on_cycles: 4}",
        "{pattern: uniform, load: 0.3, computation: 1}"}) {
    expect_both(kTopology + "traffic: " + traffic + "\n", false);
  }
  for (const char* const more : {"pattern: uniform", "load: 0.3", "reply_flits: 4", "arrival: poisson", "alpha: 0.5"})
    EXPECT_FALSE(schema().accepts(kTopology + "traffic: {trace: a.goal, " + more + "}\n")) << more;
}

TEST(SchemaRules, KnowMeasuresAndWhenARunEnds) {
  const auto both = [](const std::string& more, bool accepted) { expect_both(kTopology + kTraffic + more, accepted); };
  for (const char* const measure : {"base_latency", "maximum_throughput", "{maximum_throughput: {within: 0.01}}"})
    both(std::string("measure: ") + measure + "\n", true);
  for (const char* const measure :
       {"latency", "{base_latency: {within: 0.01}}", "{maximum_throughput: {with: 1}}", "[]"})
    both(std::string("measure: ") + measure + "\n", false);
  both("run: {until: {relative: 0.02, cycles: 100000}}\n", true);
  both("run: {until: {relative: 0.02, cycles: 100000, intervals: [latency.p95, accepted_load]}}\n", true);
  for (const char* const until : {"{relative: 0.02}", "{cycles: 100000}", "{relative: 0, cycles: 100000}",
                                  "{relative: 0.02, cycles: 100000, intervals: [latency]}"})
    both(std::string("run: {until: ") + until + "}\n", false);
}

TEST(SchemaRules, RunsMayHoldPartsOnly) {
  expect_both(kTraffic + "runs: [{name: a, topology: {rtt: 4}}, {name: b, topology: {rt: 4}}]\n", true);
  expect_both("topology: {rtt: 4}\nruns: [{name: a, " + kTraffic.substr(0, kTraffic.size() - 1) + "}]\n", true);
  expect_both(kTraffic + "runs: [{name: a, topology: {kind: rtt, a: 4, size: [4]}}]\n", false);
}

/// Every key beside every kind of network.
TEST(SchemaRules, KnowWhichKeysAKindHas) {
  const std::map<std::string, std::string> examples = {{"size", "[4, 4]"},
                                                       {"wrap", "[on, on]"},
                                                       {"size_two_links", "1"},
                                                       {"twist", "{yx: 2}"},
                                                       {"n", "4"},
                                                       {"a", "4"},
                                                       {"slice", "4x4x4"},
                                                       {"partition", "8x8x8"},
                                                       {"bypass", "[2]"},
                                                       {"bypass_dimensions", "0"},
                                                       {"placement", "all"},
                                                       {"escape", "torus_order"},
                                                       {"file", "a.net"},
                                                       {"k", "2"},
                                                       {"links", "undirected"},
                                                       {"side", "128"},
                                                       {"ranks", "12124343"}};
  for (const auto& kind : topologies::topology_kinds()) {
    std::string needed;
    for (const auto& parameter : kind.parameters) {
      if (parameter.required) needed += ", " + parameter.name + ": " + examples.at(parameter.name);
    }
    for (const auto& [name, value] : examples) {
      if (name == "n" && kind.name == "ibt") continue;  // its own n goes with d
      std::string topology = "{kind: " + kind.name + needed;
      const bool has = kind.parameter(name) != nullptr;
      if (!has || !kind.parameter(name)->required) topology.append(", ").append(name).append(": ").append(value);
      EXPECT_EQ(schema().accepts(fmt::format("topology: {}}}\n{}", topology, kTraffic)), has) << topology;
    }
  }
}

TEST(SchemaRules, KnowWhichKeysAMachineHas) {
  const auto both = [](const std::string& router, bool accepted, const std::string& more = "") {
    expect_both(kTopology + kTraffic + "router: {" + router + "}\n" + more, accepted);
  };
  both("switching: wormhole, virtual_channels: {count: 3}, injection: side_by_side", true, "link: {delay: 0}\n");
  both("switching: wormhole, virtual_channels: {adaptive: 3}", false);
  both("switching: wormhole, injection: shortest", false);
  both("switching: wormhole, buffer_packets: 3", false);
  both("switching: virtual_cut_through, buffer_flits: 3", false);
  both("switching: virtual_cut_through", false, "link: {delay: 0}\n");
  both("switching: virtual_cut_through, profile: booksim2", false);
  both("switching: wormhole, profile: booksim2", true);
  both("profile: booksim2, buffer_flits: 3", true, "link: {dimension_delay: [0, 0]}\n");
  both("profile: booksim", false);
  both("buffer_flits: 3", false);
  both("vc_allocation: {requests: all}", false);
  both("buffer_packets: 3", true);
  both("selection: random", true);
  expect_both(kTopology + kTraffic + "link: {delay: 0}\n", false);
  both("switching: wormhole, routing: up_down, dateline: static", false);
  both("switching: wormhole, routing: duato, sticky_escape: off", true);
  both("switching: wormhole, routing: duato_nbc, virtual_channels: {adaptive: 3, escape: 5}", true);
  both("switching: wormhole, routing: nbc, bonus_cards: all, virtual_channels: {count: 8}", true);
  both("switching: wormhole, routing: nhop, bonus_cards: all", false);
  both("switching: wormhole, routing: nbc, virtual_channels: {escape: 5}", false);
  both("switching: wormhole, escape: flit_bubble, buffer_flits: 65", true);
  both("switching: wormhole, routing: up_down, escape: flit_bubble", false);
  both("escape: flit_bubble", false);
  both("switching: wormhole, vc_allocation: {allocator: {islip: {iterations: 2}}, requests: all}", true);
  both("allocator: islip, pipeline: two_step, arbiter: age", true);
}

TEST(SchemaRules, KnowSweeps) {
  for (const char* const sweep :
       {"{traffic.load: [0.1, 0.2]}", "{traffic.load: {from: 0.1, to: 0.8, step: 0.1}, seeds: 3}",
        "{seeds: 2, stop: saturation}", "{topology: [{rt: 4}, {rtt: 4}], limit: 2.5}",
        "{series: [{name: a, topology: {rt: 4}}], share_warmup: on}",
        "{series: {network: [{name: a, topology: {rt: 4}}]}}", "{zip: {traffic.load: [1], run.seed: [2]}}",
        "{zip: [{traffic.load: [1], run.seed: [2]}], stop: {saturation: run.seed}}",
        "{find: {saturation: traffic.load, within: 0.005}}"}) {
    EXPECT_TRUE(schema().accepts(kTopology + kTraffic + "sweep: " + sweep + "\n")) << sweep;
    EXPECT_TRUE(schema().accepts("sweep: " + std::string(sweep) + "\n")) << "axes may give what the file does not";
  }
  for (const char* const sweep :
       {"3", "{traffic.load: 0.1}", "{traffic.load: {from: 0.1, to: 0.8}}", "{traffic.load: []}", "{seeds: 0}",
        "{Seeds: [1]}", "{stop: satuation}", "{find: {saturation: traffic.load}}", "{series: [{topology: {rt: 4}}]}",
        "{series: 3}", "{share_warmup: 2}"}) {
    EXPECT_FALSE(schema().accepts(kTopology + kTraffic + "sweep: " + sweep + "\n")) << sweep;
  }
  EXPECT_FALSE(schema().accepts(kTopology + kTraffic + "sweep: {seeds: 2}\nruns: [{name: a}]\n"));
}

}  // namespace
}  // namespace trenza::settings
