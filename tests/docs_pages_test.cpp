// Rules of the pages of the documentation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/markdown.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it reads pages and runs their commands");

/// Languages of blocks. `usage` shows the form of a command, `text` anything that is neither a command nor its output.
const std::set<std::string>& languages() {
  static const std::set<std::string> all{"sh",    "output",        "usage", "text", "yaml",  "cpp",
                                         "cmake", "systemverilog", "ebnf",  "diff", "python"};
  return all;
}

TEST(DocsPages, EveryBlockSaysWhatItIs) {
  for (const auto& page : documentation_pages(TRENZA_SOURCE_DIR)) {
    std::string last;
    for (const CodeBlock& block : code_blocks(read_file(TRENZA_SOURCE_DIR / page))) {
      SCOPED_TRACE(page.string() + ":" + std::to_string(block.line));
      EXPECT_EQ(languages().count(block.language), 1U) << "language '" << block.language << "'";
      if (block.language == "sh") {
        EXPECT_TRUE(block.argument.empty() || block.argument == "slow") << block.argument;
      }
      if (block.language == "output") {
        EXPECT_TRUE(last == "sh" || last == "python") << "there is no command whose output this could be";
      }
      last = block.language;
    }
  }
}

TEST(DocsPages, CommandsStandInBlocksThatAreRun) {
  const std::regex command(
      R"(^\s*(\$ |(trenza|cmake|ctest|verilator|iverilog|gtkwave|surfer|apt-get) |(scripts|build/bin)/).*)");
  for (const auto& page : documentation_pages(TRENZA_SOURCE_DIR)) {
    for (const CodeBlock& block : code_blocks(read_file(TRENZA_SOURCE_DIR / page))) {
      if (block.language == "sh" || block.language == "usage") continue;
      for (const std::string& line : block.lines) {
        EXPECT_FALSE(std::regex_match(line, command)) << page << ", block of line " << block.line << ": " << line;
      }
    }
  }
}

TEST(DocsPages, LinesHave120ColumnsOutsideTablesAndBlocks) {
  constexpr std::size_t kMost = 120;
  for (const auto& page : documentation_pages(TRENZA_SOURCE_DIR)) {
    bool in_block = false;
    int number = 0;
    for (const std::string& line : lines_of(read_file(TRENZA_SOURCE_DIR / page))) {
      ++number;
      if (line.rfind("```", 0) == 0) in_block = !in_block;
      if (in_block || line.rfind('|', 0) == 0) continue;
      const auto columns = static_cast<std::size_t>(std::count_if(
          line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
      EXPECT_LE(columns, kMost) << page << ":" << number;
    }
  }
}

TEST(DocsPages, LinksLeadToFiles) {
  const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  for (const auto& page : documentation_pages(TRENZA_SOURCE_DIR)) {
    const std::filesystem::path folder = (TRENZA_SOURCE_DIR / page).parent_path();
    const std::string text = read_file(TRENZA_SOURCE_DIR / page);
    for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end; ++found) {
      EXPECT_TRUE(std::filesystem::exists(folder / (*found)[1].str())) << page << ": " << (*found)[1];
    }
  }
}

std::set<std::string> found_in(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.insert((*match)[1].str());
  }
  return found;
}

// Also those within a line of text.
TEST(DocsPages, ScriptsChecksAndCommandsExist) {
  const std::filesystem::path root = TRENZA_SOURCE_DIR;
  const std::string labels = read_file(root / "tests/acceptance/labels.txt");
  const TemporaryFolder folder;
  std::map<std::string, std::filesystem::path> page_of_command;  // the first that names it
  for (const auto& page : documentation_pages(root)) {
    const std::string text = read_file(root / page);
    for (const std::string& script : found_in(text, std::regex(R"(\bscripts/([a-z0-9_-]+(\.[a-z]+)?))"))) {
      EXPECT_TRUE(std::filesystem::exists(root / "scripts" / script)) << page << ": scripts/" << script;
    }
    for (const std::string& check : found_in(text, std::regex("scripts/acceptance ([a-z][a-z0-9-]*)"))) {
      bool exists = labels.find("\n" + check + "|") != std::string::npos;
      for (const char* ending : {".sh", ".py"}) {
        exists |= std::filesystem::exists(root / "tests/acceptance" / (check + ending));
      }
      EXPECT_TRUE(exists) << page << ": scripts/acceptance " << check;
    }
    for (const std::string& command : found_in(text, std::regex("`trenza ([a-z][a-z-]*)")))
      page_of_command.emplace(command, page);
  }
  for (const auto& [command, page] : page_of_command)
    EXPECT_EQ(run_program(folder.path(), {command, "--help"}).status, 0) << page << ": trenza " << command;
}

TEST(DocsPages, OutputIsComparedLineByLine) {
  const auto matches = [](const std::string& expected, const std::string& actual) {
    return output_difference(lines_of(expected), lines_of(actual)).empty();
  };
  EXPECT_TRUE(matches("a\nb", "a\nb\n"));
  EXPECT_TRUE(matches("a  \nb", "a\nb   "));
  EXPECT_FALSE(matches("a\nb", "a"));
  EXPECT_FALSE(matches("a", "a\nb"));
  EXPECT_FALSE(matches("a\nc", "a\nb"));
  EXPECT_TRUE(matches("...", ""));
  EXPECT_TRUE(matches("a\n...\nc", "a\nc"));
  EXPECT_TRUE(matches("a\n...\nc", "a\nb\nc\nb\nc"));
  EXPECT_FALSE(matches("a\n...\nc", "a\nb\nc\nb"));
  EXPECT_TRUE(matches("...\nb\n...", "a\nb\nb\na"));
  EXPECT_FALSE(matches("a ...", "a b"));
}

TEST(DocsPages, CommandsAndTheirStatusAreRead) {
  const auto blocks = code_blocks(
      "text\n```sh slow\na b   # why\n\n# none\nc \\\n  d\ne  # exit status 2\n```\n```yaml noc.yaml\nx\n```\n");
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].line, 2);
  EXPECT_EQ(blocks[0].language, "sh");
  EXPECT_EQ(blocks[0].argument, "slow");
  EXPECT_EQ(blocks[1].argument, "noc.yaml");
  const auto commands = commands_of(blocks[0]);
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[1].text, "c \\\n  d");
  EXPECT_EQ(commands[1].line, 6);
  EXPECT_EQ(commands[1].status, 0);
  EXPECT_EQ(commands[2].status, 2);
  EXPECT_THROW(code_blocks("```sh\na\n"), std::runtime_error);
}

}  // namespace
}  // namespace trenza::test
