// The flit-level machine from outside: what works for it as for the first machine, and what is refused by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"
#include "tests/places.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

/// Two message classes, three lengths, replies, and all that can be recorded.
const char* const kWormReplies =
    "topology: {kind: rtt, a: 2}\n"
    "router: {switching: wormhole, message_classes: 2, max_packet_flits: 12, virtual_channels: {count: 2}, "
    "buffer_flits: 3, pipeline: two_step}\n"
    "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 2}, {flits: 5, weight: 1}, {flits: 12, weight: 1}], "
    "reply_flits: 4, load: 0.25}\n"
    "run: {cycles: 1600, series: 400, sources: on, flows: on}\n";

const char* const kTorus =
    "topology: {torus: [4, 4]}\n"
    "router: {switching: wormhole, virtual_channels: {count: 2}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500}\n";

/// The document of a run, without `meta`.
Json worm_document(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  return without_meta(run_document(folder, arguments));
}

TEST(CliWorms, AllWaysToRunGiveTheSameDocument) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kWormReplies);
  const Json straight = worm_document(folder, {"a.yaml"});
  EXPECT_GT(straight["packets"].get<int>(), 500);
  EXPECT_GT(straight["classes"][1]["packets"].get<int>(), 200);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--set", "run.view=pin"}), straight);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--set", "detail.pin=[r_0_0, 'ring:yp0']"}), straight);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--save-at", "777", "s.snap"}), straight);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--from", "s.snap"}), straight);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--waves", "w.vcd", "--waves-window", "50:90", "--waves-scope", "r_3_*"}),
            straight);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--plot", "p.svg", "--csv", "tables"}), straight);
  EXPECT_THAT(read_file(folder.path() / "p.svg"), HasSubstr("channel use in flits/cycle"));
  const std::string waves = read_file(folder.path() / "w.vcd");
  for (const char* name : {"in_xp_from_2_0", "vc0_request", "vc3_response", "occupancy", "credits", "eject0"})
    EXPECT_THAT(waves, HasSubstr(name));
  EXPECT_THAT(waves, testing::Not(HasSubstr("r_1_0")));
}

TEST(CliWorms, BothViewsReplayATrace) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string("topology: {torus: [4, 2]}\nrouter: {switching: wormhole, routing: duato, "
                                     "virtual_channels: {count: 3}, buffer_flits: 6}\n") +
                             "traffic: {trace: " TRENZA_SOURCE_DIR
                             "/configs/traces/mg.S.8.goal.zst, computation: 0.001}\nrun: {cycles: 12000}\n");
  const ProgramResult result = run_program(folder.path(), {"verify", "a.yaml", "--json", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json["identical"], true);
  EXPECT_GT(json["packets"].get<int>(), 1'000);
}

TEST(CliWorms, BothViewsDoACollective) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {torus: [4, 2]}\nrouter: {profile: booksim2, virtual_channels: {count: 4}}\n"
               "traffic: {collective: all_reduce, bytes: 1024}\n");
  const ProgramResult result = run_program(folder.path(), {"verify", "a.yaml", "--json", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(Json::parse(result.output)["identical"], true);
}

TEST(CliWorms, ASweepFindsTheSaturationLoadAndHasAReport) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kTorus) +
                             "sweep: {series: [{name: packets, router: {switching: virtual_cut_through}}, "
                             "{name: one, router: {virtual_channels: {count: 2}}}, "
                             "{name: four, router: {virtual_channels: {count: 8}}}], "
                             "find: {saturation: traffic.load, from: 0.1, to: 1.7, within: 0.2}}\n");
  ProgramResult result = run_program(folder.path(), {"sweep", "a.yaml", "-o", "out", "-q", "--jobs", "2"});
  EXPECT_EQ(result.status, 0) << result.errors;
  result = run_program(folder.path(), {"table", "out", "--found", "--json-lines", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("four"));
  result = run_program(folder.path(), {"report", "out", "-o", "page.html"});
  EXPECT_EQ(result.status, 0) << result.errors;
  result = run_program(folder.path(), {"plot", "out", "-o", "plot.svg", "--y", "latency.mean", "--x", "traffic.load"});
  EXPECT_EQ(result.status, 0) << result.errors;
}

