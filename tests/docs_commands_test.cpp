// Runs the commands on the pages of the documentation, and compares what they print with what the page shows.
//
// A block marked `sh` holds commands; `sh slow` those that take over two seconds, which only the slow test runs. The
// commands of a page run in the order of the page, in a folder of their own that looks like the repository, with the
// built program as `trenza` and as `scripts/trenza`. Every block begins in that folder, and files stay until the end of
// the page. A command ends with status 0, or with that of a comment `# exit status N` behind it. A block marked
// `output` is what all commands of the shell block before it print, on both streams; a line `...` stands for any number
// of lines. A block with a file name after its language, as `yaml noc.yaml`, is such a file for the commands that
// follow.
//
// A block marked `python` is a cell: all cells of a page run in one interpreter, which has the package `trenza`, and
// `output` behind one is what it prints and the value of its last line, as in a notebook. In a build without the
// package cells are not run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "tests/cli_program.h"
#include "tests/docs_python.h"
#include "tests/docs_workplace.h"
#include "tests/places.h"
#include "tests/support/markdown.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it reads pages and runs their commands");

namespace fs = std::filesystem;

bool is_quick(const CodeBlock& block) { return block.language == "sh" && block.argument.empty(); }
bool is_cell(const CodeBlock& block) { return block.language == "python" && *TRENZA_PYTHON_PATH != '\0'; }
bool is_slow(const CodeBlock& block) { return block.language == "sh" && block.argument == "slow"; }

/// Runs a page: all of it, or what is quick.
void run_page(const fs::path& page, bool slow_too) {
  const Workplace workplace;
  PythonCells cells(workplace.path().string());
  bool ran = false;
  std::string printed;
  for (const CodeBlock& block : code_blocks(read_file(TRENZA_SOURCE_DIR / page))) {
    SCOPED_TRACE(page.string() + ":" + std::to_string(block.line));
    if (block.language == "sh") {
      ran = is_quick(block) || slow_too;
      if (ran) printed = workplace.run(commands_of(block));
    } else if (block.language == "python") {
      ran = is_cell(block);
      if (ran) printed = cells.run(block.lines);
    } else if (block.language == "output") {
      if (ran) {
        EXPECT_EQ(output_difference(block.lines, lines_of(printed)), "") << printed;
      }
    } else if (!block.argument.empty()) {
      workplace.write(block.argument, block.lines);
    }
  }
}

std::vector<fs::path> pages_with(bool (*wanted)(const CodeBlock&)) {
  std::vector<fs::path> pages;
  for (const fs::path& page : documentation_pages(TRENZA_SOURCE_DIR)) {
    const std::vector<CodeBlock> blocks = code_blocks(read_file(TRENZA_SOURCE_DIR / page));
    if (std::any_of(blocks.begin(), blocks.end(), wanted)) pages.push_back(page);
  }
  return pages;
}

std::string name_of(const testing::TestParamInfo<fs::path>& page) {
  std::string name = fs::path(page.param).replace_extension().string();
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
}

class DocsCommands : public testing::TestWithParam<fs::path> {};
class DocsCommandsSlow : public testing::TestWithParam<fs::path> {};

TEST_P(DocsCommands, RunAsThePageSays) { run_page(GetParam(), false); }
TEST_P(DocsCommandsSlow, RunAsThePageSays) { run_page(GetParam(), true); }

INSTANTIATE_TEST_SUITE_P(Page, DocsCommands, testing::ValuesIn(pages_with([](const CodeBlock& block) {
                           return is_quick(block) || is_cell(block);
                         })),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Page, DocsCommandsSlow, testing::ValuesIn(pages_with(is_slow)), name_of);

}  // namespace
}  // namespace trenza::test
