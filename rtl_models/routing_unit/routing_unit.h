// Routing unit: computes what the header on a link may ask for at the router where it arrives. The result is stored
// with the
// packet (input_buffer).
//
// Ports    valid, header  the arriving flit's header word (meaningful with a head)
//          route          route word; combinational
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
  sc_core::sc_in<std::uint64_t> header{"header"};
  sc_core::sc_out<std::uint64_t> route{"route"};

  /// `relation` must outlive the block.
  RoutingUnit(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
              topologies::NodeId node);

 protected:
  virtual void compute();

 private:
  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
};

}  // namespace trenza::rtl_models
