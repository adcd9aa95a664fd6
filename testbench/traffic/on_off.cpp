#include "testbench/traffic/on_off.h"

#include <limits>

#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

/// Probability 1 / mean that a span ends with a cycle, in units of 2^-64.
std::uint64_t end_probability(std::uint64_t mean) {
  return mean == 1 ? std::numeric_limits<std::uint64_t>::max() : make_rate(1, mean).fraction;
}

constexpr std::uint64_t kMaxSpan = std::uint64_t{1} << 40;

}  // namespace

Rate burst_rate(const Rate& rate, std::uint64_t on, std::uint64_t off) {
  // rate * (on + off) / on = rate + rate * off / on; the two parts of the rate are taken apart to stay within 128 bits.
  const Uint128 fraction = (static_cast<Uint128>(rate.fraction) * (on + off)) / on;
  const Rate whole = make_rate(static_cast<Uint128>(rate.whole) * (on + off), on);
  const Uint128 low = static_cast<Uint128>(whole.fraction) + static_cast<std::uint64_t>(fraction);
  return {whole.whole + static_cast<std::uint64_t>(fraction >> 64) + static_cast<std::uint64_t>(low >> 64),
          static_cast<std::uint64_t>(low)};
}

OnOff::OnOff(std::uint64_t seed, const std::vector<Rate>& burst_rates, std::uint64_t on, std::uint64_t off,
             Cycle horizon)
    : seed_(seed),
      horizon_(horizon),
      active_(seed, burst_rates),
      on_(end_probability(on)),
      off_(end_probability(off)),
      states_(burst_rates.size()) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const auto process = static_cast<ProcessId>(i);
    State& state = states_[i];
    const bool starts_on = draw_below(traffic_draw(seed_, TrafficDraw::phase, process, 0), on + off) < on;
    if (!starts_on) state.begin = span(state, process, off_);
    state.length = span(state, process, on_);
  }
}

std::uint64_t OnOff::span(State& state, ProcessId process, const Geometric& geometric) {
  return 1 + geometric(traffic_draw(seed_, TrafficDraw::burst, process, state.drawn++));
}

Arrival OnOff::next(ProcessId process) {
  const Arrival arrival = active_.next(process);
  State& state = states_[static_cast<std::size_t>(process)];
  // The time spent in bursts is at most the whole time. So an arrival beyond the horizon in the former is beyond it in
  // the latter too, and walking there burst by burst could take for ever.
  if (arrival.cycle >= horizon_) return {};
  while (arrival.cycle >= state.active + state.length) {
    state.active += state.length;
    state.begin += state.length + span(state, process, off_);
    state.length = span(state, process, on_);
  }
  return {state.begin + (arrival.cycle - state.active), arrival.packets};
}

std::unique_ptr<ArrivalProcess> make_arrival_on_off(const ArrivalContext& context) {
  const std::uint64_t on = context.traffic->on_cycles;
  const std::uint64_t off = context.traffic->off_cycles;
  if (on < 1 || off < 1)
    throw InputError(ExperimentPart::bursts, "arrival on_off: on_cycles and off_cycles must be at least 1");
  if (on > kMaxSpan || off > kMaxSpan)
    throw InputError(ExperimentPart::bursts, "arrival on_off: on_cycles and off_cycles must be at most 2^40");
  std::vector<Rate> rates;
  for (const Rate& rate : context.rates) rates.push_back(burst_rate(rate, on, off));
  return std::make_unique<OnOff>(context.seed, rates, on, off, context.horizon);
}

}  // namespace trenza::testbench
