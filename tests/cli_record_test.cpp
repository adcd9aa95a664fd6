// `trenza trace record` as a user calls it, on the programs of tests/record/: what they print of themselves is in the
// trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/recorded_trace.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kEnvironment =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=false";

const char* const kProgramInC = "program_c";

fs::path program_place(const std::string& name) { return fs::path(TRENZA_PROGRAM).parent_path() / "record" / name; }

class CliRecord : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(program_place(kProgramInC))) GTEST_SKIP() << "there is no MPI";
  }

  /// Records a program of `ranks` ranks: as few as its case needs, because each takes long to start.
  ProgramResult record(const std::vector<std::string>& options, const std::string& program, const std::string& argument,
                       const char* ranks = "4") {
    std::vector<std::string> words{"trace", "record", "-o", file_};
    words.insert(words.end(), options.begin(), options.end());
    for (const char* const word : {"--", "mpirun", "-n", ranks, "--oversubscribe"}) words.emplace_back(word);
    words.push_back(program_place(program).string());
    if (!argument.empty()) words.push_back(argument);
    return run_program(folder_.path(), words, kEnvironment);
  }

  RecordedTrace trace() const { return parse_recorded(read_file(folder_.path() / file_)); }

  /// A case of cases.c that is recorded.
  RecordedTrace traced(const std::string& argument, const std::vector<std::string>& options = {}) {
    result_ = record(options, "cases_c", argument);
    EXPECT_EQ(result_.status, 0) << result_.errors;
    RecordedTrace found = trace();
    expect_consistent(found);
    return found;
  }

  void expect_refused(const std::string& argument, const char* ranks, int status, const std::string& message) {
    const ProgramResult result = record({}, "cases_c", argument, ranks);
    EXPECT_EQ(result.status, status) << argument;
    EXPECT_THAT(result.errors, HasSubstr("trenza: no trace is written: " + message)) << argument;
    EXPECT_THAT(folder_.names(), ElementsAre()) << argument;
  }

  void expect_resolved(const std::string& program);
  void expect_point_to_point(const std::string& program);

  TemporaryFolder folder_;
  std::string file_ = "t.goal";
  ProgramResult result_;
};

/// What the ranks of a program print: "rank R NAME N".
std::vector<std::map<std::string, long>> counts_of(const std::string& output) {
  std::vector<std::map<std::string, long>> ranks;
  std::istringstream lines(output);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    std::string word;
    std::string name;
    std::size_t rank = 0;
    long count = 0;
    if (!(in >> word >> rank >> name >> count) || word != "rank") continue;
    if (rank >= ranks.size()) ranks.resize(rank + 1);
    ranks[rank][name] = count;
  }
  return ranks;
}

void expect_counts(const RecordedTrace& trace, const std::string& output) {
  const auto printed = counts_of(output);
  ASSERT_EQ(printed.size(), 4U);
  ASSERT_EQ(trace.ranks.size(), 4U);
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const RecordedRank& rank = trace.ranks[i];
    const std::map<std::string, long> found{{"sends", rank.count("send")},      {"sent_bytes", rank.bytes("send")},
                                            {"receives", rank.count("recv")},   {"received_bytes", rank.bytes("recv")},
                                            {"any_source", rank.any_source()},  {"any_tag", rank.any_tag()},
                                            {"collectives", rank.collectives()}};
    EXPECT_EQ(found, printed[i]) << "rank " << i;
    EXPECT_GE(rank.dependencies.size() + 1, rank.ops.size()) << "each follows another";
  }
  expect_consistent(trace);
}

/// Replays the trace in both views. Its computation is cut short: the pin view simulates every cycle of it.
void expect_replay(const fs::path& folder, const std::string& file, const std::string& messages) {
  std::ofstream(folder / "replay.yaml") << "topology: {kind: rt, a: 2}\ntraffic: {trace: " << file
                                        << ", computation: 0.001}\n";
  const ProgramResult replay = run_program(folder, {"run", "replay.yaml", "--json", "-"});
  ASSERT_EQ(replay.status, 0) << replay.errors;
  EXPECT_THAT(replay.output, HasSubstr(messages));
  EXPECT_THAT(replay.output, HasSubstr("\"outcome\": \"finished\""));
  const ProgramResult pin = run_program(folder, {"run", "replay.yaml", "--view", "pin", "--json", "-"});
  const auto digest = [](const std::string& text) { return text.substr(text.find("\"digest\""), 30); };
  EXPECT_EQ(digest(pin.output), digest(replay.output));
}

/// The collectives of a rank on a communicator, in order.
std::vector<std::string> collectives_of(const RecordedTrace& trace, std::size_t rank, long comm) {
  std::vector<std::string> all;
  for (const RecordedOp& op : trace.ranks[rank].ops) {
    if (op.comm == comm) all.push_back(op.text());
  }
  return all;
}

