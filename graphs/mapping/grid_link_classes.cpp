#include "graphs/mapping/grid_link_classes.h"

#include <algorithm>

#include "topologies/directions.h"

namespace trenza::graphs {

namespace {

/// The number of a name, which is added if it is new.
int index_of(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<int>(at - names.begin());
  if (at == names.end()) names.push_back(name);
  return index;
}

std::string class_of(const topologies::Network& network, topologies::PortId port) {
  const auto p = static_cast<std::size_t>(port);
  return p < network.port_classes.size() ? network.port_classes[p] : "link";
}

/// Ports 2k and 2k + 1 of dimension k; an open axis has internal channels only.
bool is_axis(const topologies::Network& network, topologies::PortId port) {
  const std::string name = class_of(network, port);
  return static_cast<std::size_t>(port) / 2 < network.sizes.size() && (name == "torus" || name == "mesh");
}

/// The 0-based coordinate_of of a node in a dimension.
topologies::NodeId coordinate_of(const topologies::Network& network, topologies::NodeId node, std::size_t dimension) {
  for (std::size_t k = 0; k < dimension; ++k) node /= network.sizes[k];
  return node % network.sizes[dimension];
}

}  // namespace

std::vector<LinkClassUse> GridLinkClasses::use(const std::vector<double>& loads, topologies::NodeId nodes) const {
  std::vector<LinkClassUse> uses;
  uses.reserve(names.size());
  for (const std::string& name : names) uses.push_back({name, 0, 0, 0});
  for (std::size_t link = 0; link < of_link.size(); ++link) {
    if (of_link[link] < 0) continue;
    LinkClassUse& use = uses[static_cast<std::size_t>(of_link[link])];
    ++use.links;
    use.mean_hops += loads[link];
    use.max_load = std::max(use.max_load, loads[link]);
  }
  for (LinkClassUse& use : uses) use.mean_hops /= nodes;
  return uses;
}

GridLinkClasses grid_link_classes(const topologies::Network& network) {
  GridLinkClasses classes;
  classes.of_link.assign(network.next.size(), -1);
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    const auto p = static_cast<std::size_t>(port);
    const bool axis = is_axis(network, port);
    const bool wraps = axis && class_of(network, port) == "torus";
    const std::string name = axis ? std::string(1, topologies::dimension_letter(port / 2)) : class_of(network, port);
    const int inside = index_of(classes.names, axis ? name + " internal" : name);
    const int wrap = wraps ? index_of(classes.names, name + " peripheral") : inside;
    const topologies::NodeId edge = wraps && port % 2 == 0 ? network.sizes[p / 2] - 1 : 0;
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      if (network.neighbour(node, port) < 0) continue;
      const bool peripheral = wraps && coordinate_of(network, node, p / 2) == edge;
      const auto link = static_cast<std::size_t>(node) * static_cast<std::size_t>(network.ports) + p;
      classes.of_link[link] = peripheral ? wrap : inside;
    }
  }
  return classes;
}

}  // namespace trenza::graphs
