// Sweeps as a user calls them: what they write, how they go on, what fails and what does not, on one machine and by
// MPI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tests/cli_program.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// An experiment of RTT(4) with a section `sweep`.
std::string sweep_experiment(const std::string& sweep, const std::string& cycles = "500",
                             const std::string& more = "") {
  return "topology: {rtt: 4}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.3}\nrun: {cycles: " + cycles + more +
         "}\nsweep: " + sweep + "\n";
}

const std::string kLoadAxis = "{traffic.load: {from: 0.1, to: 0.4, step: 0.1}, seeds: 3}";

/// All that a sweep writes but its log, by name.
std::map<std::string, std::string> sweep_files(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_regular_file() && name.rfind("log/", 0) != 0) files[name] = read_file(entry.path());
  }
  return files;
}

std::vector<Json> points_of(const fs::path& folder) {
  return Json::parse(read_file(folder / "index.json"))["points"].get<std::vector<Json>>();
}

fs::path document_of(const fs::path& folder, std::size_t point) {
  return folder / "points" / (points_of(folder)[point]["point"].get<std::string>() + ".json");
}

/// The states of all points, one after the other.
std::vector<std::string> states(const TemporaryFolder& folder, const std::string& sweep = "out") {
  const ProgramResult table = run_program(folder.path(), {"table", sweep, "--json-lines", "-"});
  EXPECT_EQ(table.status, 0) << table.errors;
  std::vector<std::string> all;
  std::istringstream lines(table.output);
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line)["state"].get<std::string>());
  return all;
}

class CliSweep : public testing::Test {
 protected:
  ProgramResult sweep(const std::vector<std::string>& more = {}, const std::string& wrapper = "",
                      const std::string& out = "out") const {
    std::vector<std::string> arguments{"sweep", "a.yaml", "-o", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_.path(), arguments, wrapper);
  }
  ProgramResult call(const std::vector<std::string>& arguments) const { return run_program(folder_.path(), arguments); }
  fs::path out() const { return folder_.path() / "out"; }

  TemporaryFolder folder_;
};

TEST_F(CliSweep, WritesTheDocumentsOfRunsWithoutMeta) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  const ProgramResult result = sweep();
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.output, "out: 12 of 12 points: 12 run, 0 were there, 0 failed\n");
  EXPECT_EQ(result.errors, "");
  folder_.write("one.yaml",
                "topology: {rtt: 4}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.2}\n"
                "run: {cycles: 500, seed: 2}\n");
  ASSERT_EQ(call({"run", "one.yaml", "-q", "--json", "one.json"}).status, 0);
  Json run = Json::parse(read_file(folder_.path() / "one.json"));
  run.erase("meta");
  run["config"].erase("name");
  const Json point = points_of(out())[4];
  EXPECT_EQ(point["at"], (Json{{"traffic.load", 0.2}, {"run.seed", 2}}));
  Json document = Json::parse(read_file(document_of(out(), 4)));
  EXPECT_EQ(document["point"], point["point"]);
  for (const char* const key : {"point", "contract", "checksum"}) document.erase(key);
  EXPECT_EQ(document, run);
}

TEST_F(CliSweep, HasTheSameBytesWithAnyNumberOfJobs) {
  for (const std::string& axes :
       {kLoadAxis,
        std::string("{series: [{name: rt, topology: {rt: 4}}, {name: rtt, topology: {rtt: 4}}], find: "
                    "{saturation: traffic.load, within: 0.1}, seeds: 2}"),
        std::string("{router.virtual_channels.adaptive: [0, 1], traffic.load: {from: 0.2, to: 1.4, step: 0.3}, stop: "
                    "saturation}")}) {
    folder_.write("a.yaml", sweep_experiment(axes));
    for (const std::string jobs : {"1", "2", "5"}) {
      const ProgramResult result = sweep({"-q", "--jobs", jobs}, "", "out" + jobs);
      EXPECT_EQ(result.status, 0) << result.errors;
      EXPECT_EQ(sweep_files(folder_.path() / ("out" + jobs)), sweep_files(folder_.path() / "out1")) << axes;
    }
    for (const char* const out : {"out1", "out2", "out5"}) fs::remove_all(folder_.path() / out);
  }
}

