// Switch allocator: separable, input first. Every output grants one of the inputs that picked it and holds it until
// the tail has crossed.
//
// Ports    clk, reset, cycle
//          pick[i]      pick word of input i (from the VC allocator)
//          select[o]    select word: input and VC that cross to output o in this cycle; combinational in the cycle of
//                       the grant, held afterwards
//          pop[p]       bit v: VC v of network port p crosses in this cycle; combinational
//          pop_injector bit j: injector j (of all classes) crosses in this cycle; combinational
//          charge[p]    charge word for network output p, in the cycle of a grant; combinational. 0 where reservations
//                       take the credits
//          output_free  bit o: no packet of an earlier grant crosses to output o; registered
//          input_busy   bit i: the crossbar input of network input i is taken by an earlier grant (0 where VCs share no
//                       crossbar input; with reservations also: input i crosses by an earlier grant); registered
// Latency  0 cycles from pick to select. A packet of n flits granted in t takes its output in t+1 .. t+n-1. Compute
//          (the combinational part) and commit (owners and round-robin pointers, at the edge) are separate. Reset frees
//          all outputs and clears the pointers.
// Needs    picks of free outputs only, and that the pick of a granted input changes in the next cycle (it names the
//          packet, which has gone): so the block is evaluated anew in each cycle in which it can grant, though it is
//          not sensitive to `cycle`.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"
#include "rtl_models/switch_allocator/grant_account.h"

namespace trenza::rtl_models {

class SwitchAllocator : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> pick;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> select;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> pop;
  sc_core::sc_out<std::uint32_t> pop_injector{"pop_injector"};
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> charge;
  sc_core::sc_out<std::uint64_t> output_free{"output_free"};
  sc_core::sc_out<std::uint64_t> input_busy{"input_busy"};

  /// The parameters by which this block decides. Picks that are a matching already leave nothing to decide, so the
  /// smallest arbiter will do.
  static microarch::FabricParameters arbitration_of(microarch::FabricParameters parameters);

  /// `ports` network ports. `router` places the draws.
  SwitchAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters, int ports,
                  int router);

  /// Who crosses, and the arbiters; these have no state if the VC allocator decides.
  GrantAccount& grants() { return grants_; }
  const GrantAccount& grants() const { return grants_; }
  /// The draws of the arbiters in this cycle.
  std::uint16_t output_draw(std::size_t output) const { return output_draws_.at(cycle.read(), output); }
  std::uint16_t row_draw(std::size_t row) const { return row_draws_.at(cycle.read(), row); }
  /// Shows the registered outputs: the account has been filled.
  void show() { publish_busy(); }

 protected:
  bool edge() override;
  void clear() override;
  /// Runs whenever a pick or a registered output changes.
  virtual void arbitrate();
  /// The decision inside arbitrate(): by output, the input that is granted, or -1. `requests`: by output, who asks,
  /// after the input arbiters and with injectors only where no traffic in transit asks; 0 for outputs that are taken.
  virtual void decide(const std::vector<std::uint64_t>& requests, std::vector<int>& winners);
  /// The input arbiter of a network row: which VC of `requests` (not 0) may ask outputs; -1: none.
  virtual int keep_vc(int row, std::uint64_t requests);
  /// Schedules arbitrate() once more in this cycle or the next, for decisions that change although no pick does.
  void arbitrate_again() { again_.notify(sc_core::SC_ZERO_TIME); }
  PacketId packet_of(int input) const { return request_packet(pick[static_cast<std::size_t>(input)].read()); }
  int flits_of(int input) const { return request_flits(pick[static_cast<std::size_t>(input)].read()); }
  /// Shows the registered outputs.
  virtual void publish_busy();
  /// Wakes this block for the next edge, because a flit crosses.
  void note_crossing() { granted_.notify(sc_core::SC_ZERO_TIME); }

 private:
  void end_of_elaboration() override;
  bool is_escape(int vc) const { return ((escape_mask_ >> vc) & 1U) != 0; }

  GrantAccount grants_;
  int ports_;
  int vcs_;
  std::uint32_t escape_mask_;
  bool charges_;
  int inputs_;
  int outputs_;
  Draws output_draws_;
  Draws row_draws_;
  sc_core::sc_event granted_{"granted"};
  sc_core::sc_event again_{"again"};
  std::vector<std::uint64_t> requests_;  // scratch of arbitrate(), by output
  std::vector<int> winners_;
  HeldOutputs<std::uint32_t> select_held_;
  HeldOutputs<std::uint32_t> charge_held_;
  HeldOutputs<std::uint32_t> pop_held_;
  HeldOutput<std::uint32_t> pop_injector_held_;
};

}  // namespace trenza::rtl_models
