// Ratios of two times. The two are measured alternately, because the speed of a machine drifts.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/limits.h"

namespace trenza::bench {

/// Runs `base()` and `other()`, which return seconds, in turn, and shows the median, the least and the most of the
/// ratios other/base. The median is judged by `limit`, if there is one, as the ratio of `name`.
template <class Base, class Other>
void show_ratio(benchmark::State& state, const std::string& name, const Base& base, const Other& other,
                const std::optional<Limit>& limit) {
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
  const Ratio ratio{ratios[ratios.size() / 2], ratios.front(), ratios.back()};
  state.counters["ratio"] = ratio.median;
  state.counters["least"] = ratio.least;
  state.counters["most"] = ratio.most;
  if (!limit) return;
  state.counters[limit->at_most ? "at_most" : "at_least"] = limit->value;
  Verdicts::instance().judge(name, ratio, *limit);
}

}  // namespace trenza::bench
