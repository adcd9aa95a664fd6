// The SystemVerilog twin of the output unit, behind its ports.
#pragma once

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/output_unit/output_unit.h"

namespace trenza::rtl_models {

/// The base watches over its inputs.
class OutputUnitTwin : public OutputUnit {
 public:
  /// `vcs` of the output. Errors: RtlError.
  OutputUnitTwin(const sc_core::sc_module_name& name, int vcs);

 private:
  bool edge() override;
  void clear() override;
  void drive() override { held.write(held_.get<std::uint32_t>()); }

  RtlModel model_;
  RtlPort allocated_;
  RtlPort released_;
  RtlPort held_;
};

}  // namespace trenza::rtl_models
