// The deficit arbiter: deficit round robin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Requesters in turn, each for as many flits as the largest packet has; what is left over counts in the next turn. State:
/// the pointer, and a deficit of two bytes for each requester. (docs/microarchitecture.md, section 8; Shreedhar and
/// Varghese, Efficient fair queuing using deficit round-robin, 1996; the functions of an arbiter are described in
/// arbiters.h.)
struct DeficitArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"deficit", "each in turn, for as many flits as the largest packet has"};
  static constexpr bool kRemembersRequests = true;
  static constexpr bool kCountsFlits = true;

  static constexpr std::size_t state_bytes(int requesters) { return 1 + 2 * static_cast<std::size_t>(requesters); }
  static void reset(std::uint8_t* state, int requesters) { std::fill_n(state, state_bytes(requesters), 0); }
  template <class Packets>
  static int compute(RequestMask requests, const std::uint8_t* state, int /*requesters*/, std::uint16_t /*draw*/,
                     const Packets& packets) {
    // In the first round whoever asks has at least what it had; in the second it has enough.
    const int first = *state;
    for (const RequestMask half : {requests & ~low_bits(first), requests & low_bits(first)}) {
      for (RequestMask rest = half; rest != 0; rest &= rest - 1) {
        if (read(state, lowest_bit(rest)) >= packets.flits(lowest_bit(rest))) return lowest_bit(rest);
      }
    }
    return next_bit(requests, first);
  }
  template <class Packets>
  static void commit(std::uint8_t* state, int requesters, const ArbiterGrant& grant, const Packets& packets) {
    for (int at = *state;; at = at + 1 == requesters ? 0 : at + 1) {
      if ((grant.requests >> at & 1U) == 0) {
        write(state, at, 0);
        continue;
      }
      const int deficit = read(state, at);
      const int flits = packets.flits(at);
      if (deficit < flits) {
        write(state, at, deficit + packets.most_flits);
        continue;
      }
      write(state, at, deficit - flits);
      *state = static_cast<std::uint8_t>(at);
      return;
    }
  }

 private:
  static int read(const std::uint8_t* state, int requester) {
    const std::uint8_t* const deficit = state + 1 + 2 * static_cast<std::size_t>(requester);
    return deficit[0] | deficit[1] << 8;
  }
  static void write(std::uint8_t* state, int requester, int deficit) {
    std::uint8_t* const bytes = state + 1 + 2 * static_cast<std::size_t>(requester);
    bytes[0] = static_cast<std::uint8_t>(deficit);
    bytes[1] = static_cast<std::uint8_t>(deficit >> 8);
  }
};

}  // namespace trenza::microarch
