// Arbiters: one winner of a set of requesters. These functions only compute: the caller that commits a grant also moves
// the round-robin pointer (next_pointer).
#pragma once

#include <cstdint>

#include "microarch/parameters.h"

namespace trenza::microarch {

/// Bit i set: requester i asks.
using RequestMask = std::uint64_t;

inline int lowest_bit(RequestMask mask) { return __builtin_ctzll(mask); }
/// Few bits are set as a rule, and a program built for all machines has no instruction that counts them.
inline int count_bits(RequestMask mask) {
  int count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

/// Position of set bit number `n` (from 0, ascending). Precondition: n < count_bits(mask).
inline int nth_bit(RequestMask mask, unsigned n) {
  while (n-- > 0) mask &= mask - 1;
  return lowest_bit(mask);
}

/// Set bit number `draw` mod count_bits(mask). Precondition: mask != 0. One or two set bits are the rule: no division and
/// no branch on the draw then.
inline int drawn_bit(RequestMask mask, std::uint16_t draw) {
  const RequestMask but_first = mask & (mask - 1);
  if ((but_first & (but_first - 1)) != 0) return nth_bit(mask, draw % static_cast<unsigned>(count_bits(mask)));
  const RequestMask second = but_first & (RequestMask{0} - (draw & 1U));
  return lowest_bit(second != 0 ? second : mask);
}

/// First requester at or after `pointer`, cyclically. Precondition: requests != 0, pointer < 64.
inline int round_robin_winner(RequestMask requests, int pointer) {
  const RequestMask at_or_after = requests & (~RequestMask{0} << pointer);
  return lowest_bit(at_or_after != 0 ? at_or_after : requests);
}

/// Pointer after a grant to `winner` among `requesters` inputs.
inline int next_pointer(int winner, int requesters) { return winner + 1 == requesters ? 0 : winner + 1; }

/// Requests that stay when traffic in transit wins over injection: `transit` marks the network inputs.
inline RequestMask in_transit_first(RequestMask requests, RequestMask transit) {
  return (requests & transit) != 0 ? requests & transit : requests;
}

/// The winner by `policy`. `draw` is used by random, `pointer` by round_robin, `older(a, b)` (packet of a is older than
/// that of b) by age. Precondition: requests != 0.
template <class Older>
int arbitrate(ArbiterPolicy policy, RequestMask requests, std::uint16_t draw, int pointer, const Older& older) {
  if ((requests & (requests - 1)) == 0) return lowest_bit(requests);
  switch (policy) {
    case ArbiterPolicy::random:
      return drawn_bit(requests, draw);
    case ArbiterPolicy::round_robin:
      return round_robin_winner(requests, pointer);
    case ArbiterPolicy::age:
      break;
  }
  int winner = lowest_bit(requests);
  for (RequestMask rest = requests & (requests - 1); rest != 0; rest &= rest - 1) {
    const int contender = lowest_bit(rest);
    if (older(contender, winner)) winner = contender;
  }
  return winner;
}

}  // namespace trenza::microarch
