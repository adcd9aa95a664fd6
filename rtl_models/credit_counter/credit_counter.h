// Credit counter: what the buffers behind one network output can still take.
//
// Ports    clk, reset
//          charge     charge word: credits taken by the grant of this cycle (combinational, from the switch allocator)
//          taken[v]   credits that a reservation of this cycle takes of VC v (combinational); only where packets
//                     reserve VCs (`router.pipeline`), and nothing is charged then
//          credit     bit v: one credit of VC v comes back in this cycle
//          credits[v] flits (adaptive VC) or slots (escape VC); registered
// Latency  1 cycle. Charge and credit of one cycle both apply. Reset fills all counters. Under- and overflow are
//          invariant violations.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/words.h"
#include "rtl_models/credit_counter/credit_account.h"

namespace trenza::rtl_models {

class CreditCounter : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint32_t> charge{"charge"};
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> taken;
  sc_core::sc_in<std::uint32_t> credit{"credit"};
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> credits;

  /// `initial[v]`: credits of VC v after reset; `reserved`: packets reserve VCs.
  CreditCounter(const sc_core::sc_module_name& name, std::vector<int> initial, bool reserved = false);

  CreditAccount& account() { return account_; }
  const CreditAccount& account() const { return account_; }
  /// Shows the counts of all VCs: the account has been filled.
  void show();

 protected:
  bool edge() override;
  void clear() override;
  /// Shows the count of a VC that can have changed.
  virtual void drive(std::size_t vc) {
    credits[vc].write(static_cast<std::uint32_t>(account_.count(static_cast<int>(vc))));
  }

 private:
  void end_of_elaboration() override;

  CreditAccount account_;
};

}  // namespace trenza::rtl_models
