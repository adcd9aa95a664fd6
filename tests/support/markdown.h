// The blocks of code of a page in Markdown, and the commands in them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace trenza::test {

/// A fenced block of code.
struct CodeBlock {
  int line = 0;                    ///< of the opening fence, from 1
  std::string language;            ///< first word after the fence
  std::string argument;            ///< the rest of that line
  std::vector<std::string> lines;  ///< without the fences
};

/// A command of a shell block.
struct DocumentedCommand {
  int line = 0;      ///< where it begins on the page
  std::string text;  ///< as written, over several lines if they end with a backslash
  int status = 0;    ///< exit status that the page promises: a comment `# exit status N` after the command, else 0
};

/// README.md, CONTRIBUTING.md and docs/**/*.md below `root`, relative to it, in ascending order.
std::vector<std::filesystem::path> documentation_pages(const std::filesystem::path& root);

std::vector<std::string> lines_of(const std::string& text);

/// Throws std::runtime_error when a block is not closed.
std::vector<CodeBlock> code_blocks(const std::string& page);

/// The commands of a block; blank lines and comments are none.
std::vector<DocumentedCommand> commands_of(const CodeBlock& block);

/// What keeps `expected` from describing `actual`, empty if nothing does. They are compared line by line without
/// trailing blanks; a line `...` of `expected` stands for any number of lines.
std::string output_difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual);

}  // namespace trenza::test
