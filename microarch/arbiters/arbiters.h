// Arbiters: one winner of a set of requesters. An arbiter is a type with
//
//   kInfo                                            its name and summary
//   state_bytes(requesters)                          the bytes of its state, opaque to others, who keep and save them
//   reset(state, requesters)                         the state in cycle 0
//   compute(requests, state, requesters, draw, packets)  the winner; `requests` is not 0. It has no effect.
//   commit(state, requesters, grant, packets)        the winner was granted (requesters.h)
//   kRemembersRequests                               whether commit() looks at all that asked, not at the winner only
//   kCountsFlits                                     whether it looks at the lengths of packets
//
// `draw` is the draw of its place and cycle; `packets` has older(a, b), flits(a) and most_flits (requesters.h), in
// commit() without older(a, b). Requests are a RequestMask or a WideMask (request_mask.h). PlainArbiter has the
// functions of one that remembers nothing. A new arbiter is a file of this folder, its include below and its line in
// arbiter_policy.h.
#pragma once

#include "microarch/arbiters/age.h"
#include "microarch/arbiters/arbiter_policy.h"
#include "microarch/arbiters/deficit.h"
#include "microarch/arbiters/fixed.h"
#include "microarch/arbiters/matrix.h"
#include "microarch/arbiters/random.h"
#include "microarch/arbiters/requesters.h"
#include "microarch/arbiters/round_robin.h"
#include "microarch/arbiters/stride.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The winner by `policy`. Precondition: requests != 0.
template <class Mask, class Packets>
int arbitrate(ArbiterPolicy policy, const Mask& requests, const std::uint8_t* state, int requesters, std::uint16_t draw,
              const Packets& packets) {
  if (one_at_most(requests)) return lowest_bit(requests);  // no arbiter refuses the only one
  return policy.visit([&](auto arbiter) { return arbiter.compute(requests, state, requesters, draw, packets); });
}

inline std::size_t arbiter_state_bytes(ArbiterPolicy policy, int requesters) {
  return policy.visit([=](auto arbiter) { return arbiter.state_bytes(requesters); });
}
inline void reset_arbiter(ArbiterPolicy policy, std::uint8_t* state, int requesters) {
  policy.visit([=](auto arbiter) { arbiter.reset(state, requesters); });
}
template <class Mask, class Packets>
void commit_arbiter(ArbiterPolicy policy, std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant,
                    const Packets& packets) {
  policy.visit([&](auto arbiter) { arbiter.commit(state, requesters, grant, packets); });
}
/// Whether commit_arbiter() looks at those that asked.
inline bool remembers_requests(ArbiterPolicy policy) {
  return policy.visit([](auto arbiter) { return arbiter.kRemembersRequests; });
}
inline bool counts_flits(ArbiterPolicy policy) {
  return policy.visit([](auto arbiter) { return arbiter.kCountsFlits; });
}

}  // namespace trenza::microarch
