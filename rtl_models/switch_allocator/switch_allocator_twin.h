// The SystemVerilog twin of the switch allocator, behind its ports.
#pragma once

#include "rtl_models/switch_allocator/switch_allocator.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

/// The base keeps account of the grants, for audits and waves; it sees what the twin has granted.
class SwitchAllocatorTwin : public SwitchAllocator {
 public:
  /// The arguments are those of SwitchAllocator. Errors: RtlError.
  SwitchAllocatorTwin(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters, int ports,
                      int router);

 private:
  bool edge() override;
  void clear() override;
  void arbitrate() override;
  void publish_busy() override;

  RtlModel model_;
  RtlPort pick_;
  RtlPort output_draw_;
  RtlPort row_draw_;
  RtlPort select_;
  RtlPort pop_;
  RtlPort pop_injector_;
  RtlPort charge_;
  RtlPort output_free_;
  RtlPort input_busy_;
  HeldOutputs<std::uint32_t> select_held_;
  HeldOutputs<std::uint32_t> pop_held_;
  HeldOutputs<std::uint32_t> charge_held_;
  HeldOutput<std::uint32_t> pop_injector_held_;
};

}  // namespace trenza::rtl_models
