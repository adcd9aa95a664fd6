// The SystemVerilog twin of the VC allocator, behind its ports.
#pragma once

#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

class VcAllocatorTwin : public VcAllocator {
 public:
  /// The arguments are those of VcAllocator; `injectors` are those of each class. Errors: RtlError.
  VcAllocatorTwin(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
                  const std::vector<int>& input_class, int router, std::uint64_t seed);

 private:
  void allocate() override;

  RtlModel model_;
  RtlPort request_;
  RtlPort route_;
  RtlPort credits_;
  RtlPort admitted_;
  RtlPort output_free_;
  RtlPort port_busy_;
  RtlPort draw_;
  RtlPort pick_;
};

}  // namespace trenza::rtl_models
