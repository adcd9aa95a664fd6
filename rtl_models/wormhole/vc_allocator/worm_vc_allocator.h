// VC allocator of a flit-level router: gives free output VCs to heads that wait for one.
//
// Ports    clk, reset, cycle
//          request[i], route_{ports, vcs}[i]  of input VC i (from the input units)
//          held[o]       bit w: VC w of output o has a holder (from the output units)
//          credits[k]    of VC w of network port p, k = p V + w; only where the reallocation is atomic, there are flit
//                        bubbles or the pipeline speculates
//          grant[i]      lane word: the output VC that input VC i is allocated in this cycle, else 0; combinational
//          allocated[o]  bit w: VC w of output o is allocated in this cycle; combinational
//          wish[i]       bit o: one of the output VCs that input VC i requests in this cycle is at output o and has a
//                        credit; combinational; only where the pipeline speculates
// Latency  0 cycles from request to grant. Compute (the combinational part) and commit (arbiters, at the edge) are
//          separate. Reset puts the arbiters into their first state.
// Needs    that requests or holders change after a cycle with a grant, so that the block is evaluated anew in each
//          cycle in which it can grant, though it is not sensitive to `cycle`: it grants something whenever it can.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "microarch/wormhole/vc_availability.h"
#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/wormhole/worm_place.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

class WormVcAllocator : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> route_ports;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> route_vcs;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> held;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credits;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> grant;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> allocated;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> wish;

  /// Whether the block needs to know credits.
  static bool looks_at_credits(const microarch::FabricParameters& parameters) {
    return parameters.wormhole.atomic() || parameters.wormhole.flit_bubble ||
           parameters.pipeline.is<microarch::SpeculativePipeline>();
  }

 protected:
  WormVcAllocator(const sc_core::sc_module_name& name, const WormPlace& place);

  /// Decides; whether anything is granted. Drives all outputs.
  virtual bool decide() = 0;
  virtual void commit() = 0;
  virtual void reset_arbiters() = 0;

  WormPlace place_;
  microarch::WormShape shape_;
  microarch::VcAvailability availability_;
  HeldOutputs<std::uint32_t> grant_held_;
  HeldOutputs<std::uint32_t> allocated_held_;
  HeldOutputs<std::uint64_t> wish_held_;

 private:
  void end_of_elaboration() override;
  bool edge() override;
  void clear() override { reset_arbiters(); }
  void allocate();

  bool granted_ = false;
  sc_core::sc_event grants_{"grants"};
};

std::unique_ptr<WormVcAllocator> make_worm_vc_allocator(const char* name, const WormPlace& place);

}  // namespace trenza::rtl_models
