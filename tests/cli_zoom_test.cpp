// Waves of the tlm view from outside: what is in them is what a pin view that runs from cycle 0 records.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kCyclePicoseconds = 32'000;  // picoseconds of a cycle: 4 bytes at 1 Gb/s

const char* const kZoomUniform =
    "topology: {kind: rtt, a: 3}\n"
    "router: {arbiter: round_robin, crossbar: per_port, credit_delay: 3, router_delay: 2}\n"
    "link: {delay: 2}\n"
    "traffic: {pattern: uniform, packet_flits: 5, load: 0.4}\n"
    "run: {cycles: 3000}\n";

const char* const kIbtReplies =
    "topology: {kind: ibt, size: [4, 4], bypass: [2]}\n"
    "router: {message_classes: 2, selection: random}\n"
    "traffic: {pattern: uniform, packet_flits: 3, load: 0.2, reply_flits: 7}\n"
    "run: {cycles: 2500}\n";

/// An idle network now and then, and a file of offers that a snapshot has to know.
const char* const kBursts =
    "topology: {kind: torus, size: [4, 2, 2]}\n"
    "traffic: {pattern: uniform, arrival: on_off, on_cycles: 60, off_cycles: 300, packet_flits: 8, load: 0.05}\n"
    "run: {cycles: 3000}\n";

/// Without the bubble rule this hangs.
const char* const kZoomHangs =
    "topology: {kind: rtt, a: 4}\n"
    "router: {bubble: off, virtual_channels: {adaptive: 0}, buffer_packets: 2}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 4}\n"
    "run: {cycles: 100000, watchdog: 200}\n";

/// Whether a value says nothing: what is left on wires that are not in use depends on the past.
bool is_idle_wire(const waves::WaveContents& contents, const std::string& path, std::uint64_t time) {
  const std::size_t dot = path.rfind('.');
  const std::string scope = path.substr(0, dot + 1);
  const std::string name = path.substr(dot + 1);
  if (name != "packet" && name != "vc") return false;
  const auto says = [&](const char* sibling, const char* nothing) {
    const auto found = contents.traces.find(scope + sibling);
    return found != contents.traces.end() && found->second.at(time) == nothing;
  };
  return says("valid", "0") || says("state", "I") || says("queue", "0");
}

/// The first difference between two recordings of cycles `begin` to `end` - 1; empty if there is none.
std::string wave_difference(const waves::WaveContents& a, const waves::WaveContents& b, std::uint64_t begin,
                            std::uint64_t end) {
  if (a.traces.size() != b.traces.size()) return "other variables";
  for (const auto& [path, trace] : a.traces) {
    const waves::WaveTrace& other = b.trace(path);
    for (std::uint64_t cycle = begin; cycle < end; ++cycle) {
      const std::uint64_t time = cycle * kCyclePicoseconds;
      if (trace.at(time) == other.at(time)) continue;
      if (is_idle_wire(a, path, time) && is_idle_wire(b, path, time)) continue;
      return fmt::format("{} in cycle {}: {} / {}", path, cycle, trace.at(time), other.at(time));
    }
  }
  return "";
}

ProgramResult run_zoomed(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"run", "a.yaml", "--quiet"});
  return run_program(folder.path(), arguments);
}

/// Records the window in both ways and compares.
std::string compare_windows(const char* configuration, std::uint64_t begin, std::uint64_t end,
                            const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  folder.write("a.yaml", configuration);
  const std::string window = fmt::format("{}:{}", begin, end);
  const ProgramResult pins =
      run_zoomed(folder, {"--set", "run.view=pin", "--waves", "pin.vcd", "--waves-window", window});
  EXPECT_EQ(pins.status, 0) << pins.errors;
  std::vector<std::string> arguments = {"--waves", "tlm.vcd", "--waves-window", window};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult zoomed = run_zoomed(folder, arguments);
  EXPECT_EQ(zoomed.status, 0) << zoomed.errors;
  const auto expected = waves::read_wave((folder.path() / "pin.vcd").string());
  const auto got = waves::read_wave((folder.path() / "tlm.vcd").string());
  EXPECT_FALSE(expected.traces.empty());
  EXPECT_EQ(got.begin, expected.begin);
  EXPECT_EQ(got.end, expected.end);
  return wave_difference(expected, got, begin, end);
}

TEST(CliZoom, WavesAreThoseOfAPinView) {
  EXPECT_EQ(compare_windows(kZoomUniform, 700, 800), "");
  EXPECT_EQ(compare_windows(kZoomUniform, 0, 100), "");
  EXPECT_EQ(compare_windows(kZoomUniform, 3, 100), "");
}

TEST(CliZoom, WavesOfRepliesAreThoseOfAPinView) { EXPECT_EQ(compare_windows(kIbtReplies, 411, 500), ""); }

TEST(CliZoom, WavesOfBurstsAreThoseOfAPinView) {
  for (const std::uint64_t begin : {403U, 777U}) EXPECT_EQ(compare_windows(kBursts, begin, begin + 80), "");
}

