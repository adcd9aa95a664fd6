// What the program does with the files that it is told to write: no device, link or input is lost, and a full disk
// leaves what can be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "waves/wave_file.h"
#include "waves/wave_reader.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

const char* const kUniform400Cycles =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 400}\n";

const char* const kTwoWaveRuns =
    "runs:\n"
    "  - {name: one, topology: {kind: rt, a: 2}, waves: {file: w.vcd, window: '0:9'}}\n"
    "  - {name: two, topology: {kind: rtt, a: 2}, waves: {file: ./w.vcd, window: '0:9'}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 400}\n";

void expect_call_refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                         const std::string& message) {
  const auto before = folder.names();
  const std::string configuration = read_file(folder.path() / "a.yaml");
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 2) << message;
  EXPECT_EQ(result.errors, message + "\n");
  EXPECT_EQ(folder.names(), before);
  EXPECT_EQ(read_file(folder.path() / "a.yaml"), configuration);
}

TEST(CliOutputs, DevicesFifosAndDescriptorsAreWrittenTo) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  const std::string before = [] {
    struct stat status = {};
    stat("/dev/null", &status);
    return std::to_string(status.st_ino);
  }();
  EXPECT_EQ(run_program(folder.path(), {"run", "a.yaml", "-q", "--json", "/dev/null"}).status, 0);
  struct stat status = {};
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
  EXPECT_EQ(std::to_string(status.st_ino), before);
  const ProgramResult direct = run_program(folder.path(), {"run", "a.yaml", "--json", "/dev/stdout"});
  EXPECT_EQ(Json::parse(direct.output)["nodes"], 32);
  ASSERT_EQ(mkfifo((folder.path() / "fifo").c_str(), 0600), 0);
  fs::create_symlink("fifo", folder.path() / "w.vcd");
  const ProgramResult piped =
      run_program(folder.path(), {"run", "a.yaml", "-q", "--waves", "w.vcd", "--waves-window", "5:9"},
                  "sh -c 'cat fifo >got.vcd & \"$@\"; status=$?; wait; exit $status' sh");
  EXPECT_EQ(piped.status, 0) << piped.errors;
  EXPECT_TRUE(fs::is_fifo(folder.path() / "fifo"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "w.vcd"));
  EXPECT_EQ(waves::read_wave((folder.path() / "got.vcd").string()).trace("noc.cycle").changes.size(), 4U);
}

TEST(CliOutputs, LinksStayWhateverIsWritten) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  fs::create_directory(folder.path() / "real");
  const std::string wave = waves::fst_supported() ? "w.fst" : "w.vcd";
  for (const std::string& name : {std::string("out.json"), wave, std::string("s.snap"), std::string("n.svg")}) {
    folder.write("real/" + name, "old");
    fs::create_symlink("real/" + name, folder.path() / name);
  }
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "-q", "--json", "out.json", "--waves", wave,
                                                        "--waves-window", "5:9", "--save-at", "3", "s.snap"});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_EQ(run_program(folder.path(), {"topology", "rtt: {a: 4}", "-q", "--plot", "n.svg"}).status, 0);
  for (const std::string& name : {std::string("out.json"), wave, std::string("s.snap"), std::string("n.svg")}) {
    EXPECT_TRUE(fs::is_symlink(folder.path() / name)) << name;
    EXPECT_GT(fs::file_size(folder.path() / "real" / name), 3U) << name;
  }
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "real", "out.json", wave, "s.snap", "n.svg"}));
}

