// Two-step allocator: stands in the place of the VC allocator where a packet reserves an output VC before it asks for
// the crossbar (`router.pipeline`; docs/microarchitecture.md, section 17). It keeps the reservations. Its picks are
// what is granted, so the switch allocator has nothing left to decide.
//
// Ports    those of the VC allocator, and clk, reset
//          request[i], route[i]  of the first packet of input i that is not granted yet; the one before it may cross
//          input_busy            bit i: input i crosses by an earlier grant, or its crossbar input is taken
//          reserved[i]           reservation word: what input i reserves in this cycle, 0 if nothing; combinational
//          taken[k]              credits that reservations take of network output VC k in this cycle; combinational
// Latency  0 cycles from request to pick and to reservation. Compute (the combinational part) and commit (arbiters and
//          reservations, at the edge) are separate. Reset puts arbiters into their first state; nothing is reserved.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/machine_state.h"
#include "microarch/two_step_allocation.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

class TwoStepAllocator : public VcAllocator {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> reserved;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> taken;

  /// The arguments are those of VcAllocator; `parameters` must name a pipeline of two steps.
  TwoStepAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                   const microarch::SelectionShape& shape, const std::vector<int>& input_class, int router);

  bool allocates() const override { return true; }
  void bind_clock(sc_core::sc_in<bool>& clock, sc_core::sc_in<bool>& with_reset) override {
    clk.bind(clock);
    reset.bind(with_reset);
  }
  void lend_clock(VcAllocator& other) override { other.bind_clock(clk, reset); }
  void bind_reservations(ReservationSignals& signals) override;
  std::vector<microarch::HeldReservation>* reservations() override { return &reservations_; }

 protected:
  void allocate() override;
  /// One rising edge: commits what is shown, or clears all in reset.
  virtual void edge();

  /// The decisions of this cycle by the model, whoever shows some. They depend on reservations().
  microarch::StepDecisions decide();
  /// Commits decisions of the arbiters.
  void commit(const microarch::StepDecisions& decisions);
  /// Puts the arbiters into their first state.
  void clear() { allocation_.reset(arbiters_.data()); }
  void show_reserved(std::size_t input, PickWord word) { reserved_held_.write(reserved, input, word); }
  void show_taken(std::size_t output_vc, std::uint32_t count) { taken_held_.write(taken, output_vc, count); }

 private:
  class View;

  microarch::StepInputs inputs(const std::vector<microarch::HeldReservation>& reservations) const;

  microarch::TwoStepAllocation allocation_;
  microarch::Cycle depth_;
  std::uint32_t escape_mask_;
  std::uint64_t seed_;
  int router_;
  std::vector<microarch::HeldReservation> reservations_;  // by input
  microarch::StepDecisions decisions_;                    // that are shown
  std::vector<microarch::Pick> picks_;                    // scratch of allocate(), by input
  std::vector<std::uint32_t> credits_taken_;              // scratch of allocate(), by output VC
  HeldOutputs<std::uint64_t> reserved_held_;
  HeldOutputs<std::uint32_t> taken_held_;
};

}  // namespace trenza::rtl_models
