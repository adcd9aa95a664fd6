// Messages about the command line: the nearest command, empty values, long and strange words, folders that cannot be
// made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refused(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::string& wrapper = "") {
  const ProgramResult result = run_program(folder.path(), arguments, wrapper);
  EXPECT_EQ(result.status, 2);
  EXPECT_LT(result.errors.size(), 501U);
  return result.errors;
}

TEST(CliMessages, NamesTheNearestCommandAndOption) {
  const TemporaryFolder folder;
  EXPECT_THAT(refused(folder, {"rnu", "a.yaml"}),
              StartsWith("trenza: `rnu` is no command of trenza; expected `run`, "));
  EXPECT_THAT(refused(folder, {"rnu", "a.yaml"}), HasSubstr("did you mean `run`?"));
  EXPECT_THAT(
      refused(folder, {"model", "rt"}),
      StartsWith("trenza: `rt` is no command of trenza model; expected `rtt` or `duato-nbc`; did you mean `rtt`?"));
  EXPECT_THAT(refused(folder, {"run", "a.yaml", "--jsno", "x"}),
              StartsWith("trenza: `--jsno` is no option of trenza run; did you mean `--json`?"));
}

TEST(CliMessages, RefusesEmptyValues) {
  const TemporaryFolder folder;
  folder.write("a.yaml", "topology: {kind: rtt, a: 2}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 100}\n");
  for (const char* const option : {"--json", "--waves", "--seed", "--from", "--view"}) {
    EXPECT_THAT(refused(folder, {"run", "a.yaml", option, ""}),
                StartsWith(std::string("trenza: ") + option + ": is empty; expected a value"));
  }
  EXPECT_THAT(refused(folder, {"run", ""}), StartsWith("trenza: CONFIG: is empty"));
}

void expect_short_messages(std::size_t letters) {
  const TemporaryFolder folder;
  const std::string word(letters, 'x');
  folder.write("a.yaml", "topology: {kind: " + word + "}\ntraffic: {pattern: uniform, load: 0.1}\n");
  EXPECT_THAT(refused(folder, {"run", "a.yaml"}), StartsWith("a.yaml:1:18: topology.kind: `xxx"));
  EXPECT_THAT(refused(folder, {"run", "a.yaml"}), HasSubstr("` is unknown; expected one of `torus`"));
  folder.write("a.goal", "num_ranks 1\nrank 0 {\n" + word + "\n}\n");
  folder.write("b.yaml", "topology: {kind: rtt, a: 2}\ntraffic: {trace: a.goal}\n");
  EXPECT_THAT(refused(folder, {"run", "b.yaml"}), StartsWith("a.goal:3:1: "));
}

TEST(CliMessages, AreShortWhateverTheyQuote) { expect_short_messages(100'000); }
TEST(CliMessagesSlow, AreShortWhateverTheyQuote) { expect_short_messages(10'000'000); }

TEST(CliMessages, AreWholeAfterACharacterZero) {
  const TemporaryFolder folder;
  folder.write("a.yaml", "topology: {kind: \"r\\0tt\", a: 4}\ntraffic: {pattern: uniform, load: 0.1}\n");
  EXPECT_THAT(refused(folder, {"run", "a.yaml"}), HasSubstr("`r\\x00tt` is unknown; expected one of"));
  using namespace std::string_literals;
  const std::string mapped = "topology: {kind: rtt, a: 2}\ntraffic: {pattern: uniform, load: 0.1}\nmapping: {file: ";
  folder.write("b.map", "0\0 1\n"s);
  folder.write("b.yaml", mapped + "b.map}\n");
  EXPECT_EQ(refused(folder, {"run", "b.yaml"}),
            "b.map:1:1: \"0\\x00\" is no process: expected a whole number from 0 on\n");
  folder.write("c.goal", "num_ranks 2\nra\0nk 0 {\n}\n"s);
  folder.write("c.yaml", "topology: {kind: rtt, a: 2}\ntraffic: {trace: c.goal}\n");
  EXPECT_THAT(refused(folder, {"run", "c.yaml"}), StartsWith("c.goal:2:1: expected \"rank 0 {\" before \"ra\""));
  folder.write("d.goal", "num_ranks 2\n\0rank 0 {\n}\n"s);
  folder.write("d.yaml", "topology: {kind: rtt, a: 2}\ntraffic: {trace: d.goal}\n");
  EXPECT_EQ(refused(folder, {"run", "d.yaml"}), "d.goal:2:1: expected \"rank 0 {\" before \"\\x00\"\n");
}

TEST(CliMessages, AFolderIsNoNetwork) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "d.net");
  EXPECT_THAT(refused(folder, {"topology", "custom: {file: d.net}"}),
              HasSubstr("d.net: is a directory; expected a file with the links of a network"));
}

TEST(CliMessages, SaysWhereModelsAreKept) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: rtt, a: 2}\ntraffic: {pattern: uniform, load: 0.1}\nrtl: {vc_allocator: all}\n");
  EXPECT_THAT(refused(folder, {"run", "a.yaml"}, "env -u TRENZA_RTL_CACHE -u XDG_CACHE_HOME HOME=/proc/nothing"),
              HasSubstr("models are kept in /proc/nothing/.cache/trenza/rtl, which cannot be written: No such file or "
                        "directory; expected a folder that can, in TRENZA_RTL_CACHE"));
}

}  // namespace
}  // namespace trenza::test
