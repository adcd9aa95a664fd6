#include "apps/plot/network_links.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace trenza::apps {

namespace {

using topologies::Network;
using topologies::NodeId;
using topologies::PortId;

/// Finds for each channel the one that leads back.
class Pairing {
 public:
  explicit Pairing(const Network& network) : network_(network), taken_(network.next.size(), false) {}

  bool is_taken(NodeId node, PortId port) const { return taken_[index(node, port)]; }

  /// Takes the channel and the one that leads back: that of the opposite port, or the lowest of the same look, or the
  /// lowest. Returns its port, -1 if there is none.
  PortId take(NodeId node, PortId port) {
    taken_[index(node, port)] = true;
    const NodeId other = network_.neighbour(node, port);
    PortId back = -1;
    for (PortId q = network_.ports - 1; q >= 0; --q) {
      if (is_way_back(other, q, node) && (back < 0 || rank(node, port, q) <= rank(node, port, back))) back = q;
    }
    if (back >= 0) taken_[index(other, back)] = true;
    return back;
  }

 private:
  std::size_t index(NodeId node, PortId port) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(network_.ports) + static_cast<std::size_t>(port);
  }
  bool is_way_back(NodeId node, PortId port, NodeId to) const {
    return !is_taken(node, port) && network_.neighbour(node, port) == to;
  }
  /// The less, the better.
  int rank(NodeId node, PortId port, PortId back) const {
    const NodeId other = network_.neighbour(node, port);
    if (link_look(network_, node, port) != link_look(network_, other, back)) return 2;
    return back == (port ^ 1) ? 0 : 1;
  }

  const Network& network_;
  std::vector<bool> taken_;
};

}  // namespace

std::vector<int> coordinates_of(const Network& network, NodeId node) {
  std::vector<int> result;
  for (const int size : network.sizes) {
    result.push_back(node % size);
    node /= size;
  }
  return result;
}

LinkLook link_look(const Network& network, NodeId from, PortId port) {
  if (network.port_classes[static_cast<std::size_t>(port)] == "bypass") return LinkLook::bypass;
  if (network.sizes.empty() || network.dimensions.empty() || network.dimension(from, port) < 0) return LinkLook::inside;
  const std::vector<int> a = coordinates_of(network, from);
  const std::vector<int> b = coordinates_of(network, network.neighbour(from, port));
  int differing = 0;
  int distance = 0;
  int size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == b[k]) continue;
    ++differing;
    distance = std::abs(a[k] - b[k]);
    size = network.sizes[k];
  }
  if (differing == 1 && distance == 1) return LinkLook::inside;
  return differing == 1 && distance == size - 1 ? LinkLook::wrap : LinkLook::twisted;
}

std::vector<NetworkLink> network_links(const Network& network) {
  std::vector<NetworkLink> links;
  Pairing pairing(network);
  std::map<std::pair<NodeId, NodeId>, int> between;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId other = network.neighbour(node, port);
      if (other < 0 || other == node || pairing.is_taken(node, port)) continue;
      NetworkLink link{node, other, port, pairing.take(node, port), link_look(network, node, port), 0};
      if (port % 2 == 1 && link.back == port - 1) {
        std::swap(link.from, link.to);
        std::swap(link.port, link.back);
      }
      link.parallel = between[std::minmax(node, other)]++;
      links.push_back(link);
    }
  }
  return links;
}

Network wiring_of(const topologies::Topology& topology) {
  const topologies::Graph& graph = topology.graph();
  Network network;
  network.name = topology.name();
  network.nodes = graph.nodes();
  network.ports = graph.ports();
  for (PortId port = 0; port < network.ports; ++port) {
    network.port_names.push_back(topology.port_name(port));
    network.port_classes.emplace_back(topology.port_bypasses(port) ? "bypass" : "torus");
    network.dimensions.push_back(static_cast<std::int8_t>(topology.port_dimension(port)));
  }
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id)
    network.next.push_back(graph.has(id) ? graph.channel(id).to : -1);
  network.sizes = topology.sizes();
  network.sources = topologies::every_source(network.nodes);
  network.symmetry = "none";
  return network;
}

}  // namespace trenza::apps
