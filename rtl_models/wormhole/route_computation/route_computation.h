// Route computation of a flit-level router: what the head that enters an input port may ask for. The result is stored
// with the head (input_unit); a routing delay passes there.
//
// Ports    valid, vc, flit, header  what arrives on the link; only heads are looked at
//          route_ports, route_vcs   the two words of the route (worm_words.h); combinational
// Latency  0 cycles. No state, no reset.
#pragma once

#include <cstdint>
#include <systemc>

#include "rtl_models/wormhole/worm_words.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

/// What a head may ask for at router `node` that it entered at network port `port`, on VC `vc` of the channel; -1: at
/// the local one. `class_vcs`: VCs of each message class.
WormRoute worm_route(const topologies::RoutingRelation& relation, topologies::NodeId node, topologies::PortId port,
                     std::uint32_t vc, int class_vcs, HeaderWord header);

class RouteComputation : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> valid{"valid"};
  sc_core::sc_in<std::uint32_t> vc{"vc"};
  sc_core::sc_in<std::uint64_t> flit{"flit"};
  sc_core::sc_in<std::uint64_t> header{"header"};
  sc_core::sc_out<std::uint64_t> route_ports{"route_ports"};
  sc_core::sc_out<std::uint64_t> route_vcs{"route_vcs"};

  /// `relation` must outlive the block. `port`: the network port of the router `node` at which flits enter, -1: the
  /// local one; `class_vcs`: VCs of each message class.
  RouteComputation(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                   topologies::NodeId node, topologies::PortId port, int class_vcs);

 protected:
  virtual void compute();

 private:
  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
  topologies::PortId port_;
  int class_vcs_;
};

}  // namespace trenza::rtl_models
