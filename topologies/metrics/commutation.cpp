#include "topologies/metrics/commutation.h"

#include <optional>

#include "topologies/metrics/breadth_first.h"

namespace trenza::topologies {

namespace {

/// The ports that have channels; nothing if some node lacks one that another has.
std::optional<std::vector<PortId>> common_ports(const Network& network) {
  std::vector<PortId> ports;
  for (PortId port = 0; port < network.ports; ++port) {
    const bool there = network.neighbour(0, port) >= 0;
    for (NodeId node = 1; node < network.nodes; ++node) {
      if ((network.neighbour(node, port) >= 0) != there) return std::nullopt;
    }
    if (there) ports.push_back(port);
  }
  return ports;
}

}  // namespace

bool steps_commute(const Network& network) {
  if (network.nodes < 1) return false;
  const std::optional<std::vector<PortId>> ports = common_ports(network);
  if (!ports) return false;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (const PortId p : *ports) {
      for (const PortId q : *ports) {
        if (q >= p) break;
        if (network.neighbour(network.neighbour(node, p), q) != network.neighbour(network.neighbour(node, q), p)) {
          return false;
        }
      }
    }
  }
  BreadthFirst search(network);
  search.run(0);
  return search.reached_all();
}

}  // namespace trenza::topologies
