#include "microarch/ring_membership.h"

#include "microarch/parameters.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

RingMembership ring_membership(const topologies::Topology& topology, topologies::NodeId node, int port, int vc) {
  const topologies::Graph& graph = topology.graph();
  if (!graph.has_out(node, port)) return {};
  RingMembership members;
  members.ring = topology.ring_of(graph.id(node, port), vc);
  if (members.ring < 0) return {};
  members.ports = 0;
  for (int from = 0; from < graph.ports(); ++from) {
    if (!graph.has_in(node, from)) continue;
    const topologies::Channel& arriving = graph.in(node, from);
    const int ring = topology.ring_of(graph.id(arriving.from, arriving.out_port), vc);
    if (ring == members.ring) members.ports |= std::uint32_t{1} << from;
  }
  return members;
}

std::uint64_t continuing_inputs(const topologies::Topology& topology, const FabricParameters& parameters,
                                topologies::NodeId node, int port, int vc) {
  const int ports = topology.graph().ports();
  // The rings of the network are there once for each class.
  const RingMembership members = ring_membership(topology, node, port, vc % parameters.class_vcs());
  if (members.ring < 0) return ~std::uint64_t{0} >> (kMaxInputs - parameters.inputs(ports));
  std::uint64_t inputs = 0;
  for (int from = 0; from < ports; ++from) {
    if ((members.ports >> from & 1U) != 0) inputs |= std::uint64_t{1} << (from * parameters.vcs() + vc);
  }
  return inputs;
}

}  // namespace trenza::microarch
