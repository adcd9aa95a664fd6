#include "tests/support/markdown.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace trenza::test {
namespace {

constexpr const char* kFence = "```";

bool is_fence(const std::string& line) { return line.rfind(kFence, 0) == 0; }

std::string without_trailing_blanks(const std::string& line) {
  return line.substr(0, line.find_last_not_of(" \r") + 1);
}

CodeBlock opened_by(const std::string& fence, int line) {
  CodeBlock block;
  block.line = line;
  std::istringstream words(fence.substr(3));
  words >> block.language >> std::ws;
  std::getline(words, block.argument);
  return block;
}

int promised_status(const std::string& command) {
  static const std::regex pattern("# exit status ([0-9]+)");
  std::smatch match;
  return std::regex_search(command, match, pattern) ? std::stoi(match[1]) : 0;
}

}  // namespace

std::vector<std::filesystem::path> documentation_pages(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> pages{"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path().lexically_relative(root));
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<CodeBlock> code_blocks(const std::string& page) {
  std::vector<CodeBlock> blocks;
  bool inside = false;
  int number = 0;
  for (const std::string& line : lines_of(page)) {
    ++number;
    if (is_fence(line)) {
      if (!inside) blocks.push_back(opened_by(line, number));
      inside = !inside;
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  if (inside) throw std::runtime_error("the block of line " + std::to_string(blocks.back().line) + " is not closed");
  return blocks;
}

std::vector<DocumentedCommand> commands_of(const CodeBlock& block) {
  std::vector<DocumentedCommand> commands;
  bool continues = false;
  int number = block.line;
  for (const std::string& line : block.lines) {
    ++number;
    const bool empty = line.find_first_not_of(' ') == std::string::npos || line.front() == '#';
    if (continues) {
      commands.back().text += "\n" + line;
    } else if (!empty) {
      commands.push_back({number, line});
    }
    continues = (continues || !empty) && !line.empty() && line.back() == '\\';
  }
  for (DocumentedCommand& command : commands) command.status = promised_status(command.text);
  return commands;
}

std::string output_difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
  // matches[a]: what was looked at of `expected` describes the first `a` lines of `actual`.
  std::vector<bool> matches(actual.size() + 1, false);
  matches[0] = true;
  for (const std::string& line : expected) {
    std::vector<bool> next(actual.size() + 1, false);
    const std::string wanted = without_trailing_blanks(line);
    for (std::size_t a = 0; a <= actual.size(); ++a) {
      if (wanted == "...") {
        next[a] = matches[a] || (a > 0 && next[a - 1]);
      } else if (a > 0) {
        next[a] = matches[a - 1] && wanted == without_trailing_blanks(actual[a - 1]);
      }
    }
    if (std::find(next.begin(), next.end(), true) == next.end()) return "this line was not printed there: " + line;
    matches = next;
  }
  return matches.back() ? "" : "more was printed than the page shows";
}

}  // namespace trenza::test
