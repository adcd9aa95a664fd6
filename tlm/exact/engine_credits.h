// Computes when a waiting packet may go on, from the credits that come back and from what is known of the future. Only
// files of the engine include it.
#pragma once

#include "microarch/candidates.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/request_mask.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/hot.h"

namespace trenza::tlm {

// ---- credits

template <class Shape>
TRENZA_HOT void Engine::return_credit(const BlockView<Shape>& block, int input, int flits) {
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const Neighbour sender = block.port()[place.port].upstream;
  const int output_vc = static_cast<int>(sender.port) * block.shape().vcs + place.vc;
  const bool escape = is_escape(block, place.vc);
  const auto delay = static_cast<Tick>(parameters_.credit_delay);
  const Tick start = tick_ + delay + static_cast<Tick>(escape ? flits - 1 : 0);
  const int length = escape ? 1 : flits;
  if (delay == 1) {
    add_credits<Shape>(sender.router, output_vc, start, length);
  } else {
    // Earlier credits may still be under way, and Credits can describe one stretch only.
    late_credits_.add(epoch_ + start,
                      {sender.router, static_cast<std::uint16_t>(output_vc), static_cast<std::uint16_t>(length)});
  }
}

/// `length` credits come back, one each cycle from `start` on; all that came before are back by then.
template <class Shape>
void Engine::add_credits(std::uint32_t router, int output_vc, Tick start, int length) {
  const auto block = routers_.view<Shape>(router);
  if (in_two_steps(block) && step_stalls_) step_stalls_->catch_up(router);
  Credits& credits = block.output_vc()[output_vc].credits;
  credits.base = credits.final();
  credits.start = start;
  credits.length = static_cast<std::uint32_t>(length);
  tell_stalls(block, [&](auto& stalls) { stalls.return_credits(block, router, output_vc); });
  PackedMask& interest = block.output_vc()[output_vc].interest;
  if (interest == 0) return;
  const int port = output_vc / block.shape().vcs;
  const bool escape = is_escape(block, output_vc - port * block.shape().vcs);
  Tick* const eligible = block.eligible();
  InputMask still = 0;
  for (InputMask rest = interest & block.occupied(); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const Front& front = block.input()[input].front;
    Tick when = credits.reaches(credits_needed(block, input, port, output_vc - port * block.shape().vcs, escape));
    if (when == kNeverTick) {
      still |= input_bit(input);
      continue;
    }
    when = later_of(later_of(when, start), front.ready);
    if (!in_two_steps(block)) when = later_of(when, block.output_free()[port]);
    if (when >= eligible[input]) continue;
    eligible[input] = when;
    wake(router, when);
  }
  interest = still;
}

/// The first cycle from `from` on in which the front of an input may be granted by all that is known; kNeverTick if it
/// waits for credits that are not under way.
template <class Shape>
Tick Engine::reconsider(const BlockView<Shape>& block, int input, Tick from) {
  const Front& front = block.input()[input].front;
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  from = later_of(from, front.ready);
  if (shares_rows(block) && place.port >= 0) from = later_of(from, row_free(block, input));
  if (front.escape_vc == kArrived) return later_of(ejector_free(block), from);
  const Tick* const output_free = block.output_free();
  return credits_for(block, input, from, [output_free](int port) { return output_free[port]; });
}

/// The first cycle in which an ejection port is free.
template <class Shape>
Tick Engine::ejector_free(const BlockView<Shape>& block) const {
  const Tick* const output_free = block.output_free();
  Tick soonest = kNeverTick;
  for (int e = 0; e < block.shape().ejectors; ++e) soonest = sooner_of(soonest, output_free[block.shape().ports + e]);
  return soonest;
}

/// The first cycle from `from` on in which a candidate of the front of an input has the credits that it needs, and
/// usable(port) is over; kNeverTick if it waits for credits that are not under way.
template <class Shape, class Usable>
Tick Engine::credits_for(const BlockView<Shape>& block, int input, Tick from, const Usable& usable) {
  const Front& front = block.input()[input].front;
  Tick soonest = kNeverTick;
  microarch::for_each_candidate(selection_of(block), offer_of(front, block.shape().escape_vcs),
                                first_vc_in(block, input), [&](int port, int vc, auto escape) {
                                  OutputVc& lane = block.output_vc()[port * block.shape().vcs + vc];
                                  const Tick when =
                                      lane.credits.reaches(credits_needed(block, input, port, vc, escape));
                                  if (when == kNeverTick) {
                                    lane.interest = lane.interest | input_bit(input);
                                  } else {
                                    soonest = sooner_of(soonest, later_of(when, usable(port)));
                                  }
                                  return when <= from;
                                });
  return soonest == kNeverTick ? kNeverTick : later_of(soonest, from);
}

}  // namespace trenza::tlm