/// The functions `collective` of program.c on a row of two: each line is a call there, and its bytes are counted by
/// hand.
void expect_bytes_of_collectives(const RecordedTrace& found) {
  ASSERT_EQ(found.comms.at(1), (std::vector<long>{0, 1}));
  const auto expected = [](bool root) {
    const std::string gathered = root ? "alltoallv 0 0" : "alltoallv 8 0";
    const std::string scattered = root ? "alltoallv 0 8" : "alltoallv 0 0";
    return std::vector<std::string>{
        "barrier", "bcast 40 root 1", "reduce 20 root 0", "allreduce 24", "gather 8 root 0", "scatter 12 root 0",
        "allgather 16", "alltoall 20", "scan 28",
        gathered,                                  // MPI_Gatherv
        scattered,                                 // MPI_Scatterv
        root ? "alltoallv 0 4" : "alltoallv 8 0",  // MPI_Allgatherv of different sizes
        "alltoallv 4 4", "reduce_scatter 4 4", "barrier", "allreduce 32", "bcast 36 root 0",
        // Non-blocking ones.
        "reduce 12 root 0", "gather 8 root 0", "scatter 8 root 0", "allgather 8", "alltoall 8", gathered, scattered,
        "allgather 8",    // MPI_Iallgatherv of one size
        "alltoallv 8 8",  //
        "alltoallv 8 8",  // MPI_Ialltoallw
        "scan 12", "scan 12", "reduce_scatter 8 8", "reduce_scatter 12 12",
        "scan 12",               // MPI_Exscan
        "reduce_scatter 12 12",  // MPI_Reduce_scatter_block
        "alltoallv 8 8",         // MPI_Alltoallw
        // In place.
        "allgather 16", "alltoall 16", "alltoallv 8 8", "gather 16 root 0", gathered, "scatter 16 root 0"};
  };
  EXPECT_EQ(collectives_of(found, 0, 1), expected(true));
  EXPECT_EQ(collectives_of(found, 1, 1), expected(false));
}

/// Whole programs, by their place in build/bin/record/. Those in all languages make the same calls.
class CliRecordProgram : public CliRecord, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists(program_place(GetParam()))) GTEST_SKIP() << "it was not built";
  }
};
using CliRecordProgramSlow = CliRecordProgram;

TEST_P(CliRecordProgram, TraceHasWhatItPrintsAndReplays) {
  const ProgramResult result = record({}, GetParam(), "");
  ASSERT_EQ(result.status, 0) << result.errors;
  const RecordedTrace found = trace();
  expect_counts(found, result.output);
  EXPECT_THAT(result.output, HasSubstr("t.goal: 4 ranks, " + std::to_string(found.count("send")) + " messages of "));
  EXPECT_THAT(folder_.names(), ElementsAre("t.goal"));
  if (std::string(GetParam()) == kProgramInC) expect_bytes_of_collectives(found);
  expect_replay(folder_.path(), file_, "\"digest\"");
}

void CliRecord::expect_resolved(const std::string& program) {
  const ProgramResult result = record({"--resolve-sources"}, program, "");
  ASSERT_EQ(result.status, 0) << result.errors;
  const RecordedTrace found = trace();
  expect_consistent(found);
  const auto printed = counts_of(result.output);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found.ranks[i].any_source() + found.ranks[i].any_tag(), 0);
    EXPECT_EQ(found.ranks[i].bytes("recv"), printed[i].at("received_bytes"));
  }
}

TEST_F(CliRecord, ResolvedReceivesMatchTheSends) { expect_resolved(kProgramInC); }
TEST_P(CliRecordProgramSlow, ResolvedReceivesMatchTheSends) { expect_resolved(GetParam()); }

void CliRecord::expect_point_to_point(const std::string& program) {
  file_ = "t.goal.zst";
  const ProgramResult result = record({}, program, "p2p");
  ASSERT_EQ(result.status, 0) << result.errors;
  expect_replay(folder_.path(), file_, "\"messages\": 28");
}

TEST_F(CliRecord, PointToPointReplays) { expect_point_to_point(kProgramInC); }
TEST_P(CliRecordProgramSlow, PointToPointReplays) { expect_point_to_point(GetParam()); }

const auto kAllLanguages = testing::Values(kProgramInC, "program_mpif", "program_usempi", "program_f08");
std::string name_of_program(const testing::TestParamInfo<const char*>& program) { return program.param; }

INSTANTIATE_TEST_SUITE_P(Languages, CliRecordProgram, kAllLanguages, name_of_program);
INSTANTIATE_TEST_SUITE_P(Languages, CliRecordProgramSlow, kAllLanguages, name_of_program);

