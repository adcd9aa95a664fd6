// Speed of the pin view in router-cycles, and what recording everything costs. Each measurement runs in a process of
// its own (one SystemC elaboration), in CPU time.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>

#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/run_experiment.h"
#include "tests/bench/pairs.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "waves/wave_recorder.h"

namespace {

using trenza::microarch::Cycle;

struct Measured {
  double seconds = 0;   // CPU time of the run without its set-up
  double link_use = 0;  // flits/cycle/channel
};

/// 4 network ports and one injector and ejection port, 2 adaptive VCs, 16-flit packets, uniform traffic that fills
/// links to `link_use`.
Measured run(const std::string& kind, int a, double link_use, Cycle cycles, bool record) {
  const std::string line = trenza::test::isolated([&] {
    const auto topology = trenza::test::network(kind, a);
    trenza::microarch::FabricParameters parameters;
    const auto fabric = trenza::rtl_models::make_pin_fabric(*topology, parameters);
    const std::string file = fmt::format("{}/trenza_bench_{}.fst", std::filesystem::temp_directory_path().string(),
                                         static_cast<long>(std::clock()));
    std::unique_ptr<trenza::waves::WaveRecorder> recorder;
    if (record) {
      trenza::waves::WaveOptions options;
      options.file = file;
      recorder = trenza::waves::record(*fabric, options);
    }
    const double load = link_use * topology->graph().ports() / trenza::topologies::mean_distance(*topology);
    const std::clock_t begin = std::clock();
    const auto results = trenza::testbench::run_experiment(*fabric, trenza::test::uniform(load, 16, cycles));
    if (recorder) {
      recorder->close();
      std::remove(file.c_str());
    }
    return fmt::format("{} {}", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, results.link_use_mean);
  });
  Measured m;
  if (std::sscanf(line.c_str(), "%lf %lf", &m.seconds, &m.link_use) != 2) std::fprintf(stderr, "%s\n", line.c_str());
  return m;
}

// Arguments: a (RTT(a) has 2 a^2 routers), link use in percent, cycles, record.
void pin_view(benchmark::State& state) {
  const int a = static_cast<int>(state.range(0));
  const auto cycles = static_cast<Cycle>(state.range(2));
  Measured m;
  for (auto _ : state) {
    m = run("rtt", a, static_cast<double>(state.range(1)) / 100, cycles, state.range(3) != 0);
    state.SetIterationTime(m.seconds);
  }
  const double router_cycles = 2.0 * a * a * static_cast<double>(cycles);
  state.counters["us_per_router_cycle"] = m.seconds * 1e6 / router_cycles;
  state.counters["link_use"] = m.link_use;
}

BENCHMARK(pin_view)
    ->ArgNames({"a", "link_use_percent", "cycles", "fst"})
    ->Args({4, 50, 20'000, 0})
    ->Args({4, 50, 20'000, 1})
    ->Args({4, 2, 100'000, 0})
    ->Args({4, 2, 100'000, 1})
    ->Args({8, 50, 5'000, 0})
    ->Args({8, 50, 5'000, 1})
    ->Iterations(1)
    ->Repetitions(3)
    ->ReportAggregatesOnly(false)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// The factor by which recording everything lengthens the time. Arguments as above, without record.
void fst_ratio(benchmark::State& state) {
  const int a = static_cast<int>(state.range(0));
  const double link_use = static_cast<double>(state.range(1)) / 100;
  const auto cycles = static_cast<Cycle>(state.range(2));
  const auto seconds = [&](bool record) { return run("rtt", a, link_use, cycles, record).seconds; };
  trenza::bench::show_ratio(
      state, fmt::format("fst_ratio, {} routers, link use {:.2f}", 2 * a * a, link_use), [&] { return seconds(false); },
      [&] { return seconds(true); },
      trenza::bench::at_most(2.5, "recording everything as FST about doubles the time of the pin view"));
}

BENCHMARK(fst_ratio)
    ->ArgNames({"a", "link_use_percent", "cycles"})
    ->Args({4, 50, 20'000})
    ->Args({4, 2, 100'000})
    ->Args({8, 50, 5'000})
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

/// The cost of a router-cycle at 50 % link use, as a multiple of that at 2 %.
void idle_ratio(benchmark::State& state) {
  constexpr Cycle kBusyCycles = 20'000;
  constexpr Cycle kIdleCycles = 100'000;
  trenza::bench::show_ratio(
      state, "idle_ratio, 32 routers, link use 0.50 to 0.02",
      [] { return run("rtt", 4, 0.02, kIdleCycles, false).seconds / static_cast<double>(kIdleCycles); },
      [] { return run("rtt", 4, 0.5, kBusyCycles, false).seconds / static_cast<double>(kBusyCycles); },
      trenza::bench::at_least(10, "a router-cycle takes 1 microsecond and more at 50 %, and less than 0.1 at 2 %"));
}

BENCHMARK(idle_ratio)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
