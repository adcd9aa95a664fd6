// `router.allocator` and its limits from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

const char* const kUniform =
    "topology: {kind: rtt, a: 2}\n"
    "router: {crossbar: per_port}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.8}\n"
    "run: {cycles: 1500}\n";
const char* const kOutputFirst = "router.allocator=output_first";

std::string digest(const std::vector<std::string>& settings, const std::string& view) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform);
  std::vector<std::string> arguments{"run", "a.yaml", "--json", "-", "-q", "--view", view};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  const ProgramResult run = run_program(folder.path(), arguments);
  EXPECT_EQ(run.status, 0) << run.errors;
  return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
}

TEST(CliAllocator, ViewsAgreeAndAllocatorsAndArbitersDiffer) {
  std::set<std::string> digests;
  for (const char* const arbiter : {"router.arbiter=matrix", "router.arbiter=round_robin"}) {
    for (const char* const allocator : {"router.allocator=input_first", kOutputFirst}) {
      const std::string tlm = digest({arbiter, allocator}, "tlm");
      EXPECT_EQ(digest({arbiter, allocator}, "pin"), tlm) << arbiter << " " << allocator;
      digests.insert(tlm);
    }
  }
  EXPECT_EQ(digests.size(), 4U);
}

/// What a call says with the allocator that has no form in SystemVerilog.
std::string refusal(const std::vector<std::string>& command, const std::string& section = "") {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform + section);
  std::vector<std::string> arguments = command;
  arguments.insert(arguments.end(), {"--set", kOutputFirst});
  const ProgramResult run = run_program(folder.path(), arguments);
  EXPECT_EQ(run.status, 2) << run.output;
  return run.errors;
}

TEST(CliAllocator, WhatHasNoSystemVerilogIsRefused) {
  const char* const missing =
      "the allocator output_first has no block in SystemVerilog; expected `router.allocator: input_first`";
  for (const char* const block : {"vc_allocator", "router"}) {
    const std::string said = refusal({"run", "a.yaml"}, std::string("rtl: {") + block + ": all}\n");
    EXPECT_THAT(said, HasSubstr(missing)) << block;
    EXPECT_THAT(said, HasSubstr("a.yaml:5:")) << "the place of the value";
  }
  EXPECT_THAT(refusal({"emit-rtl", "a.yaml", "-o", "out"}), HasSubstr(missing));
  EXPECT_THAT(refusal({"area", "a.yaml"}), HasSubstr(missing));
}

TEST(CliAllocator, SnapshotsKeepTheArbiters) {
  for (const char* const arbiter : {"router.arbiter=matrix", "router.arbiter=round_robin"}) {
    const TemporaryFolder folder;
    folder.write("a.yaml", kUniform);
    const std::vector<std::string> both{"a.yaml", "--set", kOutputFirst, "--set", arbiter, "--json", "-", "-q"};
    const auto with = [&](const std::vector<std::string>& snapshot) {
      std::vector<std::string> arguments{"run"};
      arguments.insert(arguments.end(), both.begin(), both.end());
      arguments.insert(arguments.end(), snapshot.begin(), snapshot.end());
      const ProgramResult run = run_program(folder.path(), arguments);
      EXPECT_EQ(run.status, 0) << run.errors;
      return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
    };
    const std::string whole = with({});
    EXPECT_EQ(with({"--save-at", "700", "s.snap"}), whole);
    EXPECT_EQ(with({"--from", "s.snap"}), whole);
  }
}

}  // namespace
}  // namespace trenza::test
