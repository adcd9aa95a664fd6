#include "testbench/process_map.h"

#include <numeric>
#include <string>

#include "testbench/input_error.h"

namespace trenza::testbench {

ProcessMap::ProcessMap(const std::vector<topologies::NodeId>& mapping, topologies::NodeId nodes)
    : nodes_(mapping), population_(static_cast<std::size_t>(nodes), 0) {
  if (nodes_.empty()) {
    nodes_.resize(static_cast<std::size_t>(nodes));
    std::iota(nodes_.begin(), nodes_.end(), 0);
  }
  for (std::size_t process = 0; process < nodes_.size(); ++process) {
    const topologies::NodeId node = nodes_[process];
    if (node < 0 || node >= nodes)
      throw InputError(ExperimentPart::mapping, "mapping: process " + std::to_string(process) + " is mapped to node " +
                                                    std::to_string(node) + "; nodes are 0 to " +
                                                    std::to_string(nodes - 1));
    ++population_[static_cast<std::size_t>(node)];
  }
}

}  // namespace trenza::testbench
