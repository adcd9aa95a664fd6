// `run.series`, `run.sources`, `run.flows` and `--csv` from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

const char* const kRecords =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500, warmup: 300, series: 400, sources: on, flows: on}\n";

const char* const kTwoRecordedRuns =
    "runs:\n"
    "  - {name: one, topology: {kind: rt, a: 2}, run: {sources: on}}\n"
    "  - {name: two, topology: {kind: rtt, a: 2}, run: {series: 100}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 400}\n";

Json records_document(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "a.yaml");
  return without_meta(run_document(folder, std::move(arguments)));
}

TEST(CliRecords, StandInTheDocument) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRecords);
  const Json json = records_document(folder, {});
  EXPECT_EQ(json["series"]["begin"], Json({0, 400, 800, 1200}));
  EXPECT_EQ(json["series"]["end"], 1500);
  EXPECT_EQ(json["series"]["channels"].size(), 32U * 4 * 3);
  EXPECT_EQ(json["series"]["channels"][4]["channel"], "r_0_0.xm");
  EXPECT_EQ(json["series"]["channels"][4]["vc"], "vc1");
  EXPECT_EQ(json["series"]["channels"][4]["occupancy_max"].size(), 4U);
  EXPECT_EQ(json["sources"]["list"].size(), 32U);
  EXPECT_GT(json["sources"]["jain_index"].get<double>(), 0.98);
  std::uint64_t packets = 0;
  for (const Json& flow : json["flows"]) packets += flow["packets"].get<std::uint64_t>();
  for (const Json& source : json["sources"]["list"]) packets -= source["packets"].get<std::uint64_t>();
  EXPECT_EQ(packets, 0U);
}

TEST(CliRecords, AreTheSameInEveryView) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRecords);
  const std::string tlm = records_document(folder, {}).dump();
  EXPECT_EQ(records_document(folder, {"--view", "pin"}).dump(), tlm);
  EXPECT_EQ(records_document(folder, {"--set", "detail.pin=[r_0_0, r_3_2, r_4_0]"}).dump(), tlm);
  EXPECT_EQ(records_document(folder, {"--waves", "w.vcd", "--waves-window", "700:720"}).dump(), tlm);
}

TEST(CliRecords, GoOnAfterASnapshotOfTheSameRecords) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRecords);
  const std::string straight = records_document(folder, {}).dump();
  EXPECT_EQ(records_document(folder, {"--save-at", "701", "s.snap"}).dump(), straight);
  EXPECT_EQ(records_document(folder, {"--from", "s.snap"}).dump(), straight);
  expect_run_refused(folder, {"--from", "s.snap", "--set", "run.series=300"},
                     "--from s.snap: run.series: the snapshot has 400, this run 300; expected the same");
}

TEST(CliRecords, AreTables) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRecords);
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q", "--csv", "some/tables"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const auto read = [&](const char* name) { return read_file(folder.path() / "some/tables" / name); };
  EXPECT_THAT(read("channels.csv"), StartsWith("channel,vc,begin_cycle,end_cycle,use_flits_per_cycle,flits,packets,"
                                               "occupancy_mean_flits,occupancy_max_flits\nr_0_0.xp,vc0,0,400,"));
  EXPECT_THAT(read("channels.csv"), HasSubstr("\nr_7_3.ym,vc2,1200,1500,"));
  EXPECT_THAT(read("sources.csv"), StartsWith("source,packets,flits,accepted_load_phits_per_cycle,latency_mean_cycles,"
                                              "network_latency_mean_cycles\nr_0_0,"));
  EXPECT_THAT(read("flows.csv"), HasSubstr("\nr_0_0,r_1_0,"));
  const std::string sources = read("sources.csv");
  EXPECT_EQ(std::count(sources.begin(), sources.end(), '\n'), 1 + 32);
}

TEST(CliRecords, SeveralRunsHaveTablesOfWhatTheyRecord) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTwoRecordedRuns);
  fs::create_directory(folder.path() / "t");
  EXPECT_EQ(run_program(folder.path(), {"run", "a.yaml", "-q", "--csv", "t"}).status, 0);
  EXPECT_TRUE(fs::exists(folder.path() / "t/sources-one.csv"));
  EXPECT_TRUE(fs::exists(folder.path() / "t/channels-two.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path() / "t"), fs::directory_iterator()), 2);
}

TEST(CliRecords, FoldersThatCannotBeAreRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRecords);
  expect_run_refused(folder, {"--csv", "a.yaml"}, "--csv: the folder a.yaml cannot be made: Not a directory");
  expect_run_refused(folder, {"--csv", "a.yaml/b"}, "--csv: the folder a.yaml/b cannot be made: Not a directory");
  folder.write("a.yaml", std::string(kRecords).substr(0, std::string(kRecords).find("run:")));
  expect_run_refused(folder, {"--csv", "t"},
                     "--csv: there are no tables to write; expected `run.series`, `run.sources` or `run.flows` too");
}

}  // namespace
}  // namespace trenza::test
