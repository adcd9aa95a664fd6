// An arbiter that stands alone, with its state.
#pragma once

#include <vector>

#include "microarch/arbiters/arbiters.h"

namespace trenza::microarch {

template <class Mask>
class BasicSingleArbiter {
 public:
  BasicSingleArbiter(ArbiterPolicy policy, int requesters)
      : policy_(policy), requesters_(requesters), state_(arbiter_state_bytes(policy, requesters)) {
    reset();
  }
  void reset() { reset_arbiter(policy_, state_.data(), requesters_); }
  /// The winner (arbiters.h). Precondition: requests != 0.
  template <class Packets>
  int compute(const Mask& requests, std::uint16_t draw, const Packets& packets) const {
    return arbitrate(policy_, requests, state_.data(), requesters_, draw, packets);
  }
  template <class Packets>
  void commit(const BasicArbiterGrant<Mask>& grant, const Packets& packets) {
    commit_arbiter(policy_, state_.data(), requesters_, grant, packets);
  }
  ArbiterPolicy policy() const { return policy_; }
  const std::vector<std::uint8_t>& state() const { return state_; }

 private:
  ArbiterPolicy policy_;
  int requesters_;
  std::vector<std::uint8_t> state_;
};
using SingleArbiter = BasicSingleArbiter<RequestMask>;

}  // namespace trenza::microarch
