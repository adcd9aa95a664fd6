// Every kind of network from outside: the forms in which it is written, measured, and run in the pin view.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

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
                                      "uniform_throughput_bound"};
  for (const char* const spec :
       {"rtt: {a: 7}", "twisted_torus: {size: [30, 12], twist: {yx: 13}}", "ibt: {n: 60, d: 3, b: [6, 24]}",
        "tpu: 4x4x8_twisted", "mesh: [4, 4]", "hypercube: 4", "{kind: rtt, a: 7}"}) {
    const Json network = measured({spec});
    for (const std::string& key : keys) EXPECT_FALSE(network[key].is_null()) << spec << " " << key;
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
    return measured({"tpu: " + slice})["uniform_throughput_bound_with_self"].get<double>();
  };
  EXPECT_NEAR(bound("4x4x8_twisted") / bound("4x4x8"), 1.7455, 5e-5);
  EXPECT_NEAR(bound("4x8x8_twisted") / bound("4x8x8"), 1.3913, 5e-5);
  const std::map<std::string, double> units{
      {"4x8_twisted", 21}, {"8x16_twisted", 170}, {"4x4x8_twisted", 73 + 1.0 / 3}, {"4x8x8_twisted", 184}};
  for (const auto& [slice, load] : units) {
    const Json network = measured({"tpu: " + slice});
    EXPECT_NEAR(network["nodes"].get<double>() / network["uniform_throughput_bound_with_self"].get<double>(), load,
                1e-6)
        << slice;
  }
}

struct Runnable {
  std::string topology;  ///< as in a configuration
  std::string router;
};

/// By kind.
std::multimap<std::string, Runnable> runnable() {
  const std::string petersen = std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net";
  return {
      {"torus", {"{torus: [4, 3]}", "{}"}},
      {"torus", {"{kind: torus, size: [4, 3], wrap: [on, off]}", "{}"}},
      {"twisted_torus", {"{twisted_torus: {size: [6, 4], twist: {yx: 3}}}", "{}"}},
      {"twisted_torus", {"{twisted_torus: {size: [5, 4], twist: {yx: 2, xy: 1}}}", "{}"}},
      {"twisted_torus",
       {"{twisted_torus: {size: [5, 4], twist: {yx: 2, xy: 1}}}", "{virtual_channels: {adaptive: 0}}"}},
      {"mesh", {"{mesh: [4, 3]}", "{}"}},
      {"unidirectional_torus", {"{unidirectional_torus: [4, 3, 2]}", "{}"}},
      {"hypercube", {"{hypercube: 4}", "{}"}},
      {"hypercube", {"{hypercube: 7}", "{}"}},
      {"unidirectional_torus", {"{unidirectional_torus: [4, 3]}", "{}"}},
      {"rt", {"{rt: 3}", "{}"}},
      {"rtt", {"{rtt: 3}", "{}"}},
      {"pt", {"{pt: 2}", "{}"}},
      {"ptt", {"{ptt: 2}", "{}"}},
      {"pdtt", {"{pdtt: 2}", "{}"}},
      {"bcc", {"{bcc: 2}", "{}"}},
      {"tpu", {"{tpu: 2x2x4_twisted}", "{}"}},
      {"bluegene_l", {"{bluegene_l: 8x8x8}", "{}"}},
      {"bluegene_q", {"{bluegene_q: 4x4x4x4x2}", "{virtual_channels: {adaptive: 0}, injectors: 1, ejectors: 1}"}},
      {"gordon", {"gordon", "{}"}},
      {"tofu", {"{tofu: [2, 2, 2]}", "{}"}},
      {"tofu", {"{tofu: {units: [2, 3, 2], wrap: [on, off, on]}}", "{virtual_channels: {adaptive: 0}}"}},
      {"ibt", {"{ibt: {n: 8, d: 2, b: [4]}}", "{}"}},
      {"ibt", {"{kind: ibt, n: 8, d: 2, b: [4], escape: three_classes}", "{}"}},
      {"ibt", {"{kind: ibt, n: 8, d: 2, b: [4], escape: three_classes}", "{virtual_channels: {adaptive: 0}}"}},
      {"ibt", {"{kind: ibt, size: [8, 6], bypass: [3], placement: all, wrap: [off, off]}", "{}"}},
      {"custom", {"{custom: " + petersen + "}", "{}"}},
      {"de_bruijn", {"{kind: de_bruijn, k: 2, n: 4}", "{}"}},
      {"barrel_shifter", {"{barrel_shifter: 4}", "{}"}},
  };
}

TEST(CliNetworks, EveryKindRunsInThePinView) {
  for (const auto& [kind, run] : runnable()) {
    SCOPED_TRACE(run.topology + " " + run.router);
    const TemporaryFolder folder;
    folder.write("a.yaml", "topology: " + run.topology + "\nrouter: " + run.router +
                               "\ntraffic: {pattern: uniform, load: 0.4, packet_flits: 4}\nrun: {cycles: 300}\n");
    const Json pin = network_document(folder, {"run", "a.yaml", "--set", "run.view=pin"});
    ASSERT_TRUE(pin.is_object());
    EXPECT_EQ(pin["config"]["topology"]["kind"], kind);
    EXPECT_GT(pin["packets"], 100);
    EXPECT_EQ(network_document(folder, {"run", "a.yaml"})["digest"], pin["digest"]);
  }
}

/// All kinds but RDT, whose smallest network has 128 x 128 nodes.
TEST(CliNetworks, NoKindIsLeftOut) {
  const auto networks = runnable();
  for (const auto& kind : topologies::topology_kinds())
    EXPECT_EQ(networks.count(kind.name) > 0, kind.name != "rdt") << kind.name;
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
