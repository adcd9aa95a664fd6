// `trenza reproduce` as a user calls it: the papers of the repository, and small ones of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const fs::path kRoot = TRENZA_SOURCE_DIR;
const fs::path kPapers = kRoot / "configs/papers";
/// Points of whole sweeps or of a few short runs, and the pages of them.
const fs::path kStored = kRoot / "tests/reproduced";

const std::vector<std::string> kNames = {"duato-nbc", "ibt", "peripheral-twists", "task-mapping"};

/// All files below a folder, by their names from there.
std::map<std::string, std::string> reproduced_files(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (entry.is_regular_file() && name.find("/log/") == std::string::npos && entry.path().filename() != ".lock")
      files[name] = read_file(entry.path());
  }
  return files;
}

/// The points of a folder without what is made of them.
void copy_points(const fs::path& from, const fs::path& to) {
  for (const auto& [name, text] : reproduced_files(from)) {
    if (name.find("/points/") == std::string::npos && fs::path(name).filename() != "index.json") continue;
    fs::create_directories((to / name).parent_path());
    std::ofstream(to / name, std::ios::binary) << text;
  }
}

// Each page of the repository's papers comes out of stored points, with every verdict, and nothing is run for it: the
// points of a figure that were run at a few values alone are all that is there. TRENZA_UPDATE_DOCS=1 writes the pages
// anew.
TEST(CliReproduce, PagesAreMadeOfStoredPoints) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  copy_points(kStored, out);
  const auto before = reproduced_files(out);
  const ProgramResult result =
      run_program(folder.path(), {"reproduce", "--papers", kPapers.string(), "--folder", "out", "--stored"});
  ASSERT_EQ(result.status, 0) << result.errors;
  for (const std::string& name : kNames) {
    const std::string page = read_file(out / (name + ".md"));
    const fs::path committed = kStored / (name + ".md");
    if (std::getenv("TRENZA_UPDATE_DOCS") != nullptr) std::ofstream(committed, std::ios::binary) << page;
    EXPECT_EQ(page, read_file(committed)) << "run this test with TRENZA_UPDATE_DOCS=1";
    EXPECT_THAT(page, HasSubstr("| holds |")) << name;
    EXPECT_THAT(page, Not(HasSubstr("| not run |"))) << name;
    const std::regex picture(R"(!\[[^\]]*\]\(([^)]+)\))");
    for (std::sregex_iterator found(page.begin(), page.end(), picture), end; found != end; ++found)
      EXPECT_THAT(read_file(out / (*found)[1].str()), HasSubstr("<svg"));
  }
  for (const auto& [name, text] : before) EXPECT_EQ(read_file(out / name), text) << name << " was changed";
}

// A number that is changed in a point changes its verdict: verdicts come from the points.
TEST(CliReproduce, VerdictsComeFromThePoints) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  copy_points(kStored, out);
  const auto page = [&] {
    const ProgramResult result = run_program(
        folder.path(), {"reproduce", "duato-nbc", "--papers", kPapers.string(), "--folder", "out", "--stored"});
    EXPECT_EQ(result.status, 0) << result.errors;
    return read_file(out / "duato-nbc.md");
  };
  const std::string good =
      "| Without load latency is M flits behind the mean distance, 32 + 4 cycles (8x8) | approximate";
  EXPECT_THAT(page(), HasSubstr(good));
  for (const auto& entry : fs::directory_iterator(out / "duato-nbc/figure-1.computed/points")) fs::remove(entry.path());
  EXPECT_THAT(page(), HasSubstr("(8x8) | not run | 0 of 0 rows have their numbers"));
}

// Every claim that the program judges stands in a file of a paper.
TEST(CliReproduce, EveryClaimIsOnAPage) {
  std::string pages;
  for (const std::string& name : kNames) pages += read_file(kStored / (name + ".md"));
  const std::regex row(R"(\n\| ([A-E][0-9]+) \|)");
  const std::string claims = read_file(kRoot / "docs/claims.md");
  int count = 0;
  for (std::sregex_iterator found(claims.begin(), claims.end(), row), end; found != end; ++found, ++count)
    EXPECT_THAT(pages, HasSubstr("\n| " + (*found)[1].str() + ": "));
  EXPECT_EQ(count, 68);
}

/// A paper with a simulated figure beside a computed one.
class SmallPaper : public testing::Test {
 protected:
  SmallPaper() {
    fs::create_directories(folder_.path() / "papers/small");
    folder_.write("papers/small/README.md", "# A small paper\n");
    write("figure-2", figure(""));
    write("table-1",
          "paper:\n  name: small\n  table: 1\n  title: Twists\n  says: x\n"
          "  compute: {twist_loads: {rows: 4, columns: 8, twists: [0, 4]}}\n"
          "  judge: [{claim: The twist carries more, where: {series: t4}, value: {of: bound, is: 1.476, within: "
          "0.001}}]\n");
  }

