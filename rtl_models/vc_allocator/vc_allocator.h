// VC allocator: every waiting header picks one grantable (output, VC), by the selection policy
// (docs/microarchitecture.md, section 7).
//
// Ports    cycle         number of the cycle (selects the draws)
//          request[i]    request word of input i, 0 if none
//          route[i]      route word of input i
//          credits[k]    credits of network output VC k = port * vcs + vc (flits; escape VC: slots)
//          admitted[k]   bit i: the bubble rule lets input i into escape VC e of class c of output p now,
//                        k = (p * classes + c) * escape_vcs + e
//          output_free   bit o: no packet crosses to output o
//          input_busy    bit i: the crossbar input of network input i is taken (0 where VCs share none)
//          pick[i]       pick word of input i, 0 if it picks nothing; combinational
// Latency  0 cycles. No state, no reset. Evaluated only while a request is up.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "microarch/draws.h"
#include "microarch/machine_state.h"
#include "microarch/selection.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

/// The signals of a router whose packets reserve output VCs (two_step_allocator).
struct ReservationSignals {
  explicit ReservationSignals(const std::string& prefix = "")
      : reserved((prefix + "reserved").c_str()), taken((prefix + "taken").c_str()) {}

  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> reserved;  ///< by input
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> taken;     ///< network port * vcs + vc
};

class VcAllocator : public sc_core::sc_module {
 public:
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> route;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credits;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> admitted;
  sc_core::sc_in<std::uint64_t> output_free{"output_free"};
  sc_core::sc_in<std::uint64_t> input_busy{"input_busy"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> pick;

  /// `input_class`: by input, the message class of its packets. `router` and `seed` place the draws.
  VcAllocator(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
              const std::vector<int>& input_class, int router, std::uint64_t seed);

  /// Whether picks of this block are a matching: then it has the arbiters, and their state (microarch/allocation.h).
  virtual bool allocates() const { return false; }
  std::vector<std::uint8_t>& arbiters() { return arbiters_; }

  /// Binds the clock and the reset of a block that has them.
  virtual void bind_clock(sc_core::sc_in<bool>& /*clk*/, sc_core::sc_in<bool>& /*reset*/) {}
  /// Binds the clock and the reset of another block to its own ports, if it has them.
  virtual void lend_clock(VcAllocator& /*other*/) {}

  /// Binds the outputs of a block that keeps reservations, and what they are by input; null: it keeps none.
  virtual void bind_reservations(ReservationSignals& /*signals*/) {}
  virtual std::vector<microarch::HeldReservation>* reservations() { return nullptr; }

  /// The selection draw of an input in this cycle.
  std::uint16_t draw(std::size_t input) const { return draw_at(inputs_[input].phase); }

 protected:
  /// Runs whenever an input changes, but not while no request is up.
  virtual void allocate();
  void drive(std::size_t input, PickWord word) { pick_held_.write(pick, input, word); }
  /// No request is up: sleeps until one is.
  void sleep() { next_trigger(any_request_); }

  /// Whether the header of an input may ask in this cycle.
  bool may_ask(std::size_t input) const { return request[input].read() != 0 && !is_busy(input); }
  int first_vc(std::size_t input) const { return inputs_[input].first_vc; }
  std::uint16_t draw_at(microarch::DrawPhase phase) const {
    return sequence_.at(microarch::DrawSequence::offset(cycle.read()), phase);
  }
  /// Credits of a lane beyond what the header of an input needs (microarch/selection.h): surplus(port, vc, escape).
  auto surplus_of(std::size_t input, RequestWord asked) const {
    return [this, &of_input = inputs_[input], input, flits = request_flits(asked)](int port, int vc, bool escape) {
      if (!escape) return static_cast<int>(credits[static_cast<std::size_t>(port * vcs_ + vc)].read()) - flits;
      const auto place = static_cast<std::size_t>(port * escapes_ + vc + of_input.admitted_offset);
      return ((admitted[place].read() >> input) & 1U) != 0 ? 0 : -1;
    };
  }
  auto surplus_of(std::size_t input) const { return surplus_of(input, request[input].read()); }
  const microarch::SelectionShape& shape() const { return shape_; }

  std::vector<std::uint8_t> arbiters_;

 private:
  void end_of_elaboration() override;

  /// Whether a packet crosses from another VC with which an input shares its crossbar input.
  bool is_busy(std::size_t input) const { return ((input_busy.read() >> input) & 1U) != 0; }

  microarch::SelectionShape shape_;
  int vcs_;      // of a channel
  int escapes_;  // escape VCs of a channel
  struct Input {
    microarch::DrawPhase phase = 0;
    int first_vc = 0;         // of its class
    int admitted_offset = 0;  // from an escape VC to its place among the escape VCs of a channel
  };
  std::vector<Input> inputs_;
  const microarch::DrawSequence& sequence_;
  sc_core::sc_event_or_list any_request_;
  HeldOutputs<std::uint64_t> pick_held_;
};

}  // namespace trenza::rtl_models
