// The SystemVerilog twin of the two-step allocator, behind its ports.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/two_step_allocator/reservation_account.h"
#include "rtl_models/two_step_allocator/two_step_allocator.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models {

/// The name of what hides speculative requests, as the parameter MASK has it; the first one for other pipelines.
std::string mask_module_name(const microarch::FabricParameters& parameters);
/// The places of the draws of the arbiters of output VCs; none where packets reserve nothing.
std::vector<microarch::DrawPlace> vc_draws(const microarch::FabricParameters& parameters, int ports);

/// Reservations follow from what the model shows; the base keeps the state of the arbiters, for observers.
class TwoStepAllocatorTwin : public TwoStepAllocator {
 public:
  /// The arguments are those of TwoStepAllocator. Errors: RtlError.
  TwoStepAllocatorTwin(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                       const microarch::SelectionShape& shape, const std::vector<int>& input_class, int router);

  std::vector<microarch::HeldReservation>* reservations() override { return &account_.held(); }

 private:
  void allocate() override;
  void edge() override;

  ReservationAccount account_;
  Draws vc_draws_;
  VcAllocatorModel model_;
  RtlPort vc_draw_;
  AllocationPorts ports_;  // of the second step
  RtlPort reserved_, taken_;
  bool requested_ = false;  // in this cycle
};

}  // namespace trenza::rtl_models
