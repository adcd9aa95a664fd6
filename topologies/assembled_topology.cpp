#include "topologies/assembled_topology.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "topologies/lanes.h"
#include "topologies/rings.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

class AssembledTopology final : public Topology {
 public:
  explicit AssembledTopology(TopologyParts parts)
      : parts_(std::move(parts)),
        lanes_{std::clamp(parts_.routing->escape_vcs(), 1, kMaxEscapeVcs)},
        ring_of_(rings_of_lanes(parts_.graph, parts_.rings, lanes_)) {
    std::int64_t nodes = 1;
    for (const int size : parts_.sizes) nodes *= size;
    if (nodes != parts_.graph.nodes()) throw std::logic_error("the sizes of " + parts_.name + " do not fit its nodes");
  }

  std::string name() const override { return parts_.name; }
  const Graph& graph() const override { return parts_.graph; }
  const RoutingRelation& routing() const override { return *parts_.routing; }
  const std::vector<int>& sizes() const override { return parts_.sizes; }

  std::vector<int> coordinates(NodeId node) const override {
    if (node < 0 || node >= graph().nodes())
      throw std::out_of_range("no node " + std::to_string(node) + " in " + parts_.name);
    std::vector<int> x;
    for (const int size : parts_.sizes) {
      x.push_back(node % size);
      node /= size;
    }
    return x;
  }

  NodeId node_at(const std::vector<int>& coordinates) const override {
    bool inside = coordinates.size() == sizes().size();
    for (std::size_t k = 0; inside && k < coordinates.size(); ++k)
      inside = coordinates[k] >= 0 && coordinates[k] < sizes()[k];
    if (!inside) throw std::out_of_range("coordinates outside of " + parts_.name);
    NodeId node = 0;
    for (std::size_t k = sizes().size(); k-- > 0;) node = node * sizes()[k] + coordinates[k];
    return node;
  }

  std::string port_name(PortId port) const override {
    if (port < 0 || port >= graph().ports())
      throw std::out_of_range("no port " + std::to_string(port) + " in " + parts_.name);
    return parts_.port_names[static_cast<std::size_t>(port)];
  }

  const std::vector<Ring>& rings() const override { return parts_.rings; }
  int ring_of(ChannelId channel, int vc) const override {
    return ring_of_[static_cast<std::size_t>(lanes_.id(channel, vc))];
  }
  int port_dimension(PortId port) const override { return parts_.port_dimensions[static_cast<std::size_t>(port)]; }
  bool port_bypasses(PortId port) const override { return parts_.bypasses[static_cast<std::size_t>(port)]; }

 private:
  TopologyParts parts_;
  Lanes lanes_;
  std::vector<int> ring_of_;
};

/// The dimension of all channels of a port; -1 if they have none in common.
int common_dimension(const Network& network, PortId port) {
  int common = -1;
  for (NodeId node = 0; node < network.nodes; ++node) {
    if (network.neighbour(node, port) < 0) continue;
    const int dimension = network.dimension(node, port);
    if (common >= 0 && dimension != common) return -1;
    common = dimension;
  }
  return common;
}

}  // namespace

std::unique_ptr<Topology> assemble(TopologyParts parts) {
  return std::make_unique<AssembledTopology>(std::move(parts));
}

TopologyParts grid_parts(const Network& network, const TorusLattice& lattice) {
  TopologyParts parts;
  parts.name = network.name;
  parts.sizes = network.sizes;
  parts.port_names = network.port_names;
  parts.graph = Graph(network.nodes, network.ports);
  const PortId grid_ports = 2 * lattice.dimensions();
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId to = network.neighbour(node, port);
      if (to < 0) continue;
      const ChannelKind kind = port < grid_ports ? lattice.channel(node, port).kind : ChannelKind::bypass;
      parts.graph.connect({node, port, to, port, kind});
    }
  }
  for (PortId port = 0; port < network.ports; ++port) {
    parts.port_dimensions.push_back(port < grid_ports ? port / 2 : common_dimension(network, port));
    parts.bypasses.push_back(port >= grid_ports);
  }
  return parts;
}

}  // namespace trenza::topologies
