// Routing unit: computes what the header on a link may ask for at the router where it arrives. The result is stored
// with the packet (input_buffer).
//
// Ports    valid, vc, header  the arriving flit's VC and header word (meaningful with a head)
//          route              route word; combinational
// Latency  0 cycles. No state, no reset.
#pragma once

#include <cstdint>
#include <systemc>

#include "rtl_models/common/words.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

class RoutingUnit : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> valid{"valid"};
  sc_core::sc_in<std::uint32_t> vc{"vc"};
  sc_core::sc_in<std::uint64_t> header{"header"};
  sc_core::sc_out<std::uint64_t> route{"route"};

  /// `relation` must outlive the block. `port`: the network port of the router `node` at which the link arrives;
  /// `class_vcs`: VCs of each message class.
  RoutingUnit(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation, topologies::NodeId node,
              topologies::PortId port, int class_vcs);

 protected:
  virtual void compute();

 private:
  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
  topologies::PortId port_;
  std::uint32_t class_vcs_;
};

}  // namespace trenza::rtl_models
