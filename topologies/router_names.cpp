#include "topologies/router_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "topologies/nearest_name.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

constexpr std::string_view kRing = "ring:";

std::string hint(const std::string& word, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(word, names);
  return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
}

/// "yp0" for "y0".
std::string full_ring_name(const std::string& name) {
  const bool brief = name.size() > 1 && name[1] >= '0' && name[1] <= '9';
  return brief ? fmt::format("{}p{}", name[0], name.substr(1)) : name;
}

std::vector<NodeId> routers_of_ring(const Topology& topology, const std::string& name) {
  const std::string wanted = full_ring_name(name);
  std::vector<std::string> names;
  for (const Ring& ring : topology.rings()) {
    names.push_back(ring.name);
    if (ring.name != wanted) continue;
    std::set<NodeId> nodes;
    for (const ChannelId channel : ring.channels) nodes.insert(topology.graph().channel(channel).from);
    return {nodes.begin(), nodes.end()};
  }
  throw TopologyError(fmt::format("`ring:{}` is no ring of {}, which has {}{}", name, topology.name(),
                                  names.empty() ? "none" : fmt::format("{} such as `ring:{}`", names.size(), names[0]),
                                  hint(wanted, names)));
}

}  // namespace

std::vector<NodeId> named_routers(const Topology& topology, const std::string& text) {
  if (text.compare(0, kRing.size(), kRing) == 0) return routers_of_ring(topology, text.substr(kRing.size()));
  std::vector<std::string> names;
  for (NodeId node = 0; node < topology.graph().nodes(); ++node) names.push_back("r_" + topology.node_name(node));
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return {static_cast<NodeId>(found - names.begin())};
  throw TopologyError(
      fmt::format("`{}` is no router of {}; expected a router such as `{}`, or a ring such as `ring:yp0`{}", text,
                  topology.name(), names.back(), hint(text, names)));
}

}  // namespace trenza::topologies
