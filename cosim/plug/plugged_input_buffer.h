// An input buffer whose flits lie in FIFOs from outside.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "cosim/plug/slot_buffer.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Has one FIFO from outside for each virtual channel. The base class makes requests, headers and routes, and also
/// credits unless the FIFO itself tells when a place is free. The base class also keeps a copy of what the FIFOs should
/// hold. The flits that cross come out of the FIFOs, and a packet requests only when its FIFO shows the front flit. The
/// buffer never sleeps, so that the FIFOs see every clock edge.
class PluggedInputBuffer : public rtl_models::InputBuffer {
 public:
  /// Errors: PlugError, rtl_models::RtlError.
  PluggedInputBuffer(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                     const std::shared_ptr<const Plug>& plug);

  int held_credits(int vc) const override;

 private:
  bool edge() override;
  void clear() override;
  void drive_credit() override;
  void drive_front(std::size_t vc) override;
  microarch::Cycle cycle() const;
  void show_late_credits();

  std::vector<BufferSlot> slots_;  // by VC
  bool late_credit_ = false;
  std::vector<std::deque<bool>> uncredited_;  // by VC, for each flit that left: whether it returns a credit
};

}  // namespace trenza::cosim
