#include "topologies/mapping/mapping.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

void check_grid(const Mapping& mapping) {
  if (mapping.process_grid.empty()) return;
  std::int64_t product = 1;
  for (const int size : mapping.process_grid) {
    if (size < 1) throw TopologyError(fmt::format("mapping {}: a process grid has sizes of at least 1", mapping.name));
    product *= size;
    if (product > kMaxProcesses) break;
  }
  if (product != mapping.processes()) {
    throw TopologyError(fmt::format("mapping {}: a process grid of {} does not hold the {} processes", mapping.name,
                                    fmt::join(mapping.process_grid, " x "), mapping.processes()));
  }
}

std::vector<std::int64_t> population(const Mapping& mapping, NodeId nodes) {
  std::vector<std::int64_t> processes(static_cast<std::size_t>(nodes), 0);
  for (std::size_t p = 0; p < mapping.node_of_process.size(); ++p) {
    const NodeId node = mapping.node_of_process[p];
    if (node < 0 || node >= nodes) {
      throw TopologyError(
          fmt::format("mapping {}: process {} is on node {}; nodes are 0 to {}", mapping.name, p, node, nodes - 1));
    }
    ++processes[static_cast<std::size_t>(node)];
  }
  return processes;
}

}  // namespace

Mapping make_mapping(std::string name, std::vector<NodeId> node_of_process, NodeId nodes,
                     std::vector<int> process_grid) {
  Mapping mapping{std::move(name), std::move(process_grid), std::move(node_of_process), 0};
  if (nodes < 1) throw TopologyError(fmt::format("mapping {}: there are no nodes to map to", mapping.name));
  if (mapping.processes() > kMaxProcesses) {
    throw TopologyError(fmt::format("mapping {}: {} processes; at most {} can be mapped", mapping.name,
                                    mapping.processes(), kMaxProcesses));
  }
  const std::vector<std::int64_t> processes = population(mapping, nodes);
  for (std::size_t node = 0; node < processes.size(); ++node) {
    if (processes[node] == processes[0] && processes[node] > 0) continue;
    throw TopologyError(fmt::format(
        "mapping {}: node {} has {} processes and node 0 has {}; every node must have the same number, at least one",
        mapping.name, node, processes[node], processes[0]));
  }
  mapping.concentration = static_cast<int>(processes[0]);
  check_grid(mapping);
  return mapping;
}

}  // namespace trenza::topologies
