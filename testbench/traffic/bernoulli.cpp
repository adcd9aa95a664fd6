#include "testbench/traffic/bernoulli.h"

#include <map>

namespace trenza::testbench {

Bernoulli::Bernoulli(std::uint64_t seed, const std::vector<Rate>& rates) : seed_(seed), states_(rates.size()) {
  std::map<std::uint64_t, int> known;  // fraction -> index of its Geometric
  for (std::size_t i = 0; i < rates.size(); ++i) {
    State& state = states_[i];
    state.whole = rates[i].whole;
    if (rates[i].fraction == 0) continue;
    const auto [entry, is_new] = known.emplace(rates[i].fraction, static_cast<int>(geometrics_.size()));
    if (is_new) geometrics_.emplace_back(rates[i].fraction);
    state.geometric = entry->second;
    draw_extra(state, static_cast<ProcessId>(i), 0);
  }
}

void Bernoulli::draw_extra(State& state, ProcessId process, Cycle from) {
  const Geometric& geometric = geometrics_[static_cast<std::size_t>(state.geometric)];
  const std::uint64_t gap = geometric(traffic_draw(seed_, TrafficDraw::gap, process, state.gaps++));
  state.extra = gap < kNever - from ? from + gap : kNever;
}

Arrival Bernoulli::next(ProcessId process) {
  State& state = states_[static_cast<std::size_t>(process)];
  const Cycle cycle = state.whole > 0 ? state.cursor : state.extra;
  if (cycle == kNever) return {};
  Arrival arrival{cycle, state.whole};
  if (cycle == state.extra) {
    ++arrival.packets;
    draw_extra(state, process, cycle + 1);
  }
  state.cursor = cycle + 1;
  return arrival;
}

std::unique_ptr<ArrivalProcess> make_arrival_bernoulli(const ArrivalContext& context) {
  return std::make_unique<Bernoulli>(context.seed, context.rates);
}

}  // namespace trenza::testbench
