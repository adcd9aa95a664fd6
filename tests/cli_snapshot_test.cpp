// Snapshots from outside: --save-at, --from, and all that is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;
using Names = std::set<std::string>;

const char* const kSnapshotUniform =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500}\n";

const char* const kSnapshotCompared =
    "runs:\n"
    "  - {name: rt, topology: {kind: rt, a: 4}}\n"
    "  - {name: rtt, topology: {kind: rtt, a: 4}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500}\n";

const char* const kGoalRun = "topology: {kind: torus, size: [4, 2]}\ntraffic: {trace: t.goal}\n";

/// Two ranks that send each other a message, compute, and answer.
const char* const kGoal =
    "num_ranks 2\n"
    "rank 0 {\nl1: send 400b to 1\nl2: recv 400b from 1\nl2 requires l1\n}\n"
    "rank 1 {\nl1: recv 400b from 0\nl2: calc 2000\nl2 requires l1\nl3: send 400b to 0\nl3 requires l2\n}\n";

/// The document of a run that succeeds, without `meta`.
std::string results_text(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "-"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  Json json = Json::parse(result.output);
  json.erase("meta");
  return json.dump();
}

/// A call that is refused before anything is simulated: status 2, one line, no new file. Returns the line.
std::string refusal(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  const Names before = folder.names();
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "out.json"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  EXPECT_EQ(folder.names(), before);
  return result.errors;
}

/// A folder with the snapshot s.snap of cycle 700 of a.yaml.
class Saved : public TemporaryFolder {
 public:
  Saved() {
    write("a.yaml", kSnapshotUniform);
    document_ = results_text(*this, {"a.yaml", "--save-at", "700", "s.snap"});
  }
  const std::string& document_of_run() const { return document_; }

 private:
  std::string document_;
};

TEST(CliSnapshot, GivesTheSameDocument) {
  const Saved folder;
  EXPECT_EQ(folder.names(), (Names{"a.yaml", "s.snap"}));
  EXPECT_EQ(results_text(folder, {"a.yaml"}), folder.document_of_run());
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap"}), folder.document_of_run());
  for (const char* cycle : {"0", "1499"}) {
    EXPECT_EQ(results_text(folder, {"a.yaml", "--save-at", cycle, "x.snap"}), folder.document_of_run());
    EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "x.snap"}), folder.document_of_run());
  }
}

TEST(CliSnapshot, SaysWhereItWasSaved) {
  const Saved folder;
  EXPECT_THAT(run_program(folder.path(), {"run", "a.yaml", "--save-at", "900", "t.snap", "--from", "s.snap"}).output,
              testing::AllOf(HasSubstr("\nfrom: s.snap: went on with the state at the begin of cycle 700\n"),
                             HasSubstr("\nsaved: t.snap: the state at the begin of cycle 900, ")));
  const ProgramResult quiet = run_program(folder.path(), {"run", "a.yaml", "-q", "--save-at", "900", "t.snap"});
  EXPECT_EQ(quiet.output + quiet.errors, "");
  const Json meta = Json::parse(
      run_program(folder.path(), {"run", "a.yaml", "--save-at", "5", "t.snap", "--json", "-"}).output)["meta"];
  EXPECT_EQ(meta["saved"]["file"], "t.snap");
  EXPECT_EQ(meta["saved"]["cycle"], 5);
  EXPECT_EQ(meta["saved"]["bytes"], std::filesystem::file_size(folder.path() / "t.snap"));
}

TEST(CliSnapshot, PutsNamesOfRunsIntoFiles) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kSnapshotCompared);
  const std::string straight = results_text(folder, {"a.yaml"});
  EXPECT_EQ(results_text(folder, {"a.yaml", "--save-at", "300", "s.snap"}), straight);
  EXPECT_EQ(folder.names(), (Names{"a.yaml", "s-rt.snap", "s-rtt.snap"}));
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap"}), straight);
  std::filesystem::rename(folder.path() / "s-rt.snap", folder.path() / "s-rtt.snap");
  std::filesystem::copy(folder.path() / "s-rtt.snap", folder.path() / "s-rt.snap");
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "s.snap"}),
            "--from s-rtt.snap: topology.kind: the snapshot has \"rt\", this run \"rtt\"; expected the same\n");
}