/// Nothing is offered in the first 3,000 cycles.
const char* const kQuietNetwork =
    "topology: {kind: torus, size: [4, 2]}\n"
    "traffic: {pattern: uniform, packet_flits: 8, load: 0.000001}\n"
    "run: {cycles: 3000}\n";

// The values at its begin are the answer.
TEST(CliZoom, AWindowInWhichNothingHappensHasWaves) {
  EXPECT_EQ(compare_windows(kQuietNetwork, 500, 600), "");
  EXPECT_EQ(compare_windows(kQuietNetwork, 0, 10), "");
  EXPECT_EQ(compare_windows(kQuietNetwork, 2999, 3000), "");
  const TemporaryFolder folder;
  folder.write("a.yaml", kQuietNetwork);
  for (const std::string view : {"run.view=pin", "run.view=tlm", "detail.pin=[r_1_1]"}) {
    const ProgramResult result = run_zoomed(folder, {"--waves", "w.vcd", "--waves-window", "500:600", "--set", view});
    EXPECT_EQ(result.status, 0) << result.errors;
    const auto waves = waves::read_wave((folder.path() / "w.vcd").string());
    EXPECT_EQ(waves.begin, 500 * kCyclePicoseconds) << view;
    EXPECT_EQ(waves.trace("noc.cycle").at(500 * kCyclePicoseconds), "500") << view;
  }
}

TEST(CliZoom, WavesOfATraceAreThoseOfAPinView) {
  const TemporaryFolder folder;
  folder.write(
      "t.goal",
      "num_ranks 2\n"
      "rank 0 {\nl1: send 400b to 1\nl2: recv 400b from 1\nl2 requires l1\n}\n"
      "rank 1 {\nl1: recv 400b from 0\nl2: calc 2000\nl2 requires l1\nl3: send 400b to 0\nl3 requires l2\n}\n");
  const std::string trace = fmt::format("topology: {{kind: torus, size: [4, 2]}}\ntraffic: {{trace: '{}'}}\n",
                                        (folder.path() / "t.goal").string());
  EXPECT_EQ(compare_windows(trace.c_str(), 60, 120), "");
}

TEST(CliZoom, TheLastCyclesOfARun) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomUniform);
  ASSERT_EQ(run_zoomed(folder, {"--waves", "last.vcd", "--waves-window", "-120:"}).status, 0);
  ASSERT_EQ(run_zoomed(folder, {"--waves", "same.vcd", "--waves-window", "2880:3000"}).status, 0);
  EXPECT_EQ(read_file(folder.path() / "last.vcd").size(), read_file(folder.path() / "same.vcd").size());
  EXPECT_EQ(wave_difference(waves::read_wave((folder.path() / "same.vcd").string()),
                            waves::read_wave((folder.path() / "last.vcd").string()), 2880, 3000),
            "");
}

TEST(CliZoom, TheCyclesBeforeAHang) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomHangs);
  const ProgramResult result =
      run_zoomed(folder, {"--unsafe", "--waves", "hang.vcd", "--waves-window", "-500:", "--json", "out.json"});
  EXPECT_THAT(result.errors, HasSubstr("deadlock in cycle"));
  const auto document = nlohmann::json::parse(read_file(folder.path() / "out.json"));
  const auto& meta = document["meta"];
  const std::string text = document.dump();
  const auto contents = waves::read_wave((folder.path() / "hang.vcd").string());
  const std::uint64_t end = contents.end / kCyclePicoseconds;
  EXPECT_THAT(result.errors, HasSubstr(fmt::format("deadlock in cycle {}:", end))) << meta;
  EXPECT_EQ(end - contents.begin / kCyclePicoseconds, 500U);
  // Something still moves in it.
  std::uint64_t last_change = 0;
  for (const auto& [path, trace] : contents.traces) {
    if (path.find(".select_valid") == std::string::npos || trace.changes.empty()) continue;
    last_change = std::max(last_change, trace.changes.back().first / kCyclePicoseconds);
  }
  EXPECT_GT(last_change, contents.begin / kCyclePicoseconds);
}

TEST(CliZoom, ASnapshotNearTheWindow) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomUniform);
  ASSERT_EQ(run_zoomed(folder, {"--save-at", "1500", "s.snap"}).status, 0);
  const ProgramResult near =
      run_zoomed(folder, {"--from", "s.snap", "--waves", "a.vcd", "--waves-window", "1600:1700"});
  ASSERT_EQ(near.status, 0) << near.errors;
  ASSERT_EQ(run_zoomed(folder, {"--waves", "b.vcd", "--waves-window", "1600:1700"}).status, 0);
  EXPECT_EQ(read_file(folder.path() / "a.vcd"), read_file(folder.path() / "b.vcd"));
  // Too near for it, or before it: from the begin.
  ASSERT_EQ(run_zoomed(folder, {"--from", "s.snap", "--waves", "c.vcd", "--waves-window", "1503:1700"}).status, 0);
  ASSERT_EQ(run_zoomed(folder, {"--waves", "d.vcd", "--waves-window", "1503:1700"}).status, 0);
  EXPECT_EQ(read_file(folder.path() / "c.vcd"), read_file(folder.path() / "d.vcd"));
}

