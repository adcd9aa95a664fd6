// The random arbiter.
#pragma once

#include <cstddef>

#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Of n requesters in ascending order, number draw mod n. (docs/microarchitecture.md, section 8; the functions of an arbiter
/// are described in arbiters.h.)
struct RandomArbiter {
  static constexpr PolicyInfo kInfo{"random", "a drawn one"};

  static constexpr std::size_t state_bytes(int /*requesters*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, int /*requesters*/) {}
  template <class Older>
  static int compute(RequestMask requests, const std::uint8_t* /*state*/, int /*requesters*/, std::uint16_t draw,
                     const Older& /*older*/) {
    return drawn_bit(requests, draw);
  }
  static void commit(std::uint8_t* /*state*/, int /*requesters*/, int /*winner*/) {}
};

}  // namespace trenza::microarch
