#include "topologies/peers/barrel_shifter.h"

#include <fmt/core.h>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {
constexpr int kMostBits = 23;
}  // namespace

Network barrel_shifter(int n) {
  if (n < 1 || n > kMostBits) {
    throw TopologyError(fmt::format("barrel shifter: 2^{} nodes were asked for, expected 2^1 to 2^{}", n, kMostBits));
  }
  Network network;
  network.name = fmt::format("barrel_shifter({})", n);
  network.nodes = NodeId{1} << n;
  network.sizes = {network.nodes};
  std::vector<NodeId> shifts;
  for (int i = 0; i < n; ++i) {
    network.port_names.push_back(fmt::format("p{}", i));
    shifts.push_back(NodeId{1} << i);
    if (i == n - 1) break;
    network.port_names.push_back(fmt::format("m{}", i));
    shifts.push_back(network.nodes - (NodeId{1} << i));
  }
  network.ports = static_cast<PortId>(shifts.size());
  network.port_classes.assign(shifts.size(), "shift");
  network.dimensions.assign(shifts.size(), 0);
  network.next.reserve(static_cast<std::size_t>(network.nodes) * shifts.size());
  const NodeId mask = network.nodes - 1;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (const NodeId shift : shifts) network.next.push_back((node + shift) & mask);
  }
  network.sources = {{0, network.nodes}};
  network.symmetry = "node-symmetric: translations keep every port";
  return network;
}

}  // namespace trenza::topologies
