#include "config/detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "config/config_error.h"

namespace trenza::config {

namespace {

using topologies::NodeId;

/// "y0" is short for "yp0": against it goes the ring "ym0", through the same routers.
std::string full_ring_name(const std::string& name) {
  const std::size_t digits = name.find_first_of("0123456789");
  return digits == 1 ? fmt::format("{}p{}", name[0], name.substr(1)) : name;
}

[[noreturn]] void fail(const Settings& settings, const std::string& name, const std::vector<std::string>& names) {
  throw ConfigError(settings.place("detail.pin"),
                    fmt::format("`{}` is no router or ring of this network{}", name, suggestion(name, names)));
}

void add_ring(const Settings& settings, const std::string& text, const topologies::Topology& topology,
              std::set<NodeId>& nodes) {
  const std::string prefix = "ring:";
  const std::string wanted = full_ring_name(text.substr(prefix.size()));
  std::vector<std::string> names;
  for (const topologies::Ring& ring : topology.rings()) {
    names.push_back(prefix + ring.name);
    if (ring.name != wanted) continue;
    for (const topologies::ChannelId channel : ring.channels) nodes.insert(topology.graph().channel(channel).from);
    return;
  }
  fail(settings, text, names);
}

}  // namespace

std::vector<NodeId> detailed_routers(const Settings& settings, const topologies::Topology& topology) {
  if (!settings.has("detail.pin")) return {};
  std::vector<std::string> names;
  for (NodeId node = 0; node < topology.graph().nodes(); ++node) names.push_back("r_" + topology.node_name(node));
  std::set<NodeId> nodes;
  for (const std::string& text : settings.get<std::vector<std::string>>("detail.pin")) {
    if (text.rfind("ring:", 0) == 0) {
      add_ring(settings, text, topology, nodes);
      continue;
    }
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) fail(settings, text, names);
    nodes.insert(static_cast<NodeId>(found - names.begin()));
  }
  return {nodes.begin(), nodes.end()};
}

}  // namespace trenza::config
