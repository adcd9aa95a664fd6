// The part of StallAccount that runs at every grant, compiled for each shape of a router. Included by the engine's
// files only.
#pragma once

#include <algorithm>

#include "microarch/candidates.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/stall_reasons.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/stall_account.h"

namespace trenza::tlm {

/// Calls visit(bit) for the set bits.
template <class Visit>
TRENZA_HOT void for_each_bit(std::uint64_t mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1) visit(microarch::lowest_bit(mask));
}

// ---- what a front wants, and when

template <class Shape>
TRENZA_HOT StallAccount::Times StallAccount::times_of(const BlockView<Shape>& block, int input) const {
  const Input& of = block.input()[input];
  const Tick ready = of.front.ready;
  const bool shared = shape_.shares_rows() && input < shape_.network_inputs();
  const Tick arrival = std::max(ready > delay_ ? ready - delay_ : 0, of.free);
  const Tick requests = shared ? std::max(ready, engine_.row_free(block, input)) : ready;
  return {std::min(std::max(arrival, start_tick_), ready), ready, requests};
}

/// The outputs of the candidates of a front.
template <class Shape>
TRENZA_HOT microarch::OutputMask StallAccount::offered(const BlockView<Shape>& block, int input) const {
  return microarch::offered_outputs(engine_.selection_of(block),
                                    offer_of(block.input()[input].front, block.shape().escape_vcs));
}

template <class Shape>
TRENZA_HOT microarch::LaneState StallAccount::lane_of(const BlockView<Shape>& block, int input, int port, int vc,
                                                      bool escape) const {
  using microarch::LaneState;
  const int available = block.output_vc()[port * block.shape().vcs + vc].credits.at(engine_.tick_);
  const int needed = engine_.credits_needed(block, input, port, vc, escape);
  if (available >= needed) return LaneState::enough;
  return escape && microarch::FlowControl::holds_back(available, needed) ? LaneState::bubble : LaneState::too_few;
}

template <class Shape>
TRENZA_HOT microarch::Demand StallAccount::demand(const BlockView<Shape>& block, int input,
                                                  microarch::OutputMask among) const {
  return microarch::demand_of(
      engine_.selection_of(block), offer_of(block.input()[input].front, block.shape().escape_vcs),
      engine_.first_vc_in(block, input),
      [&](int port, int vc, auto escape) { return lane_of(block, input, port, vc, escape); }, among);
}

/// From when on the candidates of a front have the credits that it needs, by all that is known.
template <class Shape>
TRENZA_HOT StallAccount::Waiting StallAccount::times_of_credits(const BlockView<Shape>& block, int input) const {
  Waiting times;
  microarch::for_each_candidate(engine_.selection_of(block),
                                offer_of(block.input()[input].front, block.shape().escape_vcs),
                                engine_.first_vc_in(block, input), [&](int port, int vc, auto escape) {
                                  if (times.enough == 0 && !last_resort_) return false;  // nothing is sooner
                                  const Tick when = block.output_vc()[port * block.shape().vcs + vc].credits.reaches(
                                      engine_.credits_needed(block, input, port, vc, escape));
                                  times.note(when, escape);
                                  return false;
                                });
  return times;
}

/// count_input(), short for a front that only waits for a free output.
template <class Shape>
TRENZA_HOT void StallAccount::count_wait(const BlockView<Shape>& block, int input, Tick until) {
  const Waiting& waits = front(router_, input);
  const bool arrived = block.input()[input].front.escape_vc == kArrived;
  if (shape_.shares_rows() || !(arrived || waits.enough == 0)) return count_input(table_, router_, input, until);
  const std::uint64_t end = engine_.epoch_ + until;
  if (waits.since >= end) return;
  const auto reason = arrived ? microarch::StallReason::eject_busy : microarch::StallReason::link_busy;
  table_.input(router_, input)[index_of(reason)] += end - waits.since;
}

// ---- cycles of grants

/// Before the first grant. As a rule no two packets want the same free output.
template <class Shape>
TRENZA_HOT void StallAccount::open(const BlockView<Shape>& block) {
  is_open_ = true;
  left_ = due_;
  are_apart_ = delay_ == 0 && !shape_.shares_rows() && !last_resort_ && want_others(block);
  if (!are_apart_) open_for_many(block);
}

