// The SystemVerilog twin of the VC allocator, behind its ports.
#pragma once

#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

/// Module `name` with the parameters that candidates and their selection need.
RtlModule vc_allocator_module(const char* name, const microarch::SelectionShape& shape, int inputs);

/// A model with the ports of a VC allocator.
class VcAllocatorModel {
 public:
  /// Errors: RtlError.
  VcAllocatorModel(const RtlModule& module, const VcAllocator& block);

  RtlModel& model() { return model_; }
  /// Takes over the inputs of the block. Returns whether a request is up; if not, most inputs are left as they were.
  bool follow(const VcAllocator& block);
  PickWord pick(std::size_t input) const { return pick_.get<PickWord>(input); }

 private:
  RtlModel model_;
  RtlPort request_;
  RtlPort route_;
  RtlPort credits_;
  RtlPort admitted_;
  RtlPort output_free_;
  RtlPort input_busy_;
  RtlPort draw_;
  RtlPort pick_;
};

class VcAllocatorTwin : public VcAllocator {
 public:
  /// The arguments are those of VcAllocator. Errors: RtlError.
  VcAllocatorTwin(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
                  const std::vector<int>& input_class, int router, std::uint64_t seed);

 private:
  void allocate() override;

  VcAllocatorModel model_;
};

}  // namespace trenza::rtl_models
