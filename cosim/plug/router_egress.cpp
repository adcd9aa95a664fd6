#include "cosim/plug/router_egress.h"

namespace trenza::cosim {

using microarch::is_tail;

void RouterEgress::reset() {
  for (Vc& vc : vcs_) {
    const int room = vc.room;
    vc = Vc{};
    vc.credits = depth_;
    vc.room = room;
  }
  current_ = 0;
  sending_ = false;
}

bool RouterEgress::push(const LeavingFlit& leaving) {
  Vc& vc = vcs_[static_cast<std::size_t>(leaving.vc)];
  if (vc.credits == 0) return false;
  --vc.credits;
  if (is_tail(leaving.flit)) ++vc.tails;
  vc.flits.push_back(leaving);
  return true;
}

RouterEgress::Next RouterEgress::next() {
  if (!sending_) {
    for (std::size_t k = 1; k <= vcs_.size() && !sending_; ++k) {
      const std::size_t vc = (current_ + k) % vcs_.size();
      if (collects_ ? vcs_[vc].tails == 0 : vcs_[vc].flits.empty()) continue;
      if (has_slots(vc) && vcs_[vc].room == 0) continue;  // short packets: there can be room for flits, but no slot
      current_ = vc;
      sending_ = true;
    }
    if (!sending_) return {};
  }
  Vc& vc = vcs_[current_];
  if (vc.flits.empty()) return {std::nullopt, true};
  Next next{vc.flits.front(), false};
  vc.flits.pop_front();
  if (is_tail(next.flit->flit)) {
    --vc.tails;
    sending_ = false;
  }
  return next;
}

void RouterEgress::sent(const LeavingFlit& leaving) {
  const auto index = static_cast<std::size_t>(leaving.vc);
  Vc& vc = vcs_[index];
  if (!has_slots(index)) {
    --vc.room;
  } else if (is_tail(leaving.flit)) {
    --vc.room;
    vc.in_slots.push_back(microarch::length_of(leaving.flit));
  }
}

void RouterEgress::credit(int vc) {
  const auto index = static_cast<std::size_t>(vc);
  Vc& to = vcs_[index];
  ++to.room;
  if (!has_slots(index)) {
    ++to.due;
  } else if (!to.in_slots.empty()) {
    to.due += to.in_slots.front();
    to.in_slots.pop_front();
  }
}

std::uint64_t RouterEgress::take_credits() {
  std::uint64_t credits = 0;
  for (std::size_t vc = 0; vc < vcs_.size(); ++vc) {
    if (vcs_[vc].due == 0) continue;
    --vcs_[vc].due;
    ++vcs_[vc].credits;
    credits |= std::uint64_t{1} << vc;
  }
  return credits;
}

}  // namespace trenza::cosim
