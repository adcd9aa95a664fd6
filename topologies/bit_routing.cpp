#include "topologies/bit_routing.h"

#include <utility>

#include "topologies/assembled_topology.h"
#include "topologies/peers/hypercube.h"

namespace trenza::topologies {

namespace {

class BitRouting final : public RoutingRelation {
 public:
  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t /*draw*/) const override {
    return apart(source, destination) << kDestinationBits | static_cast<HeaderWord>(destination);
  }

  RouteChoice choices(NodeId /*at*/, HeaderWord header, ArrivalLane /*lane*/) const override {
    const auto ports = static_cast<std::uint32_t>(header >> kDestinationBits);
    return ports == 0 ? RouteChoice::at_destination() : RouteChoice::of(ports, __builtin_ctz(ports));
  }

  HeaderWord advance(NodeId /*at*/, HeaderWord header, PortId port, bool /*escape*/) const override {
    return header & ~(HeaderWord{1} << (kDestinationBits + port));
  }

  int distance(NodeId source, NodeId destination) const override {
    return __builtin_popcountll(apart(source, destination));
  }

  std::uint64_t routes(NodeId /*source*/, NodeId /*destination*/) const override { return 1; }

  /// By construction: complementing the same bits of both ends keeps what is apart; `choices` reads the header only.
  bool translation_invariant() const override { return true; }

 private:
  static HeaderWord apart(NodeId source, NodeId destination) { return static_cast<HeaderWord>(source ^ destination); }
};

}  // namespace

std::unique_ptr<RoutingRelation> make_bit_routing() { return std::make_unique<BitRouting>(); }

std::unique_ptr<Topology> make_bit_routed_hypercube(int bits) {
  const Network network = hypercube(bits);
  TopologyParts parts;
  parts.name = network.name;
  parts.sizes = {network.nodes};
  parts.port_names = network.port_names;
  parts.port_dimensions.assign(static_cast<std::size_t>(bits), -1);
  parts.bypasses.assign(static_cast<std::size_t>(bits), false);
  parts.graph = Graph(network.nodes, network.ports);
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port)
      parts.graph.connect({node, port, network.neighbour(node, port), port, ChannelKind::mesh});
  }
  parts.routing = make_bit_routing();
  return assemble(std::move(parts));
}

}  // namespace trenza::topologies
