// The tlm view against a bare loop that makes the same deliveries (packet_loop_test.cpp), in CPU time. The time of the
// view includes the digest, the statistics and the scoreboard, as in every run.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <ctime>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/bench/packet_loop.h"
#include "tests/bench/pairs.h"
#include "tests/support/experiments.h"
#include "tlm/exact_fabric.h"

namespace {

using trenza::microarch::Cycle;

double seconds_since(std::clock_t begin) { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

/// Arguments: a, offered load in hundredths of phits/cycle/node, flits of a packet, cycles.
void tlm_over_loop(benchmark::State& state) {
  const int a = static_cast<int>(state.range(0));
  const double load = static_cast<double>(state.range(1)) / 100;
  const int flits = static_cast<int>(state.range(2));
  const auto experiment = trenza::test::uniform(load, flits, static_cast<Cycle>(state.range(3)));
  const auto topology = trenza::test::network("rtt", a);
  trenza::microarch::FabricParameters parameters;
  parameters.max_packet_flits = flits;
  parameters.seed = experiment.run.seed;
  bool equal = true;
  std::uint64_t digest = 0;
  const auto loop = [&] {
    const std::clock_t begin = std::clock();
    const auto results = trenza::bench::run_packet_loop(a, flits, experiment);
    const double elapsed = seconds_since(begin);
    digest = results.digest;
    return elapsed;
  };
  const auto view = [&] {
    const std::clock_t begin = std::clock();
    const auto fabric = trenza::tlm::make_exact_fabric(*topology, parameters);
    const auto results = trenza::testbench::run_experiment(*fabric, experiment);
    const double elapsed = seconds_since(begin);
    equal = equal && results.digest == digest;
    return elapsed;
  };
  trenza::bench::show_ratio(
      state, fmt::format("tlm_over_loop, RTT({}), load {:.2f}, {} flits", a, load, flits), loop, view,
      trenza::bench::at_most(1.5, "the tlm view takes at most half as long again as a bare loop that does the same"));
  if (!equal) state.SkipWithError("the loop and the view do not deliver the same packets");
}

BENCHMARK(tlm_over_loop)
    ->ArgNames({"a", "load_percent", "flits", "cycles"})
    ->Args({8, 40, 4, 15'000})
    ->Args({8, 40, 16, 45'000})
    ->Args({8, 40, 64, 165'000})
    ->Args({8, 120, 16, 45'000})
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
