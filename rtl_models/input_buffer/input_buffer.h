// Input buffer: the virtual channel FIFOs of one network input port.
//
// Ports    clk, reset
//          in_{valid, vc, flit, header}, in_route  the link, and the route of the arriving header (routing_unit)
//          pop          bit v: the front flit of VC v crosses the crossbar in this cycle (combinational, from the
//                       switch allocator)
//          flit[v], header[v]  front flit of VC v and the header of its packet; registered; stale while the VC is empty
//          request[v]   request word while a header waits at the front and its router delay is over, else 0; registered
//          route[v]     route word of the packet at the front; registered
//          credit       bit v: VC v returns a credit in this cycle (combinational from pop; escape VCs: with the tail)
// Latency  a flit on the link in cycle t is at the front of an empty VC in t + 1; its request is up in t +
//          router_delay.
// Reset    empties all VCs. Overflow, underflow and a broken flit order are invariant violations.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

/// G field of an input VC (Dally & Towles, ch. 16), as shown in waves.
enum class VcState : std::uint8_t {
  idle,     ///< no packet at the front
  routing,  ///< a header in its router delay
  waiting,  ///< a header waits for an output VC
  active,   ///< a packet crosses, or waits for its next flit
};

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
  /// least 1.
  InputBuffer(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask, int depth_flits,
              int router_delay);

  /// The words of a VC that waves show. Their addresses do not change.
  struct VcView {
    VcState state = VcState::idle;
    std::uint32_t occupancy = 0;  ///< flits
    std::uint32_t packet = 0;     ///< of the packet at the front
  };
  const VcView& view(int vc) const { return vcs_[static_cast<std::size_t>(vc)].view; }
  struct Entry {
    FlitWord flit = 0;
    HeaderWord header = 0;  // of heads
    RouteWord route = 0;    // of heads
  };
  /// All registers of a VC, between two cycles.
  struct Contents {
    std::vector<Entry> entries;  ///< front first
    int eligible = 0;            ///< headers among them whose router delay is over; they come first
    std::vector<int> delays;     ///< of the other headers: cycles until they can request, at least 1
    int expected = 0;            ///< position of the next flit to arrive, 0: a head
    bool active = false;         ///< a packet crosses
    std::uint32_t packet = 0;    ///< the one at the front
  };
  Contents contents(int vc) const;
  /// Sets the registers of a VC. The buffer must be as after a reset.
  void fill(int vc, const Contents& contents);

  /// Tails stored in a VC. For audits.
  int tails(int vc) const { return vcs_[static_cast<std::size_t>(vc)].tails; }
  /// Credits of flits that have left a VC and that are not returned yet; slots of an escape VC. For audits.
  virtual int held_credits(int /*vc*/) const { return 0; }

 protected:
  bool edge() override;
  void clear() override;
  /// Runs whenever `pop` or the front of an escape VC changes.
  virtual void drive_credit();
  /// Shows the front of a VC that can have changed.
  virtual void drive_front(std::size_t vc);

  /// The entry at the front of a VC; null: it is empty.
  const Entry* front(std::size_t vc) const {
    return vcs_[vc].view.occupancy == 0 ? nullptr : &vcs_[vc].ring[vcs_[vc].first];
  }
  /// Shows an entry as the front of a VC, and its request if the router delay of the header there is over.
  void show_entry(std::size_t vc, const Entry& entry);
  /// Shows that no header waits in a VC.
  void show_nothing(std::size_t vc) { request_held_.write(request, vc, 0); }
  void show_credit(std::uint32_t credits) { credit_held_.write(credit, credits); }
  std::uint32_t escape_mask() const { return escape_mask_; }

 private:
  struct Vc {
    std::vector<Entry> ring;
    std::size_t first = 0;
    int eligible = 0;  // headers in the ring whose router delay is over
    int tails = 0;
    int expected = 0;  // position of the next flit to arrive, 0 = a head
    VcView view;
  };

  void end_of_elaboration() override;
  void push(std::uint32_t vc, FlitWord flit);
  void drop_front(std::uint32_t vc);
  void show_front(std::uint32_t vc);
  [[noreturn]] void violation(std::uint32_t vc, const char* what) const;

  HeldOutputs<std::uint64_t> request_held_;
  HeldOutputs<std::uint64_t> header_held_;
  HeldOutputs<std::uint64_t> route_held_;
  HeldOutput<std::uint32_t> credit_held_;
  std::vector<Vc> vcs_;
  std::uint32_t escape_mask_;
  std::vector<std::uint32_t> delay_line_;  // VC + 1 of headers in their router delay; 0 = none
  std::size_t next_ = 0;
  int delayed_ = 0;
};

}  // namespace trenza::rtl_models
