#include "graphs/metrics/commutation.h"

#include <vector>

namespace trenza::graphs {

namespace {

enum class PortUse : std::uint8_t { none, permutation, other };

/// Whether the port's channels carry the nodes to the nodes one to one.
PortUse use_of(const topologies::Network& network, topologies::PortId port) {
  std::vector<char> hit(static_cast<std::size_t>(network.nodes), 0);
  topologies::NodeId channels = 0;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    const topologies::NodeId to = network.neighbour(node, port);
    if (to < 0) continue;
    ++channels;
    if (hit[static_cast<std::size_t>(to)]++ != 0) return PortUse::other;
  }
  if (channels == 0) return PortUse::none;
  return channels == network.nodes ? PortUse::permutation : PortUse::other;
}

bool commute(const topologies::Network& network, topologies::PortId p, topologies::PortId q) {
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    if (network.neighbour(network.neighbour(node, p), q) != network.neighbour(network.neighbour(node, q), p)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool steps_commute(const topologies::Network& network) {
  if (network.nodes < 1) return false;
  // Ports are compared only with generators: ports that lead out of what the ones before reach from node 0. Generators
  // that commute and reach all nodes form a group that is its own centraliser. So a port that commutes with them
  // commutes with every other such port.
  std::vector<topologies::PortId> generators;
  std::vector<topologies::NodeId> reached{0};
  std::vector<char> seen(static_cast<std::size_t>(network.nodes), 0);
  seen[0] = 1;
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    const PortUse use = use_of(network, port);
    if (use == PortUse::none) continue;
    if (use == PortUse::other) return false;
    for (const topologies::PortId generator : generators) {
      if (!commute(network, generator, port)) return false;
    }
    if (seen[static_cast<std::size_t>(network.neighbour(0, port))] != 0) continue;
    generators.push_back(port);
    // As steps commute, all that can be reached is reached by steps of the earlier generators and then of this one.
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const topologies::NodeId to = network.neighbour(reached[i], port);
      if (seen[static_cast<std::size_t>(to)] != 0) continue;
      seen[static_cast<std::size_t>(to)] = 1;
      reached.push_back(to);
    }
  }
  if (reached.size() != seen.size()) return false;
  // Ports that led nowhere new were compared with the generators before them only.
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    if (network.neighbour(0, port) < 0) continue;
    for (const topologies::PortId generator : generators) {
      if (generator > port && !commute(network, generator, port)) return false;
    }
  }
  return true;
}

}  // namespace trenza::graphs
