// The SystemVerilog twin of the input unit, behind its ports.
#pragma once

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/input_unit/input_unit.h"

namespace trenza::rtl_models {

/// The base keeps account of what is stored, for audits and waves.
class InputUnitTwin : public InputUnit {
 public:
  /// The arguments are those of InputUnit. Errors: RtlError.
  InputUnitTwin(const sc_core::sc_module_name& name, int vcs, int depth_flits, InputUnitAccount::Delays delays,
                bool falls_through = false);

 private:
  bool edge() override;
  void clear() override;
  void return_credits() override;
  void fall_through() override;
  void drive(std::size_t vc, const InputUnitAccount::Front& front) override;
  void set_link();

  bool falls_through_;
  RtlModel model_;
  RtlPort in_valid_;
  RtlPort in_vc_;
  RtlPort in_flit_;
  RtlPort in_header_;
  RtlPort in_route_ports_;
  RtlPort in_route_vcs_;
  RtlPort granted_;
  RtlPort pop_;
  RtlPort flit_;
  RtlPort header_;
  RtlPort request_;
  RtlPort route_ports_;
  RtlPort route_vcs_;
  RtlPort hold_;
  RtlPort credit_;
};

}  // namespace trenza::rtl_models