TEST_F(CliSweep, RunsOnlyWhatIsNew) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  ASSERT_EQ(sweep().status, 0);
  const auto before = sweep_files(out());
  EXPECT_THAT(sweep().output, HasSubstr("0 run, 12 were there"));
  EXPECT_EQ(sweep_files(out()), before);
  EXPECT_THAT(sweep({"--set", "sweep.seeds=4"}).output, HasSubstr("4 run, 12 were there"));
  EXPECT_THAT(sweep({"--set", "run.cycles=501"}).output, HasSubstr("12 run, 0 were there"));
  fs::remove(document_of(out(), 5));
  EXPECT_THAT(sweep({"--set", "run.cycles=501"}).output, HasSubstr("1 run, 11 were there"));
}

TEST_F(CliSweep, RunsAgainWhatReadsAFileThatWasChanged) {
  folder_.write("net", "nodes 3\n0:0 1:0\n1:1 2:0\n2:1 0:1\n");
  folder_.write("a.yaml",
                "topology: {custom: net}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 300}\n"
                "sweep: {seeds: 2}\n");
  EXPECT_THAT(sweep().output, HasSubstr("2 run"));
  EXPECT_THAT(sweep().output, HasSubstr("2 were there"));
  folder_.write("net", "nodes 3\n0:0 1:0\n0:1 2:0\n2:1 1:1\n");
  EXPECT_THAT(sweep().output, HasSubstr("2 run"));
}

/// Kills a sweep again and again, each time after it has run for so many milliseconds, and lets it come to its end.
void kill_and_go_on(const TemporaryFolder& folder, const std::vector<int>& milliseconds) {
  ASSERT_EQ(run_program(folder.path(), {"sweep", "a.yaml", "-o", "calm", "-q", "--jobs", "2"}).status, 0);
  int killed = 0;
  for (const int time : milliseconds) {
    const ProgramResult result = run_program(folder.path(), {"sweep", "a.yaml", "-o", "out", "-q", "--jobs", "2"},
                                             "timeout --foreground -s KILL " + std::to_string(time / 1000.0));
    EXPECT_TRUE(result.status == 0 || result.status == 137) << result.status << result.errors;
    killed += result.status == 137 ? 1 : 0;
    if (!fs::exists(folder.path() / "out" / "index.json")) continue;
    for (const std::string& state : states(folder)) EXPECT_TRUE(state == "finished" || state == "missing") << state;
  }
  EXPECT_GT(killed, 0);
  const ProgramResult last = run_program(folder.path(), {"sweep", "a.yaml", "-o", "out", "--jobs", "2"});
  EXPECT_EQ(last.status, 0) << last.errors;
  EXPECT_EQ(last.errors, "");
  // Children of those that were killed may still be writing their last documents, the same ones.
  EXPECT_EQ(sweep_files(folder.path() / "out"), sweep_files(folder.path() / "calm"));
  for (const std::string form : {"--csv", "--json-lines", "--markdown"}) {
    EXPECT_EQ(run_program(folder.path(), {"table", "out", form, "-"}).output,
              run_program(folder.path(), {"table", "calm", form, "-"}).output);
  }
}

TEST_F(CliSweep, GoesOnWhenItWasKilled) {
  folder_.write("a.yaml", sweep_experiment("{traffic.load: {from: 0.1, to: 0.4, step: 0.1}, seeds: 8}", "4000"));
  kill_and_go_on(folder_, {5, 20, 60, 100, 150, 200});
}

TEST(CliSweepSlow, GoesOnAfter20Kills) {
  const TemporaryFolder folder;
  folder.write("a.yaml", sweep_experiment("{traffic.load: {from: 0.05, to: 0.5, step: 0.05}, seeds: 20}", "60000"));
  std::mt19937 random(1);
  std::vector<int> times;
  for (int k = 0; k < 20; ++k) times.push_back(static_cast<int>(random() % 1500));
  kill_and_go_on(folder, times);
}

TEST_F(CliSweep, AnInterruptKeepsWhatIsFinished) {
  folder_.write("a.yaml", sweep_experiment("{run.cycles: [400, 90000000], seeds: 2}"));
  const ProgramResult result = sweep({"--jobs", "2"}, "timeout --preserve-status --foreground -s INT 0.8");
  EXPECT_EQ(result.status, 130) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("trenza: interrupted; the same command goes on with what is missing\n"));
  EXPECT_EQ(states(folder_), (std::vector<std::string>{"finished", "finished", "missing", "missing"}));
  EXPECT_THAT(sweep({"-q", "--set", "sweep.run.cycles=[400, 410]"}).errors, Not(HasSubstr("interrupted")));
}

