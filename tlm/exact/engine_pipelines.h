// One router in one cycle where packets reserve an output VC before they ask for the crossbar
// (docs/microarchitecture.md, section 17). Only files of the engine include it.
#pragma once

#include "microarch/flow_control/flow_control.h"
#include "microarch/request_mask.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/engine_credits.h"

namespace trenza::tlm {

/// What a router lends its allocation (microarch/two_step_allocation.h).
template <class Shape>
class Engine::StepView {
 public:
  StepView(const Engine& engine, const BlockView<Shape>& block, std::uint32_t router, microarch::OutputMask free)
      : engine_(engine), block_(block), router_(router), free_(free) {}

  const microarch::SelectionShape& selection() const { return engine_.selection_; }
  bool has_arrived(int input) const { return block_.input()[input].front.escape_vc == kArrived; }
  microarch::Pick pick(int input) const { return engine_.pick(block_, input, ~microarch::OutputMask{0}); }
  microarch::Pick lane(int input) const {
    const FrontReservation& reservation = engine_.two_steps_->of(router_, input);
    return {reservation.output, reservation.vc};
  }
  microarch::OutputMask free_outputs() const { return free_; }
  bool older(int a, int b) const {
    return engine_.packets_.older(block_.input()[a].queue.head, block_.input()[b].queue.head);
  }
  int flits(int input) const { return block_.input()[input].front.flits; }
  Cycle cycle() const { return engine_.now_; }
  std::uint16_t draw(microarch::DrawPurpose purpose, int index) const {
    const auto phase = microarch::draw_phase(engine_.parameters_.seed, purpose, static_cast<int>(router_), index);
    return engine_.draws_.at(engine_.draw_offset_, phase);
  }

 private:
  const Engine& engine_;
  const BlockView<Shape>& block_;
  std::uint32_t router_;
  microarch::OutputMask free_;
};

/// The first cycle in which nothing crosses by the crossbar input of an input, by the grants until now.
template <class Shape>
Tick Engine::crosses_until(const BlockView<Shape>& block, int input) const {
  const Tick own = block.input()[input].free;
  return shares_rows(block) && is_network_input(input) ? later_of(own, row_free(block, input)) : own;
}

/// Those of the due inputs that take part.
template <class Shape>
microarch::StepInputs Engine::step_inputs(const BlockView<Shape>& block, std::uint32_t router, InputMask due) const {
  microarch::StepInputs inputs;
  for (; due != 0; due &= due - 1) {
    const int input = microarch::lowest_bit(due);
    const FrontReservation& reservation = two_steps_->of(router, input);
    const bool may_cross = crosses_until(block, input) <= tick_;
    if (reservation.is_held()) {
      if (may_cross && reservation.ready <= tick_) inputs.holds |= input_bit(input);
    } else if (block.input()[input].front.ready <= tick_) {
      inputs.bids |= input_bit(input);
      if (may_cross) inputs.may_cross |= input_bit(input);
    }
  }
  return inputs;
}

template <class Shape>
[[gnu::noinline]] void Engine::look_in_steps(const BlockView<Shape>& block, std::uint32_t router, InputMask due,
                                             microarch::OutputMask free) {
  const microarch::TwoStepAllocation& allocation = two_steps_->allocation();
  const microarch::StepDecisions decisions =
      allocation.compute(step_inputs(block, router, due), arbiters_of(router), StepView(*this, block, router, free));
  if (step_stalls_) step_stalls_->decide(router, decisions);
  allocation.commit(arbiters_of(router), static_cast<int>(router), decisions, flits_of(block));
  for (InputMask rest = decisions.reserved.made; rest != 0; rest &= rest - 1)
    reserve(block, router, microarch::lowest_bit(rest), decisions.reserved);
  InputMask granted = 0;
  decisions.for_each_grant([&](const microarch::Matching::Pair& pair) {
    granted |= input_bit(pair.input);
    grant(block, router, pair.input, pair.output, pair.vc, {});
  });
  if ((decisions.reserved.made & ~decisions.reserved.at_destination) != 0) due |= freed_resorts(block);
  put_off_all(block, router, due & ~granted);
}

/// The front of an input makes the reservation that was found, and its credits are taken.
template <class Shape>
void Engine::reserve(const BlockView<Shape>& block, std::uint32_t router, int input,
                     const microarch::Reservations& reservations) {
  FrontReservation& reservation = two_steps_->of(router, input);
  reservation.ready = tick_ + two_steps_->depth();
  if ((reservations.at_destination >> input & 1U) != 0) {
    reservation.output = FrontReservation::kAtDestination;
    return;
  }
  const microarch::Pick& lane = reservations.lanes[static_cast<std::size_t>(input)];
  reservation.output = static_cast<std::int8_t>(lane.output);
  reservation.vc = static_cast<std::int8_t>(lane.vc);
  block.output_vc()[lane.output * block.shape().vcs + lane.vc].credits.base -=
      microarch::FlowControl::credits_of_packet(is_escape(block, lane.vc), block.input()[input].front.flits);
}

/// reconsider() of a front: without a reservation, when it may get one; outputs play no part then. With one, when it
/// may be granted.
template <class Shape>
Tick Engine::reconsider_step(const BlockView<Shape>& block, std::uint32_t router, int input, Tick from) {
  const Front& front = block.input()[input].front;
  const FrontReservation& reservation = two_steps_->of(router, input);
  if (!reservation.is_held()) {
    from = later_of(from, front.ready);
    return front.escape_vc == kArrived ? from : credits_for(block, input, from, [](int /*port*/) { return Tick{0}; });
  }
  from = later_of(later_of(from, reservation.ready), crosses_until(block, input));
  return later_of(from, reservation.output == FrontReservation::kAtDestination
                            ? ejector_free(block)
                            : block.output_free()[reservation.output]);
}

}  // namespace trenza::tlm
