// Virtual cut-through with localized bubble flow control (docs/microarchitecture.md, sections 7 and 10): what a grant
// needs of the buffer downstream, what it charges, and what comes back.
#pragma once

#include <algorithm>

#include "microarch/parameters.h"
#include "topologies/proof.h"

namespace trenza::microarch {

/// Credits are slots of an escape VC, each for one packet of any length, and flits of an adaptive VC. The whole packet
/// is charged at its grant. A packet that enters a ring of escape VCs leaves a slot free behind itself, so that a ring
/// never fills.
struct LocalizedBubble {
  /// Slots that a packet needs in the next escape buffer.
  static constexpr int slots_needed(bool continues_in_ring, bool bubble) {
    return continues_in_ring || !bubble ? topologies::kSlotsToContinue : topologies::kSlotsToEnter;
  }
  /// The need for slots of a packet that was `admitted` to an escape buffer with `slots` free ones, or refused, in
  /// words for people: none that it lacks if it was admitted, else those of the rule that refused it.
  static constexpr int slots_lacked(bool admitted, int slots) {
    if (admitted) return std::min(slots, topologies::kSlotsToContinue);
    return slots < topologies::kSlotsToContinue ? topologies::kSlotsToContinue : topologies::kSlotsToEnter;
  }
  /// Whether a packet that needs `needed` of `available` slots is held back by the bubble alone.
  static constexpr bool holds_back(int available, int needed) {
    return needed == topologies::kSlotsToEnter && available >= topologies::kSlotsToContinue && available < needed;
  }

  /// What the proof of deadlock freedom has to know of routers with these parameters.
  static topologies::EscapeParameters of_proof(const FabricParameters& parameters) {
    return {parameters.buffer_packets, slots_needed(false, parameters.bubble), slots_needed(true, parameters.bubble)};
  }

  /// Credits of an output VC in cycle 0.
  static int initial_credits(const FabricParameters& parameters, int vc) {
    return parameters.is_escape(vc) ? parameters.buffer_packets : parameters.buffer_flits();
  }
  /// Credits that the grant of a packet takes.
  static constexpr int credits_of_packet(bool escape, int flits) { return escape ? 1 : flits; }
  /// Whether a flit that leaves a buffer returns a credit: each flit of an adaptive VC, the tail in an escape VC.
  static constexpr bool returns_credit(bool escape, bool tail) { return !escape || tail; }
};

}  // namespace trenza::microarch
