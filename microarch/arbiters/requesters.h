// What arbiters may know of those that ask.
#pragma once

#include <cstddef>
#include <cstdint>

#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The packets of requesters.
template <class Older, class Flits>
struct RequesterPackets {
  Older older;         ///< older(a, b): whether the packet of requester a is older than that of b
  Flits flits;         ///< flits(a): the length of the packet of requester a
  int most_flits = 0;  ///< that a packet can have
};

/// All packets are of the same age and of one flit.
struct EqualPackets {
  static bool older(int /*a*/, int /*b*/) { return false; }
  static int flits(int /*requester*/) { return 1; }
  static constexpr int most_flits = 1;  // NOLINT(readability-identifier-naming): as in RequesterPackets
};

/// What is granted is a flit, whatever packet it is of.
struct OneFlit {
  int operator()(int /*requester*/) const { return 1; }
};

/// A choice that was granted.
template <class Mask>
struct BasicArbiterGrant {
  int winner = 0;
  Mask requests = 0;  ///< who asked; the winner is one of them
  int stride = 1;     ///< of the winner
};
using ArbiterGrant = BasicArbiterGrant<RequestMask>;

/// What an arbiter has that remembers nothing (arbiters.h).
struct PlainArbiter {
  static constexpr bool kRemembersRequests = false;
  static constexpr bool kCountsFlits = false;
  static constexpr std::size_t state_bytes(int /*requesters*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, int /*requesters*/) {}
  template <class Mask, class Packets>
  static void commit(std::uint8_t* /*state*/, int /*requesters*/, const BasicArbiterGrant<Mask>& /*grant*/,
                     const Packets& /*packets*/) {}
};

}  // namespace trenza::microarch
