// SystemVerilog from outside: the section `rtl` of a configuration, and `trenza emit-rtl`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kSmall =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 4, buffer_packets: 2}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\n"
    "run: {cycles: 150}\n";

Json run(const TemporaryFolder& folder, const std::string& file) {
  const ProgramResult result = run_program(folder.path(), {"run", file, "--json", "-", "-q"});
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.status == 0 ? Json::parse(result.output) : Json();
}

TEST(CliRtl, ResultsAreThoseOfTheModels) {
  const TemporaryFolder folder;
  folder.write("models.yaml", kSmall);
  folder.write("rtl.yaml", std::string(kSmall) + "rtl: {vc_allocator: all, router: [r_3_1, \"ring:y0\"]}\n");
  Json models = run(folder, "models.yaml");
  Json rtl = run(folder, "rtl.yaml");
  EXPECT_EQ(rtl["meta"]["view"], "pin");
  EXPECT_EQ(models["digest"], rtl["digest"]);
  for (Json* document : {&models, &rtl}) {
    document->erase("meta");
    (*document)["config"].erase("name");
  }
  EXPECT_EQ(models, rtl);
}

void expect_wrong(const std::string& rtl, const std::string& message) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmall) + rtl);
  for (const char* const command : {"run", "check"}) {
    const ProgramResult result = run_program(folder.path(), {command, "a.yaml"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.errors, HasSubstr(message)) << rtl;
  }
}

TEST(CliRtl, UnknownRoutersAreRefusedWithTheNearestName) {
  expect_wrong("rtl: {router: r_3_7}\n", "a.yaml:5:15: rtl.router: `r_3_7` is no router of ");
  expect_wrong("rtl: {router: \"ring:z0\"}\n", "`ring:z0` is no ring of ");
  expect_wrong("rtl: {routr: all}\n", "router");
  expect_wrong("rtl: {router: {a: 1}}\n", "expected a name, or a list of names");
}

TEST(CliRtl, TheTlmViewHasNoRtl) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmall) + "rtl: {router: all}\n");
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "--view", "tlm"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("part of the pin view"));
}

TEST(CliRtl, TheEmittedFabricHasTheSameDigestInIcarus) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kSmall);
  const std::string digest = run(folder, "a.yaml")["digest"];
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  ASSERT_EQ(emitted.status, 0) << emitted.errors;
  EXPECT_THAT(emitted.output, HasSubstr("digest " + digest));
  const std::string command =
      "cd " + shell_word((folder.path() / "rtl").string()) +
      " && iverilog -g2012 -s trenza_bench -o bench -c files.f >log 2>&1 && vvp -n bench >out 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(folder.path() / "rtl" / "log");
  const std::string said = read_file(folder.path() / "rtl" / "out");
  EXPECT_THAT(said, HasSubstr("digest " + digest + "\nas expected\n"));
  EXPECT_THAT(said, HasSubstr("cycle "));
  EXPECT_THAT(said, testing::Not(HasSubstr("MISDELIVERED")));
}

TEST(CliRtl, AFabricWithARoutingTableIsNotEmitted) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmall).replace(0, 27, "topology: {kind: ibt, size: [8, 8], bypass: [2]}"));
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_THAT(emitted.errors, HasSubstr("routes by a table"));
}

}  // namespace
}  // namespace trenza::test
