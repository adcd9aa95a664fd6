// Credits and the bubble rule (docs/microarchitecture.md, sections 7 and 10).
#pragma once

#include "microarch/parameters.h"

namespace trenza::microarch {

/// Free slots that a packet needs in the next escape buffer of a ring. A packet that enters leaves one slot free behind
/// itself, so that a ring never fills (bubble flow control).
constexpr int escape_slots_needed(bool continues_in_ring, bool bubble) { return continues_in_ring || !bubble ? 1 : 2; }

/// Credits of an output VC in cycle 0: slots of an escape VC, flits of an adaptive one.
inline int initial_credits(const FabricParameters& parameters, int vc) {
  return parameters.is_escape(vc) ? parameters.buffer_packets : parameters.buffer_flits();
}

/// Credits that the grant of a packet takes.
constexpr int credits_of_packet(bool escape, int flits) { return escape ? 1 : flits; }

/// Whether a flit that leaves a buffer returns a credit: each flit of an adaptive VC, the tail in an escape VC.
constexpr bool returns_credit(bool escape, bool tail) { return !escape || tail; }

}  // namespace trenza::microarch
