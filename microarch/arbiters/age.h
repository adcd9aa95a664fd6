// The age arbiter.
#pragma once

#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requester with the oldest packet, of equals the lowest. (docs/microarchitecture.md, sections 4.4 and 8; the functions
/// of an arbiter are described in arbiters.h.)
struct AgeArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"age", "the one with the oldest packet"};

  template <class Packets>
  static int compute(RequestMask requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& packets) {
    int winner = lowest_bit(requests);
    for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
      const int contender = lowest_bit(rest);
      if (packets.older(contender, winner)) winner = contender;
    }
    return winner;
  }
};

}  // namespace trenza::microarch