TEST_F(CliRecord, ComputationIsProcessorTime) {
  const RecordedTrace found = traced("computation");
  for (std::size_t i = 0; i < 4; ++i) {
    const RecordedRank& rank = found.ranks[i];
    ASSERT_GE(rank.ops.size(), 2U);
    EXPECT_EQ(rank.ops[1].kind, "barrier");
    const double expected = 20e6 * static_cast<double>(i + 1);
    EXPECT_GT(static_cast<double>(rank.ops[0].bytes), expected);
    EXPECT_LT(static_cast<double>(rank.bytes("calc")), 1.5 * expected + 5e6) << "sleeping and waiting is none";
  }
}

TEST_F(CliRecord, WaitsAreDependencies) {
  const RecordedTrace found = traced("overlap");
  for (const std::size_t rank : {0U, 1U}) {
    std::vector<RecordedOp> ops = found.ranks[rank].ops;
    std::vector<std::string> kinds;
    for (const RecordedOp& op : ops) kinds.push_back(op.kind);
    // The last one lies between the wait and the barrier, or the barrier and the end, and may be too short to be
    // written.
    if (kinds.back() == "calc") kinds.pop_back();
    const std::string message = rank == 0 ? "send" : "recv";
    if (kinds.size() == 8) kinds.erase(kinds.begin() + 6);
    ASSERT_THAT(kinds, ElementsAre("calc", message, "calc", "calc", "barrier", "calc", "barrier")) << rank;
    std::vector<RecordedDependency> first = found.ranks[rank].dependencies;
    ASSERT_GE(first.size(), 6U);
    first.resize(6);
    const std::vector<RecordedDependency> expected{{1, 0, false}, {2, 1, true},  {3, 1, false},
                                                   {3, 2, false}, {4, 3, false}, {5, 4, true}};
    EXPECT_THAT(first, testing::UnorderedElementsAreArray(expected)) << rank;
    EXPECT_GT(ops[2].bytes, 10'000'000);
    EXPECT_GT(ops[3].bytes, 20'000'000);
    EXPECT_GT(ops[5].bytes, 30'000'000);
    const auto& all = found.ranks[rank].dependencies;
    EXPECT_EQ(std::count(all.begin(), all.end(), RecordedDependency{6, 4, false}), 1)
        << "the wait for the first barrier";
  }
}

TEST_F(CliRecord, LookingForAMessageIsWaiting) {
  const RecordedTrace found = traced("polling");
  EXPECT_LT(found.ranks[1].bytes("calc"), 90'000'000) << "of 100 ms";
  EXPECT_EQ(found.ranks[1].count("recv"), 1);
}

// 20 rounds of 40 messages. The reader of traces checks that the k-th send has the size of the k-th receive and that
// nothing waits in a circle.
TEST_F(CliRecord, RandomMessagesReplay) {
  const RecordedTrace posted = traced("random");
  EXPECT_EQ(posted.count("send"), 800);
  long any_source = 0;
  for (const RecordedRank& rank : posted.ranks) any_source += rank.any_source();
  EXPECT_GT(any_source, 200);
  EXPECT_LT(any_source, 333);
  const RecordedTrace found = traced("random", {"--resolve-sources"});
  EXPECT_EQ(found.count("send"), 800);
  std::string text = read_file(folder_.path() / file_);
  text = std::regex_replace(text, std::regex("\ncomm [^\n]*"), "");
  text = std::regex_replace(text, std::regex("barrier comm [0-9]+"), "calc 1");
  folder_.write(file_, text);
  expect_replay(folder_.path(), file_, "\"messages\": 800");
}

TEST_F(CliRecord, RegionOfInterest) {
  const RecordedTrace found = traced("region", {"--region", "pcontrol"});
  EXPECT_EQ(found.count("send"), 2);
  EXPECT_EQ(found.count("barrier"), 8);
  EXPECT_THAT(result_.output, HasSubstr("left out: 2 messages of which only one end was recorded\n"));
  const RecordedTrace whole = traced("region");  // MPI_Pcontrol(0) holds without the option too
  EXPECT_EQ(whole.count("send"), 4 - 1);
  EXPECT_EQ(whole.count("barrier"), 3 * 4);
}

TEST_F(CliRecord, CommunicatorsAreTheSameOnAllMembers) {
  const RecordedTrace found = traced("communicators");
  EXPECT_EQ(found.comms.size(), 12U);
  EXPECT_EQ(found.comms.at(1), (std::vector<long>{0, 2, 3})) << "the second split; rank 0 defines it first";
  EXPECT_EQ(found.count("allreduce"), 4 * 3);
  EXPECT_EQ(found.count("bcast"), 3 * 2);
  EXPECT_EQ(found.count("barrier"), 4) << "that on MPI_COMM_SELF moves nothing";
  const RecordedTrace resolved = traced("communicators", {"--resolve-sources"});
  EXPECT_EQ(resolved.comms, found.comms);
}

