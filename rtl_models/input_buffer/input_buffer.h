// Input buffer: the virtual channel FIFOs of one network input port.
//
// Ports    clk, reset
//          in_{valid, vc, flit, header}, in_route  the link, and the route of the arriving header (routing_unit)
//          pop          bit v: the front flit of VC v crosses the crossbar in this cycle (combinational, from the
//                       switch allocator)
//          flit[v], header[v]  front flit of VC v and the header of its packet; registered; stale while the VC is empty
//          request[v]   request word while a header waits at the front and its router delay is over, else 0; registered
//          route[v]     route word of the packet at the front; registered. Where packets reserve VCs
//                       (`router.pipeline`), request and route are those of the first packet that does not cross yet
//          credit       bit v: VC v returns a credit in this cycle (combinational from pop; escape VCs: with the tail)
// Latency  a flit on the link in cycle t is at the front of an empty VC in t + 1; its request is up in t +
//          router_delay.
// Reset    empties all VCs. Overflow, underflow and a broken flit order are invariant violations.
#pragma once

#include <cstdint>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"
#include "rtl_models/input_buffer/buffer_account.h"

namespace trenza::rtl_models {

class InputBuffer : public ClockedBlock {
 public:
  FlitIn in{"in"};
  sc_core::sc_in<std::uint64_t> in_route{"in_route"};
  sc_core::sc_in<std::uint32_t> pop{"pop"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> header;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> route;
  sc_core::sc_out<std::uint32_t> credit{"credit"};

  /// `escape_mask`: bit v if VC v of the `vcs` is an escape VC. `depth_flits` for each VC; `router_delay` in cycles, at
  /// least 1. `looks_ahead`: packets reserve VCs.
  InputBuffer(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask, int depth_flits,
              int router_delay, bool looks_ahead = false);

  /// What is stored.
  BufferAccount& account() { return account_; }
  const BufferAccount& account() const { return account_; }
  /// Shows the fronts of all VCs: the account has been filled.
  void show();
  /// Credits of flits that have left a VC and that are not returned yet; slots of an escape VC. For audits.
  virtual int held_credits(int /*vc*/) const { return 0; }

 protected:
  bool edge() override;
  void clear() override;
  /// Runs whenever `pop` or the front of an escape VC changes.
  virtual void drive_credit();
  /// Shows the front of a VC that can have changed.
  virtual void drive_front(std::size_t vc);

  /// Shows an entry as the front of a VC, and its request if the router delay of the header there is over.
  void show_entry(std::size_t vc, const BufferAccount::Entry& entry);
  /// Shows that no header waits in a VC.
  void show_nothing(std::size_t vc) { request_held_.write(request, vc, 0); }
  void show_credit(std::uint32_t credits) { credit_held_.write(credit, credits); }
  std::uint32_t escape_mask() const { return escape_mask_; }

 private:
  void end_of_elaboration() override;
  void show_both(std::size_t vc);

  BufferAccount account_;
  HeldOutputs<std::uint64_t> request_held_;
  HeldOutputs<std::uint64_t> header_held_;
  HeldOutputs<std::uint64_t> route_held_;
  HeldOutput<std::uint32_t> credit_held_;
  std::uint32_t escape_mask_;
  bool looks_ahead_;
};

}  // namespace trenza::rtl_models
