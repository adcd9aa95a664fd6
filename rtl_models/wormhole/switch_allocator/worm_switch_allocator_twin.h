// The SystemVerilog twin of the switch allocator of a flit-level router, behind its ports.
#pragma once

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator.h"

namespace trenza::rtl_models {

/// The base counts flits and heads; it sees what the twin lets cross.
class WormSwitchAllocatorTwin final : public WormSwitchAllocator {
 public:
  /// Errors: RtlError.
  WormSwitchAllocatorTwin(const sc_core::sc_module_name& name, const WormPlace& place);

 private:
  bool decide() override;
  void commit() override { model_.tick(); }
  void reset_arbiters() override { model_.reset(); }

  RtlModel model_;
  AllocationDrawPorts draws_;
  RtlPort hold_, flit_, lane_grant_, wish_, credits_;
  RtlPort select_, pop_, charge_, released_;
};

}  // namespace trenza::rtl_models
