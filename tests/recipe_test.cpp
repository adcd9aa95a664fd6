// The example of CONTRIBUTING.md: its arbiter and its allocator are applied to the sources, compiled and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/markdown.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Puts the lines with a plus between the lines that the block shows around them.
void change(const fs::path& file, const CodeBlock& block) {
  std::vector<std::string> lines = lines_of(read_file(file));
  auto at = lines.begin();
  for (std::size_t k = 0; k < block.lines.size(); ++k) {
    const std::string& line = block.lines[k];
    const std::string text = line.substr(1);
    if (line.front() == '+') {
      // Before the next line that is there already, if the block begins so.
      if (k == 0) at = std::find(lines.begin(), lines.end(), block.lines[1].substr(1));
      at = lines.insert(at, text) + 1;
    } else {
      const auto found = std::find(at, lines.end(), text);
      ASSERT_NE(found, lines.end()) << file << " has no line `" << text << "`";
      at = found + 1;
    }
  }
  std::ofstream(file, std::ios::binary) << joined(lines);
}

/// Applies the example to a tree of sources. Returns the files that it touches.
std::vector<std::string> apply_example(const fs::path& root) {
  std::vector<std::string> touched;
  for (const CodeBlock& block : code_blocks(read_file(TRENZA_SOURCE_DIR / fs::path("CONTRIBUTING.md")))) {
    if (block.argument.rfind("microarch/", 0) != 0) continue;
    touched.push_back(block.argument);
    if (block.language == "diff") {
      change(root / block.argument, block);
    } else {
      std::ofstream(root / block.argument, std::ios::binary) << joined(block.lines);
    }
  }
  return touched;
}

int shell(const std::string& command, const fs::path& log) {
  return std::system((command + " > " + shell_word(log.string()) + " 2>&1").c_str());
}

TEST(Recipe, TheExampleCompilesAndItsPoliciesAreLegal) {
  const TemporaryFolder folder;
  const fs::path source = TRENZA_SOURCE_DIR;
  fs::copy(source / "microarch", folder.path() / "microarch", fs::copy_options::recursive);
  const std::vector<std::string> touched = apply_example(folder.path());
  EXPECT_THAT(touched, testing::SizeIs(6)) << "a file, its include and its place among the choices, for each";
  const fs::path log = folder.path() / "log";
  // The test of the allocators runs all that are registered, with all arbiters.
  const std::string compile = "cd " + shell_word(folder.path().string()) +
                              " && c++ -std=c++17 -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -I. -I" +
                              shell_word(source.string()) +
                              " microarch/allocators/allocators_test.cpp -lgtest -lgtest_main -lpthread -o run";
  ASSERT_EQ(shell(compile, log), 0) << read_file(log);
  EXPECT_EQ(shell(shell_word((folder.path() / "run").string()), log), 0) << read_file(log);
}

// A whole build: `scripts/acceptance recipe`.
TEST(RecipeSlow, BothViewsOfTheProgramAgree) {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  const fs::path tree = folder.path() / "trenza";
  ASSERT_EQ(
      shell("git clone -q " + shell_word(fs::path(TRENZA_SOURCE_DIR).string()) + " " + shell_word(tree.string()), log),
      0)
      << read_file(log);
  apply_example(tree);
  ASSERT_EQ(shell("cd " + shell_word(tree.string()) + " && scripts/trenza --help", log), 0) << read_file(log);
  folder.write(
      "a.yaml",
      "runs:\n  - {name: arbiter, router: {arbiter: highest}}\n  - {name: allocator, router: {allocator: first_come}}\n"
      "topology: {kind: rtt, a: 3}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.6}\nrun: {cycles: 3000}\n");
  EXPECT_EQ(shell("cd " + shell_word(folder.path().string()) + " && trenza/build/bin/trenza verify a.yaml", log), 0)
      << read_file(log);
  const std::string said = read_file(log);
  EXPECT_THAT(said, testing::HasSubstr("identical")) << said;
}

}  // namespace
}  // namespace trenza::test
