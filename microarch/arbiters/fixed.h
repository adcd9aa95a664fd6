// The fixed arbiter.
#pragma once

#include <cstddef>

#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The lowest requester. It can starve the others. (docs/microarchitecture.md, section 8; the functions of an arbiter are
/// described in arbiters.h.)
struct FixedArbiter {
  static constexpr PolicyInfo kInfo{"fixed", "the lowest"};

  static constexpr std::size_t state_bytes(int /*requesters*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, int /*requesters*/) {}
  template <class Older>
  static int compute(RequestMask requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t /*draw*/,
                     const Older& /*older*/) {
    return lowest_bit(requests);
  }
  static void commit(std::uint8_t* /*state*/, int /*requesters*/, int /*winner*/) {}
};

}  // namespace trenza::microarch
