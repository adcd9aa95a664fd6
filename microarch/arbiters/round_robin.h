// The round-robin arbiter.
#pragma once

#include <cstddef>

#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The first requester at or after the pointer, cyclically; a grant moves the pointer behind the winner. State: the
/// pointer. (docs/microarchitecture.md, section 8; the functions of an arbiter are described in arbiters.h.)
struct RoundRobinArbiter {
  static constexpr PolicyInfo kInfo{"round_robin", "each in turn"};

  static constexpr std::size_t state_bytes(int /*requesters*/) { return 1; }
  static void reset(std::uint8_t* state, int /*requesters*/) { *state = 0; }
  template <class Older>
  static int compute(RequestMask requests, const std::uint8_t* state, int /*requesters*/, std::uint16_t /*draw*/,
                     const Older& /*older*/) {
    return next_bit(requests, *state);
  }
  static void commit(std::uint8_t* state, int requesters, int winner) {
    *state = static_cast<std::uint8_t>(winner + 1 == requesters ? 0 : winner + 1);
  }
};

}  // namespace trenza::microarch
