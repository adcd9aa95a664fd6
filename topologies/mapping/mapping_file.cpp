#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_error.h"
#include "topologies/mapping/number_line.h"

namespace trenza::topologies {

namespace {

struct Line {
  std::int64_t process = 0;
  std::int64_t node = 0;
  std::int64_t number = 0;
  std::size_t offset = 0;  ///< of the process
};

std::vector<Line> read_lines(const std::string& path, NodeId nodes) {
  std::ifstream file(path);
  if (!file) fail_mapping_file(path, "the mapping file cannot be opened");
  std::vector<Line> lines;
  std::string text;
  for (std::int64_t number = 1; std::getline(file, text); ++number) {
    NumberLine line(path, number, text, "process node");
    if (line.at_end()) continue;
    const std::size_t process_at = line.offset();
    const std::int64_t process = line.number("process", kMaxProcesses - 1);
    line.at_end();
    const std::size_t node_at = line.offset();
    const std::int64_t node = line.number("node", kMaxProcesses - 1);
    if (node >= nodes) line.fail(node_at, fmt::format("node {} is not there; nodes are 0 to {}", node, nodes - 1));
    line.expect_end("two");
    lines.push_back({process, node, number, process_at});
  }
  if (file.bad()) fail_mapping_file(path, "the mapping file cannot be read");
  if (lines.empty()) fail_mapping_file(path, "no process is mapped; a line is \"process node\"");
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
      throw MappingError({MappingFault::Place::file, path, line.number, static_cast<std::int64_t>(line.offset) + 1,
                          fmt::format("process {} is mapped in line {} already", line.process, lines[i - 1].number)});
    }
    if (line.process != static_cast<std::int64_t>(i)) {
      fail_mapping_file(
          path, fmt::format("process {} has no line; there are lines up to process {}", i, lines.back().process));
    }
    node_of_process.push_back(static_cast<NodeId>(line.node));
  }
  return make_mapping(path, std::move(node_of_process), nodes, process_grid);
}

}  // namespace trenza::topologies
