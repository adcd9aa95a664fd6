#include "graphs/mapping/communication.h"

#include <fmt/core.h>

#include <fstream>
#include <limits>
#include <numeric>

#include "topologies/mapping/number_line.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

std::vector<Communication> read_communications(const std::string& path) {
  std::ifstream file(path);
  if (!file) topologies::fail_mapping_file(path, "the communication matrix cannot be opened");
  std::vector<Communication> matrix;
  std::string text;
  for (std::int64_t number = 1; std::getline(file, text); ++number) {
    topologies::NumberLine line(path, number, text, "from to bytes");
    if (line.at_end()) continue;
    Communication entry;
    entry.from = line.number("process", topologies::kMaxProcesses - 1);
    entry.to = line.number("process", topologies::kMaxProcesses - 1);
    entry.bytes = static_cast<std::uint64_t>(line.number("number of bytes", std::numeric_limits<std::int64_t>::max()));
    line.expect_end("three");
    matrix.push_back(entry);
  }
  if (file.bad()) topologies::fail_mapping_file(path, "the communication matrix cannot be read");
  if (matrix.empty()) topologies::fail_mapping_file(path, "no process sends anything; a line is \"from to bytes\"");
  return matrix;
}

std::vector<Communication> neighbour_communications(const topologies::Mapping& mapping, LogicalGrid grid) {
  constexpr std::size_t kMostDimensions = 8;  // the least number that can be parted by 1 to 16 neighbours is 720,720
  if (grid == LogicalGrid::mesh && mapping.process_grid.size() > kMostDimensions) {
    throw topologies::TopologyError(fmt::format("mapping {}: a logical mesh of {} dimensions; expected at most {}",
                                                mapping.name, mapping.process_grid.size(), kMostDimensions));
  }
  std::vector<std::uint64_t> neighbours(static_cast<std::size_t>(mapping.processes()), 0);
  std::vector<Communication> matrix;
  each_logical_neighbour(mapping, grid, [&](std::int64_t process, std::int64_t neighbour) {
    ++neighbours[static_cast<std::size_t>(process)];
    matrix.push_back({process, neighbour, 0});
  });
  std::uint64_t whole = 1;
  for (const std::uint64_t count : neighbours) whole = count > 0 ? std::lcm(whole, count) : whole;
  for (Communication& entry : matrix) entry.bytes = whole / neighbours[static_cast<std::size_t>(entry.from)];
  return matrix;
}

}  // namespace trenza::graphs
