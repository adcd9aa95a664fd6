// Ratios of times that are measured in turn, because a machine's speed drifts.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

namespace trenza::bench {

/// Runs `base()` and `other()`, which return seconds, in turn, and shows the median, the least and the most of the ratios
/// other/base.
template <class Base, class Other>
void show_ratio(benchmark::State& state, const Base& base, const Other& other) {
  constexpr int kPairs = 7;
  std::vector<double> ratios;
  for (auto _ : state) {
    double seconds = 0;
    for (int i = 0; i < kPairs; ++i) {
      const double without = base();
      const double with = other();
      ratios.push_back(with / without);
      seconds += with + without;
    }
    state.SetIterationTime(seconds);
  }
  std::sort(ratios.begin(), ratios.end());
  state.counters["ratio"] = ratios[ratios.size() / 2];
  state.counters["least"] = ratios.front();
  state.counters["most"] = ratios.back();
}

}  // namespace trenza::bench
