// The random arbiter.
#pragma once

#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Of n requesters in ascending order, number draw mod n. (docs/microarchitecture.md, section 8; the functions of an
/// arbiter are described in arbiters.h.)
struct RandomArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"random", "a drawn one"};

  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t draw,
                     const Packets& /*packets*/) {
    return drawn_bit(requests, draw);
  }
};

}  // namespace trenza::microarch
