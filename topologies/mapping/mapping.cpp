#include "topologies/mapping/mapping.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "topologies/mapping/mapping_error.h"

namespace trenza::topologies {

namespace {

void check_grid(const Mapping& mapping) {
  if (mapping.process_grid.empty()) return;
  std::int64_t product = 1;
  for (const int size : mapping.process_grid) {
    if (size < 1) throw mapping_error(mapping.name, "a process grid has sizes of at least 1");
    product *= size;
    if (product > kMaxProcesses) break;
  }
  if (product != mapping.processes()) {
    throw mapping_error(mapping.name, fmt::format("a process grid of {} does not hold the {} processes",
                                                  fmt::join(mapping.process_grid, " x "), mapping.processes()));
  }
}

std::vector<std::int64_t> population(const Mapping& mapping, NodeId nodes) {
  std::vector<std::int64_t> processes(static_cast<std::size_t>(nodes), 0);
  for (std::size_t p = 0; p < mapping.node_of_process.size(); ++p) {
    const NodeId node = mapping.node_of_process[p];
    if (node < 0 || node >= nodes) {
      throw mapping_error(mapping.name, fmt::format("process {} is on node {}; nodes are 0 to {}", p, node, nodes - 1));
    }
    ++processes[static_cast<std::size_t>(node)];
  }
  return processes;
}

}  // namespace

Mapping make_mapping(std::string name, std::vector<NodeId> node_of_process, NodeId nodes,
                     std::vector<int> process_grid) {
  Mapping mapping{std::move(name), std::move(process_grid), std::move(node_of_process), 0};
  if (nodes < 1) throw mapping_error(mapping.name, "there are no nodes to map to");
  if (mapping.processes() > kMaxProcesses) {
    throw mapping_error(mapping.name,
                        fmt::format("{} processes; at most {} can be mapped", mapping.processes(), kMaxProcesses));
  }
  const std::vector<std::int64_t> processes = population(mapping, nodes);
  for (std::size_t node = 0; node < processes.size(); ++node) {
    if (processes[node] == processes[0] && processes[node] > 0) continue;
    throw mapping_error(
        mapping.name,
        fmt::format("node {} has {} processes and node 0 has {}; every node must have the same number, at least one",
                    node, processes[node], processes[0]));
  }
  mapping.concentration = static_cast<int>(processes[0]);
  check_grid(mapping);
  return mapping;
}

}  // namespace trenza::topologies