TEST_F(CliSweep, APointBeyondTheLimitIsNamedAndTheOthersAreWhole) {
  folder_.write("a.yaml", sweep_experiment("{run.cycles: [400, 900000000, 500], limit: 0.6}"));
  const ProgramResult result = sweep();
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.errors, "trenza: point {\"run.cycles\":900000000}: took longer than the limit of 0.6 s\n");
  EXPECT_EQ(result.output, "out: 2 of 3 points: 2 run, 0 were there, 1 failed\n");
  EXPECT_EQ(states(folder_),
            (std::vector<std::string>{"finished", "failed: took longer than the limit of 0.6 s", "finished"}));
  EXPECT_EQ(points_of(out())[1]["failure"], "took longer than the limit of 0.6 s");
  EXPECT_EQ(sweep({"--set", "sweep.run.cycles=[400, 500]"}).status, 0);
}

/// Kills, from three finished points on, every child of a sweep, until the sweep has ended. The fourth point may start
/// some time after the third one is written, so that one look at the children is not enough.
const char* const kKillALongChild =
    "\"$@\" & program=$!\n"
    "while kill -0 $program 2>/dev/null; do\n"
    "  sleep 0.05\n"
    "  test $(ls out/points 2>/dev/null | grep -c 'json$') -ge 3 || continue\n"
    "  for child in $(cat /proc/$program/task/$program/children 2>/dev/null); do kill -ABRT $child; done\n"
    "done\n"
    "wait $program\n";

TEST_F(CliSweep, APointWhoseProcessDiesIsNamedAndTheOthersAreWhole) {
  folder_.write("a.yaml", sweep_experiment("{run.cycles: [400, 410, 420, 900000000]}"));
  folder_.write("die.sh", kKillALongChild);
  const ProgramResult result = sweep({"--jobs", "2"}, "bash die.sh");
  EXPECT_EQ(result.status, 1) << result.errors;
  const std::vector<std::string> all = states(folder_);
  ASSERT_EQ(all.size(), 4U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(all[k], "finished");
  EXPECT_THAT(all[3], StartsWith("failed: its process was ended by signal 6"));
}

TEST_F(CliSweep, APointThatRunsOutOfMemoryIsNamedAndTheOthersAreWhole) {
  TRENZA_NOT_SANITIZED("it limits the memory");
  folder_.write("a.yaml",
                sweep_experiment("{zip: {traffic.load: [0.1, 64, 0.2], run.cycles: [300, 1000000000, 300]}}", "300") +
                    "name: a\n");
  const ProgramResult result = sweep({"--jobs", "1", "--set", "traffic.packet_flits=1"}, "ulimit -d 70000 &&");
  EXPECT_EQ(result.status, 1) << result.errors;
  const std::vector<std::string> all = states(folder_);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0], "finished");
  EXPECT_THAT(all[1], StartsWith("failed: out of memory"));
  EXPECT_EQ(all[2], "finished");
}