TEST(CliOutputs, InputsAreRefusedUnderAnyOfTheirNames) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  fs::create_symlink("a.yaml", folder.path() / "soft");
  fs::create_hard_link(folder.path() / "a.yaml", folder.path() / "hard");
  for (const std::string name : {"a.yaml", "./a.yaml", "soft", "hard"}) {
    const std::string message =
        "--json: " + name + " is read as well (the configuration) and would be lost; expected another name";
    for (const char* const command : {"run", "verify", "check", "area"})
      expect_call_refused(folder, {command, "a.yaml", "--json", name}, message);
  }
  std::string placement;
  for (int node = 0; node < 32; ++node) placement += std::to_string(node) + " " + std::to_string(node) + "\n";
  folder.write("p.map", placement);
  expect_call_refused(folder, {"map", "rtt: {a: 4}", "--mapping", "./p.map", "--placement", "p.map"},
                      "--placement: p.map is read as well (--mapping) and would be lost; expected another name");
  expect_call_refused(folder, {"run", "a.yaml", "--set", "mapping={file: p.map}", "--json", "p.map"},
                      "--json: p.map is read as well (`mapping`) and would be lost; expected another name");
}

TEST(CliOutputs, TwoOutputsOfOneNameAreRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  folder.write("b.yaml", kTwoWaveRuns);
  expect_call_refused(
      folder, {"run", "b.yaml"},
      "b.yaml:3:60: runs[1].waves.file: ./w.vcd would be written by b.yaml:2:59: runs[0].waves.file too; "
      "expected another "
      "name");
  expect_call_refused(folder,
                      {"run", "a.yaml", "--waves", "w.vcd", "--waves-window", "5:9", "--save-at", "3", "./w.vcd"},
                      "--save-at: ./w.vcd would be written by --waves too; expected another name");
  expect_call_refused(folder, {"topology", "rtt: {a: 4}", "--json", "x.svg", "--plot", "x.svg"},
                      "--plot: x.svg would be written by --json too; expected another name");
}

TEST(CliOutputs, AFullDiskKeepsResultsAndSaysWhichWavesCanBeRead) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  const ProgramResult result =
      run_program(folder.path(), {"run", "a.yaml", "--waves", "w.vcd", "--waves-window", "5:300", "--json", "out.json"},
                  "ulimit -f 900;");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, StartsWith("--waves: wave file w.vcd cannot be written: File too large; cycles "
                                        "5 to "));
  EXPECT_THAT(result.output, HasSubstr("digest"));
  const Json json = Json::parse(read_file(folder.path() / "out.json"));
  EXPECT_EQ(json["outcome"], "finished");
  EXPECT_THAT(json["meta"]["waves"]["fault"].get<std::string>(), HasSubstr("can be read"));
  const waves::WaveContents wave = waves::read_wave((folder.path() / "w.vcd").string());
  EXPECT_GT(wave.trace("noc.cycle").changes.size(), 1U);
  EXPECT_THAT(result.errors, HasSubstr(" to " + std::to_string(wave.end / 32'000 - 1) + " can be read"));
}

TEST(CliOutputs, AFullDiskLeavesTheOldDocumentAndPrintsTheTable) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  folder.write("out.json", "old");
  fs::create_symlink("/dev/full", folder.path() / "full");
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "--json", "full"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors, "--json: full cannot be written: No space left on device\n");
  EXPECT_THAT(result.output, HasSubstr("digest"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "full"));
  EXPECT_EQ(run_program(folder.path(), {"run", "a.yaml", "-q", "--json", "out.json"}, "ulimit -f 1;").status, 2);
  EXPECT_EQ(read_file(folder.path() / "out.json"), "old");
}

TEST(CliOutputs, EmitsAllFilesOrNone) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniform400Cycles);
  const ProgramResult full = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"}, "ulimit -f 40;");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.errors, HasSubstr("cannot be written: File too large"));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.yaml"});
  fs::create_directory(folder.path() / "rtl");
  fs::create_symlink("../a.yaml", folder.path() / "rtl" / "bench.sv");
  expect_call_refused(folder, {"emit-rtl", "a.yaml", "-o", "rtl"},
                      "-o: rtl/bench.sv is read as well (the configuration) and would be lost; expected another name");
}

}  // namespace
}  // namespace trenza::test
