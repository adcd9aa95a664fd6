// The blocks of a pin fabric of which some are SystemVerilog.
#pragma once

#include <memory>
#include <vector>

#include "cosim/plug/router_plugs.h"
#include "cosim/plug/standstill.h"
#include "cosim/rtl_selection.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Hop counts of a record where routing is by records; else 0.
int record_dimensions(const topologies::Topology& topology);

/// Makes twins where the selection says so, blocks from outside where there are plugs, and SystemC blocks elsewhere.
/// Models are verilated when the first block of a kind is made (rtl_models/twin/rtl_library.h: RtlError).
class RtlBlocks : public rtl_models::BlockFactory {
 public:
  explicit RtlBlocks(RtlSelection selection, RouterPlugs plugs = {});

  bool is_twin(RtlBlock block, const rtl_models::RouterPlace& place) const override {
    return selection_.has(block, place.node);
  }
  std::unique_ptr<rtl_models::RouterPorts> router(const char* name, const rtl_models::RouterPlace& place,
                                                  rtl_models::TerminalObserver& observer,
                                                  const rtl_models::BlockFactory& blocks) const override;
  std::unique_ptr<rtl_models::InputBuffer> input_buffer(const char* name,
                                                        const rtl_models::RouterPlace& place) const override;
  std::unique_ptr<rtl_models::VcAllocator> vc_allocator(const char* name, const rtl_models::RouterPlace& place,
                                                        const microarch::SelectionShape& shape,
                                                        const std::vector<int>& input_class) const override;
  std::unique_ptr<rtl_models::SwitchAllocator> switch_allocator(const char* name,
                                                                const rtl_models::RouterPlace& place) const override;
  bool can_fill() const override { return selection_.empty() && plugs_.empty(); }
  std::shared_ptr<const std::string> blocked() const override { return standstill_; }

 private:
  RtlSelection selection_;
  RouterPlugs plugs_;
  StandstillReport standstill_ = std::make_shared<std::string>();
};

}  // namespace trenza::cosim