TEST_F(CliSweep, ADeadlockIsAResultAndAFault) {
  folder_.write("a.yaml",
                "topology: {kind: torus, size: [12, 5]}\n"
                "router: {virtual_channels: {adaptive: 0}, buffer_packets: 2}\nlink: {delay: 4}\n"
                "traffic: {pattern: tornado, packet_flits: 16, load: 1}\nrun: {cycles: 20000}\n"
                "sweep: {router.bubble: [on, off]}\n");
  EXPECT_THAT(sweep().errors, HasSubstr("can deadlock; --unsafe runs it all the same"));
  const ProgramResult result = sweep({"--unsafe"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("trenza: point {\"router.bubble\":false}: ended in the outcome deadlock\n"));
  EXPECT_EQ(states(folder_), (std::vector<std::string>{"finished", "deadlock"}));
  EXPECT_EQ(sweep({"--unsafe"}).status, 1);
}

TEST_F(CliSweep, ADamagedOrForeignFileIsNamedAndNeverTrusted) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  ASSERT_EQ(sweep().status, 0);
  const auto whole = sweep_files(out());
  const fs::path document = document_of(out(), 3);
  const std::string name = document.filename().string();
  std::string text = read_file(document);
  text[text.find("accepted_load") + 16] ^= 1;
  std::ofstream(document, std::ios::binary) << text;
  fs::copy_file(document_of(out(), 1), document_of(out(), 2), fs::copy_options::overwrite_existing);
  std::ofstream(out() / "points" / "notes.txt") << "mine";
  const ProgramResult table = call({"table", "out"});
  EXPECT_THAT(table.errors, HasSubstr("trenza: out/points/" + name + " was changed: its checksum is wrong\n"));
  EXPECT_THAT(table.errors, HasSubstr("trenza: out/points/notes.txt is not of a sweep\n"));
  EXPECT_EQ(states(folder_)[3], "damaged: the document was changed: its checksum is wrong");
  EXPECT_EQ(states(folder_)[2], "damaged: the document is of something else");
  const ProgramResult again = sweep();
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.output, HasSubstr("2 run, 10 were there"));
  EXPECT_THAT(again.errors, HasSubstr("points/" + name + " was changed: its checksum is wrong; the point runs again"));
  EXPECT_THAT(again.errors, HasSubstr("trenza: out/points/notes.txt is not of a sweep; it is left alone"));
  fs::remove(out() / "points" / "notes.txt");
  EXPECT_EQ(sweep_files(out()), whole);
  std::ofstream(out() / "index.json") << "{}";
  EXPECT_THAT(call({"table", "out"}).errors, HasSubstr("out/index.json is of something else"));
  EXPECT_EQ(sweep({"-q"}).status, 0);
  EXPECT_EQ(sweep_files(out()), whole);
}

TEST_F(CliSweep, AFullDiskLeavesWholeFiles) {
  folder_.write("a.yaml", sweep_experiment("{run.sources: [off, on]}"));
  const ProgramResult full = sweep({"--jobs", "1"}, "ulimit -f 8;");  // documents with sources take more
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.errors, HasSubstr("cannot be written: File too large"));
  EXPECT_EQ(states(folder_), (std::vector<std::string>{"finished", "missing"}));
  for (const auto& [name, text] : sweep_files(out())) EXPECT_THAT(name, Not(HasSubstr(".tmp")));
  EXPECT_THAT(sweep().output, HasSubstr("1 run, 1 were there"));
}

TEST_F(CliSweep, FoldersOfOthersAreLeftAlone) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  fs::create_directory(out());
  folder_.write("out/thesis.tex", "mine");
  const ProgramResult result = sweep();
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors, "out holds `thesis.tex` and no sweep; expected a new folder, or that of a sweep\n");
  EXPECT_EQ(sweep_files(out()).size(), 1U);
  EXPECT_EQ(call({"table", "."}).status, 2);
  EXPECT_EQ(call({"table", "absent"}).errors, "absent is no folder; expected one that `trenza sweep` made\n");
}

TEST_F(CliSweep, WrongSweepsWriteNothing) {
  folder_.write("a.yaml", sweep_experiment("{traffic.load: [0.1, fast]}"));
  EXPECT_THAT(sweep().errors, StartsWith("a.yaml:4:29: sweep.traffic.load[1]: is `fast`; expected a number"));
  EXPECT_EQ(folder_.names(), std::set<std::string>{"a.yaml"});
  EXPECT_THAT(call({"run", "a.yaml"}).errors,
              StartsWith("a.yaml:4:1: sweep: makes many experiments of this file; expected `trenza sweep FILE -o"));
  EXPECT_EQ(call({"check", "a.yaml"}).status, 2);
  EXPECT_EQ(sweep({"--jobs", "2", "--slurm"}).status, 2);
  EXPECT_EQ(sweep({"--slurm"}, "PATH=/nowhere").status, 2);
  folder_.write("a.yaml", "topology: {rtt: 4}\ntraffic: {pattern: uniform, load: 0.3}\n");
  EXPECT_EQ(sweep().errors,
            "a.yaml: sweep: missing; expected a section such as `sweep: {traffic.load: [0.1, 0.2], "
            "seeds: 3}`\n");
}