TEST(CliSnapshot, Traces) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kGoalRun);
  folder.write("t.goal", kGoal);
  const std::string straight = results_text(folder, {"a.yaml"});
  EXPECT_EQ(results_text(folder, {"a.yaml", "--save-at", "40", "s.snap"}), straight);
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap"}), straight);
  // Another limit than that of the run that was saved.
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap", "--cycles", "60"}),
            results_text(folder, {"a.yaml", "--cycles", "60"}));
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "s.snap", "--cycles", "40"}),
            "--from s.snap: run.cycles: the snapshot is of cycle 40, and 40 cycles end before; expected more\n");
  // The same trace under another name is the same trace.
  folder.write("copy.goal", kGoal);
  const ProgramResult copy = run_program(
      folder.path(), {"run", "a.yaml", "--set", "traffic.trace=copy.goal", "--from", "s.snap", "--json", "-"});
  EXPECT_EQ(Json::parse(copy.output)["digest"], Json::parse(straight)["digest"]);
  // Another trace under the same name is not.
  folder.write("t.goal", std::string(kGoal).replace(std::string(kGoal).find("2000"), 4, "2001"));
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "s.snap"}),
            "--from s.snap: traffic.trace: t.goal has other contents than the trace of the snapshot\n");
}

TEST(CliSnapshot, TraceThatEndsBefore) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kGoalRun);
  folder.write("t.goal", kGoal);
  const ProgramResult result =
      run_program(folder.path(), {"run", "a.yaml", "--save-at", "1000000", "s.snap", "--json", "out.json"});
  EXPECT_EQ(result.status, 2);
  const Json json = Json::parse(read_file(folder.path() / "out.json"));
  EXPECT_EQ(result.errors,
            "trenza: run a: the trace has 2 ranks and the network 8 nodes: the other nodes send nothing\n"
            "--save-at: run a ended in cycle " +
                json["cycles"].dump() + ", before cycle 1000000; nothing was saved\n");
  EXPECT_EQ(json["outcome"], "finished");
  EXPECT_EQ(folder.names(), (Names{"a.yaml", "out.json", "t.goal"}));
}

TEST(CliSnapshot, WhatMayDiffer) {
  const Saved folder;
  folder.write("b.yaml", kSnapshotUniform);  // another name
  const Json first = Json::parse(folder.document_of_run());
  EXPECT_EQ(Json::parse(results_text(folder, {"b.yaml", "--from", "s.snap"}))["digest"], first["digest"]);
  EXPECT_EQ(results_text(folder,
                         {"a.yaml", "--from", "s.snap", "--view", "tlm", "--waves", "w.vcd", "--waves-window", "0:9"}),
            folder.document_of_run());
}

TEST(CliSnapshot, AnotherConfigurationIsRefused) {
  const Saved folder;
  const auto set = [&](const std::string& setting) {
    return refusal(folder, {"a.yaml", "--from", "s.snap", "--set", setting});
  };
  EXPECT_EQ(set("router.arbiter=age"),
            "--from s.snap: router.arbiter: the snapshot has \"random\", this run \"age\"; expected the same\n");
  EXPECT_EQ(set("run.seed=2"), "--from s.snap: run.seed: the snapshot has 1, this run 2; expected the same\n");
  EXPECT_EQ(set("run.cycles=1501"),
            "--from s.snap: run.cycles: the snapshot has 1500, this run 1501; expected the same\n");
  EXPECT_EQ(set("topology.a=5"), "--from s.snap: topology.a: the snapshot has 4, this run 5; expected the same\n");
  EXPECT_EQ(set("traffic.load=0.31"),
            "--from s.snap: traffic.load: the snapshot has 0.3, this run 0.31; expected the same\n");
  EXPECT_EQ(set("link.bypass_delay=3").substr(0, 10), "--set link");  // wrong in itself
  EXPECT_THAT(set("router.message_classes=2"),
              StartsWith("--from s.snap: router.message_classes: the snapshot has 1,"));
  EXPECT_THAT(set("traffic.on_cycles=7"), StartsWith("--set traffic.on_cycles"));
  EXPECT_THAT(refusal(folder, {"a.yaml", "--from", "s.snap", "--set", "traffic.arrival=on_off"}),
              StartsWith("--from s.snap: traffic.arrival: the snapshot has \"bernoulli\""));
}

TEST(CliSnapshot, ChangedFilesOfNetworkAndMappingAreRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: torus, size: [2, 2]}\nmapping: {file: m.txt}\n"
               "traffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 100}\n");
  folder.write("m.txt", "0 0\n1 1\n2 2\n3 3\n");
  const std::string straight = results_text(folder, {"a.yaml", "--save-at", "50", "s.snap"});
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap"}), straight);
  folder.write("m.txt", "0 0\n1 1\n2 3\n3 2\n");
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "s.snap"}),
            "--from s.snap: mapping.file: places processes otherwise than the mapping of the snapshot\n");
}

