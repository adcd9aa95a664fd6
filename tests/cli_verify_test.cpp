// `trenza verify` from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kCompared =
    "runs:\n"
    "  - {name: rt, topology: {kind: rt, a: 3}}\n"
    "  - {name: rtt, topology: {kind: rtt, a: 3}, run: {view: pin}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.4}\n"
    "run: {cycles: 1000}\n";

TEST(CliVerify, BothViewsOfEveryRunAreIdentical) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kCompared);
  const ProgramResult verified = run_program(folder.path(), {"verify", "a.yaml", "--json", "out.json"});
  EXPECT_EQ(verified.status, 0) << verified.errors;
  EXPECT_THAT(verified.output, HasSubstr("identical"));
  EXPECT_THAT(verified.output, HasSubstr("digest tlm"));
  const Json document = Json::parse(read_file(folder.path() / "out.json"));
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--json", "-"});
  const Json results = Json::parse(run.output);
  ASSERT_EQ(document["runs"].size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& verdict = document["runs"][i];
    EXPECT_EQ(verdict["name"], results["runs"][i]["name"]);
    EXPECT_EQ(verdict["identical"], true);
    EXPECT_EQ(verdict["cycles"], 1000);
    EXPECT_EQ(verdict["packets"], results["runs"][i]["packets"]);
    EXPECT_EQ(verdict["digest"]["tlm"], results["runs"][i]["digest"]);
    EXPECT_EQ(verdict["digest"]["pin"], results["runs"][i]["digest"]);
  }
}

TEST(CliVerify, TakesTheOptionsOfARun) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kCompared);
  const auto digest = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"verify", "a.yaml", "--json", "-", "--cycles", "300"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    const Json document = Json::parse(result.output);
    EXPECT_EQ(document["runs"][0]["cycles"], 300);
    return document["runs"][0]["digest"]["pin"].get<std::string>();
  };
  const std::string one = digest({});
  EXPECT_EQ(digest({}), one);
  EXPECT_NE(digest({"--seed", "9"}), one);
  EXPECT_NE(digest({"--set", "router.arbiter=age"}), one);
  EXPECT_EQ(run_program(folder.path(), {"verify", "a.yaml", "-q", "--cycles", "100"}).output, "");
}

TEST(CliVerify, ReplaysATraceOnBoth) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: torus, size: [4, 2]}\n"
               "router: {max_packet_flits: 64, injectors: 2, ejectors: 2}\n"
               "traffic: {trace: " TRENZA_SOURCE_DIR
               "/configs/traces/mg.S.8.goal.zst}\n"
               "run: {cycles: 6000}\n");
  const ProgramResult result = run_program(folder.path(), {"verify", "a.yaml", "--json", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const Json document = Json::parse(result.output);
  EXPECT_EQ(document["identical"], true);
  EXPECT_GT(document["packets"], 100);
}

TEST(CliVerify, RefusesWhatRunRefuses) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kCompared);
  EXPECT_EQ(run_program(folder.path(), {"verify", "no.yaml"}).status, 2);
  EXPECT_EQ(run_program(folder.path(), {"verify", "a.yaml", "--set", "router.color=red"}).status, 2);
  EXPECT_EQ(run_program(folder.path(), {"verify", "a.yaml", "--json", "no/folder/out.json"}).status, 2);
  const ProgramResult unproved = run_program(folder.path(), {"verify", "a.yaml", "--set", "router.bubble=off"});
  EXPECT_EQ(unproved.status, 1);
  EXPECT_THAT(unproved.errors, HasSubstr("--unsafe"));
  const ProgramResult large = run_program(folder.path(), {"verify", "a.yaml", "--set", "topology={kind: rt, a: 100}"});
  EXPECT_EQ(large.status, 2);
  EXPECT_THAT(large.errors, HasSubstr("the pin view can have"));
}

}  // namespace
}  // namespace trenza::test
