// The stride arbiter, and the inverse-weighted one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requester with the least debt; a grant costs the winner its stride times the flits of its packet. State: a debt
/// for each requester, four bytes, relative to the last that was paid, so that none ever exceeds 255 times the largest
/// packet. (docs/microarchitecture.md, section 8; Waldspurger and Weihl, Stride scheduling, 1995; the functions of an
/// arbiter are described in arbiters.h.)
struct StrideArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"stride", "the one with the least debt, its flits times a stride (`strides`)"};
  static constexpr bool kCountsFlits = true;

  static constexpr std::size_t state_bytes(int requesters) { return static_cast<std::size_t>(requesters) * kBytes; }
  static void reset(std::uint8_t* state, int requesters) { std::fill_n(state, state_bytes(requesters), 0); }
  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* state, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    int winner = lowest_bit(requests);
    std::uint32_t least = read(state, winner);
    Mask rest = requests;
    drop_lowest(rest);
    for (; rest != 0; drop_lowest(rest)) {
      const int contender = lowest_bit(rest);
      const std::uint32_t debt = read(state, contender);
      if (debt >= least) continue;
      least = debt;
      winner = contender;
    }
    return winner;
  }
  template <class Mask, class Packets>
  static void commit(std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant,
                     const Packets& packets) {
    const std::uint32_t paid = read(state, grant.winner);
    for (int i = 0; paid != 0 && i < requesters; ++i) {
      const std::uint32_t debt = read(state, i);
      write(state, i, debt > paid ? debt - paid : 0);
    }
    write(state, grant.winner, static_cast<std::uint32_t>(grant.stride * packets.flits(grant.winner)));
  }

 private:
  static constexpr std::size_t kBytes = 4;
  // Byte by byte from the lowest on, so that a state is the same on every machine.
  static std::uint32_t read(const std::uint8_t* state, int requester) {
    const std::uint8_t* const debt = state + static_cast<std::size_t>(requester) * kBytes;
    return debt[0] | std::uint32_t{debt[1]} << 8 | std::uint32_t{debt[2]} << 16 | std::uint32_t{debt[3]} << 24;
  }
  static void write(std::uint8_t* state, int requester, std::uint32_t debt) {
    for (std::size_t b = 0; b < kBytes; ++b)
      state[static_cast<std::size_t>(requester) * kBytes + b] = static_cast<std::uint8_t>(debt >> (8 * b));
  }
};

/// The stride arbiter with the strides of a table: each input gets the share that a reference pattern needs. (Towles,
/// Grossman, Greskamp and Shaw, Unifying on-chip and inter-node switching within the Anton 2 network, 2014.)
struct InverseWeightedArbiter : StrideArbiter {
  static constexpr PolicyInfo kInfo{"inverse_weighted",
                                    "`stride`, with strides inverse to the loads of `reference_pattern`"};
};

}  // namespace trenza::microarch
