// SystemVerilog from outside: the section `rtl` of a configuration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// The hardware of the quick tests of rtl_digest_test.cpp, so that the models are built once.
const char* const kSmallRouters =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 4, buffer_packets: 2, virtual_channels: {adaptive: 1}, injectors: 1, ejectors: 1, "
    "arbiter: round_robin, crossbar: per_port}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\n"
    "run: {cycles: 150}\n";

Json run_file(const TemporaryFolder& folder, const std::string& file) {
  const ProgramResult result = run_program(folder.path(), {"run", file, "--json", "-", "-q"});
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.status == 0 ? Json::parse(result.output) : Json();
}

TEST(CliRtl, ResultsAreThoseOfTheModels) {
  const TemporaryFolder folder;
  folder.write("models.yaml", kSmallRouters);
  folder.write("rtl.yaml", std::string(kSmallRouters) + "rtl: {vc_allocator: all, router: [r_3_1, \"ring:y0\"]}\n");
  Json models = run_file(folder, "models.yaml");
  Json rtl = run_file(folder, "rtl.yaml");
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
  folder.write("a.yaml", std::string(kSmallRouters) + rtl);
  for (const char* const command : {"run", "check"}) {
    const ProgramResult result = run_program(folder.path(), {command, "a.yaml"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.errors, HasSubstr(message)) << rtl;
  }
}

/// With this change no packet may ever enter a ring.
std::string wrong_bubble() {
  std::string text =
      read_file(std::filesystem::path(TRENZA_SOURCE_DIR) / "rtl_models/bubble_control/bubble_control.sv");
  const std::string right = "SLOTS_TO_ENTER ? ALL :";
  return text.replace(text.find(right), right.size(), "SLOTS_TO_ENTER ? '0 :");
}

TEST(CliRtl, RoutersInsideTheTlmView) {
  const TemporaryFolder folder;
  folder.write("plain.yaml", kSmallRouters);
  folder.write("zoom.yaml",
               std::string(kSmallRouters) + "detail: {rtl: [r_3_1], pin: [\"ring:y0\"]}\nrtl: {shadow: on}\n");
  Json plain = run_file(folder, "plain.yaml");
  Json zoom = run_file(folder, "zoom.yaml");
  EXPECT_EQ(zoom["meta"]["view"], "tlm");
  EXPECT_GT(zoom["meta"]["pin_routers"].get<int>(), 1);
  EXPECT_EQ(plain["digest"], zoom["digest"]);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"plain.yaml", "zoom.yaml"})) << "waves of nothing";
}

TEST(CliRtl, WavesOfARouterInsideTheTlmView) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kSmallRouters);
  const auto waves_of = [&](const std::string& file, const std::string& setting) {
    const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q", "--waves", file, "--waves-scope",
                                                             "r_3_1", "--waves-window", "50:100", "--set", setting});
    EXPECT_EQ(result.status, 0) << result.errors;
    return waves::read_wave((folder.path() / file).string());
  };
  const auto pin = waves_of("pin.vcd", "detail.pin=[r_3_1]");
  const auto rtl = waves_of("rtl.vcd", "detail.rtl=[r_3_1]");
  ASSERT_EQ(pin.traces.size(), rtl.traces.size());
  int compared = 0;
  for (const auto& [path, trace] : pin.traces) {
    // The value of a register that holds nothing is not defined.
    if (path.find("select_valid") == std::string::npos && path.find(".credits") == std::string::npos) continue;
    ++compared;
    EXPECT_EQ(trace.changes, rtl.trace(path).changes) << path;
  }
  EXPECT_GT(compared, 8);
}

