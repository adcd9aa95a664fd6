// Measures, intervals and differences from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// Short runs; the bound of uniform traffic is 1.476.
const char* const kMeasured =
    "topology: {rtt: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 2}\n"
    "run: {cycles: 3000, warmup: 500}\n";

class MeasuredFolder : public TemporaryFolder {
 public:
  explicit MeasuredFolder(const std::string& more = "") { write("m.yaml", kMeasured + more); }

  Json document(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"run", "m.yaml", "--json", "-"});
    const ProgramResult result = run_program(path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    Json json = Json::parse(result.output);
    json.erase("meta");
    return json;
  }
  std::string refusal(const std::vector<std::string>& arguments) const {
    const ProgramResult result = run_program(path(), arguments);
    EXPECT_EQ(result.status, 2);
    return result.errors;
  }
};

TEST(CliMeasure, MaximumThroughputIsOneValue) {
  const MeasuredFolder folder("measure: {maximum_throughput: {within: 0.02}}\n");
  const Json json = folder.document({});
  const double value = json["measure"]["value"];
  EXPECT_GT(value, 1.2);
  EXPECT_LT(value, 1.5);
  EXPECT_EQ(json["config"]["traffic"]["load"], 2);
  EXPECT_EQ(json["config"]["measure"].dump(), R"({"maximum_throughput":{"within":0.02}})");
  EXPECT_NEAR(json["offered_load"].get<double>(), value, 0.02 * value) << "the document is of the run at that load";
  EXPECT_EQ(json["saturation"]["saturated"], false);
  EXPECT_LT(json["measure"]["by_latency"].get<double>(), value);
  EXPECT_GT(json["measure"]["at_highest_load"].get<double>(), 1.2);

  const std::string rough = "measure.maximum_throughput.within=0.2";
  const std::string tlm = folder.document({"--set", rough, "--cycles", "1200"}).dump();
  EXPECT_EQ(folder.document({"--set", rough, "--cycles", "1200"}).dump(), tlm) << "the same bytes twice";
  EXPECT_EQ(folder.document({"--set", rough, "--cycles", "1200", "--view", "pin"}).dump(), tlm) << "and in both views";
  const ProgramResult table = run_program(folder.path(), {"run", "m.yaml", "--set", rough});
  EXPECT_THAT(table.output, HasSubstr("maximum throughput"));
  EXPECT_THAT(table.output, HasSubstr("95 % interval"));
}

TEST(CliMeasure, BaseLatencyIsOfSmallPackets) {
  const Json json = MeasuredFolder("measure: base_latency\n").document({"--set", "run.cycles=10000"});
  // Hops of 2 cycles, 84/31 of them on average (self excluded), and nothing for the only flit.
  EXPECT_NEAR(json["measure"]["value"].get<double>(), 2 * 84.0 / 31, 0.05);
  EXPECT_EQ(json["measure"]["value"], json["latency"]["mean"]);
  EXPECT_NEAR(json["offered_load"].get<double>(), 0.01, 0.001);
}

TEST(CliMeasure, ExecutionTimeIsThatOfTheRun) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {rtt: 4}\ntraffic: {pattern: all_to_all, arrival: at_start, packet_flits: 4}\n"
               "measure: execution_time\n");
  const Json json = Json::parse(run_program(folder.path(), {"run", "a.yaml", "--json", "-"}).output);
  EXPECT_GT(json["measure"]["value"].get<int>(), 0);
  EXPECT_EQ(json["measure"]["value"], json["execution_cycles"]);
}

TEST(CliMeasure, OfOtherTrafficHasNoSnapshotsAndNoHistory) {
  const MeasuredFolder folder("measure: base_latency\n");
  const char* const reason = "has a measure, for which the traffic is not that of the configuration";
  EXPECT_THAT(folder.refusal({"run", "m.yaml", "--save-at", "5", "a.snap"}), HasSubstr(reason));
  EXPECT_THAT(folder.refusal({"explain", "m.yaml", "--slowest", "1"}), HasSubstr(reason));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"m.yaml"}));
}

TEST(CliMeasure, DifferencesOfRunsHaveIntervals) {
  const TemporaryFolder folder;
  folder.write("c.yaml",
               "runs:\n  - {name: fast, router: {router_delay: 1}}\n  - {name: slow, router: {router_delay: 2}}\n"
               "topology: {rtt: 4}\ntraffic: {pattern: uniform, packet_flits: 16, load: 0.9}\n"
               "run: {cycles: 20000, warmup: 2000}\n");
  const Json json = Json::parse(run_program(folder.path(), {"run", "c.yaml", "--json", "-"}).output);
  const Json& difference = json["comparison"]["runs"][0]["latency_difference"];
  const auto mean = [&](int run) { return json["runs"][run]["latency"]["mean"].get<double>(); };
  EXPECT_NEAR(difference["value"].get<double>(), mean(1) - mean(0), 1e-6);
  EXPECT_LE(difference["value"], difference["high"]);
  EXPECT_GT(difference["low"].get<double>(), 2.5) << "a cycle more for each of 2.7 hops, surely";
  // Both runs have the same packets, so their difference is known better than each of them.
  const Json& interval = json["runs"][0]["latency"]["interval"]["mean"];
  EXPECT_LT(difference["high"].get<double>() - difference["low"].get<double>(),
            0.6 * (interval["high"].get<double>() - interval["low"].get<double>()));
  const Json& loads = json["comparison"]["runs"][0]["accepted_load_difference"];
  EXPECT_LE(loads["low"].get<double>(), 0);
  EXPECT_GE(loads["high"].get<double>(), 0);
}

}  // namespace
}  // namespace trenza::test