/// The document of a run that succeeds, without `meta`.
std::string zoomed_results(const TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_zoomed(folder, arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  auto json = nlohmann::ordered_json::parse(result.output);
  json.erase("meta");
  return json.dump();
}

TEST(CliZoom, RoutersAtPinLevelChangeNoResult) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomUniform);
  const std::string plain = zoomed_results(folder, {});
  EXPECT_EQ(zoomed_results(folder, {"--set", "detail.pin=[r_3_2]"}), plain);
  EXPECT_EQ(zoomed_results(folder, {"--set", "detail.pin=[r_0_0, 'ring:y0']"}), plain);
}

/// Records r_3_2 in the cycles 100 to 299 of a configuration in which all routers are at pin level, or only this one
/// is; the first difference.
std::string compare_router(const char* configuration) {
  const TemporaryFolder folder;
  folder.write("a.yaml", configuration);
  const std::vector<std::string> window = {"--waves-scope", "r_3_2", "--waves-window", "100:300", "--waves"};
  const auto record = [&](const std::string& file, const std::string& setting) {
    std::vector<std::string> arguments = window;
    arguments.insert(arguments.end(), {file, "--set", setting});
    const ProgramResult result = run_zoomed(folder, arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return waves::read_wave((folder.path() / file).string());
  };
  auto pins = record("pin.vcd", "run.view=pin");
  auto zoomed = record("zoom.vcd", "detail.pin=[r_3_2]");
  // They stand still while nothing passes the router.
  for (const char* const path : {"noc.clk", "noc.cycle"}) {
    pins.traces.erase(path);
    zoomed.traces.erase(path);
  }
  EXPECT_GT(pins.traces.size(), 100U);
  return wave_difference(pins, zoomed, 100, 300);
}

TEST(CliZoom, WavesOfRoutersAtPinLevel) { EXPECT_EQ(compare_router(kZoomUniform), ""); }

TEST(CliZoom, WavesOfFlitLevelRoutersAtPinLevel) {
  const std::string traffic = "traffic: {pattern: uniform, packet_flits: 6, load: 0.05}\nrun: {cycles: 400}\n";
  for (const char* const machine :
       {"link: {delay: 2}\nrouter: {credit_delay: 3, switching: wormhole, routing_delay: 1, pipeline: two_step}\n",
        "router: {switching: wormhole, message_classes: 2, injection_delay: 3, injection_credit_delay: 2}\n",
        "router: {switching: wormhole, routing: duato, pipeline: speculative, virtual_channels: {count: 16}}\n"}) {
    const std::string configuration = "topology: {kind: rtt, a: 3}\n" + (machine + traffic);
    EXPECT_EQ(compare_router(configuration.c_str()), "") << machine;
  }
}

TEST(CliZoom, WrongDetailIsRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomUniform);
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = run_zoomed(folder, arguments);
    EXPECT_EQ(result.status, 2);
    return result.errors;
  };
  EXPECT_THAT(refusal({"--set", "detail.pin=[r_9_2]"}), HasSubstr("`r_9_2` is no router of rt"));
  EXPECT_THAT(refusal({"--set", "detail.pin=['ring:q0']"}), HasSubstr("`ring:q0` is no ring of rtt(3)"));
  EXPECT_THAT(refusal({"--set", "detail.pin=r_0_0"}), HasSubstr("a list of names"));
  EXPECT_THAT(refusal({"--set", "detail.pin=[r_0_0]", "--set", "run.view=pin"}),
              HasSubstr("all routers are at pin level"));
  EXPECT_THAT(refusal({"--set", "detail.pin=[r_0_0]", "--save-at", "5", "s.snap"}), HasSubstr("have no snapshots"));
  EXPECT_THAT(refusal({"--set", "detail.pin=[r_0_0]", "--waves", "a.vcd", "--waves-window", "-5:"}),
              HasSubstr("not with `detail`"));
}

TEST(CliZoom, WhatCannotBeRecordedIsSaidFirst) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kZoomUniform);
  const ProgramResult pins = run_zoomed(folder, {"--set", "run.view=pin", "--waves", "a.vcd", "--waves-window", "-5:"});
  EXPECT_EQ(pins.status, 2);
  EXPECT_THAT(pins.errors, HasSubstr("`pin` cannot know which cycles are the last ones"));
  const ProgramResult none = run_zoomed(folder, {"--waves", "a.vcd", "--waves-window", "-0:"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.errors, HasSubstr("`-0:` is not a window"));
  const ProgramResult scope =
      run_zoomed(folder, {"--waves", "a.vcd", "--waves-window", "100:200", "--waves-scope", "r_9_9"});
  EXPECT_EQ(scope.status, 2);
  EXPECT_THAT(scope.errors, HasSubstr("no signal matches 'r_9_9'"));
}

}  // namespace
}  // namespace trenza::test