TEST(CliRtl, AMismatchEndsTheRunWithItsWaves) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmallRouters) + "rtl: {bubble_control: r_3_1, shadow: on}\nname: a\n");
  folder.write("bubble_control.sv", wrong_bubble());
  const auto said_by = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = run_program(folder.path(), arguments, "TRENZA_RTL_SOURCES=.");
    EXPECT_EQ(result.status, 1);
    return result.errors;
  };
  const std::string said = said_by({"run", "a.yaml", "-q"});
  EXPECT_THAT(said, HasSubstr("trenza: run a: internal fault: shadow mode: cycle 0: r_3_1.bubble_x"));
  EXPECT_THAT(said, HasSubstr("differs from its model at admitted\n  model:   all (0x1ff)\n  block:   none (0x0)\n"));
  const std::string file = folder.names().count("shadow-a.fst") != 0 ? "shadow-a.fst" : "shadow-a.vcd";
  EXPECT_THAT(said, HasSubstr("\n  waves: " + file + ": from cycle 0 on"));
  const auto contents = waves::read_wave((folder.path() / file).string());
  EXPECT_EQ(contents.begin, 0U);
  EXPECT_EQ(contents.end, 6U * 32'000U);  // a cycle of the network takes 32 ns
  for (const auto& [path, trace] : contents.traces) {
    const bool of_router = path.rfind("noc.r_3_1.", 0) == 0;
    EXPECT_TRUE(of_router || path == "noc.clk" || path == "noc.cycle") << path;
  }
  EXPECT_THAT(said_by({"run", "a.yaml", "-q", "--waves", "own.vcd"}), HasSubstr("\n  waves: own.vcd\n"));
  EXPECT_THAT(said_by({"verify", "a.yaml", "-q"}), HasSubstr("differs from its model at admitted"));
}

TEST(CliRtl, ShadowsAndDetailAreChecked) {
  expect_wrong("rtl: {shadow: on}\n", "a.yaml:5:15: rtl.shadow: nothing is simulated in SystemVerilog");
  expect_wrong("rtl: {shadow: perhaps}\n", "rtl.shadow");
  expect_wrong("detail: {rtl: [r_3_7]}\n", "detail.rtl: `r_3_7` is no router of ");
  expect_wrong("detail: {rtl: [\"ring:z0\"]}\n", "detail.rtl: `ring:z0` is no ring of ");
  expect_wrong("detail: {rtl: r_0_0}\n", "a list of names");
  expect_wrong("detail: {rtl: [r_0_0]}\nrtl: {vc_allocator: r_1_0}\n", "rtl.vc_allocator: r_1_0 is of the tlm view");
}

TEST(CliRtl, UnknownRoutersAreRefusedWithTheNearestName) {
  expect_wrong("rtl: {router: r_3_7}\n", "a.yaml:5:15: rtl.router: `r_3_7` is no router of ");
  expect_wrong("rtl: {router: \"ring:z0\"}\n", "`ring:z0` is no ring of ");
  expect_wrong("rtl: {routr: all}\n", "router");
  expect_wrong("rtl: {router: {a: 1}}\n",
               "expected a name, a list of names, a block (.so), or {module: FILE.so, routers: NAMES}");
  expect_wrong("rtl: {crossbar: {a: 1}}\n", "expected a name, or a list of names");
}

TEST(CliRtl, ARoutingUnitNeedsRecords) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: ibt, n: 4, d: 2, b: [2]}\n"
               "traffic: {pattern: uniform, packet_flits: 4, load: 0.1}\n"
               "run: {cycles: 100}\n"
               "rtl: {routing_unit: all}\n");
  const ProgramResult result = run_program(folder.path(), {"check", "a.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("a.yaml:4:21: "));
  EXPECT_THAT(result.errors, HasSubstr("does not route by records, and the twin of the routing unit does so only"));
}

TEST(CliRtl, TheTlmViewHasNoRtl) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmallRouters) + "rtl: {router: all}\n");
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "--view", "tlm"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("part of the pin view"));
}

TEST(CliRtl, WithoutYosysTheAreaIsAnErrorOfOneLine) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kSmallRouters);
  const ProgramResult result = run_program(folder.path(), {"area", "a.yaml"}, "PATH=/nowhere");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors,
            "a: area: `yosys` is not on the path; it is in the Debian package yosys (apt-get install yosys)\n");
  EXPECT_EQ(run_program(folder.path(), {"area", "a.yaml", "--target", "paper"}).status, 2);
}

}  // namespace
}  // namespace trenza::test
