// The deficit arbiter: deficit round robin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/pointer.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// Requesters in turn, each for as many flits as the largest packet has; what is left over counts in the next turn.
/// State: the pointer, and a deficit of two bytes for each requester. (docs/microarchitecture.md, section 8; Shreedhar
/// and Varghese, Efficient fair queuing using deficit round-robin, 1996; the functions of an arbiter are described in
/// arbiters.h.)
struct DeficitArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"deficit", "each in turn, for as many flits as the largest packet has"};
  static constexpr bool kRemembersRequests = true;
  static constexpr bool kCountsFlits = true;

  static constexpr std::size_t state_bytes(int requesters) {
    return Pointer::bytes(requesters) + 2 * static_cast<std::size_t>(requesters);
  }
  static void reset(std::uint8_t* state, int requesters) { std::fill_n(state, state_bytes(requesters), 0); }
  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* state, int requesters, std::uint16_t /*draw*/,
                     const Packets& packets) {
    // In the first round whoever asks has at least what it had; in the second it has enough.
    const int first = Pointer::read<Mask>(state, requesters);
    const std::uint8_t* const deficits = state + Pointer::bytes(requesters);
    const Mask before = low_bits<Mask>(first);
    for (const Mask& half : {requests & ~before, requests & before}) {
      for (Mask rest = half; rest != 0; drop_lowest(rest)) {
        if (read(deficits, lowest_bit(rest)) >= packets.flits(lowest_bit(rest))) return lowest_bit(rest);
      }
    }
    return next_bit(requests, first);
  }
  template <class Mask, class Packets>
  static void commit(std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant,
                     const Packets& packets) {
    std::uint8_t* const deficits = state + Pointer::bytes(requesters);
    for (int at = Pointer::read<Mask>(state, requesters);; at = at + 1 == requesters ? 0 : at + 1) {
      if (!has_bit(grant.requests, at)) {
        write(deficits, at, 0);
        continue;
      }
      const int deficit = read(deficits, at);
      const int flits = packets.flits(at);
      if (deficit < flits) {
        write(deficits, at, deficit + packets.most_flits);
        continue;
      }
      write(deficits, at, deficit - flits);
      Pointer::write<Mask>(state, requesters, at);
      return;
    }
  }

 private:
  static int read(const std::uint8_t* deficits, int requester) {
    const std::uint8_t* const deficit = deficits + 2 * static_cast<std::size_t>(requester);
    return deficit[0] | deficit[1] << 8;
  }
  static void write(std::uint8_t* deficits, int requester, int deficit) {
    std::uint8_t* const bytes = deficits + 2 * static_cast<std::size_t>(requester);
    bytes[0] = static_cast<std::uint8_t>(deficit);
    bytes[1] = static_cast<std::uint8_t>(deficit >> 8);
  }
};

}  // namespace trenza::microarch
