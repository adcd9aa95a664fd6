// How a flit-level source fills the VCs of its local input port (docs/microarchitecture-flit.md, section 7).
#pragma once

#include <array>
#include <cstdint>

#include "microarch/parameters.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Bit v: VC v of a port.
using PortVcMask = std::uint32_t;

/// What a source remembers beside its packets and credits.
struct WormSourceState {
  std::array<std::uint8_t, 2> taken{};  ///< the VC that was last taken, by class
  std::uint8_t pointer = 0;             ///< side_by_side: the VC that sends first
  std::uint8_t last_class = 0;          ///< one_at_a_time: of the packet that began last

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [taken, pointer, last_class] = self;
    archive(taken, pointer, last_class);
  }
};

class WormSourceRule {
 public:
  explicit WormSourceRule(const FabricParameters& parameters)
      : classes_(parameters.message_classes),
        class_vcs_(parameters.class_vcs()),
        one_at_a_time_(parameters.wormhole.injection.is<OneAtATimeInjection>()) {}

  WormSourceState initial() const {
    WormSourceState state;
    for (int c = 0; c < classes_; ++c)
      state.taken[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>((c + 1) * class_vcs_ - 1);
    state.last_class = static_cast<std::uint8_t>(classes_ - 1);
    return state;
  }

  /// Lets packets begin. `usable`: VCs that may take a packet; `busy`: VCs with a packet in progress; has(class):
  /// whether a packet of the class waits; take(class, vc): the first of them takes the VC.
  template <class Has, class Take>
  void begin(WormSourceState& state, PortVcMask usable, PortVcMask busy, const Has& has, const Take& take) const {
    if (!one_at_a_time_) {
      for (int c = 0; c < classes_; ++c) {
        for (PortVcMask left = usable & class_mask(c); left != 0 && has(c);) left &= ~begin_one(state, left, c, take);
      }
      return;
    }
    if (busy != 0) return;
    for (int k = 1; k <= classes_; ++k) {
      const int c = (state.last_class + k) % classes_;
      if ((usable & class_mask(c)) == 0 || !has(c)) continue;
      begin_one(state, usable & class_mask(c), c, take);
      state.last_class = static_cast<std::uint8_t>(c);
      return;
    }
  }

  /// The VC that sends a flit, -1 if none does. `ready`: VCs with a packet in progress and a credit.
  int send(WormSourceState& state, PortVcMask ready) const {
    if (ready == 0) return -1;
    const int vc = one_at_a_time_ ? lowest_bit(ready) : next_bit(ready, state.pointer);
    state.pointer = static_cast<std::uint8_t>(vc + 1 == classes_ * class_vcs_ ? 0 : vc + 1);
    return vc;
  }

 private:
  PortVcMask class_mask(int c) const { return static_cast<PortVcMask>(low_bits(class_vcs_) << (c * class_vcs_)); }
  template <class Take>
  static PortVcMask begin_one(WormSourceState& state, PortVcMask usable, int c, const Take& take) {
    std::uint8_t& taken = state.taken[static_cast<std::size_t>(c)];
    const int vc = next_bit(usable, taken + 1);
    taken = static_cast<std::uint8_t>(vc);
    take(c, vc);
    return PortVcMask{1} << vc;
  }

  int classes_;
  int class_vcs_;
  bool one_at_a_time_;
};

}  // namespace trenza::microarch