TEST(CliSnapshot, FilesThatAreNoSnapshotsAreRefused) {
  const Saved folder;
  const std::string whole = read_file(folder.path() / "s.snap");
  const auto refuse = [&](const std::string& content) {
    folder.write("x.snap", content);
    return refusal(folder, {"a.yaml", "--from", "x.snap"});
  };
  EXPECT_EQ(refuse(""), "--from x.snap: is no snapshot; expected a file that --save-at wrote\n");
  EXPECT_EQ(refuse(kSnapshotUniform), "--from x.snap: is no snapshot; expected a file that --save-at wrote\n");
  EXPECT_EQ(refuse(whole.substr(0, 20)), "--from x.snap: the snapshot is cut off after 20 bytes\n");
  for (const std::size_t length : {std::size_t{40}, std::size_t{500}, whole.size() - 1}) {
    EXPECT_EQ(refuse(whole.substr(0, length)), "--from x.snap: the snapshot is cut off: it has " +
                                                   std::to_string(length) + " of " + std::to_string(whole.size()) +
                                                   " bytes\n");
  }
  EXPECT_EQ(refuse(whole + "x"), "--from x.snap: the snapshot is damaged: its checksum is wrong\n");
  const auto flipped = [&](std::size_t at, char bits) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ bits);
    return bytes;
  };
  EXPECT_EQ(refuse(flipped(8, 1)), "--from x.snap: the snapshot is of format 3; expected format 2\n");
  for (const std::size_t at : {std::size_t{17}, std::size_t{30}, std::size_t{39}}) {
    EXPECT_EQ(refuse(flipped(at, 1)), "--from x.snap: the snapshot is damaged: the checksum of its header is wrong\n");
  }
  for (const std::size_t at : {std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_EQ(refuse(flipped(at, 64)), "--from x.snap: the snapshot is damaged: its checksum is wrong\n");
  }
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "absent.snap"}),
            "--from absent.snap: no such file; expected a snapshot\n");
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "."}), "--from .: is a directory; expected a snapshot\n");
}

TEST(CliSnapshot, CyclesAndFilesThatCannotBeAreRefused) {
  const Saved folder;
  const auto save = [&](const std::string& cycle, const std::string& file, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"a.yaml", "--save-at", cycle, file});
    return refusal(folder, more);
  };
  const std::string last = "; expected a cycle from 0 to 1499 (run.cycles - 1)\n";
  EXPECT_EQ(save("1500", "x.snap"), "--save-at: run a ends before cycle 1500" + last);
  EXPECT_EQ(save("99999999999", "x.snap"), "--save-at: run a ends before cycle 99999999999" + last);
  EXPECT_EQ(save("soon", "x.snap"), "--save-at: `soon` is not a cycle; expected an integer from 0\n");
  EXPECT_EQ(save("1.5", "x.snap"), "--save-at: `1.5` is not a cycle; expected an integer from 0\n");
  EXPECT_EQ(save("5", "absent/x.snap"), "--save-at: there is no folder absent for absent/x.snap\n");
  EXPECT_EQ(save("5", "."), "--save-at: . is a directory; expected a file\n");
  EXPECT_EQ(save("699", "x.snap", {"--from", "s.snap"}),
            "--save-at: cycle 699 lies before cycle 700, at which s.snap goes on\n");
  EXPECT_EQ(save("5", "x.snap", {"--view", "pin"}),
            "--save-at: run a is in the pin view, which has no snapshots; expected the tlm view\n");
  EXPECT_EQ(refusal(folder, {"a.yaml", "--from", "s.snap", "--view", "pin"}),
            "--from: run a is in the pin view, which has no snapshots; expected the tlm view\n");
}

TEST(CliSnapshot, AFileThatCannotBeWrittenToItsEndIsNotThere) {
  const Saved folder;
  folder.write("before.snap", "what was there before");
  const Names before = folder.names();
  for (const char* file : {"x.snap", "before.snap"}) {
    const ProgramResult result =
        run_program(folder.path(), {"run", "a.yaml", "--save-at", "700", file}, "trap '' XFSZ; ulimit -f 6;");
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.output, HasSubstr("finished")) << "the run itself is not lost";
    EXPECT_EQ(result.errors, std::string("--save-at: ") + file + " cannot be written: File too large\n");
    EXPECT_EQ(folder.names(), before);
  }
  EXPECT_EQ(read_file(folder.path() / "before.snap"), "what was there before");
}

TEST(CliSnapshot, SavingReplacesAFile) {
  const Saved folder;
  folder.write("s.snap", "what was there before");
  results_text(folder, {"a.yaml", "--save-at", "700", "s.snap"});
  EXPECT_EQ(results_text(folder, {"a.yaml", "--from", "s.snap"}), folder.document_of_run());
  EXPECT_EQ(folder.names(), (Names{"a.yaml", "s.snap"}));
}

TEST(CliSnapshot, TheSameRunMakesTheSameFile) {
  const Saved folder;
  results_text(folder, {"a.yaml", "--save-at", "700", "t.snap"});
  EXPECT_EQ(read_file(folder.path() / "s.snap"), read_file(folder.path() / "t.snap"));
}

}  // namespace
}  // namespace trenza::test
