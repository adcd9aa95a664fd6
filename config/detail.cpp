#include "config/detail.h"

#include <set>

#include "config/config_error.h"
#include "topologies/router_names.h"
#include "topologies/topology_error.h"

namespace trenza::config {

using topologies::NodeId;

std::vector<NodeId> detailed_routers(const Settings& settings, const topologies::Topology& topology) {
  if (!settings.has("detail.pin")) return {};
  std::set<NodeId> nodes;
  for (const std::string& text : settings.get<std::vector<std::string>>("detail.pin")) {
    try {
      for (const NodeId node : topologies::named_routers(topology, text)) nodes.insert(node);
    } catch (const topologies::TopologyError& error) {
      throw ConfigError(settings.place("detail.pin"), error.what());
    }
  }
  return {nodes.begin(), nodes.end()};
}

}  // namespace trenza::config
