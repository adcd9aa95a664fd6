// The SystemVerilog twin of the crossbar, behind its ports.
#pragma once

#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

class CrossbarTwin : public Crossbar {
 public:
  /// The arguments are those of Crossbar. Records have `dimensions` hop counts; with 0 there are no records, and the
  /// relation advances the headers that the twin has moved. Errors: RtlError.
  CrossbarTwin(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
               topologies::NodeId node, int inputs, int ports, int ejectors, std::uint32_t escape_mask, int dimensions);

 private:
  void cross() override;

  bool records_;
  RtlModel model_;
  RtlPort select_;
  RtlPort flit_;
  RtlPort header_;
  RtlPort out_valid_;
  RtlPort out_vc_;
  RtlPort out_flit_;
  RtlPort out_header_;
  RtlPort eject_valid_;
  RtlPort eject_flit_;
};

}  // namespace trenza::rtl_models
