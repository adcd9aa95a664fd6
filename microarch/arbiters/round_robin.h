// The round-robin arbiter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/pointer.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The first requester at or after the pointer, cyclically; a grant moves the pointer behind the winner. State: the
/// pointer. (docs/microarchitecture.md, section 8; the functions of an arbiter are described in arbiters.h.)
struct RoundRobinArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"round_robin", "each in turn"};

  static constexpr std::size_t state_bytes(int requesters) { return Pointer::bytes(requesters); }
  static void reset(std::uint8_t* state, int requesters) { std::fill_n(state, state_bytes(requesters), 0); }
  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* state, int requesters, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    return next_bit(requests, Pointer::read<mask_bits<Mask>()>(state, requesters));
  }
  template <class Mask, class Packets>
  static void commit(std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant,
                     const Packets& /*packets*/) {
    Pointer::write<mask_bits<Mask>()>(state, requesters, grant.winner + 1 == requesters ? 0 : grant.winner + 1);
  }
};

}  // namespace trenza::microarch
