// When an output VC that nobody holds is free for a head (docs/microarchitecture-flit.md, sections 4 and 8.3). Every
// view asks this file. Flit bubbles: Ma, Wang, Liu, Jerger, Huang, "Leaving one slot empty: flit bubble flow control
// for torus cache-coherent NoCs" (2015).
#pragma once

#include <array>
#include <cstdint>

#include "microarch/wormhole/worm_shape.h"
#include "topologies/topology.h"

namespace trenza::microarch {

/// Of a router.
class VcAvailability {
 public:
  VcAvailability() = default;
  /// `topology` has the routes of the machine.
  VcAvailability(const topologies::Topology& topology, const FabricParameters& parameters, topologies::NodeId node)
      : ports_(topology.graph().ports()),
        vcs_(parameters.vcs()),
        credits_(parameters.wormhole.atomic() ? parameters.wormhole.buffer_flits : 0) {
    if (!parameters.wormhole.flit_bubble) return;
    const topologies::Graph& graph = topology.graph();
    class_ring_vcs_ = topology.routing().escape_vcs();
    for (int c = 0; c < parameters.message_classes; ++c)
      ring_vcs_ |= low_bits(class_ring_vcs_) << (c * parameters.class_vcs());
    for (int out = 0; out < ports_; ++out) {
      if (!graph.has_out(node, out)) continue;
      const int ring = topology.ring_of(graph.id(node, out), 0);
      if (ring < 0) continue;
      ring_ports_ |= std::uint32_t{1} << out;
      for (int in = 0; in < ports_; ++in) {
        if (!graph.has_in(node, in)) continue;
        const topologies::Channel& channel = graph.in(node, in);
        if (topology.ring_of(graph.id(channel.from, channel.out_port), 0) == ring)
          before_[static_cast<std::size_t>(out)] = static_cast<std::int8_t>(in);
      }
    }
  }

  /// VCs of a class, from its first on, that have a bubble where their channel is in a ring; 0 without flit bubbles.
  int class_ring_vcs() const { return class_ring_vcs_; }
  /// Whether the channel that leaves by a port is in a ring with flit bubbles.
  bool in_ring(int port) const { return (ring_ports_ >> port & 1U) != 0; }
  /// The input port of the channel before in that ring. Precondition: in_ring(port).
  int before(int port) const { return before_[static_cast<std::size_t>(port)]; }

  /// Whether it depends on the head what an output VC needs: whether it is a ring VC.
  bool depends(int output_vc) const {
    const int port = output_vc / vcs_;
    return port < ports_ && in_ring(port) && (ring_vcs_ >> (output_vc % vcs_) & 1U) != 0;
  }
  /// All such output VCs.
  template <class Mask>
  Mask ring_vcs() const {
    Mask set = 0;
    for (std::uint32_t ports = ring_ports_; ports != 0; ports &= ports - 1)
      set |= Mask{ring_vcs_} << (__builtin_ctz(ports) * vcs_);
    return set;
  }

  /// Credits that an output VC must have before the head of a packet of `flits` flits in input VC `input` can get it.
  int credits_needed(int input, int output_vc, int flits) const {
    const int port = output_vc / vcs_;
    if (port >= ports_) return 0;
    if (!depends(output_vc)) return credits_;
    return continues(input, output_vc) ? 1 : flits + 1;
  }

 private:
  static constexpr std::size_t kMostPorts = 32;

  /// Whether a packet in this input VC is in the ring of this ring VC.
  bool continues(int input, int output_vc) const {
    return input / vcs_ == before(output_vc / vcs_) && input % vcs_ == output_vc % vcs_;
  }
  static constexpr std::array<std::int8_t, kMostPorts> nothing_before() {
    std::array<std::int8_t, kMostPorts> none{};
    for (std::int8_t& port : none) port = -1;
    return none;
  }

  int ports_ = 0;
  int vcs_ = 1;
  int credits_ = 0;               ///< that output VCs of other channels need
  int class_ring_vcs_ = 0;        ///< VCs of a class that have a bubble there
  std::uint32_t ring_ports_ = 0;  ///< whose channels are in rings
  std::uint64_t ring_vcs_ = 0;    ///< the same of all classes
  /// By output port: the input port of the channel before in the ring.
  std::array<std::int8_t, kMostPorts> before_ = nothing_before();
};

}  // namespace trenza::microarch
