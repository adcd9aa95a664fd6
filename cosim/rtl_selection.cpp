#include "cosim/rtl_selection.h"

#include <algorithm>

#include "topologies/router_names.h"

namespace trenza::cosim {

const std::vector<std::string>& rtl_block_names() {
  static const std::vector<std::string> names(rtl_models::kRtlBlockNames.begin(), rtl_models::kRtlBlockNames.end());
  return names;
}

bool has_twin(const std::string& block) {
  const std::vector<std::string>& names = rtl_block_names();
  return std::find(names.begin(), names.end(), block) != names.end();
}

RtlSelection::RtlSelection(const topologies::Topology& topology)
    : topology_(topology),
      chosen_(kAllRtlBlocks, std::vector<bool>(static_cast<std::size_t>(topology.graph().nodes()))) {}

void RtlSelection::add(RtlBlock block, const std::string& routers) {
  std::vector<bool>& chosen = chosen_[static_cast<std::size_t>(block)];
  if (routers == "all") {
    chosen.assign(chosen.size(), true);
    return;
  }
  for (const topologies::NodeId node : topologies::named_routers(topology_, routers))
    chosen[static_cast<std::size_t>(node)] = true;
}

bool RtlSelection::has_any(topologies::NodeId node) const {
  return std::any_of(chosen_.begin(), chosen_.end(),
                     [node](const std::vector<bool>& nodes) { return nodes[static_cast<std::size_t>(node)]; });
}

bool RtlSelection::empty() const {
  return std::all_of(chosen_.begin(), chosen_.end(), [](const std::vector<bool>& nodes) {
    return std::find(nodes.begin(), nodes.end(), true) == nodes.end();
  });
}

}  // namespace trenza::cosim
