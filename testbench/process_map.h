// The node of each process: Experiment::mapping with its checks.
#pragma once

#include <cstddef>
#include <vector>

#include "testbench/process_id.h"
#include "topologies/graph.h"

namespace trenza::testbench {

/// Maps process numbers to nodes.
class ProcessMap {
 public:
  /// Identity over `nodes` nodes if `mapping` is empty. Throws InputError for a node that does not exist.
  ProcessMap(const std::vector<topologies::NodeId>& mapping, topologies::NodeId nodes);

  ProcessId processes() const { return static_cast<ProcessId>(nodes_.size()); }
  topologies::NodeId node(ProcessId process) const { return nodes_[static_cast<std::size_t>(process)]; }
  /// Number of processes on the node of `process`.
  int sharing(ProcessId process) const { return population_[static_cast<std::size_t>(node(process))]; }

 private:
  std::vector<topologies::NodeId> nodes_;  ///< by process
  std::vector<int> population_;            ///< by node
};

}  // namespace trenza::testbench
