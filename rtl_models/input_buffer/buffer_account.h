// The account of an input port: what is stored in its virtual channels. Plain state without ports; the input buffer and
// routers whose inside cannot be seen keep it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "microarch/flit.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

/// G field of an input VC (Dally & Towles, ch. 16), as shown in waves.
enum class VcState : std::uint8_t {
  idle,     ///< no packet at the front
  routing,  ///< a header in its router delay
  waiting,  ///< a header waits for an output VC
  active,   ///< a packet crosses, or waits for its next flit
};

/// Overflow, underflow and a broken flit order are invariant violations.
class BufferAccount {
 public:
  /// `name`: in messages. `depth_flits` for each of the `vcs`; `router_delay` in cycles, at least 1.
  BufferAccount(std::string name, int vcs, int depth_flits, int router_delay);

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
  /// Sets the registers of a VC. The account must be as after clear().
  void fill(int vc, const Contents& contents);

  /// Tails stored in a VC. For audits.
  int tails(int vc) const { return vcs_[static_cast<std::size_t>(vc)].tails; }
  std::size_t vcs() const { return vcs_.size(); }
  /// The entry at the front of a VC; null: it is empty.
  const Entry* front(std::size_t vc) const {
    return vcs_[vc].view.occupancy == 0 ? nullptr : &vcs_[vc].ring[vcs_[vc].first];
  }
  /// The header of the first packet of a VC that does not cross yet; null: none is stored.
  const Entry* first_waiting(std::size_t vc) const {
    const Vc& of = vcs_[vc];
    if (of.view.occupancy == 0) return nullptr;
    const FlitWord word = of.ring[of.first].flit;
    const int crossed = microarch::position_of(word);
    const auto behind = static_cast<std::size_t>(crossed == 0 ? 0 : microarch::length_of(word) - crossed);
    if (behind >= of.view.occupancy) return nullptr;
    const std::size_t slot = of.first + behind;
    return &of.ring[slot < of.ring.size() ? slot : slot - of.ring.size()];
  }
  /// Whether the router delay of the header of first_waiting() is over.
  bool may_request(std::size_t vc) const { return vcs_[vc].eligible > 0; }

  void clear();
  /// One edge: what is on the link is stored, and the front flit of each VC in `popped` leaves. route(): the route word
  /// of an arriving header. Returns the VCs whose front can have changed; nothing if there was nothing to do and will
  /// be nothing until a flit arrives or leaves.
  template <class RouteOf>
  std::optional<std::uint32_t> edge(const FlitIn& in, std::uint32_t popped, const RouteOf& route) {
    if (!in.valid.read()) {
      if (popped == 0 && delayed_ == 0) return std::nullopt;
      return step(popped, 0, nullptr);
    }
    Entry entry{in.flit.read(), 0, 0};
    if (microarch::is_head(entry.flit)) {
      entry.header = in.header.read();
      entry.route = route();
    }
    return step(popped, in.vc.read(), &entry);
  }

 private:
  struct Vc {
    std::vector<Entry> ring;
    std::size_t first = 0;
    int eligible = 0;  // headers in the ring whose router delay is over
    int tails = 0;
    int expected = 0;  // position of the next flit to arrive, 0 = a head
    VcView view;
  };

  std::uint32_t step(std::uint32_t popped, std::uint32_t arriving_vc, const Entry* arriving);
  std::uint32_t delay(std::uint32_t in);
  void push(std::uint32_t vc, const Entry& entry);
  void drop_front(std::uint32_t vc);
  void note_front(std::uint32_t vc);
  [[noreturn]] void violation(std::uint32_t vc, const char* what) const;

  std::string name_;
  std::vector<Vc> vcs_;
  std::vector<std::uint32_t> delay_line_;  // VC + 1 of headers in their router delay; 0 = none
  std::size_t next_ = 0;
  int delayed_ = 0;
};

// What runs at every edge is inline.

inline std::uint32_t BufferAccount::step(std::uint32_t popped, std::uint32_t arriving_vc, const Entry* arriving) {
  std::uint32_t touched = popped;
  for (std::uint32_t rest = popped; rest != 0; rest &= rest - 1)
    drop_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));

  std::uint32_t delay_in = 0;
  if (arriving != nullptr) {
    push(arriving_vc, *arriving);
    touched |= 1U << arriving_vc;
    if (microarch::is_head(arriving->flit)) {
      if (delay_line_.empty()) {
        ++vcs_[arriving_vc].eligible;
      } else {
        delay_in = arriving_vc + 1;
      }
    }
  }
  if (!delay_line_.empty()) touched |= delay(delay_in);
  for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1)
    note_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));
  return touched;
}

inline void BufferAccount::push(std::uint32_t index, const Entry& entry) {
  if (index >= vcs_.size()) violation(index, "a flit for a virtual channel that does not exist");
  Vc& vc = vcs_[index];
  const auto occupancy = static_cast<std::size_t>(vc.view.occupancy);
  if (occupancy == vc.ring.size()) violation(index, "overflow");
  if (microarch::is_head(entry.flit) != (vc.expected == 0) || microarch::position_of(entry.flit) != vc.expected)
    violation(index, "flits out of order");
  vc.expected = microarch::is_tail(entry.flit) ? 0 : vc.expected + 1;
  std::size_t slot = vc.first + occupancy;
  if (slot >= vc.ring.size()) slot -= vc.ring.size();
  vc.ring[slot] = entry;
  if (microarch::is_tail(entry.flit)) ++vc.tails;
  ++vc.view.occupancy;
}

inline void BufferAccount::drop_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  if (vc.view.occupancy == 0) violation(index, "underflow: a flit crosses that is not there");
  const FlitWord word = vc.ring[vc.first].flit;
  if (microarch::is_head(word)) --vc.eligible;
  if (microarch::is_tail(word)) --vc.tails;
  vc.view.state = microarch::is_tail(word) ? VcState::idle : VcState::active;
  vc.first = vc.first + 1 == vc.ring.size() ? 0 : vc.first + 1;
  --vc.view.occupancy;
}

inline void BufferAccount::note_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  const Entry* const entry = front(index);
  if (entry == nullptr || !microarch::is_head(entry->flit)) return;
  vc.view.state = vc.eligible > 0 ? VcState::waiting : VcState::routing;
  vc.view.packet = microarch::packet_of(entry->flit);
}

}  // namespace trenza::rtl_models
