#include "graphs/metrics/port_orbits.h"

#include <numeric>
#include <utility>

#include "graphs/metrics/breadth_first.h"

namespace trenza::graphs {

namespace {

using PortMap = std::vector<topologies::PortId>;

/// True if some automorphism that keeps node 0 changes ports as `map` says.
bool is_automorphism(const topologies::Network& network, const std::vector<topologies::NodeId>& order,
                     const PortMap& map) {
  std::vector<topologies::NodeId> image(static_cast<std::size_t>(network.nodes), -1);
  image[0] = 0;
  for (const topologies::NodeId node : order) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      const topologies::NodeId to_image =
          network.neighbour(image[static_cast<std::size_t>(node)], map[static_cast<std::size_t>(port)]);
      if ((to < 0) != (to_image < 0)) return false;
      if (to < 0) continue;
      topologies::NodeId& known = image[static_cast<std::size_t>(to)];
      if (known < 0) known = to_image;
      if (known != to_image) return false;
    }
  }
  std::vector<char> hit(image.size(), 0);
  for (const topologies::NodeId node : image) {
    if (node < 0 || hit[static_cast<std::size_t>(node)]++ != 0) return false;
  }
  return true;
}

PortMap identity(const topologies::Network& network) {
  PortMap map(static_cast<std::size_t>(network.ports));
  std::iota(map.begin(), map.end(), 0);
  return map;
}

std::vector<PortMap> candidates(const topologies::Network& network, bool dimensions) {
  std::vector<PortMap> maps;
  PortMap inverse = identity(network);
  for (topologies::PortId& port : inverse) port ^= 1;
  maps.push_back(inverse);
  for (std::size_t one = 0; dimensions && one < inverse.size(); one += 2) {
    for (std::size_t other = one + 2; other < inverse.size(); other += 2) {
      for (const std::size_t flip : {std::size_t{0}, std::size_t{1}}) {
        PortMap map = identity(network);
        std::swap(map[one], map[other + flip]);
        std::swap(map[one + 1], map[other + 1 - flip]);
        maps.push_back(map);
      }
    }
  }
  return maps;
}

}  // namespace

std::vector<topologies::PortId> port_orbits(const topologies::Network& network, bool dimensions) {
  PortMap least = identity(network);
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    if (network.neighbour(0, port) < 0) least[static_cast<std::size_t>(port)] = -1;
  }
  if (network.ports % 2 != 0) return least;
  BreadthFirst search(network);
  search.run(0);
  for (const PortMap& map : candidates(network, dimensions)) {
    if (!is_automorphism(network, search.order(), map)) continue;
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::PortId one = least[static_cast<std::size_t>(port)];
      const topologies::PortId other = least[static_cast<std::size_t>(map[static_cast<std::size_t>(port)])];
      for (topologies::PortId& orbit : least) {
        if (orbit == std::max(one, other)) orbit = std::min(one, other);
      }
    }
  }
  return least;
}

}  // namespace trenza::graphs