TEST_F(CliSweep, CheckBuildsAllPointsAndProvesEachNetworkOnce) {
  folder_.write("a.yaml", sweep_experiment("{topology: [{rt: 4}, {rtt: 4}], traffic.load: [0.1, 0.2], seeds: 5}"));
  const ProgramResult check = call({"check", "a.yaml", "--json", "check.json"});
  EXPECT_EQ(check.status, 0) << check.errors;
  EXPECT_THAT(check.output, StartsWith("sweep      topology 2 x traffic.load 2 x run.seed 5: 20 points\n"));
  const Json json = Json::parse(read_file(folder_.path() / "check.json"));
  EXPECT_EQ(json["sweep"]["points"], 20);
  EXPECT_EQ(json["fabrics"].size(), 2U);
}

TEST_F(CliSweep, TablesHaveTheirFormsAndColumns) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  ASSERT_EQ(sweep({"-q"}).status, 0);
  const ProgramResult csv = call({"table", "out", "--columns", "hops.mean,router.arbiter", "--csv", "-"});
  EXPECT_THAT(csv.output, StartsWith("traffic.load,run.seed,hops.mean,router.arbiter,state\n0.1,1,"));
  EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 13);
  const ProgramResult seeds = call({"table", "out", "--over", "seeds", "--markdown", "-", "--columns", "packets"});
  EXPECT_THAT(seeds.output, StartsWith("| traffic.load | seeds | packets | packets.half_width | state |\n|---|"));
  EXPECT_EQ(std::count(seeds.output.begin(), seeds.output.end(), '\n'), 6);
  const ProgramResult wrong = call({"table", "out", "--columns", "latncy.mean"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("did you mean `latency.mean`?"));
  EXPECT_EQ(call({"table", "out", "--found"}).status, 2);
}

TEST_F(CliSweep, DiffSaysWhatDiffersBeyondItsIntervals) {
  folder_.write("a.yaml", sweep_experiment("{traffic.load: [0.1, 0.3], seeds: 4}", "2000"));
  ASSERT_EQ(sweep({"-q"}).status, 0);
  ASSERT_EQ(sweep({"-q", "--set", "link.delay=9"}, "", "slow").status, 0);
  ASSERT_EQ(sweep({"-q", "--set", "sweep.traffic.load=[0.1]"}, "", "less").status, 0);
  EXPECT_EQ(call({"diff", "out", "out"}).status, 0);
  const ProgramResult slow = call({"diff", "out", "slow", "--columns", "latency.mean,hops.mean", "--csv", "-"});
  EXPECT_EQ(slow.status, 1);
  EXPECT_THAT(slow.output, HasSubstr("\n0.1,latency.mean,"));
  EXPECT_THAT(slow.output, HasSubstr("\n0.3,latency.mean,"));
  EXPECT_THAT(slow.output, Not(HasSubstr("hops.mean")));
  const ProgramResult less = call({"diff", "out", "less"});
  EXPECT_EQ(less.status, 1);
  EXPECT_THAT(less.errors, HasSubstr("trenza: A alone has {\"traffic.load\":0.3}\n"));
}

TEST_F(CliSweep, RunsOfATraceShareTheirBeginWithTheSameResults) {
  const std::string trace = std::string(TRENZA_SOURCE_DIR) + "/configs/traces/cg.A.32.i1.goal.zst";
  folder_.write("a.yaml", "topology: {rtt: 4}\ntraffic: {trace: " + trace +
                              "}\nsweep: {run.cycles: [9000, 1000, 5000], link.delay: [1, 2], share_warmup: off}\n");
  ASSERT_EQ(sweep({"-q"}).status, 0);
  const ProgramResult result = sweep({"-q", "--set", "sweep.share_warmup=on"}, "", "shared");
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(sweep_files(folder_.path() / "shared"), sweep_files(out()));
  std::vector<std::uint64_t> begins;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "shared" / "log")) {
    std::istringstream lines(read_file(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      const Json meta = Json::parse(line);
      if (meta.contains("from")) begins.push_back(meta["from"]["cycle"].get<std::uint64_t>());
    }
  }
  EXPECT_THAT(begins, testing::UnorderedElementsAre(999U, 999U, 4999U, 4999U));
}

/// Two ranks and the one that hands out points.
const std::string kThreeRanks =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=false "
    "mpirun -n 3 --oversubscribe";

