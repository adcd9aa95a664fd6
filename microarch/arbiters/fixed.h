// The fixed arbiter.
#pragma once

#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The lowest requester. It can starve the others. (docs/microarchitecture.md, section 8; the functions of an arbiter
/// are described in arbiters.h.)
struct FixedArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"fixed", "the lowest"};

  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    return lowest_bit(requests);
  }
};

}  // namespace trenza::microarch
