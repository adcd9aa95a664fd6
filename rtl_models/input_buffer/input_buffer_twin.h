// The SystemVerilog twin of the input buffer, behind its ports.
#pragma once

#include "rtl_models/input_buffer/input_buffer.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

/// The base keeps account of what is stored, for audits and waves.
class InputBufferTwin : public InputBuffer {
 public:
  /// The arguments are those of InputBuffer. Errors: RtlError.
  InputBufferTwin(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask, int depth_flits,
                  int router_delay, bool looks_ahead = false);

 private:
  bool edge() override;
  void clear() override;
  void drive_credit() override;
  void drive_front(std::size_t vc) override;

  RtlModel model_;
  RtlPort in_valid_;
  RtlPort in_vc_;
  RtlPort in_flit_;
  RtlPort in_header_;
  RtlPort in_route_;
  RtlPort pop_;
  RtlPort flit_;
  RtlPort header_;
  RtlPort request_;
  RtlPort route_;
  RtlPort credit_;
};

}  // namespace trenza::rtl_models
