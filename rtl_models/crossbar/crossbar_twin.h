// The SystemVerilog twin of the crossbar, behind its ports.
#pragma once

#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

template <class Select>
class CrossbarTwinOf : public CrossbarOf<Select> {
 public:
  /// The arguments are those of CrossbarOf. Records have `dimensions` hop counts; with 0 there are no records, and the
  /// relation advances the headers that the twin has moved. Errors: RtlError.
  CrossbarTwinOf(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                 topologies::NodeId node, int inputs, int ports, int ejectors, std::uint32_t escape_mask,
                 int dimensions);

 private:
  using Base = CrossbarOf<Select>;
  using Base::advanced;
  using Base::eject_flit;
  using Base::eject_valid;
  using Base::flit;
  using Base::header;
  using Base::out;
  using Base::select;

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

extern template class CrossbarTwinOf<PacketSelect>;
using CrossbarTwin = CrossbarTwinOf<PacketSelect>;

}  // namespace trenza::rtl_models
