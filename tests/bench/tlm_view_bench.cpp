// Speed of the tlm view: flit-hops and router-cycles in a second of CPU time, and bytes for each router. The time
// includes the digest, the statistics and the scoreboard, as in every run.
#include <benchmark/benchmark.h>

#include <ctime>
#include <vector>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/experiments.h"
#include "tlm/exact_fabric.h"

namespace {

using trenza::microarch::Cycle;
using trenza::testbench::PacketLength;

/// Packets of 1 to 64 flits in one run, with 17.4 flits in the mean.
std::vector<PacketLength> mixed_lengths() { return {{1, 12}, {4, 12}, {16, 12}, {64, 8}}; }

/// Arguments: a (RTT(a) has 2 a^2 routers), offered load in hundredths of phits/cycle/node, flits of a packet (0: mixed
/// lengths of 1 to 64), cycles. Routers with 3 virtual channels, one injector and one ejection port.
void tlm_view(benchmark::State& state) {
  const int flits = static_cast<int>(state.range(2));
  const auto cycles = static_cast<Cycle>(state.range(3));
  const auto topology = trenza::test::network("rtt", static_cast<int>(state.range(0)));
  trenza::microarch::FabricParameters parameters;
  parameters.max_packet_flits = flits == 0 ? 64 : flits;
  auto experiment =
      trenza::test::uniform(static_cast<double>(state.range(1)) / 100, parameters.max_packet_flits, cycles);
  if (flits == 0) experiment.synthetic->lengths = mixed_lengths();
  const double nodes = topology->graph().nodes();
  double seconds = 0;
  double flit_hops = 0;
  double runs = 0;
  double accepted = 0;
  double router_bytes = 0;
  for (auto _ : state) {
    const auto fabric = trenza::tlm::make_exact_fabric(*topology, parameters);
    const std::clock_t begin = std::clock();
    const auto results = trenza::testbench::run_experiment(*fabric, experiment);
    const double elapsed = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    state.SetIterationTime(elapsed);
    seconds += elapsed;
    flit_hops += static_cast<double>(results.flit_hops);
    runs += 1;
    accepted = results.accepted_load;
    router_bytes = static_cast<double>(fabric->router_bytes()) / nodes;
  }
  state.counters["M_flit_hops/s"] = flit_hops / seconds / 1e6;
  state.counters["M_router_cycles/s"] = runs * nodes * static_cast<double>(cycles) / seconds / 1e6;
  state.counters["bytes/router"] = router_bytes;
  state.counters["accepted"] = accepted;
}

constexpr int kMixed = 0;

/// The cycles of a run, chosen so that the number of packets is about the same for every length.
int cycles_for(int flits) { return flits == kMixed ? 40'000 : 5'000 + 2'500 * flits; }

void sizes_and_loads(benchmark::internal::Benchmark* bench) {
  for (const int load : {40, 120}) {
    for (const int flits : {1, 4, 16, 64, kMixed}) bench->Args({8, load, flits, cycles_for(flits)});
  }
  for (const int load : {1, 10}) bench->Args({8, load, 16, 100'000});
  for (const int a : {16, 32}) {
    for (const int load : {10, 40}) bench->Args({a, load, 16, 80'000 / (a * a / 16)});
  }
}

BENCHMARK(tlm_view)
    ->ArgNames({"a", "load_percent", "flits", "cycles"})
    ->Apply(sizes_and_loads)
    ->Iterations(1)
    ->Repetitions(3)
    ->ReportAggregatesOnly(false)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
