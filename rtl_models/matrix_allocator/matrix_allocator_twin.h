// The SystemVerilog twin of the matrix allocator, behind its ports.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/matrix_allocator/matrix_allocator.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models {

/// The name of the module of an allocator. Errors: RtlError, which names the key, if it has none.
std::string allocator_module_name(microarch::AllocatorPolicy allocator, const char* key = "router.allocator");

/// The base keeps the state of the allocation, for observers.
class MatrixAllocatorTwin : public MatrixAllocator {
 public:
  /// The arguments are those of MatrixAllocator. Errors: RtlError.
  MatrixAllocatorTwin(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                      const microarch::SelectionShape& shape, const std::vector<int>& input_class, int router);

 private:
  void allocate() override;
  void edge() override;

  VcAllocatorModel model_;
  AllocationPorts ports_;
};

}  // namespace trenza::rtl_models