/// Whether those who may win want other free outputs each, and the others none. If there are several, what they want
/// was not idle while they waited.
template <class Shape>
TRENZA_HOT bool StallAccount::want_others(const BlockView<Shape>& block) const {
  const InputMask waiting = routers_[router_].waiting;
  for (InputMask rest = waiting & ~due_; rest != 0; rest &= rest - 1) {
    if ((offered(block, microarch::lowest_bit(rest)) & free_) != 0) return false;
  }
  if ((due_ & (due_ - 1)) == 0) return true;
  microarch::OutputMask seen = 0;
  for (InputMask rest = due_; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const microarch::OutputMask wanted = offered(block, input) & free_;
    if ((wanted & seen) != 0) return false;
    seen |= wanted;
    if ((waiting & input_bit(input)) == 0) continue;
    for (microarch::OutputMask outputs = wanted; outputs != 0; outputs &= outputs - 1) {
      if (block.output_free()[microarch::lowest_bit(outputs)] < engine_.tick_) return false;
    }
  }
  return true;
}

/// What the packets that have arrived want of the outputs that are free.
template <class Shape>
[[gnu::noinline]] void StallAccount::open_for_many(const BlockView<Shape>& block) {
  const Tick now = engine_.tick_;
  cycle_.emplace(free_);
  const Router& router = routers_[router_];
  microarch::OutputMask idle = 0;  // outputs that were wanted before, and idle at the end of the last cycle
  const InputMask arrived = delay_ == 0 ? router.waiting | due_ : block.occupied();
  for_each_bit(arrived, [&](int input) {
    const microarch::OutputMask wanted = offered(block, input) & free_;
    if (wanted == 0 && !shape_.shares_rows()) {  // what it waits for in this cycle is a free output, and nothing else
      if ((due_ & input_bit(input)) != 0) wait(block, router_, input);
      return;
    }
    const Times times = times_of(block, input);
    if (times.arrived > now) return;
    if (times.arrived < now) idle |= wanted;
    bool may_win = false;
    if (times.requests > now) {
      cycle_->add_blocked(wanted);
    } else {
      const microarch::Demand of = demand(block, input, free_);
      cycle_->add_waiting(input, of);
      may_win = (of.enough & free_) != 0;
    }
    if (times.ready > now) return;
    // What it waits for in this cycle follows from what is there before the grants.
    if (!may_win) wait(block, router_, input);
    if (shape_.shares_rows() && (router.waiting & input_bit(input)) != 0) {
      count_wait(block, input, may_win ? now : now + 1);
      front(router_, input).since = engine_.now_ + (may_win ? 0 : 1);
    }
  });
  for_each_bit(idle, [&](int output) {
    if (block.output_free()[output] >= now) idle &= ~(microarch::OutputMask{1} << output);
  });
  if (idle != 0 && router.since < engine_.now_) count_outputs(table_, router_, now);
}

template <class Shape>
TRENZA_HOT void StallAccount::grant(const BlockView<Shape>& block, int input, int output, int vc, int flits) {
  if (!is_open_) open(block);
  Table::InputCycles& cycles = table_.input(router_, input);
  Router& router = routers_[router_];
  const bool waited = (router.waiting & input_bit(input)) != 0;
  if (are_apart_) {
    left_ &= ~input_bit(input);
    if (waited) count_idle_wait(block, input);
    count_free_outputs(block, input, ~(microarch::OutputMask{1} << output));
  } else {
    cycle_->add_grant(shape_, input, output);
  }
  if (waited) {
    count_wait(block, input, engine_.tick_);
    router.waiting &= ~input_bit(input);
  } else if (delay_ != 0) {
    const Times times = times_of(block, input);
    cycles[index_of(microarch::StallReason::pipeline)] += times.ready - times.arrived;
  }
  cycles[index_of(microarch::StallReason::moving)] += static_cast<std::uint64_t>(flits);
  table_.output(router_, output)[index_of(microarch::OutputUse::moving)] += static_cast<std::uint64_t>(flits);
  if (output < block.shape().ports && engine_.is_escape(block, vc))
    taken_[takes_++] = static_cast<std::uint16_t>(output * block.shape().vcs + vc);
}

/// The only packet that could win had waited: outputs that it wanted may have been idle before.
template <class Shape>
[[gnu::noinline]] void StallAccount::count_idle_wait(const BlockView<Shape>& block, int input) {
  const Tick now = engine_.tick_;
  bool idle = false;
  for_each_bit(offered(block, input) & free_, [&](int output) { idle |= block.output_free()[output] < now; });
  if (idle && routers_[router_].since < engine_.now_) count_outputs(table_, router_, now);
}