TEST_F(CliRecord, RefusesWhatItCannotRecord) {
  expect_refused("inter", "4", 2, "rank ");
  expect_refused("one_sided", "4", 2, "rank ");
  expect_refused("thread", "1", 2, "rank ");
  const ProgramResult result = record({}, "cases_c", "neighbours", "1");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr(": MPI_Neighbor_alltoall is not recorded; expected sends, receives and "
                                       "collectives of communicators\n"));
}

TEST_F(CliRecord, AProgramThatDiesLeavesNoTrace) {
  expect_refused("abort", "2", 7, "mpirun ended with status 7\n");
  expect_refused("kill", "2", 134, "mpirun ended with status 134\n");
}

TEST_F(CliRecord, APartThatIsNotWholeIsNoTrace) {
  const std::string script = "mpirun -n 2 --oversubscribe " + program_place("cases_c").string() + " exit; true";
  folder_.write("t.goal", "before");
  const ProgramResult hidden =
      run_program(folder_.path(), {"trace", "record", "-o", file_, "--", "sh", "-c", script}, kEnvironment);
  EXPECT_EQ(hidden.status, 1);
  EXPECT_THAT(hidden.errors, HasSubstr("trenza: no trace is written: rank."));
  EXPECT_THAT(hidden.errors, HasSubstr(" ends without MPI_Finalize"));
  EXPECT_EQ(read_file(folder_.path() / file_), "before");
}

TEST_F(CliRecord, OneProgramIsRecorded) {
  const std::string twice =
      "mpirun -n 1 " + program_place("cases_c").string() + "; mpirun -n 1 " + program_place("cases_c").string();
  const ProgramResult second =
      run_program(folder_.path(), {"trace", "record", "-o", file_, "--", "sh", "-c", twice}, kEnvironment);
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.errors, HasSubstr("rank 0: a second MPI program began; expected one for each recording\n"));
}

TEST_F(CliRecord, WrongCallsAreRefused) {
  const auto call = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"trace", "record"};
    all.insert(all.end(), words.begin(), words.end());
    const ProgramResult result = run_program(folder_.path(), all);
    return std::to_string(result.status) + " " + result.errors;
  };
  EXPECT_EQ(call({"-o", "t.goal", "--", "./absent", "-x"}),
            "2 ./absent: cannot be run: No such file or directory; expected a command after `--`, such as `mpirun -n 4 "
            "./program`\n");
  EXPECT_EQ(call({"-o", "t.goal", "--", "true"}),
            "2 trenza: true: no MPI program called MPI_Init within reach of the recorder; expected one that is linked "
            "with the shared library of the MPI that trenza was built with\n");
  EXPECT_EQ(call({"-o", "t.goal", "--", "sh", "-c", "exit 42"}),
            "42 trenza: no trace is written: sh ended with status 42\n");
  EXPECT_EQ(call({"-o", "t.goal", "--", "sh", "-c", "kill -9 $$"}),
            "137 trenza: no trace is written: sh ended with status 137\n");
  EXPECT_EQ(call({"-o", "-", "--", "true"}), "2 -o -: is standard output, which is the program's; expected a file\n");
  EXPECT_THAT(call({"-o", "absent/t.goal", "--", "true"}), HasSubstr("2 there is no folder absent"));
  EXPECT_THAT(call({"--", "true"}), HasSubstr("2 trenza: --output is required"));
  EXPECT_THAT(call({"-o", "t.goal"}), HasSubstr("2 trenza: COMMAND is required"));
  EXPECT_THAT(call({"-o", "t.goal", "--region", "some", "--", "true"}), HasSubstr("some"));
  EXPECT_THAT(folder_.names(), ElementsAre());
}

TEST(CliRecordWithoutMpi, SaysSo) {
  if (fs::exists(fs::path(TRENZA_PROGRAM).parent_path().parent_path() / "lib/trenza/libtrenza_record.so"))
    GTEST_SKIP() << "there is one";
  const TemporaryFolder folder;
  const ProgramResult result = run_program(folder.path(), {"trace", "record", "-o", "t.goal", "--", "true"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.errors,
      "trace record: this trenza was built without MPI; expected the packages openmpi-bin and libopenmpi-dev, and a "
      "new build\n");
}

TEST_F(CliRecord, WordsOfTheCommandAreLeftAlone) {
  const ProgramResult result =
      run_program(folder_.path(), {"trace", "record", "-o", "t.goal", "--", "sh", "-c", "printf '<%s>' \"$@\"", "sh",
                                   "[a,b]", "", "--output=x", "run", "--", "-h"});
  EXPECT_EQ(result.output, "<[a,b]><><--output=x><run><--><-h>");
}

}  // namespace
}  // namespace trenza::test
