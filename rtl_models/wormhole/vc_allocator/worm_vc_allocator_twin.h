// The SystemVerilog twin of the VC allocator of a flit-level router, behind its ports.
#pragma once

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator.h"

namespace trenza::rtl_models {

class WormVcAllocatorTwin final : public WormVcAllocator {
 public:
  /// Errors: RtlError.
  WormVcAllocatorTwin(const sc_core::sc_module_name& name, const WormPlace& place);

 private:
  bool decide() override;
  void commit() override { model_.tick(); }
  void reset_arbiters() override { model_.reset(); }
  /// Sets the inputs of the model; whether a head waits.
  bool follow();
  /// Drives the outputs; whether anything is granted.
  bool show();

  RtlModel model_;
  AllocationDrawPorts draws_;
  Draws request_draws_;
  RtlPort request_, route_ports_, route_vcs_, held_, credits_, request_draw_;
  RtlPort grant_, allocated_, wish_;
  bool shows_ = false;  // the outputs may be other than 0
};

}  // namespace trenza::rtl_models
