// Every kind of network from outside: the forms in which it is written, measured, and run in the pin view.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "topologies/registry.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

Json network_document(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--json", "-", "-q"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 0) << testing::PrintToString(arguments) << "\n" << result.errors;
  return result.status == 0 ? Json::parse(result.output) : Json();
}

Json measured(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  std::vector<std::string> all{"topology"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return network_document(folder, all);
}

TEST(CliNetworks, HaveEveryMetric) {
  const std::vector<std::string> keys{"nodes",
                                      "degree",
                                      "diameter",
                                      "mean_distance",
                                      "mean_distance_with_self",
                                      "deviation_with_self",
                                      "mean_distance_per_dimension",
                                      "imbalance",
                                      "node_symmetric",
                                      "uniform_even_split"};
  const std::vector<std::string> specs{"rtt: {a: 7}",        "twisted_torus: {size: [30, 12], twist: {yx: 13}}",
                                       "tpu: 4x4x8_twisted", "ibt: {n: 12, d: 2, b: [6]}",
                                       "mesh: [4, 4]",       "hypercube: 4",
                                       "{kind: rtt, a: 7}"};
  const Json networks = measured(specs)["networks"];
  ASSERT_EQ(networks.size(), specs.size());
  for (std::size_t k = 0; k < specs.size(); ++k) {
    for (const std::string& key : keys) EXPECT_FALSE(networks[k][key].is_null()) << specs[k] << " " << key;
  }
  const Json worst = measured({"rtt: {a: 4}", "--worst-case"});
  EXPECT_GT(worst["worst_case_throughput"], 0);
  EXPECT_NEAR(worst["worst_case_throughput_dimension_order"].get<double>(), 1.0 / 3, 1e-9);
  EXPECT_EQ(worst["worst_case_destinations_dimension_order"].size(), 32U);
}

TEST(CliNetworks, MachinesByTheirNames) {
  const Json twisted = measured({"tpu: 4x4x8_twisted"});
  EXPECT_EQ(twisted["twist_matrix"], Json::parse("[[0, 0, 4], [0, 0, 4], [0, 0, 0]]"));
  EXPECT_TRUE(measured({"tpu: 4x4x8"})["twist_matrix"].is_null());
  const Json blue_gene = measured({"bluegene_l: 64x32x32"});
  EXPECT_EQ(blue_gene["nodes"], 65536);
  EXPECT_EQ(blue_gene["diameter"], 64);
  EXPECT_NEAR(blue_gene["mean_distance_with_self"].get<double>(), 32, 1e-9);
  const TemporaryFolder folder;
  EXPECT_THAT(run_program(folder.path(), {"topology", "tpu: 4x4x16_twisted"}).errors,
              HasSubstr("cannot be twisted: its sizes must be k and 2k"));
}

// Uniform traffic with the sources counted, and the busiest link for one unit for each ordered pair.
TEST(CliNetworks, SlicesGainWhatTheirTwistPromises) {
  const auto bound = [](const std::string& slice) {
    return measured({"tpu: " + slice})["uniform_even_split_with_self"].get<double>();
  };
  EXPECT_NEAR(bound("4x4x8_twisted") / bound("4x4x8"), 1.7455, 5e-5);
  EXPECT_NEAR(bound("4x8x8_twisted") / bound("4x8x8"), 1.3913, 5e-5);
  const std::map<std::string, double> units{
      {"4x8_twisted", 21}, {"8x16_twisted", 170}, {"4x4x8_twisted", 73 + 1.0 / 3}, {"4x8x8_twisted", 184}};
  for (const auto& [slice, load] : units) {
    const Json network = measured({"tpu: " + slice});
    EXPECT_NEAR(network["nodes"].get<double>() / network["uniform_even_split_with_self"].get<double>(), load, 1e-6)
        << slice;
  }
}

struct Runnable {
  std::string kind;
  std::string topology;  ///< as in a configuration
  std::string router;
  bool is_large = false;  ///< many routers, which take long as pins
};

std::vector<Runnable> runnable() {
  const std::string petersen = std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net";
  return {
      {"torus", "{torus: [4, 3]}", "{}"},
      {"torus", "{kind: torus, size: [4, 3], wrap: [on, off]}", "{}"},
      {"twisted_torus", "{twisted_torus: {size: [6, 4], twist: {yx: 3}}}", "{}"},
      {"twisted_torus", "{twisted_torus: {size: [5, 4], twist: {yx: 2, xy: 1}}}", "{}"},
      {"twisted_torus", "{twisted_torus: {size: [5, 4], twist: {yx: 2, xy: 1}}}", "{virtual_channels: {adaptive: 0}}"},
      {"mesh", "{mesh: [4, 3]}", "{}"},
      {"unidirectional_torus", "{unidirectional_torus: [4, 3, 2]}", "{}"},
      {"hypercube", "{hypercube: 4}", "{}"},
      {"hypercube", "{hypercube: 7}", "{}", true},
      {"unidirectional_torus", "{unidirectional_torus: [4, 3]}", "{}"},
      {"rt", "{rt: 3}", "{}"},
      {"rtt", "{rtt: 3}", "{}"},
      {"pt", "{pt: 2}", "{}"},
      {"ptt", "{ptt: 2}", "{}"},
      {"pdtt", "{pdtt: 2}", "{}"},
      {"bcc", "{bcc: 2}", "{}"},
      {"tpu", "{tpu: 2x2x4_twisted}", "{}"},
      {"bluegene_l", "{bluegene_l: 8x8x8}", "{}", true},
      {"bluegene_q", "{bluegene_q: 4x4x4x4x2}", "{virtual_channels: {adaptive: 0}, injectors: 1, ejectors: 1}", true},
      {"gordon", "gordon", "{}", true},
      {"tofu", "{tofu: [2, 2, 2]}", "{}", true},
      {"tofu", "{tofu: {units: [2, 3, 2], wrap: [on, off, on]}}", "{virtual_channels: {adaptive: 0}}", true},
      {"ibt", "{ibt: {n: 8, d: 2, b: [4]}}", "{}", true},
      {"ibt", "{kind: ibt, n: 8, d: 2, b: [4], escape: three_classes}", "{}", true},
      {"ibt", "{kind: ibt, n: 8, d: 2, b: [4], escape: three_classes}", "{virtual_channels: {adaptive: 0}}"},
      {"ibt", "{kind: ibt, size: [8, 6], bypass: [3], placement: all, wrap: [off, off]}", "{}"},
      {"custom", "{custom: " + petersen + "}", "{}"},
      {"de_bruijn", "{kind: de_bruijn, k: 2, n: 4}", "{}"},
      {"barrel_shifter", "{barrel_shifter: 4}", "{}"},
  };
}

/// The documents of short runs in a view, by one call of the program.
std::vector<Json> documents_of(const std::vector<Runnable>& machines, const std::string& view) {
  std::string runs = "runs:\n";
  for (std::size_t k = 0; k < machines.size(); ++k) {
    runs += "  - {name: n" + std::to_string(k) + ", topology: " + machines[k].topology +
            ", router: " + machines[k].router + "}\n";
  }
  const TemporaryFolder folder;
  folder.write("a.yaml", runs + "traffic: {pattern: uniform, load: 0.4, packet_flits: 4}\nrun: {cycles: 300}\n");
  const Json all = network_document(folder, {"run", "a.yaml", "--set", "run.view=" + view});
  return all.is_object() ? all["runs"].get<std::vector<Json>>() : std::vector<Json>();
}

void expect_kinds(const std::vector<Runnable>& machines, const std::vector<Json>& documents) {
  ASSERT_EQ(documents.size(), machines.size());
  for (std::size_t k = 0; k < machines.size(); ++k) {
    SCOPED_TRACE(machines[k].topology + " " + machines[k].router);
    EXPECT_EQ(documents[k]["config"]["topology"]["kind"], machines[k].kind);
    EXPECT_GT(documents[k]["packets"], 100);
  }
}

/// Runs them in the tlm view and those that `as_pins` chooses in the pin view too.
void expect_every_kind_runs(const std::function<bool(const Runnable&)>& as_pins) {
  std::vector<Runnable> machines = runnable();
  const auto rest = std::stable_partition(machines.begin(), machines.end(), as_pins);
  const std::vector<Json> tlm = documents_of(machines, "tlm");
  expect_kinds(machines, tlm);
  machines.erase(rest, machines.end());
  const std::vector<Json> pin = documents_of(machines, "pin");
  expect_kinds(machines, pin);
  for (std::size_t k = 0; k < pin.size(); ++k) EXPECT_EQ(pin[k]["digest"], tlm.at(k)["digest"]) << machines[k].topology;
}

TEST(CliNetworks, EveryKindRunsAndSmallOnesInThePinView) {
  expect_every_kind_runs([](const Runnable& machine) { return !machine.is_large; });
}
TEST(CliNetworksSlow, EveryKindRunsInThePinView) {
  expect_every_kind_runs([](const Runnable&) { return true; });
}

/// All kinds but RDT, whose smallest network has 128 x 128 nodes.
TEST(CliNetworks, NoKindIsLeftOut) {
  std::set<std::string> kinds;
  for (const Runnable& machine : runnable()) kinds.insert(machine.kind);
  for (const auto& kind : topologies::topology_kinds())
    EXPECT_EQ(kinds.count(kind.name) > 0, kind.name != "rdt") << kind.name;
}

TEST(CliNetworks, RunTheWorstPermutation) {
  const TemporaryFolder folder;
  const Json worst = network_document(folder, {"topology", "rtt: {a: 3}", "--worst-case"});
  const std::string list = worst["worst_case_destinations_dimension_order"].dump();
  folder.write("a.yaml",
               "topology: {rtt: 3}\nrouter: {virtual_channels: {adaptive: 0}}\n"
               "traffic: {pattern: permutation, destinations: " +
                   list + ", load: 0.4, packet_flits: 4}\nrun: {cycles: 2000}\n");
  const Json run = network_document(folder, {"run", "a.yaml"});
  EXPECT_EQ(run["config"]["traffic"]["destinations"].dump(), list);
  EXPECT_LE(run["accepted_load_min_source"], worst["worst_case_throughput_dimension_order"]);
}

}  // namespace
}  // namespace trenza::test
