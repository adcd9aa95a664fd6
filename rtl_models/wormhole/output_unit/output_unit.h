// Output unit: which virtual channels of an output of a flit-level router are held by an input VC, from the allocation
// of a packet's head to the cycle in which its tail crosses. (Credits are counted by the credit counter.)
//
// Ports    clk, reset
//          allocated  bit w: VC w is allocated in this cycle (combinational, from the VC allocator)
//          released   bit w: a tail crosses to VC w in this cycle (combinational, from the switch allocator)
//          held       bit w: VC w has a holder; registered
// Latency  1 cycle. A VC may be allocated and released in one cycle; it then stays free. Reset frees all. An allocation
//          of a VC that is held, and a release of one that is not, are invariant violations.
#pragma once

#include <cstdint>

#include "rtl_models/common/clocked_block.h"

namespace trenza::rtl_models {

class OutputUnit : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint32_t> allocated{"allocated"};
  sc_core::sc_in<std::uint32_t> released{"released"};
  sc_core::sc_out<std::uint32_t> held{"held"};

  explicit OutputUnit(const sc_core::sc_module_name& name);

 protected:
  bool edge() override;
  void clear() override;
  /// Shows which VCs have a holder.
  virtual void drive() { held.write(held_); }

 private:
  void end_of_elaboration() override;

  std::uint32_t held_ = 0;
};

}  // namespace trenza::rtl_models
