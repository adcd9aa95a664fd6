// The cost of a router at pin level inside a fabric of the tlm view, in CPU time for each cycle, and the views against
// each other. Each measurement runs in a process of its own (one SystemC elaboration).
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <ctime>
#include <string>

#include "cosim/zoomed_fabric.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/run_experiment.h"
#include "tests/bench/pairs.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tlm/exact_fabric.h"

namespace {

constexpr int kAll = -1;

/// CPU seconds of RTT(8) with 16-flit packets at load 0.4, with `routers` routers at pin level; kAll: the pin view.
double seconds_of_zoom(int routers, trenza::microarch::Cycle cycles) {
  const std::string line = trenza::test::isolated([&] {
    const auto topology = trenza::test::network("rtt", 8);
    const trenza::microarch::FabricParameters parameters;
    std::vector<trenza::microarch::NodeId> nodes;
    for (int node = 0; node < routers; ++node) nodes.push_back(node);
    std::unique_ptr<trenza::microarch::Fabric> fabric;
    if (routers == kAll) {
      fabric = trenza::rtl_models::make_pin_fabric(*topology, parameters);
    } else if (nodes.empty()) {
      fabric = trenza::tlm::make_exact_fabric(*topology, parameters);
    } else {
      fabric = trenza::cosim::make_zoomed_fabric(*topology, parameters, nodes);
    }
    const std::clock_t begin = std::clock();
    trenza::testbench::run_experiment(*fabric, trenza::test::uniform(0.4, 16, cycles));
    return fmt::format("{}", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  });
  double result = 0;
  if (std::sscanf(line.c_str(), "%lf", &result) != 1) std::fprintf(stderr, "%s\n", line.c_str());
  return result;
}

// Arguments: routers at pin level, cycles.
void zoom_in_space(benchmark::State& state) {
  const auto routers = static_cast<int>(state.range(0));
  const auto cycles = static_cast<trenza::microarch::Cycle>(state.range(1));
  double added = 0;
  for (auto _ : state) {
    const double zoomed = seconds_of_zoom(routers, cycles);
    added = zoomed - seconds_of_zoom(0, cycles);
    state.SetIterationTime(zoomed);
  }
  state.counters["added_us/cycle"] = added / static_cast<double>(cycles) * 1e6;
}
BENCHMARK(zoom_in_space)
    ->Args({1, 50'000})
    ->Args({8, 20'000})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

/// The time that one router at pin level adds to a cycle, as a multiple of a router-cycle of the pin view.
void zoom_ratio(benchmark::State& state) {
  constexpr trenza::microarch::Cycle kPinCycles = 5'000;
  constexpr trenza::microarch::Cycle kZoomCycles = 50'000;
  constexpr double kRouters = 128;
  trenza::bench::show_ratio(
      state, "zoom_ratio",
      [] { return seconds_of_zoom(kAll, kPinCycles) / (kRouters * static_cast<double>(kPinCycles)); },
      [] {
        return (seconds_of_zoom(1, kZoomCycles) - seconds_of_zoom(0, kZoomCycles)) / static_cast<double>(kZoomCycles);
      },
      trenza::bench::at_most(1.5,
                             "a router at pin level inside the tlm view costs about what it costs in the pin view"));
}
BENCHMARK(zoom_ratio)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1);

/// The time of the pin view as a multiple of that of the tlm view; both include everything that a run does.
void view_ratio(benchmark::State& state) {
  constexpr trenza::microarch::Cycle kCycles = 5'000;
  constexpr trenza::microarch::Cycle kTimes = 10;
  trenza::bench::show_ratio(
      state, "view_ratio", [] { return seconds_of_zoom(0, kTimes * kCycles) / static_cast<double>(kTimes); },
      [] { return seconds_of_zoom(kAll, kCycles); },
      trenza::bench::at_least(100, "the tlm view is a hundred times as fast as the pin view"));
}
BENCHMARK(view_ratio)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
