// The age arbiter.
#pragma once

#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requester with the oldest packet, of equals the lowest. (docs/microarchitecture.md, sections 4.4 and 8; the
/// functions of an arbiter are described in arbiters.h.)
struct AgeArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"age", "the one with the oldest packet"};

  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& packets) {
    int winner = lowest_bit(requests);
    Mask rest = requests;
    drop_lowest(rest);
    for (; rest != 0; drop_lowest(rest)) {
      const int contender = lowest_bit(rest);
      if (packets.older(contender, winner)) winner = contender;
    }
    return winner;
  }
};

}  // namespace trenza::microarch
