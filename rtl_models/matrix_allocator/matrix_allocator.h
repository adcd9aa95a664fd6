// Matrix allocator: stands in the place of the VC allocator where the allocator looks at everything that each header
// could be granted (every `router.allocator` but `input_first`; docs/microarchitecture.md, section 8). Its picks are a
// matching, so the switch allocator has nothing left to decide.
//
// Ports    those of the VC allocator, and clk, reset
// Latency  0 cycles from request to pick. Compute (the combinational part) and commit (the arbiters, at the edge) are
//          separate: every pick that is shown at an edge has been granted. Reset puts arbiters into their first state.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/allocation.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

class MatrixAllocator : public VcAllocator {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};

  /// The arguments are those of VcAllocator; `parameters` must name an allocator of matrices.
  MatrixAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                  const microarch::SelectionShape& shape, const std::vector<int>& input_class, int router);

  bool allocates() const override { return true; }
  void bind_clock(sc_core::sc_in<bool>& clock, sc_core::sc_in<bool>& with_reset) override {
    clk.bind(clock);
    reset.bind(with_reset);
  }
  void lend_clock(VcAllocator& other) override { other.bind_clock(clk, reset); }
  /// The draws of outputs and rows in this cycle (microarch/allocation.h).
  const Draws& output_draws() const { return output_draws_; }
  const Draws& row_draws() const { return row_draws_; }
  /// The matching of this cycle by the model, whoever shows one.
  microarch::Matching match() const;

 protected:
  void allocate() override;
  /// One rising edge: commits the matching, or clears the arbiters in reset.
  virtual void edge();

  const microarch::Allocation& allocation() const { return allocation_; }
  /// All outputs that the header of an input could be granted in this cycle.
  microarch::OutputMask asks(int input) const;
  /// The output VC that it gets with one of them.
  int vc_of(int input, int output) const;
  /// Shows `matching_`. Returns whether there is a request.
  bool show();
  microarch::Matching matching_;  // that is shown

 private:
  class View;
  /// flits(input): of the packet that requests.
  auto flits() const {
    return [this](int input) { return request_flits(request[static_cast<std::size_t>(input)].read()); };
  }

  microarch::Allocation allocation_;
  std::uint64_t seed_;
  int router_;
  Draws output_draws_;
  Draws row_draws_;
  std::vector<microarch::Pick> picks_;  // scratch of show(), by input
};

}  // namespace trenza::rtl_models