TEST(CliWorms, MeasuresAreSearched) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTorus);
  const Json empty = worm_document(folder, {"a.yaml", "--set", "measure=base_latency"})["measure"];
  // h + 1 cycles for one flit; 2.13 hops in the mean.
  EXPECT_NEAR(empty["value"].get<double>(), 32.0 / 15 + 1, 0.3);
  const Json most = worm_document(
      folder, {"a.yaml", "--set", "measure={maximum_throughput: {within: 0.1}}", "--set", "traffic.load=2"})["measure"];
  EXPECT_GT(most["value"].get<double>(), 0.4);
  EXPECT_LT(most["value"].get<double>(), 1.2);
  EXPECT_EQ(most["limited"], false);
}

TEST(CliWorms, ADeadlockIsPrinted) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTorus);
  const ProgramResult result =
      run_program(folder.path(), {"run", "a.yaml", "-q", "--unsafe", "--set", "router.virtual_channels.count=1",
                                  "--set", "traffic.load=3", "--set", "run.cycles=20000"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("packets can never move again; they wait for each other in a cycle:"));
}

struct Unproved {
  std::vector<std::string> settings;
  std::string says;
  std::vector<std::string> accepted;  ///< what the message names, each by itself
};

// What the message names is accepted.
TEST(CliWorms, CheckNamesWhatWouldBeAccepted) {
  const std::vector<Unproved> all{
      {{"router.virtual_channels.count=1"},
       "the rings have no dateline with 1 virtual channel; expected router.virtual_channels.count of 2 or more, or "
       "router.routing: up_down",
       {"router.virtual_channels.count=2", "router.routing=up_down"}},
      {{"router.virtual_channels.count=4", "router.routing=duato", "router.sticky_escape=off",
        "topology={kind: rtt, a: 4}"},
       "packets may leave escape VCs, and the cycle passes through adaptive ones; expected router.sticky_escape: on",
       {"router.sticky_escape=on"}},
      {{"router.virtual_channels.count=4", "router.routing=duato", "router.reallocation=tail"},
       "use router.reallocation: atomic, or a router.routing without adaptive virtual channels: dimension_order, "
       "up_down, "
       "nbc or nhop",
       {"router.reallocation=atomic", "router.routing=dimension_order", "router.routing=up_down"}}};
  const TemporaryFolder folder;
  folder.write("a.yaml", kTorus);
  for (const Unproved& each : all) {
    std::vector<std::string> arguments{"check", "a.yaml"};
    for (const std::string& setting : each.settings) arguments.insert(arguments.end(), {"--set", setting});
    const ProgramResult check = run_program(folder.path(), arguments);
    EXPECT_EQ(check.status, 1);
    EXPECT_THAT(check.output, HasSubstr("deadlock    CAN HAPPEN"));
    EXPECT_THAT(check.errors, HasSubstr(each.says));
    arguments[0] = "run";
    arguments.emplace_back("-q");
    EXPECT_THAT(run_program(folder.path(), arguments).errors, HasSubstr(each.says));
    for (const std::string& accepted : each.accepted) {
      std::vector<std::string> better{"check", "a.yaml", "-q"};
      for (const std::string& setting : each.settings) better.insert(better.end(), {"--set", setting});
      better.insert(better.end(), {"--set", accepted});
      const ProgramResult again = run_program(folder.path(), better);
      EXPECT_EQ(again.status, 0) << accepted << ": " << again.errors;
    }
  }
}

/// Small models: three routers in a line.
const char* const kLine =
    "name: line\n"
    "topology: {kind: torus, size: [3], wrap: [false]}\n"
    "router: {switching: wormhole, virtual_channels: {count: 1}, buffer_flits: 3}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.4}\n"
    "run: {cycles: 400}\n";

TEST(CliWorms, RoutersInSystemVerilogInsideTheTlmView) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLine);
  const Json plain = worm_document(folder, {"a.yaml"});
  EXPECT_GT(plain["packets"].get<int>(), 80);
  EXPECT_EQ(worm_document(folder, {"a.yaml", "--set", "detail.rtl=[r_1]", "--set", "detail.pin=[r_0]", "--set",
                                   "rtl={output_unit: all, shadow: on}"}),
            plain);
  const auto waves_of = [&](const std::string& file, const std::string& setting) {
    worm_document(folder,
                  {"a.yaml", "--waves", file, "--waves-scope", "r_1", "--waves-window", "50:150", "--set", setting});
    return waves::read_wave((folder.path() / file).string());
  };
  const auto pin = waves_of("pin.vcd", "detail.pin=[r_1]");
  const auto rtl = waves_of("rtl.vcd", "detail.rtl=[r_1]");
  ASSERT_EQ(pin.traces.size(), rtl.traces.size());
  int compared = 0;
  for (const auto& [path, trace] : pin.traces) {
    // The value of a register that holds nothing is not defined.
    if (path.find(".state") == std::string::npos && path.find(".credits") == std::string::npos) continue;
    ++compared;
    EXPECT_EQ(trace.changes, rtl.trace(path).changes) << path;
  }
  EXPECT_GE(compared, 5);
}

