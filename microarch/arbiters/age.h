// The age arbiter.
#pragma once

#include <cstddef>

#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requester with the oldest packet, of equals the lowest. (docs/microarchitecture.md, sections 4.4 and 8; the functions
/// of an arbiter are described in arbiters.h.)
struct AgeArbiter {
  static constexpr PolicyInfo kInfo{"age", "the one with the oldest packet"};

  static constexpr std::size_t state_bytes(int /*requesters*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, int /*requesters*/) {}
  template <class Older>
  static int compute(RequestMask requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t /*draw*/,
                     const Older& older) {
    int winner = lowest_bit(requests);
    for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
      const int contender = lowest_bit(rest);
      if (older(contender, winner)) winner = contender;
    }
    return winner;
  }
  static void commit(std::uint8_t* /*state*/, int /*requesters*/, int /*winner*/) {}
};

}  // namespace trenza::microarch
