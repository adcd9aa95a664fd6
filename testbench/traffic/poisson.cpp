#include "testbench/traffic/poisson.h"

#include <algorithm>
#include <map>
#include <utility>

#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

constexpr int kBits = 56;
constexpr Uint128 kOne = Uint128{1} << kBits;

}  // namespace

PositivePoisson::PositivePoisson(const Rate& mean) {
  // weight(n) = m^(n-1) / n!, so that P(n) = weight(n) / sum for n >= 1, and e^m - 1 = m * sum. At most 2^62 each with
  // m <= 8.
  const Uint128 m = (static_cast<Uint128>(mean.whole) << kBits) + (mean.fraction >> (64 - kBits));
  std::vector<Uint128> cumulative;
  Uint128 sum = 0;
  Uint128 weight = kOne;
  for (unsigned n = 1; weight != 0; ++n) {
    sum += weight;
    cumulative.push_back(sum);
    weight = ((weight * m) >> kBits) / (n + 1);
  }
  for (const Uint128 part : cumulative) thresholds_.push_back(static_cast<std::uint64_t>((part << kBits) / sum));

  if (mean.whole == 0 && mean.fraction < (std::uint64_t{1} << 63)) {  // small means keep all their 64 bits
    const Uint128 x = (static_cast<Uint128>(mean.fraction) * sum) >> kBits;
    probability_ = static_cast<std::uint64_t>((x << 64) / ((Uint128{1} << 64) + x));
  } else {
    const Uint128 x = (m * sum) >> kBits;
    probability_ = static_cast<std::uint64_t>((x << kBits) / (kOne + x)) << (64 - kBits);
  }
}

std::uint64_t PositivePoisson::operator()(std::uint64_t draw) const {
  const std::uint64_t u = draw >> (64 - kBits);
  const auto above = std::upper_bound(thresholds_.begin(), thresholds_.end(), u);
  return static_cast<std::uint64_t>(above - thresholds_.begin()) + 1;
}

Poisson::Poisson(std::uint64_t seed, const std::vector<Rate>& rates) : seed_(seed), states_(rates.size()) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> known;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Rate& rate = rates[i];
    if (rate.is_zero()) continue;
    if (rate.whole > PositivePoisson::kMaxMean || (rate.whole == PositivePoisson::kMaxMean && rate.fraction != 0))
      throw InputError(ExperimentPart::load,
                       "arrival poisson: process " + std::to_string(i) +
                           " would create more than 8 packets per cycle; use bernoulli, or a smaller load");
    const auto [entry, is_new] =
        known.emplace(std::make_pair(rate.whole, rate.fraction), static_cast<int>(counts_.size()));
    if (is_new) {
      counts_.emplace_back(rate);
      gaps_.emplace_back(std::max<std::uint64_t>(counts_.back().probability(), 1));
    }
    states_[i].kind = entry->second;
  }
}

Arrival Poisson::next(ProcessId process) {
  State& state = states_[static_cast<std::size_t>(process)];
  if (state.kind < 0 || state.from == kNever) return {};
  const std::uint64_t index = state.arrivals++;
  const std::uint64_t gap =
      gaps_[static_cast<std::size_t>(state.kind)](traffic_draw(seed_, TrafficDraw::gap, process, index));
  if (gap >= kNever - state.from) return {};
  const Cycle cycle = state.from + gap;
  state.from = cycle + 1;
  return {cycle,
          counts_[static_cast<std::size_t>(state.kind)](traffic_draw(seed_, TrafficDraw::count, process, index))};
}

std::unique_ptr<ArrivalProcess> make_arrival_poisson(const ArrivalContext& context) {
  return std::make_unique<Poisson>(context.seed, context.rates);
}

}  // namespace trenza::testbench
