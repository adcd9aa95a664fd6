// trenza trace, from outside: numbers that are known, files, wrong input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

Json info(const std::string& file, const std::string& grid) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(folder.path(), {"trace", "info", file, "--grid", grid, "--json", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  return Json::parse(result.output);
}

// The numbers are those of the tool that made the traces.
TEST(CliTrace, InfoOfCg) {
  const Json cg = info(trace_file("cg.A.32.i1.goal.zst"), "8x4");
  EXPECT_EQ(cg["ranks"], 32);
  EXPECT_EQ(cg["messages"]["count"], 8'416);
  EXPECT_EQ(cg["messages"]["bytes"], 46'633'472);
  EXPECT_NEAR(cg["messages"]["bytes_mean"].get<double>(), 5'541, 0.5);
  EXPECT_EQ(cg["messages"]["bytes_min"], 8);
  EXPECT_EQ(cg["messages"]["bytes_max"], 14'000);
  EXPECT_NEAR(cg["partners"].get<double>(), 4.0, 0.05);
  EXPECT_NEAR(cg["locality"]["bytes_at_distance_1"].get<double>(), 0.2501, 5e-5);
  EXPECT_NEAR(cg["locality"]["mean_distance"].get<double>(), 2.5, 5e-4);
  EXPECT_NEAR(cg["computation"]["all_ms"].get<double>(), 169.4 / 2, 0.03);  // Mcycle at 2 GHz
  EXPECT_NEAR(cg["computation"]["max_ms"].get<double>(), 5.54 / 2, 0.003);
  EXPECT_NEAR(cg["checks"]["critical_path_ms"].get<double>(), 3.63, 0.005);
  EXPECT_EQ(cg["checks"]["matched_and_complete"], true);
  EXPECT_TRUE(cg["collectives"].empty());
}

TEST(CliTrace, InfoOfIs) {
  const Json is = info(trace_file("is.S.16.goal.zst"), "4x4");
  EXPECT_EQ(is["messages"]["count"], 5'440);
  EXPECT_EQ(is["messages"]["bytes"], 3'790'164);
  EXPECT_NEAR(is["partners"].get<double>(), 15, 0.05);
  EXPECT_NEAR(is["locality"]["bytes_at_distance_1"].get<double>(), 0.3474, 5e-5);
  EXPECT_NEAR(is["locality"]["mean_distance"].get<double>(), 1.913, 5e-4);
  EXPECT_NEAR(is["checks"]["critical_path_ms"].get<double>(), 0.18, 0.005);
}

TEST(CliTrace, ConvertSaysWhatIsLeftOut) {
  const TemporaryFolder folder;
  folder.write("t.prv", "#Paraver (x):9_ns:1(2):1:2(1:1,1:1)\n3:1:1:1:1:1:1:1:1:2:1:2:3:8:0\n");
  const ProgramResult result = run_program(folder.path(), {"trace", "convert", "t.prv", "-o", "t.goal"});
  EXPECT_EQ(result.output, "t.goal: goal, 2 ranks, 0 operations, 1 messages outside of calls left out\n");
}

TEST(CliTrace, InfoCountsCollectivesAndReceivesFromAny) {
  const TemporaryFolder folder;
  folder.write(
      "coll.goal",
      "// collectives and receives from any source\n"
      "num_ranks 3\n"
      "comm 1 { 1 2 }\n"
      "rank 0 {\nl1: barrier comm 0\nl2: recv 4b from -1 tag -1\nl2 requires l1\nl3: alltoallv comm 0 { 4 0 6 }\n}\n"
      "rank 1 {\nl1: barrier comm 0\nl2: allreduce 8b comm 1\nl3:send 4 b to 0\nalltoallv comm 0 { 7 8 9 }\n}\n"
      "rank 2 {\nl1: barrier comm 0\n/* a\ncomment */ l2: allreduce 8b comm 1\nl3: alltoallv comm 0 { 1 2 3 }\n}\n");
  const ProgramResult result = run_program(folder.path(), {"trace", "info", "coll.goal", "--json", "-"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const Json found = Json::parse(result.output);
  EXPECT_EQ(found["operations"], 10);
  EXPECT_EQ(found["communicators"], 1);
  EXPECT_EQ(found["collectives"], (Json{{"allreduce", 1}, {"alltoallv", 1}, {"barrier", 1}}));
  EXPECT_EQ(found["receives"]["any_source"], 1);
  EXPECT_EQ(found["receives"]["any_tag"], 1);
  EXPECT_EQ(found["checks"]["matched_and_complete"], true);
  EXPECT_EQ(found["checks"]["critical_path_ms"], 0.0);
  EXPECT_FALSE(found.contains("locality"));
}

TEST(CliTrace, InfoRefuses) {
  const TemporaryFolder folder;
  folder.write("a.trc", "c 0 5\n");
  folder.write("bad.goal", "num_ranks 2\nrank 0 {\nl1: fly 5\n}\nrank 1 {\n}\n");
  folder.write("alone.goal", "num_ranks 2\nrank 0 {\nl1: send 5b to 1\n}\nrank 1 {\n}\n");
  const auto refused = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"trace", "info"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramResult result = run_program(folder.path(), all);
    EXPECT_EQ(result.status, 2) << result.output;
    return result.errors;
  };
  EXPECT_THAT(refused({"a.trc"}), StartsWith("a.trc: is a trace of fsin; trenza trace convert a.trc"));
  EXPECT_THAT(refused({"bad.goal"}), StartsWith("bad.goal:3:5: unknown keyword \"fly\""));
  EXPECT_THAT(refused({"alone.goal"}), StartsWith("alone.goal:3:5:"));
  EXPECT_THAT(refused({"none.goal"}), StartsWith("none.goal:1:1: there is no such file"));
  EXPECT_THAT(refused({trace_file("mg.S.8.goal.zst"), "--grid", "2x2"}),
              StartsWith("--grid: 2x2 has 4 places for 8 ranks"));
  EXPECT_THAT(refused({trace_file("mg.S.8.goal.zst"), "--grid", "8xx"}), StartsWith("--grid"));
}

TEST(CliTrace, ConvertsThereAndBack) {
  const TemporaryFolder folder;
  const auto convert = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"trace", "convert"});
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  };
  EXPECT_EQ(convert({trace_file("mg.S.8.goal.zst"), "-o", "mg.goal"}), "mg.goal: goal, 8 ranks, 12063 operations\n");
  convert({trace_file("mg.S.8.goal.zst"), "-o", "mg.ti.zst", "--to", "simgrid", "--flops-per-second", "1e9"});
  convert({"mg.ti.zst", "-o", "again.goal.zst", "--flops-per-second", "1e9", "-q"});
  EXPECT_TRUE(convert({"again.goal.zst", "-o", "-"}) == read_file(folder.path() / "mg.goal"));
  // The same bytes each time.
  convert({"mg.ti.zst", "-o", "twice.goal.zst", "--flops-per-second", "1e9", "-q"});
  EXPECT_TRUE(read_file(folder.path() / "again.goal.zst") == read_file(folder.path() / "twice.goal.zst"));
  // A folder of files for liballprof.
  convert({trace_file("mg.S.8.goal.zst"), "-o", "all", "--to", "liballprof", "-q"});
  std::vector<std::string> files{"-o", "all.goal", "-q"};
  for (int rank = 7; rank >= 0; --rank) files.push_back("all/pmpi-trace-rank-" + std::to_string(rank) + ".txt");
  convert(files);
  const ProgramResult counted = run_program(folder.path(), {"trace", "info", "all.goal", "--json", "-"});
  EXPECT_EQ(Json::parse(counted.output)["messages"]["bytes"], 1'992'960);
}

TEST(CliTrace, FilesOfRanksAreCounted) {
  const TemporaryFolder folder;
  const std::string program = "trace";
  folder.write("r10", "2 recv 0 0 8\n");
  folder.write("r9", "1 init\n");
  folder.write("r1", "0 send 2 0 8\n");
  const ProgramResult result =
      run_program(folder.path(), {"trace", "convert", "r1", "r10", "r9", "--from", "simgrid", "-o", "-"});
  EXPECT_EQ(result.output,
            "num_ranks 3\nrank 0 {\nl1: send 8b to 2 tag 0\n}\nrank 1 {\n}\nrank 2 {\nl1: recv 8b from 0 tag 0\n}\n")
      << result.errors;
}

TEST(CliTrace, ConvertRefuses) {
  const TemporaryFolder folder;
  folder.write("a.trc", "c 0 5\ns 0 1 0 8\nr 0 1 0 8\n");
  folder.write("bad.trc", "c 0 5\nc 0 x\n");
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"trace", "convert"});
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 2) << result.output;
    return result.errors;
  };
  EXPECT_THAT(refused({"a.trc", "-o", "a.unknown"}), StartsWith("-o: a.unknown does not say which format is meant"));
  EXPECT_THAT(refused({"bad.trc", "-o", "b.goal"}), StartsWith("bad.trc:2:5: expected the length"));
  EXPECT_THAT(refused({"a.trc", "-o", "a.trc", "--to", "goal"}), HasSubstr("a.trc"));
  EXPECT_THAT(refused({"a.trc", "bad.trc", "-o", "b.goal"}), StartsWith("bad.trc: a trace of fsin is one file"));
  EXPECT_THAT(refused({"a.trc", "-o", "b.goal", "--time-unit", "cycles"}),
              StartsWith("--time-unit: cycles need --cycle-ns"));
  EXPECT_THAT(refused({"a.trc", "-o", "b.goal", "--cycle-ns", "5"}),
              StartsWith("--cycle-ns: is for --time-unit cycles"));
  EXPECT_THAT(refused({"a.trc", "-o", "b.goal", "--flops-per-second", "-1"}), StartsWith("--flops-per-second: `-1`"));
  EXPECT_THAT(refused({"a.trc", "-o", "b.goal", "--from", "paravre"}),
              HasSubstr("goal,fsin,dimemas,paraver,simgrid,liballprof"));
  EXPECT_THAT(refused({"a.trc", "-o", "b.ti", "--to", "simgrid"}), HasSubstr("--flops-per-second"));
  EXPECT_THAT(refused({trace_file("mg.S.8.goal.zst"), "-o", "b.trc"}), HasSubstr("this receive does not block"));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.trc", "bad.trc"}));
}

}  // namespace
}  // namespace trenza::test
