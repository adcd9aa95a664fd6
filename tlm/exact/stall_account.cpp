#include "tlm/exact/stall_account.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "microarch/index.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/stall_looks.h"
#include "tlm/exact/tick_scan.h"

namespace trenza::tlm {

namespace {

using microarch::index;
using microarch::index_of;
using microarch::lowest_bit;
using microarch::OutputMask;
using microarch::OutputUse;
using microarch::StallReason;
using topologies::RouteChoice;

Tick clamp(Tick tick, Tick from, Tick until) { return std::min(std::max(tick, from), until); }

constexpr OutputMask bit_of(int output) { return OutputMask{1} << output; }

}  // namespace

StallAccount::StallAccount(const Engine& engine, microarch::StallDetail detail)
    : engine_(engine),
      shape_{engine.shape().ports, engine.shape().vcs, engine.shape().injectors, engine.shape().ejectors,
             engine.parameters().crossbar_inputs()},
      last_resort_(engine.selection().escape_last_resort),
      delay_(static_cast<Tick>(engine.parameters().router_delay - 1)),
      table_(detail, engine.routers().routers(), shape_.inputs(), shape_.outputs()),
      start_(engine.now()),
      start_tick_(engine.tick()),
      routers_(engine.routers().routers()),
      fronts_(routers_.size() * index(shape_.inputs())),
      slots_(routers_.size() * index(shape_.network_inputs())) {
  for (std::uint32_t router = 0; router < routers_.size(); ++router) {
    routers_[router].since = start_;
    const Block block = engine_.routers()[router];
    for (int input = 0; input < shape_.inputs(); ++input) {
      const Tick free = std::max(block.input()[input].free, start_tick_);
      table_.input(router, input)[index_of(StallReason::moving)] += free - start_tick_;
    }
    for_each_bit(outputs_of(block), [&](int output) {
      const Tick free = std::max(block.output_free()[output], start_tick_);
      table_.output(router, output)[index_of(OutputUse::moving)] += free - start_tick_;
    });
    for (int lane = 0; lane < shape_.network_inputs(); ++lane)
      slots_[slot_at(router, lane)] = block.output_vc()[lane].credits.reaches(1);
  }
}

// ---- what a front wants, and when

Tick StallAccount::tick_of(std::uint64_t cycle) const {
  const std::uint64_t epoch = engine_.now() - engine_.tick();
  return cycle > epoch ? static_cast<Tick>(cycle - epoch) : 0;
}

/// The outputs that exist.
OutputMask StallAccount::outputs_of(const Block& block) const {
  OutputMask outputs = microarch::low_bits(shape_.outputs());
  for (int port = 0; port < shape_.ports; ++port) {
    if (block.port()[port].downstream.router == kNoRouter) outputs &= ~bit_of(port);
  }
  return outputs;
}

/// From when on the escape lane of a front has room for a packet that continues, while this one enters; kNeverTick if
/// the bubble is no matter for it.
Tick StallAccount::slots_from(const Block& block, std::uint32_t router, int input) const {
  const Front& of = block.input()[input].front;
  Tick soonest = kNeverTick;
  if (of.escape_vc == kArrived) return soonest;
  const int first_vc = engine_.first_vc(input);
  const topologies::Tier tier = offer_of(of, engine_.shape().escape_vcs).tiers[RouteChoice::kEscape];
  microarch::for_each_lane(engine_.selection(), tier, microarch::kAllPorts, first_vc, [&](int port, int vc, auto) {
    const int needed = engine_.slots_needed(block, input, port, vc - first_vc);
    if (!microarch::FlowControl::holds_back(needed - 1, needed)) return;
    soonest = std::min(soonest, slots_[slot_at(router, port * shape_.vcs + vc)]);
  });
  return soonest;
}

void StallAccount::look_at_foreign(std::uint32_t router) {
  if (is_open_ && router_ == router) return;
  end_foreign_looks();
  if (routers_[router].since > engine_.now()) return;
  const Block block = engine_.routers()[router];
  InputMask due = 0;
  for_each_bit(block.occupied(), [&](int input) {
    if (block.input()[input].front.ready <= engine_.tick()) due |= input_bit(input);
  });
  begin_look(router, due, not_after(block.output_free(), block.outputs_scanned(), engine_.tick()));
  is_open_ = true;
  are_apart_ = false;
  open_for_many(block);
}

void StallAccount::end_foreign_looks() {
  if (is_open_) close(engine_.routers()[router_]);
}

void StallAccount::rebase(Tick by) {
  start_tick_ = earlier(start_tick_, by);
  for (Waiting& waits : fronts_) {
    waits.enough = earlier(waits.enough, by);
    waits.enough_before = earlier(waits.enough_before, by);
  }
  for (Tick& slot : slots_) slot = earlier(slot, by);
}

// ---- intervals

/// Counts the cycles before `until` in which a front waited.
void StallAccount::count_input(Table& table, std::uint32_t router, int input, Tick until) const {
  const Waiting& waits = front(router, input);
  const Tick since = tick_of(waits.since);
  if (since >= until) return;
  const Block block = engine_.routers()[router];
  const Times times = times_of(block, input);
  Table::InputCycles& cycles = table.input(router, input);
  Tick at = since;
  const auto count_until = [&](Tick end, StallReason reason) {
    const Tick next = clamp(end, at, until);
    cycles[index_of(reason)] += next - at;
    at = next;
  };
  count_until(times.requests, StallReason::input_busy);
  if (block.input()[input].front.escape_vc == kArrived) {
    count_until(until, StallReason::eject_busy);
    return;
  }
  if (waits.enough > at) {
    const Tick bubble = slots_from(block, router, input);
    count_until(std::min(bubble, waits.enough), StallReason::no_credit);
    count_until(waits.enough, StallReason::bubble);
  }
  count_until(until, StallReason::link_busy);
}

/// The first cycle after `from` in which a front begins to wait for its last resort, or ends to; at most `until`.
Tick StallAccount::first_change(const Block& block, std::uint32_t router, Tick from, Tick until) const {
  Tick first = until;
  const auto consider = [&](Tick tick) {
    if (tick > from) first = std::min(first, tick);
  };
  for_each_bit(block.occupied(), [&](int input) {
    consider(times_of(block, input).requests);
    if ((routers_[router].waiting & input_bit(input)) != 0) consider(front(router, input).enough_before);
  });
  return first;
}

void StallAccount::count_outputs(Table& table, std::uint32_t router, Tick until) const {
  const Block block = engine_.routers()[router];
  Tick from = tick_of(routers_[router].since);
  while (from < until) {
    const Tick end = last_resort_ ? first_change(block, router, from, until) : until;
    count_outputs(table, router, from, end);
    from = end;
  }
}

/// Counts the cycles of outputs that are idle from `from` until before `until`. Between them no front begins to wait
/// for its last resort, or ends to.
void StallAccount::count_outputs(Table& table, std::uint32_t router, Tick from, Tick until) const {
  const Block block = engine_.routers()[router];
  struct Levels {
    Tick blocked = kNeverTick;
    Tick no_credit = kNeverTick;
    Tick bubble = kNeverTick;
  };
  std::array<Levels, microarch::kMaxOutputs> levels;
  OutputMask demanded = 0;
  const auto soonest = [](Tick& tick, Tick other) { tick = std::min(tick, other); };
  const auto demand = [&](OutputMask outputs, const Times& times, Tick bubble) {
    for_each_bit(outputs, [&](int output) {
      Levels& level = levels[index(output)];
      if ((demanded & bit_of(output)) == 0) level = Levels();
      demanded |= bit_of(output);
      soonest(level.blocked, times.arrived);
      soonest(level.no_credit, times.requests);
      if (bubble != kNeverTick) soonest(level.bubble, std::max(bubble, times.requests));
    });
  };
  for_each_bit(block.occupied(), [&](int input) {
    const Times times = times_of(block, input);
    if (times.arrived >= until) return;
    const FrontOffer offer = offer_of(block.input()[input].front, engine_.shape().escape_vcs);
    if (offer.arrived) return demand(microarch::all_ejectors(engine_.selection()), times, kNeverTick);
    const topologies::Tier& adaptive = offer.tiers[RouteChoice::kAdaptive];
    if (microarch::has_lanes(engine_.selection(), adaptive)) demand(adaptive.ports, times, kNeverTick);
    const bool waits = (routers_[router].waiting & input_bit(input)) != 0;
    if (last_resort_ && times.requests <= from && waits && front(router, input).enough_before <= from) return;
    demand(offer.tiers[RouteChoice::kEscape].ports, times, slots_from(block, router, input));
  });
  for_each_bit(demanded, [&](int output) {
    const Tick since = std::max(block.output_free()[output], from);
    if (since >= until) return;
    const Levels& level = levels[index(output)];
    const Tick bubble = clamp(level.bubble, since, until);
    const Tick no_credit = clamp(level.no_credit, since, bubble);
    const Tick blocked = clamp(level.blocked, since, no_credit);
    Table::OutputCycles& cycles = table.output(router, output);
    cycles[index_of(OutputUse::blocked_input)] += no_credit - blocked;
    cycles[index_of(OutputUse::no_credit)] += bubble - no_credit;
    cycles[index_of(OutputUse::bubble)] += until - bubble;
  });
}

microarch::StallTable StallAccount::table() const {
  Table table = table_;
  const Tick now = engine_.tick();
  const std::uint64_t cycles = engine_.now() - start_;
  for (std::uint32_t router = 0; router < routers_.size(); ++router) {
    const Block block = engine_.routers()[router];
    count_outputs(table, router, now);
    for (int input = 0; input < shape_.inputs(); ++input) {
      if (input < shape_.network_inputs() && block.port()[input / shape_.vcs].upstream.router == kNoRouter) continue;
      Table::InputCycles& of = table.input(router, input);
      const Tick free = block.input()[input].free;
      if (free > now) of[index_of(StallReason::moving)] -= free - now;
      if ((block.occupied() & input_bit(input)) != 0) {
        const Times times = times_of(block, input);
        if ((routers_[router].waiting & input_bit(input)) != 0) {
          count_input(table, router, input, now);
          if (times.ready > now) of[index_of(StallReason::pipeline)] -= times.ready - std::max(times.arrived, now);
        } else if (times.arrived < now) {
          of[index_of(StallReason::pipeline)] += std::min(times.ready, now) - times.arrived;
        }
      }
      of[index_of(StallReason::empty)] += cycles;
    }
    for_each_bit(outputs_of(block), [&](int output) {
      Table::OutputCycles& of = table.output(router, output);
      const Tick free = block.output_free()[output];
      if (free > now) of[index_of(OutputUse::moving)] -= free - now;
      of[index_of(OutputUse::no_demand)] += cycles;
    });
  }
  table.leave(StallReason::empty, OutputUse::no_demand);
  return table;
}

}  // namespace trenza::tlm
