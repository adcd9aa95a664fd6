// Switch allocator of a flit-level router: which input VCs send a flit to which outputs in a cycle.
//
// Ports    clk, reset, cycle
//          hold[i], flit[i]  lane word and flit at the front of input VC i (from the input units)
//          grant[i]     lane word of the VC allocation of this cycle (from the VC allocator)
//          wish[i]      outputs for which it asks on speculation; only where the pipeline speculates
//          credits[k]   of VC w of network port p, k = p V + w
//          select[o]    select word of output o (worm_words.h)
//          pop[p]       bit v: VC v of input port p sends a flit; p = number of network ports: the local port
//          charge[p]    charge word of network port p
//          released[o]  bit w: the tail of the holder of VC w of output o crosses
// Latency  0 cycles: all outputs are combinational. Compute (the combinational part) and commit (arbiters, at the edge)
//          are separate. Reset puts the arbiters into their first state.
// Needs    that the front flit of an input VC changes after its grant, so that the block is evaluated anew in each
//          cycle in which it can grant, though it is not sensitive to `cycle`.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/wormhole/switch_allocator/worm_grant_account.h"
#include "rtl_models/wormhole/worm_place.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

class WormSwitchAllocator : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> hold;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> grant;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> wish;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credits;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> select;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> pop;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> charge;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> released;

  /// What has crossed.
  const WormGrantAccount& account() const { return account_; }

 protected:
  WormSwitchAllocator(const sc_core::sc_module_name& name, const WormPlace& place);

  /// Decides, and drives all outputs. Whether anything crosses.
  virtual bool decide() = 0;
  virtual void commit() = 0;
  virtual void reset_arbiters() = 0;

  bool has_credit(LaneWord lane) const {
    const int output_vc = lane_output_vc(lane);
    return output_vc >= shape_.network_inputs() || credits[static_cast<std::size_t>(output_vc)].read() != 0;
  }
  int output_of(LaneWord lane) const { return lane_output_vc(lane) / shape_.vcs; }
  /// Notes that a flit crosses in this cycle.
  void cross(std::size_t input, LaneWord lane);
  void show_crossings();

  WormPlace place_;
  microarch::WormShape shape_;
  bool joint_;
  // What crosses in this cycle, for show_crossings(), which clears it; by output, input port, network port, output.
  std::vector<SelectWord> selects_;
  std::vector<std::uint32_t> pops_;
  std::vector<ChargeWord> charges_;
  std::vector<std::uint32_t> releases_;

 private:
  void end_of_elaboration() override;
  bool edge() override;
  void clear() override;
  void allocate();

  bool crosses_ = false;
  sc_core::sc_event crossing_{"crossing"};
  HeldOutputs<std::uint32_t> select_held_;
  HeldOutputs<std::uint32_t> pop_held_;
  HeldOutputs<std::uint32_t> charge_held_;
  HeldOutputs<std::uint32_t> released_held_;
  WormGrantAccount account_;
};

std::unique_ptr<WormSwitchAllocator> make_worm_switch_allocator(const char* name, const WormPlace& place);

}  // namespace trenza::rtl_models
