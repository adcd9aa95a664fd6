// A matrix allocator from outside: every crossbar input asks for all outputs that its packets could be granted, and the
// block matches them.
#pragma once

#include <memory>
#include <vector>

#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/matrix_allocator/matrix_allocator.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Rows: the crossbar inputs (docs/microarchitecture.md, section 8), those of the network ports first. Columns: network
/// ports, then ejection ports. Which of the virtual channels that share a row is granted stays the VC pointer's choice.
/// With `shadow: exact` every matching is compared with that of `router.allocator`.
class PluggedMatrixAllocator : public rtl_models::MatrixAllocator {
 public:
  /// Errors: PlugError, rtl_models::RtlError.
  PluggedMatrixAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                         const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                         const std::shared_ptr<const Plug>& plug, StandstillReport report);

 private:
  void allocate() override;
  void edge() override;
  const microarch::AllocatorShape& numbers() const { return allocation().shape(); }
  /// Sets what the block sees in this cycle.
  void set_inputs();
  /// The input of a row that is granted an output.
  int input_of(int row, int output) const;

  AllocatorSlot slot_;
  RefusalWatch watch_;
  Matrix requests_;                           // by row
  std::vector<microarch::OutputMask> asked_;  // by input
  std::vector<std::uint8_t> vc_pointers_;     // of a block that is not exact
  AllocatorSlot::Inputs inputs_;
};

}  // namespace trenza::cosim
