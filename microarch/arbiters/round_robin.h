// The round-robin arbiter.
#pragma once

#include <cstddef>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The first requester at or after the pointer, cyclically; a grant moves the pointer behind the winner. State: the
/// pointer. (docs/microarchitecture.md, section 8; the functions of an arbiter are described in arbiters.h.)
struct RoundRobinArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"round_robin", "each in turn"};

  static constexpr std::size_t state_bytes(int /*requesters*/) { return 1; }
  static void reset(std::uint8_t* state, int /*requesters*/) { *state = 0; }
  template <class Packets>
  static int compute(RequestMask requests, const std::uint8_t* state, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    return next_bit(requests, *state);
  }
  template <class Packets>
  static void commit(std::uint8_t* state, int requesters, const ArbiterGrant& grant, const Packets& /*packets*/) {
    *state = static_cast<std::uint8_t>(grant.winner + 1 == requesters ? 0 : grant.winner + 1);
  }
};

}  // namespace trenza::microarch
