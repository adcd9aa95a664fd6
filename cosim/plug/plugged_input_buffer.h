// An input buffer whose flits lie in FIFOs from outside.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "cosim/plug/slot_buffer.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// One FIFO for each virtual channel. Requests, headers, routes and, unless the FIFO says itself when a place is free,
/// credits are the base's, which also keeps what the FIFOs should hold. What crosses comes out of the FIFOs; a front that
/// they do not show yet does not ask. It never sleeps: the blocks see every clock edge.
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
  std::vector<std::deque<bool>> uncredited_;  // by VC: flits that left, whether each is worth a credit
};

}  // namespace trenza::cosim
