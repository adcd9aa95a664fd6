// SystemVerilog from outside: the section `rtl` of a configuration.
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

TEST(CliRtl, WithoutYosysTheAreaIsAnErrorOfOneLine) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kSmall);
  const ProgramResult result = run_program(folder.path(), {"area", "a.yaml"}, "PATH=/nowhere");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors, "a: area: yosys is not here or does not run; it is in the Debian package yosys\n");
  EXPECT_EQ(run_program(folder.path(), {"area", "a.yaml", "--target", "paper"}).status, 2);
}

}  // namespace
}  // namespace trenza::test
