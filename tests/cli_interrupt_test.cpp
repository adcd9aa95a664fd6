// SIGINT, SIGTERM and SIGHUP keep what is finished; a second signal ends at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/support/sanitizers.h"
#include "waves/wave_file.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kLongRun =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 100000000}\n";

const char* const kLongRuns =
    "runs:\n"
    "  - {name: short, topology: {kind: rt, a: 4}, run: {cycles: 1500}}\n"
    "  - {name: long, topology: {kind: rtt, a: 4}, run: {cycles: 100000000}}\n"
    "  - {name: last, topology: {kind: rtt, a: 4}, run: {cycles: 100000000}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n";

/// Seconds in which a short run ends and the next one begins.
#ifdef TRENZA_HAS_SANITIZERS
const char* const kSecondsBeforeTheSignal = "2.5";
#else
const char* const kSecondsBeforeTheSignal = "0.5";
#endif

/// Sends signals to the program after a while. The status is 128 + signal.
ProgramResult interrupted(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                          const std::string& signals) {
  folder.write("interrupt.sh",
               "\"$@\" &\n"
               "program=$!\n"
               "sleep " +
                   std::string(kSecondsBeforeTheSignal) +
                   "\n"
                   "for signal in " +
                   signals +
                   "; do kill -$signal $program; sleep 0.2; done\n"
                   "wait $program\n");
  return run_program(folder.path(), arguments, "bash interrupt.sh");
}

TEST(CliInterrupt, KeepsTheFinishedRunsOfEverySignal) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRuns);
  const std::map<std::string, int> numbers{{"INT", 130}, {"TERM", 143}, {"HUP", 129}};
  for (const auto& [signal, status] : numbers) {
    const ProgramResult result = interrupted(folder, {"run", "a.yaml", "--json", "out.json", "--jobs", "1"}, signal);
    EXPECT_EQ(result.status, status) << signal;
    EXPECT_THAT(result.errors, testing::StartsWith("trenza: interrupted; finished: 1 of 3 runs\n"
                                                   "trenza: run long: interrupted in cycle "));
    EXPECT_THAT(result.output, HasSubstr("digest"));
    const Json json = Json::parse(read_file(folder.path() / "out.json"));
    EXPECT_EQ(json["outcome"], "interrupted");
    EXPECT_EQ(json["runs"][0]["outcome"], "finished");
    EXPECT_EQ(json["runs"][0]["cycles"], 1500);
    EXPECT_EQ(json["runs"][1]["outcome"], "interrupted");
    EXPECT_GT(json["runs"][1]["cycles"].get<int>(), 0);
    EXPECT_EQ(json["runs"][2]["cycles"], 0);
    fs::remove(folder.path() / "out.json");
  }
}

TEST(CliInterrupt, WavesOfAWindowThatIsBehindAreRecorded) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  const std::string wave = waves::fst_supported() ? "w.fst" : "w.vcd";
  const ProgramResult result =
      interrupted(folder, {"run", "a.yaml", "-q", "--waves", wave, "--waves-window", "1000:1100"}, "INT");
  EXPECT_EQ(result.status, 130) << result.errors;
  const waves::WaveContents contents = waves::read_wave((folder.path() / wave).string());
  EXPECT_EQ(contents.trace("noc.cycle").at(contents.begin), "1000");
  EXPECT_EQ(contents.trace("noc.cycle").at(contents.end), "1099");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "interrupt.sh", wave}));
}

TEST(CliInterrupt, WavesOfThePinViewEndWhereTheRunDid) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  const ProgramResult result = interrupted(
      folder, {"run", "a.yaml", "-q", "--json", "out.json", "--waves", "w.vcd", "--waves-scope", "r_0_0.in*"}, "TERM");
  EXPECT_EQ(result.status, 143) << result.errors;
  const Json json = Json::parse(read_file(folder.path() / "out.json"));
  EXPECT_EQ(json["outcome"], "interrupted");
  const waves::WaveContents contents = waves::read_wave((folder.path() / "w.vcd").string());
  EXPECT_EQ(contents.trace("noc.cycle").at(contents.end), std::to_string(json["cycles"].get<int>() - 1));
}

TEST(CliInterrupt, AWindowThatWasNotReachedLeavesNoFile) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  folder.write("w.vcd", "old");
  const ProgramResult result =
      interrupted(folder, {"run", "a.yaml", "-q", "--waves", "w.vcd", "--waves-window", "90000000:90000009"}, "INT");
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.errors, HasSubstr("before cycle 90000000; no waves were written\n"));
  EXPECT_EQ(read_file(folder.path() / "w.vcd"), "old");
}

TEST(CliInterrupt, ASecondSignalEndsAtOnceAndLeavesNothing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  // To record all that is behind takes far longer than the test.
  const auto begin = std::chrono::steady_clock::now();
  const ProgramResult result = interrupted(
      folder, {"run", "a.yaml", "--waves", "w.vcd", "--waves-window", "10:50000000", "--json", "out.json"}, "INT TERM");
  EXPECT_EQ(result.status, 143);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_EQ(result.output, "");
  // Its child takes the same way out, at its own pace.
  for (int wait = 0; wait < 100 && folder.names().size() > 2; ++wait) usleep(50'000);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "interrupt.sh"}));
}

TEST(CliInterrupt, OneSignalThatComesTwiceAtOnceIsOne) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q", "--json", "out.json"},
                                           "timeout --preserve-status -s INT 0.5");  // to the process and to its group
  EXPECT_EQ(result.status, 130);
  EXPECT_EQ(Json::parse(read_file(folder.path() / "out.json"))["outcome"], "interrupted");
}

TEST(CliInterrupt, HangupIsIgnoredUnderNohup) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "-q", "--cycles", "300000"},
                                           "timeout --preserve-status -s HUP --foreground 0.5 nohup");
  EXPECT_EQ(result.status, 0) << result.errors;
}

TEST(CliInterrupt, VerifySaysHowFarItCame) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kLongRun);
  const ProgramResult result = interrupted(folder, {"verify", "a.yaml", "--json", "out.json"}, "INT");
  EXPECT_EQ(result.status, 130);
  const Json json = Json::parse(read_file(folder.path() / "out.json"));
  EXPECT_EQ(json["outcome"], "interrupted");
  EXPECT_GT(json["cycles"].get<int>(), 0);
  EXPECT_TRUE(json["identical"].is_null());
}

}  // namespace
}  // namespace trenza::test
