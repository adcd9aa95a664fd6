#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_error.h"

namespace trenza::topologies {

namespace {

constexpr std::string_view kSeparators = " \t\r,:;";

struct Line {
  std::int64_t process = 0;
  std::int64_t node = 0;
  std::int64_t number = 0;
  std::size_t offset = 0;  ///< of the process
};

[[noreturn]] void fail(const std::string& path, std::int64_t line, std::size_t offset, const std::string& reason) {
  throw MappingError({MappingFault::Place::file, path, line, static_cast<std::int64_t>(offset) + 1, reason});
}

/// Of the file as a whole.
[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw MappingError({MappingFault::Place::file, path, 0, 0, reason});
}

/// Reads the numbers of one line.
class LineReader {
 public:
  LineReader(const std::string& path, std::int64_t number, std::string_view text)
      : path_(path), number_(number), text_(text.substr(0, text.find('#'))) {}

  std::size_t offset() const { return at_; }

  /// Skips separators.
  bool at_end() {
    at_ = std::min(text_.find_first_not_of(kSeparators, at_), text_.size());
    return at_ == text_.size();
  }

  std::int64_t number(const char* what) {
    if (at_end()) fail(path_, number_, at_, fmt::format("expected a {} here; a line is \"process node\"", what));
    const std::string_view word = text_.substr(at_, text_.find_first_of(kSeparators, at_) - at_);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < 0) {
      fail(path_, number_, at_, fmt::format("\"{}\" is no {}: expected a whole number from 0 on", word, what));
    }
    if (value >= kMaxProcesses) fail(path_, number_, at_, fmt::format("{} {} is too large", what, value));
    at_ += word.size();
    return value;
  }

  void expect_end() {
    if (!at_end()) fail(path_, number_, at_, "more than two numbers; a line is \"process node\"");
  }

 private:
  const std::string& path_;
  std::int64_t number_;
  std::string_view text_;
  std::size_t at_ = 0;
};

std::vector<Line> read_lines(const std::string& path, NodeId nodes) {
  std::ifstream file(path);
  if (!file) fail(path, "the mapping file cannot be opened");
  std::vector<Line> lines;
  std::string text;
  for (std::int64_t number = 1; std::getline(file, text); ++number) {
    LineReader reader(path, number, text);
    if (reader.at_end()) continue;
    const std::size_t process_at = reader.offset();
    const std::int64_t process = reader.number("process");
    reader.at_end();
    const std::size_t node_at = reader.offset();
    const std::int64_t node = reader.number("node");
    if (node >= nodes) {
      fail(path, number, node_at, fmt::format("node {} is not there; nodes are 0 to {}", node, nodes - 1));
    }
    reader.expect_end();
    lines.push_back({process, node, number, process_at});
  }
  if (file.bad()) fail(path, "the mapping file cannot be read");
  if (lines.empty()) fail(path, "no process is mapped; a line is \"process node\"");
  return lines;
}

}  // namespace

Mapping read_mapping(const std::string& path, NodeId nodes, const std::vector<int>& process_grid) {
  std::vector<Line> lines = read_lines(path, nodes);
  std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return a.process != b.process ? a.process < b.process : a.number < b.number;
  });
  std::vector<NodeId> node_of_process;
  node_of_process.reserve(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (i > 0 && line.process == lines[i - 1].process) {
      fail(path, line.number, line.offset,
           fmt::format("process {} is mapped in line {} already", line.process, lines[i - 1].number));
    }
    if (line.process != static_cast<std::int64_t>(i)) {
      fail(path, fmt::format("process {} has no line; there are lines up to process {}", i, lines.back().process));
    }
    node_of_process.push_back(static_cast<NodeId>(line.node));
  }
  return make_mapping(path, std::move(node_of_process), nodes, process_grid);
}

}  // namespace trenza::topologies
