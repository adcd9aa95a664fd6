// The program from outside: results, documents, waves, deadlocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;

const char* const kUniform1500Cycles =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500}\n";

const char* const kComparedRuns =
    "runs:\n"
    "  - {name: rt, topology: {kind: rt, a: 4}}\n"
    "  - {name: rtt, topology: {kind: rtt, a: 4}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500}\n";

/// A network that hangs: no bubble, no adaptive channels, the smallest buffers, overload.
const char* const kHangs =
    "topology: {kind: rtt, a: 4}\n"
    "router: {bubble: off, virtual_channels: {adaptive: 0}, buffer_packets: 2}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 4}\n"
    "run: {cycles: 100000}\n";

TEST(CliRun, GivesTheSameBytesTwiceAndWithWaves) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform1500Cycles);
  const Json first = run_document(folder, {"a.yaml"});
  EXPECT_EQ(without_meta(run_document(folder, {"a.yaml"})).dump(), without_meta(first).dump());
  EXPECT_EQ(without_meta(run_document(folder, {"a.yaml", "--waves", "w.vcd"})).dump(), without_meta(first).dump());
  EXPECT_NE(run_document(folder, {"a.yaml", "--seed", "2"})["digest"], first["digest"]);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "w.vcd"}));
}

TEST(CliRun, DocumentHasWhatReadersRelyOn) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform1500Cycles);
  const Json json = run_document(folder, {"a.yaml"});
  for (const char* pointer : {"/config/router/arbiter",
                              "/nodes",
                              "/cycles",
                              "/offered_load",
                              "/accepted_load",
                              "/accepted_load_min_source",
                              "/accepted_load_max_source",
                              "/latency/mean",
                              "/latency/p50",
                              "/latency/p95",
                              "/latency/p99",
                              "/latency/max",
                              "/network_latency/mean",
                              "/hops/mean",
                              "/packets",
                              "/flit_hops",
                              "/execution_cycles",
                              "/digest",
                              "/steady",
                              "/meta/wall_seconds",
                              "/meta/host",
                              "/meta/version"}) {
    EXPECT_TRUE(json.contains(Json::json_pointer(pointer))) << pointer;
  }
  EXPECT_EQ(json["nodes"], 32);
  EXPECT_EQ(json["steady"], true);
}

TEST(CliRun, ComparesRunsWhateverTheNumberOfJobs) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kComparedRuns);
  const Json one = run_document(folder, {"a.yaml", "--jobs", "1"});
  const Json two = run_document(folder, {"a.yaml", "--jobs", "2"});
  EXPECT_EQ(without_meta(one).dump(), without_meta(two).dump());
  EXPECT_EQ(one["comparison"]["base"], "rt");
  EXPECT_LT(one["comparison"]["runs"][0]["hops_ratio"].get<double>(), 1);
  EXPECT_EQ(one["runs"][1]["name"], "rtt");
  EXPECT_EQ(one["meta"]["runs"].size(), 2U);
}

TEST(CliRun, PrintsTheTableAndNamesWaveFiles) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kComparedRuns);
  const ProgramResult result =
      run_program(folder.path(), {"run", "a.yaml", "--waves", "w.vcd", "--waves-window", "100:110"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, testing::HasSubstr("bound, uniform traffic"));
  EXPECT_THAT(result.output, testing::HasSubstr("waves: w-rt.vcd: cycles 100 to 109, 10 of them simulated"));
  EXPECT_THAT(result.output, testing::HasSubstr("waves: w-rtt.vcd"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "w-rt.vcd"));
}

TEST(CliRun, QuietPrintsNothing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform1500Cycles);
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q", "--json", "out.json"});
  EXPECT_EQ(result.output + result.errors, "");
  EXPECT_EQ(Json::parse(read_file(folder.path() / "out.json"))["nodes"], 32);
}

TEST(CliRun, TooShortARunIsNotSteady) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform1500Cycles);
  const Json json = run_document(folder, {"a.yaml", "--cycles", "100"});
  EXPECT_EQ(json["steady"], false);
  EXPECT_TRUE(json["latency"]["mean"].is_null());
  EXPECT_THAT(run_program(folder.path(), {"run", "a.yaml", "--cycles", "100"}).output,
              testing::HasSubstr("a is not steady: "));
}

TEST(CliRun, ReplaysATrace) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string("topology: {kind: torus, size: [4, 2]}\ntraffic: {trace: ") + TRENZA_SOURCE_DIR +
                             "/configs/traces/cg.S.8.goal.zst, computation: 0.001}\nrun: {cycles: 3000}\n");
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.errors, testing::HasSubstr("stopped at the limit of 3000 cycles"));
}

TEST(CliRun, RefusesWhatCanDeadlock) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kHangs);
  const ProgramResult check = run_program(folder.path(), {"check", "a.yaml"});
  EXPECT_EQ(check.status, 1);
  EXPECT_THAT(check.output, testing::HasSubstr("FAILS rings"));
  EXPECT_THAT(check.errors, testing::HasSubstr("xp0: r_0_0 -> r_1_0 -> "));
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--json", "out.json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.errors, testing::HasSubstr("xp0: r_0_0 -> r_1_0 -> "));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.yaml"});
}

TEST(CliRun, UnsafeRunPrintsTheDeadlock) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kHangs);
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--unsafe", "--json", "out.json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.errors, testing::HasSubstr("trenza: warning: run a: rtt(4) can deadlock"));
  EXPECT_THAT(run.errors, testing::HasSubstr("they wait for each other in a cycle"));
  EXPECT_EQ(Json::parse(read_file(folder.path() / "out.json"))["outcome"], "deadlock");
}

TEST(CliCheck, PrintsRingsBoundsAndProof) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform1500Cycles);
  const ProgramResult result = run_program(folder.path(), {"check", "a.yaml"});
  EXPECT_EQ(result.status, 0);
  for (const char* part : {"rtt(4)", "32 nodes, 128 channels", "yp: 4 of 8", "r_0_3 ~> r_4_0",
                           "deadlock    cannot happen", "uniform traffic, as packets are routed: 1.4762"}) {
    EXPECT_THAT(result.output, testing::HasSubstr(part));
  }
  const Json json = Json::parse(run_program(folder.path(), {"check", "a.yaml", "--json", "-"}).output);
  EXPECT_EQ(json["network"]["diameter"], 4);
  EXPECT_EQ(json["proof"]["holds"], true);
}

TEST(CliSchema, IsJson) {
  const TemporaryFolder folder;
  const Json json = Json::parse(run_program(folder.path(), {"schema"}).output);
  EXPECT_EQ(json["additionalProperties"], false);
  EXPECT_THAT(run_program(folder.path(), {"schema", "--markdown"}).output, testing::HasSubstr("| `router.arbiter` |"));
}

TEST(CliHelp, HasExamplesAndVersion) {
  const TemporaryFolder folder;
  const ProgramResult help = run_program(folder.path(), {"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.output, testing::HasSubstr("trenza run configs/quickstart.yaml"));
  EXPECT_THAT(run_program(folder.path(), {"--version"}).output, testing::StartsWith("trenza "));
  EXPECT_EQ(run_program(folder.path(), {}).status, 2);
}

}  // namespace
}  // namespace trenza::test
