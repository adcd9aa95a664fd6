#include "topologies/peers/hypercube.h"

#include <fmt/core.h>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {
constexpr int kMostDimensions = 23;
}  // namespace

Network hypercube(int n) {
  if (n < 1 || n > kMostDimensions) {
    throw TopologyError(fmt::format("hypercube: {} dimensions were given, expected 1 to {}", n, kMostDimensions));
  }
  Network network;
  network.name = fmt::format("hypercube({})", n);
  network.nodes = NodeId{1} << n;
  network.ports = n;
  for (int i = 0; i < n; ++i) {
    network.port_names.push_back(fmt::format("d{}", i));
    network.port_classes.emplace_back("cube");
    network.dimensions.push_back(static_cast<std::int8_t>(i));
  }
  network.sizes.assign(static_cast<std::size_t>(n), 2);
  network.next.reserve(static_cast<std::size_t>(network.nodes) * static_cast<std::size_t>(n));
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (int i = 0; i < n; ++i) network.next.push_back(node ^ (NodeId{1} << i));
  }
  network.sources = {{0, network.nodes}};
  network.symmetry = "node-symmetric: complementing bits keeps every port";
  return network;
}

}  // namespace trenza::topologies
