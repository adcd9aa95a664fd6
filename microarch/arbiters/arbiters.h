// Arbiters: one winner of a set of requesters. An arbiter is a type with
//
//   kInfo                                            its name and summary
//   state_bytes(requesters)                          the bytes of its state; opaque to all others, who keep and save them
//   reset(state, requesters)                         the state in cycle 0
//   compute(requests, state, requesters, draw, older)  the winner; `requests` is not 0. It has no effect.
//   commit(state, requesters, winner)                the winner was granted
//
// `draw` is the draw of its place and cycle; older(a, b) tells whether the packet of requester a is older than that of b.
// A new arbiter is a file of this folder and its line below.
#pragma once

#include "microarch/arbiters/age.h"
#include "microarch/arbiters/fixed.h"
#include "microarch/arbiters/matrix.h"
#include "microarch/arbiters/random.h"
#include "microarch/arbiters/round_robin.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

using ArbiterPolicy = PolicyChoice<RandomArbiter,      //
                                   RoundRobinArbiter,  //
                                   AgeArbiter,         //
                                   MatrixArbiter,      //
                                   FixedArbiter>;

/// The winner by `policy`. Precondition: requests != 0.
template <class Older>
int arbitrate(ArbiterPolicy policy, RequestMask requests, const std::uint8_t* state, int requesters, std::uint16_t draw,
              const Older& older) {
  if ((requests & (requests - 1)) == 0) return lowest_bit(requests);  // no arbiter refuses the only one
  return policy.visit([&](auto arbiter) { return arbiter.compute(requests, state, requesters, draw, older); });
}

inline std::size_t arbiter_state_bytes(ArbiterPolicy policy, int requesters) {
  return policy.visit([=](auto arbiter) { return arbiter.state_bytes(requesters); });
}
inline void reset_arbiter(ArbiterPolicy policy, std::uint8_t* state, int requesters) {
  policy.visit([=](auto arbiter) { arbiter.reset(state, requesters); });
}
inline void commit_arbiter(ArbiterPolicy policy, std::uint8_t* state, int requesters, int winner) {
  policy.visit([=](auto arbiter) { arbiter.commit(state, requesters, winner); });
}

}  // namespace trenza::microarch