/// The free outputs `among` those that a packet wants and does not get, while nobody else wants them.
template <class Shape>
[[gnu::noinline]] void StallAccount::count_free_outputs(const BlockView<Shape>& block, int input,
                                                        microarch::OutputMask among) {
  const microarch::OutputMask outputs = offered(block, input) & free_ & among;
  if (outputs == 0) return;
  cycle_.emplace(free_);
  cycle_->add_waiting(input, demand(block, input, outputs));
  for_each_bit(outputs, [&](int output) { ++table_.output(router_, output)[index_of(cycle_->use_of(output))]; });
}

/// After the last grant.
template <class Shape>
TRENZA_HOT void StallAccount::close(const BlockView<Shape>& block) {
  is_open_ = false;
  routers_[router_].since = engine_.now_ + 1;
  if (are_apart_) {
    for_each_bit(left_, [&](int input) { count_free_outputs(block, input, ~microarch::OutputMask{0}); });
  } else {
    close_for_many(block);
  }
  while (takes_ > 0) {
    const int lane = taken_[--takes_];
    const Credits& credits = block.output_vc()[lane].credits;
    if (credits.at(engine_.tick_) < 1) slots_[slot_at(router_, lane)] = credits.reaches(1);
  }
}

template <class Shape>
[[gnu::noinline]] void StallAccount::close_for_many(const BlockView<Shape>& block) {
  const std::uint64_t next = engine_.now_ + 1;
  const microarch::OutputMask granted = cycle_->granted();
  for_each_bit(cycle_->demanded() & free_ & ~granted,
               [&](int output) { ++table_.output(router_, output)[index_of(cycle_->use_of(output))]; });
  for_each_bit(cycle_->losers(), [&](int input) {
    wait(block, router_, input);
    count_wait(block, input, engine_.tick_);
    front(router_, input).since = next;
    ++table_.input(router_, input)[index_of(cycle_->why_lost(shape_, input))];
  });
  // The grants have taken credits, and with them the times of those who wait for the same lanes.
  for_each_bit(routers_[router_].waiting, [&](int input) {
    if ((offered(block, input) & granted) == 0) return;
    count_wait(block, input, engine_.tick_ + 1);
    Waiting& waits = front(router_, input);
    const std::uint64_t since = std::max(waits.since, next);
    waits = times_of_credits(block, input);
    waits.since = since;
  });
}

template <class Shape>
[[gnu::noinline]] void StallAccount::begin_to_wait(const BlockView<Shape>& block, std::uint32_t router, int input) {
  const Times times = times_of(block, input);
  Waiting& waits = front(router, input);
  waits = times_of_credits(block, input);
  waits.since = std::max(start_, engine_.epoch_ + times.ready);
  table_.input(router, input)[index_of(microarch::StallReason::pipeline)] += times.ready - times.arrived;
  routers_[router].waiting |= input_bit(input);
}

template <class Shape>
[[gnu::noinline]] void StallAccount::note_credits(const BlockView<Shape>& block, std::uint32_t router, int output_vc) {
  const Credits& credits = block.output_vc()[output_vc].credits;
  Tick& slot = slots_[slot_at(router, output_vc)];
  if (slot == kNeverTick) slot = credits.reaches(1);
  const int port = output_vc / block.shape().vcs;
  for_each_bit(routers_[router].waiting, [&](int input) {
    Waiting& waits = front(router, input);
    if (waits.enough <= engine_.tick_ && (!last_resort_ || waits.enough_before <= engine_.tick_)) return;
    const FrontOffer offer = offer_of(block.input()[input].front, block.shape().escape_vcs);
    if (offer.arrived) return;
    for (const topologies::Tier& tier : offer.tiers) {
      microarch::for_each_lane(engine_.selection_of(block), tier, std::uint32_t{1} << port,
                               engine_.first_vc_in(block, input), [&](int, int vc, auto escape) {
                                 const int needed = engine_.credits_needed(block, input, port, vc, escape);
                                 if (port * block.shape().vcs + vc != output_vc || credits.base >= needed)
                                   return;  // counted before
                                 waits.note(credits.reaches(needed), escape);
                               });
    }
  });
}

}  // namespace trenza::tlm
