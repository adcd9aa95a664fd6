// A VC allocator from outside: every header requests all output VCs that it may have, and the block matches them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Columns: VC v of network port p is p * vcs + v, then the ejection ports. A row asks for what docs/microarchitecture.md
/// (section 7) lets it choose from: the free ejection ports at its destination, else its adaptive candidates, else its
/// escape channel. Must be made inside of a rtl_models::RouterPorts: its clock is the router's.
class PluggedVcAllocator : public rtl_models::VcAllocator {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};

  /// Errors: PlugError, rtl_models::RtlError.
  PluggedVcAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                     const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                     const std::shared_ptr<const Plug>& plug, StandstillReport report);

  void bind_clock(sc_core::sc_in<bool>& clock, sc_core::sc_in<bool>& with_reset) override {
    clk.bind(clock);
    reset.bind(with_reset);
  }

 private:
  void allocate() override;
  void edge();
  std::uint64_t candidates(std::size_t input) const;
  bool granted(std::size_t input) const;
  int column(int port, int vc) const { return port * shape().vcs() + vc; }

  const rtl_models::RouterPorts& router_;
  AllocatorSlot slot_;
  RefusalWatch watch_;
  Matrix requests_;
  AllocatorSlot::Inputs inputs_;
};

}  // namespace trenza::cosim
