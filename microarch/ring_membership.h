// Which inputs of a router continue in the ring of an output, for the bubble rule (bubble.h).
#pragma once

#include <cstdint>

#include "topologies/topology.h"

namespace trenza::microarch {

struct FabricParameters;

/// The ring of an output's escape VC, and the network ports by which packets arrive in it.
struct RingMembership {
  int ring = -1;  ///< index into Topology::rings(); -1: none
  std::uint32_t ports =
      ~std::uint32_t{0};  ///< bit p: the channel into port p is in the ring; all bits if there is none
};

/// Of the escape VC `vc`, counted within a message class, of network output `port`. No ring if it has no channel.
RingMembership ring_membership(const topologies::Topology& topology, topologies::NodeId node, int port, int vc);

/// Bit i: input i of the router continues in the ring of the escape VC `vc`, counted over all classes, of network
/// output `port`. All inputs if there is no ring: then no slot has to stay free.
std::uint64_t continuing_inputs(const topologies::Topology& topology, const FabricParameters& parameters,
                                topologies::NodeId node, int port, int vc);

}  // namespace trenza::microarch