  static std::string figure(const std::string& judge) {
    return "paper:\n  name: small\n  figure: 2\n  title: Loads\n  says: The bound holds.\n"
           "  compute: {twist_loads: {rows: 4, columns: 8, twists: [0, 4]}}\n"
           "  columns: {load: accepted_load}\n"
           "  picture: {x: twist, y: [load, bound]}\n"
           "  judge:\n    - {claim: below the bound, ratio: {of: load, to: bound, at_most: 1}}\n" +
           judge +
           "sweep:\n  series: [{name: t0, topology: {rt: 4}}, {name: t4, topology: {rtt: 4}}]\n  seeds: 2\n"
           "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\nrun: {cycles: 2000}\n";
  }
  void write(const std::string& stem, const std::string& text) const {
    folder_.write("papers/small/" + stem + ".yaml", text);
  }
  ProgramResult call(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"reproduce", "--papers", "papers", "--folder", "out", "--jobs", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_.path(), arguments);
  }
  std::string page() const { return read_file(folder_.path() / "out/small.md"); }

  TemporaryFolder folder_;
};

TEST_F(SmallPaper, RunsWhatIsMissingAndJudges) {
  const ProgramResult first = call();
  ASSERT_EQ(first.status, 0) << first.errors;
  EXPECT_THAT(first.output, HasSubstr("4 of 4 points: 4 run, 0 were there"));
  EXPECT_THAT(page(), HasSubstr("# A small paper\n"));
  EXPECT_THAT(page(), HasSubstr("| The twist carries more | holds | 1.476 |"));
  EXPECT_THAT(page(), HasSubstr("| below the bound | holds | from 0.3"));
  EXPECT_LT(page().find("## Table 1"), page().find("## Figure 2"));
  EXPECT_THAT(read_file(folder_.path() / "out/small/figure-2.svg"), HasSubstr("<svg"));
  EXPECT_THAT(read_file(folder_.path() / "out/small/figure-2.csv"),
              HasSubstr("series,load,load.half_width,twist,mean,max_avg_per_dim,largest_load,bound\nt0,0.5"));
  const auto made = reproduced_files(folder_.path() / "out");
  const ProgramResult second = call();
  EXPECT_THAT(second.output, HasSubstr("4 of 4 points: 0 run, 4 were there"));
  EXPECT_EQ(reproduced_files(folder_.path() / "out"), made);
  // From the points alone.
  for (const char* const file : {"out/small.md", "out/small/figure-2.svg", "out/small/figure-2.csv"})
    fs::remove(folder_.path() / file);
  const ProgramResult third = call({"--stored"});
  EXPECT_EQ(third.status, 0) << third.errors;
  EXPECT_THAT(third.output, Not(HasSubstr("points")));
  EXPECT_EQ(reproduced_files(folder_.path() / "out"), made);
}

// Times relative to those of a network: quotients of equal seeds, and their mean over the programs.
TEST_F(SmallPaper, QuotientsHaveIntervals) {
  const auto relative = [](const std::string& to, const std::string& drawn = "{network: [rtt]}") {
    return "paper:\n  name: small\n  figure: 2\n  title: Times\n  says: x\n"
           "  columns: {load: accepted_load}\n"
           "  relative:\n    share: " +
           to + "\n  picture: {x: program, series: network, y: share, y_from: 0.5, where: " + drawn +
           "}\n"
           "  judge:\n    - {claim: c, where: {program: average, network: rtt}, value: {of: share, at_least: 0.9, "
           "interval: on}}\n"
           "sweep:\n  series:\n    program: [{name: a, traffic: {load: 0.1}}, {name: b, traffic: {load: 0.2}}]\n"
           "    network: [{name: rt, topology: {rt: 4}}, {name: rtt, topology: {rtt: 4}}]\n  seeds: 3\n"
           "traffic: {pattern: uniform, packet_flits: 4}\nrun: {cycles: 2000}\n";
  };
  write("figure-2", relative("{of: load, to: {network: rt}, average: program}"));
  ASSERT_EQ(call().status, 0);
  const std::regex verdict(R"(\| c \| holds \| [01]\.?[0-9]* ± 0\.[0-9]+ \|)");
  EXPECT_TRUE(std::regex_search(page(), verdict)) << page();
  const std::string csv = read_file(folder_.path() / "out/small/figure-2.csv");
  EXPECT_THAT(csv, HasSubstr("program,network,load,load.half_width,share,share.half_width\n"));
  EXPECT_THAT(csv, HasSubstr("\naverage,rt,,,1.0,0.0\n"));
  EXPECT_THAT(read_file(folder_.path() / "out/small/figure-2.svg"), HasSubstr(">average<"));
  EXPECT_THAT(read_file(folder_.path() / "out/small/figure-2.svg"), HasSubstr(">rtt<"));
  EXPECT_THAT(read_file(folder_.path() / "out/small/figure-2.svg"), Not(HasSubstr(">rt<")));
  fs::remove_all(folder_.path() / "out");
  const std::string good = "{of: load, to: {network: rt}}";
  const auto fault = [&](const std::string& to, const std::string& drawn = "{}") {
    write("figure-2", relative(to, drawn));
    const ProgramResult result = call();
    EXPECT_EQ(result.status, 2) << result.output;
    EXPECT_FALSE(fs::exists(folder_.path() / "out"));
    return result.errors;
  };
  EXPECT_EQ(fault("{of: laod, to: {network: rt}}"),
            "papers/small/figure-2.yaml:8:12: paper.relative.share: `laod` is no value of documents; expected one of "
            "`load`; did you mean `load`?\n");
  EXPECT_THAT(fault("{of: load, to: {net: rt}}"),
              HasSubstr("`net` is no axis of the sweep; expected one of `program` or `network`"));
  EXPECT_THAT(fault("{of: load, to: {network: rt}, average: netwrok}"), HasSubstr("did you mean `network`?"));
  EXPECT_THAT(fault("{of: load, to: {network: rt}, average: network}"),
              HasSubstr("is a quotient and a mean along `network`"));
  EXPECT_THAT(fault(good, "{net: rt}"), HasSubstr("paper.picture.where.net: is no column; expected one of `program`"));
  EXPECT_THAT(fault(good, "rt"), HasSubstr("paper.picture.where: is `rt`; expected a map"));
}

