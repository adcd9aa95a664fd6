// The SystemVerilog twin of the bubble control, behind its ports.
#pragma once

#include "rtl_models/bubble_control/bubble_control.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

class BubbleControlTwin : public BubbleControl {
 public:
  /// The arguments are those of BubbleControl. Errors: RtlError.
  BubbleControlTwin(const sc_core::sc_module_name& name, int ring, std::uint64_t continuing, std::uint64_t all,
                    bool bubble);

 private:
  void compute() override;

  RtlModel model_;
  RtlPort slots_;
  RtlPort admitted_;
};

}  // namespace trenza::rtl_models