bool has_mpi() { return fs::exists(fs::path(TRENZA_PROGRAM).parent_path().parent_path() / "lib/trenza/trenza_mpi.so"); }

TEST_F(CliSweep, RanksOfMpiWriteTheSameBytes) {
  folder_.write("a.yaml", sweep_experiment("{find: {saturation: traffic.load, within: 0.1}, seeds: 4, "
                                           "router.virtual_channels.adaptive: [1, 2]}"));
  if (!has_mpi()) {
    const ProgramResult none = sweep({"--mpi"});
    EXPECT_EQ(none.status, 2);
    EXPECT_EQ(none.errors,
              "--mpi: this trenza was built without MPI; expected the packages openmpi-bin and "
              "libopenmpi-dev, and a new build\n");
    return;
  }
  ASSERT_EQ(sweep({"-q", "--jobs", "2"}).status, 0);
  const ProgramResult ranks = sweep({"-q", "--mpi"}, kThreeRanks, "ranks");
  EXPECT_EQ(ranks.status, 0) << ranks.errors;
  EXPECT_EQ(sweep_files(folder_.path() / "ranks"), sweep_files(out()));
  folder_.write("a.yaml", sweep_experiment("{traffic.load: [0.1, fast]}"));
  const ProgramResult wrong = sweep({"--mpi"}, kThreeRanks, "wrong");
  EXPECT_NE(wrong.status, 0);
  const std::string message = "a.yaml:4:29: sweep.traffic.load[1]: is `fast`";
  EXPECT_EQ(wrong.errors.find(message), wrong.errors.rfind(message)) << "one rank complains";
  EXPECT_THAT(wrong.errors, HasSubstr(message));
  // A point that dies costs no rank.
  folder_.write("a.yaml", sweep_experiment("{run.cycles: [400, 900000000, 410, 420], limit: 0.6}"));
  const ProgramResult limited = sweep({"--mpi"}, kThreeRanks, "limited");
  EXPECT_EQ(limited.status, 1) << limited.errors;
  EXPECT_THAT(limited.output, HasSubstr("limited: 3 of 4 points: 3 run, 0 were there, 1 failed\n"));
}

/// A task of an array job, without Slurm.
TEST_F(CliSweep, TasksRunTheirShareOfAList) {
  folder_.write("a.yaml", sweep_experiment(kLoadAxis));
  ASSERT_EQ(sweep({"-q"}, "", "whole").status, 0);
  std::string list;
  const auto points = points_of(folder_.path() / "whole");
  for (std::size_t k = 0; k < points.size(); ++k)
    list += std::to_string(k) + " " + points[k]["point"].get<std::string>() + "\n";
  list += "0 0123456789abcdef\n";  // a point that the configuration no longer has
  folder_.write("list", list);
  fs::create_directory(out());
  for (const std::string task : {"0", "1", "2"}) {
    const ProgramResult result =
        sweep({"--task", "list"}, "SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=2 SLURM_ARRAY_TASK_ID=" + task);
    EXPECT_EQ(result.status, 0) << result.errors;
  }
  EXPECT_THAT(read_file(out() / "failures" / "0123456789abcdef.json"), HasSubstr("configuration was changed"));
  fs::remove_all(out() / "failures");
  EXPECT_THAT(sweep().output, HasSubstr("0 run, 12 were there"));
  EXPECT_EQ(sweep_files(out()), sweep_files(folder_.path() / "whole"));
}

/// If this fails, documents have changed for the same configuration, and those that people have are wrong or lack
/// something: raise kContractVersion in sweeps/contract.h, and put the new numbers here.
TEST_F(CliSweep, DocumentsChangeOnlyWithTheContractVersion) {
  folder_.write("a.yaml",
                "topology: {rtt: 4}\ntraffic: {pattern: uniform, load: 0.5}\nrun: {cycles: 3000}\nsweep: {seeds: 1}\n");
  ASSERT_EQ(sweep({"-q"}).status, 0);
  const Json document = Json::parse(read_file(document_of(out(), 0)));
  EXPECT_EQ(document["contract"], 1);
  EXPECT_EQ(document["checksum"], "3f987d844299df52") << document.dump(2);
}

}  // namespace
}  // namespace trenza::test
