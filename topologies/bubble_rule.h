// The bubble rule of rings: the slots on which the proof that a ring never stands still rests (proof.h).
#pragma once

namespace trenza::topologies {

/// Free slots that a packet needs downstream to enter a ring: its own, and one that stays free.
inline constexpr int kSlotsToEnter = 2;
/// Free slots that a packet needs downstream to go on in its ring.
inline constexpr int kSlotsToContinue = 1;

}  // namespace trenza::topologies
