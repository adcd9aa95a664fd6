#include "tlm/exact/step_stalls.h"

#include <algorithm>
#include <array>

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/tick_scan.h"

namespace trenza::tlm {

using microarch::index;
using microarch::index_of;
using microarch::OutputMask;
using microarch::OutputUse;
using microarch::StallReason;

StepStalls::StepStalls(const Engine& engine, microarch::StallDetail detail)
    : engine_(engine),
      shape_{engine.shape().ports, engine.shape().vcs, engine.shape().injectors, engine.shape().ejectors,
             engine.parameters().crossbar_inputs()},
      delay_(static_cast<Tick>(engine.parameters().router_delay - 1)),
      table_(detail, engine.routers().routers(), shape_.inputs(), shape_.outputs()),
      start_(engine.now()),
      since_(engine.routers().routers(), start_) {}

void StepStalls::decide(std::uint32_t router, const microarch::StepDecisions& decisions) {
  catch_up(router);
  count(table_, router, engine_.tick(), decisions);
  since_[router] = engine_.now() + 1;
}

/// Counts the cycles of a router that are not counted yet. Returns the first that is left.
Cycle StepStalls::count_before(microarch::StallTable& table, std::uint32_t router) const {
  const Block block = engine_.routers()[router];
  const Cycle now = engine_.now();
  Cycle cycle = since_[router];
  for (; cycle < now; ++cycle) {
    const Tick at = engine_.tick() - static_cast<Tick>(now - cycle);
    const OutputMask outputs = microarch::low_bits(shape_.outputs());
    const bool moves = (not_after(block.output_free(), block.outputs_scanned(), at) & outputs) != outputs;
    if (block.occupied() == 0 && !moves) return now;  // nothing is there, and nothing comes before
    count(table, router, at, {});
  }
  return cycle;
}

void StepStalls::count(microarch::StallTable& table, std::uint32_t router, Tick at,
                       const microarch::StepDecisions& decisions) const {
  const Block block = engine_.routers()[router];
  const OutputMask free = not_after(block.output_free(), block.outputs_scanned(), at);
  microarch::StallCycle cycle(free);
  std::array<StallReason, microarch::kMaxInputs> reasons;
  for (int input = 0; input < shape_.inputs(); ++input)
    reasons[index(input)] = add(cycle, router, input, at, decisions.reserved);
  decisions.for_each_grant([&](const microarch::Matching::Pair& pair) {
    reasons[pair.input] = StallReason::moving;
    cycle.add_grant(shape_, pair.input, pair.output);
  });
  for (InputMask rest = cycle.losers(); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    reasons[index(input)] = cycle.why_lost(shape_, input);
  }
  for (int input = 0; input < shape_.inputs(); ++input) {
    const StallReason reason = reasons[index(input)];
    if (reason != StallReason::empty) ++table.input(router, input)[index_of(reason)];
  }
  for (int output = 0; output < shape_.outputs(); ++output) {
    const OutputUse use = (free >> output & 1U) != 0 ? cycle.use_of(output) : OutputUse::moving;
    if (use != OutputUse::no_demand) ++table.output(router, output)[index_of(use)];
  }
}

StallReason StepStalls::add(microarch::StallCycle& cycle, std::uint32_t router, int input, Tick at,
                            const microarch::Reservations& made) const {
  const Block block = engine_.routers()[router];
  const Input& of = block.input()[input];
  if (of.free > at) return StallReason::moving;
  const Tick arrived = of.front.ready > delay_ ? of.front.ready - delay_ : 0;
  if ((block.occupied() & input_bit(input)) == 0 || arrived > at) return StallReason::empty;
  const FrontOffer offer = offer_of(of.front, engine_.shape().escape_vcs);
  if (of.front.ready > at) {
    cycle.add_blocked(microarch::offered_outputs(engine_.selection(), offer));
    return StallReason::pipeline;
  }
  const FrontReservation& reservation = engine_.two_steps()->of(router, input);
  microarch::StepFront front;
  front.input = input;
  front.holds = reservation.is_held();
  front.makes = (made.made >> input & 1U) != 0;
  front.in_depth = front.holds && reservation.ready > at;
  front.row_busy = shape_.shares_rows() && input < shape_.network_inputs() && engine_.row_free(block, input) > at;
  if (front.makes) {
    if ((made.at_destination >> input & 1U) == 0) front.lane = made.lanes[index(input)];
  } else if (reservation.output >= 0) {
    front.lane = {reservation.output, reservation.vc};
  }
  return microarch::add_front(cycle, engine_.selection(), offer, front, [&] { return demand(block, input, at); });
}

/// What a front wants that has reserved nothing; at its destination nothing.
microarch::Demand StepStalls::demand(const Block& block, int input, Tick at) const {
  using microarch::LaneState;
  const FrontOffer offer = offer_of(block.input()[input].front, engine_.shape().escape_vcs);
  return microarch::demand_of(engine_.selection(), offer, engine_.first_vc(input), [&](int port, int vc, bool escape) {
    const int available = block.output_vc()[port * shape_.vcs + vc].credits.at(at);
    const int needed = engine_.credits_needed(block, input, port, vc, escape);
    if (available >= needed) return LaneState::enough;
    return escape && microarch::FlowControl::holds_back(available, needed) ? LaneState::bubble : LaneState::too_few;
  });
}

microarch::StallTable StepStalls::table() const {
  microarch::StallTable table = table_;
  const Cycle cycles = engine_.now() - start_;
  for (std::uint32_t router = 0; router < since_.size(); ++router) {
    count_before(table, router);
    const Block block = engine_.routers()[router];
    for (int input = 0; input < shape_.inputs(); ++input) {
      if (input < shape_.network_inputs() && block.port()[input / shape_.vcs].upstream.router == kNoRouter) continue;
      table.input(router, input)[index_of(StallReason::empty)] += cycles;
    }
    for (int output = 0; output < shape_.outputs(); ++output) {
      if (output < shape_.ports && block.port()[output].downstream.router == kNoRouter) continue;
      table.output(router, output)[index_of(OutputUse::no_demand)] += cycles;
    }
  }
  table.leave(StallReason::empty, OutputUse::no_demand);
  return table;
}

}  // namespace trenza::tlm