TEST(CliWorms, ShadowModeFindsAWrongRouterInsideTheTlmView) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kLine) + "detail: {rtl: [r_1]}\nrtl: {shadow: on}\n");
  std::string text = read_file(std::filesystem::path(TRENZA_SOURCE_DIR) / "rtl_models/wormhole/router/worm_router.sv");
  const std::string right = "enters = {entering_valid, in_valid}";
  const std::string wrong = "enters = {entering_valid, in_valid & PORTS'(1)}";  // deaf at all ports but one
  folder.write("worm_router.sv", text.replace(text.find(right), right.size(), wrong));
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q"}, "TRENZA_RTL_SOURCES=.");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("trenza: run line: internal fault: shadow mode: cycle "));
  EXPECT_THAT(result.errors, HasSubstr(": r_1 differs from its model at "));
  EXPECT_THAT(result.errors, HasSubstr("\n  waves: shadow-line."));
}

TEST(CliWorms, WhatThereIsNotIsRefusedAtItsKey) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTorus);
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const auto before = folder.names();
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_THAT(result.errors, StartsWith(message));
    EXPECT_EQ(folder.names(), before) << message;
  };
  refused({"run", "a.yaml", "--waves", "w.vcd", "--waves-window", "-100:"},
          "--waves-window: `pin` cannot know which cycles are the last ones; expected `A:B`");
  refused({"run", "a.yaml", "--waves", "w.vcd", "--set", "run.view=tlm"},
          "--set run.view: switching `wormhole` records waves in the view `pin` only; expected `pin`, or no value");
  refused({"run", "a.yaml", "--set", "run.view=pin", "--save-at", "5", "s.snap"},
          "--save-at: run a is in the pin view, which has no snapshots; expected the tlm view");
  refused({"run", "a.yaml", "--set", "detail.rtl=[r_0_4]"}, "--set detail.rtl: `r_0_4` is no router of torus(4x4)");
  refused({"run", "a.yaml", "--set", "detail.rtl=[r_0_0]", "--set", "rtl.vc_allocator=r_1_0"},
          "--set rtl.vc_allocator: r_1_0 is of the tlm view; expected a router of `detail`, or no `detail`");
  refused({"run", "a.yaml", "--set", "detail.pin=[r_0_0, r_0_4]"},
          "--set detail.pin: `r_0_4` is no router of torus(4x4); expected a router such as `r_3_3`, or a ring such as");
  refused({"run", "a.yaml", "--set", "detail.pin=['ring:zp0']"},
          "--set detail.pin: `ring:zp0` is no ring of torus(4x4)");
  refused({"run", "a.yaml", "--set", "detail.pin=[r_0_0]", "--set", "run.view=pin"},
          "--set detail.pin: in the view `pin` all routers are at pin level; expected `tlm`");
  refused({"run", "a.yaml", "--set", "detail.pin=[r_0_0]", "--save-at", "5", "s.snap"},
          "--save-at: run a has routers at pin level, which have no snapshots");
  refused({"run", "a.yaml", "--set", "detail.pin=[r_0_0]", "--waves", "w.vcd", "--waves-window", "-100:"},
          "--waves-window: the last cycles are recorded of all routers only, not with `detail`; expected `A:B`");
  refused(
      {"run", "a.yaml", "--set", "rtl.arbiter=all"},
      "--set rtl.arbiter: a block of your own as arbiter is for switching `virtual_cut_through`; expected a `router` "
      "of your own, or a block of this program");
}

// The state of one machine is not that of the other.
TEST(CliWorms, ASnapshotOfTheOtherMachineIsRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTorus);
  EXPECT_EQ(run_program(folder.path(), {"run", "a.yaml", "-q", "--save-at", "200", "s.snap"}).status, 0);
  const ProgramResult other = run_program(
      folder.path(), {"run", "a.yaml", "-q", "--from", "s.snap", "--set", "router.switching=virtual_cut_through"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.errors, HasSubstr("router.switching: the snapshot has \"wormhole\""));
}

}  // namespace
}  // namespace trenza::test