TEST_F(SmallPaper, OnePartAlone) {
  ASSERT_EQ(call({"small/table-1"}).status, 0);
  EXPECT_THAT(page(), HasSubstr("| The twist carries more | holds |"));
  EXPECT_THAT(page(), HasSubstr("| below the bound | not run | 0 of 0 rows have their numbers |"));
  EXPECT_THAT(page(), HasSubstr("0 of 4 points are there."));
  EXPECT_FALSE(fs::exists(folder_.path() / "out/small/figure-2"));
}

TEST_F(SmallPaper, AnotherJudgementRunsNothing) {
  ASSERT_EQ(call().status, 0);
  write("figure-2", figure("    - {claim: above it, ratio: {of: load, to: bound, at_least: 1}}\n"));
  const ProgramResult again = call();
  EXPECT_THAT(again.output, HasSubstr("4 of 4 points: 0 run, 4 were there"));
  EXPECT_THAT(page(), HasSubstr("| above it | fails |"));
}

TEST_F(SmallPaper, WrongInputIsNamedAndNothingIsWritten) {
  const auto fault = [&](const std::vector<std::string>& more = {}) {
    const ProgramResult result = call(more);
    EXPECT_EQ(result.status, 2) << result.output;
    EXPECT_FALSE(fs::exists(folder_.path() / "out"));
    return result.errors;
  };
  EXPECT_EQ(fault({"smal"}), "PAPER: `smal` is no paper of papers; expected `small`; did you mean `small`?\n");
  EXPECT_THAT(fault({"small/figure-3"}),
              HasSubstr("PAPER: `small/figure-3` is no part of the paper; expected `table-1` or "
                        "`figure-2`; did you mean `figure-2`?"));
  EXPECT_THAT(fault({"--stored"}), HasSubstr("--folder out: is no folder; expected one that `trenza reproduce` made"));
  write("figure-2", figure("    - {claim: c, ratio: {of: lod, to: bound, at_most: 1}}\n"));
  EXPECT_EQ(fault(),
            "papers/small/figure-2.yaml:11:30: paper.judge[1].ratio.of: `lod` is no column; expected one of "
            "`series`, `load`, `twist`, `mean`, `max_avg_per_dim`, `largest_load` or `bound`; did you mean "
            "`load`?\n");
  write("figure-2",
        "paper:\n  name: small\n  figure: 2\n  title: t\n  says: s\n  judge: [{claims: [A1]}]\n"
        "traffic: {load: 1}\n");
  EXPECT_THAT(fault(), HasSubstr("figure-2.yaml:7:1: traffic: stands beside `paper` in a file without a sweep"));
  write("figure-2", figure("").replace(figure("").find("name: small"), 11, "name: large"));
  EXPECT_THAT(fault(), HasSubstr("figure-2.yaml:2:3: paper: is of the paper `large`, in the folder of `small`"));
  write("figure-2", figure("").replace(figure("").find("series: [{"), 8, "link.delay: [1, 2]\n  series: "));
  EXPECT_EQ(call({"--set", "sweep.seeds=x"}).status, 2);
}

TEST_F(SmallPaper, FailuresOfPointsAreAStatus) {
  const ProgramResult result = call({"--set", "sweep.limit=0.05", "--set", "run.cycles=1000000000"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(page(), HasSubstr("0 of 4 points are there."));
}

}  // namespace
}  // namespace trenza::test
