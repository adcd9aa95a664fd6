// The cost of SystemVerilog blocks in the pin view, in CPU time. Each run is in a process of its own (one SystemC
// elaboration); models are built before.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "cosim/rtl_blocks.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/run_experiment.h"
#include "tests/bench/pairs.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"

namespace {

using trenza::cosim::RtlBlock;

/// CPU seconds of RTT(8), 128 routers with 3 virtual channels, 16-flit packets at load 0.4; `blocks` in SystemVerilog.
double seconds_of_blocks(const std::vector<RtlBlock>& blocks) {
  constexpr trenza::microarch::Cycle kCycles = 5'000;
  const std::string line = trenza::test::isolated([&] {
    const auto topology = trenza::test::network("rtt", 8);
    const trenza::microarch::FabricParameters parameters;
    trenza::cosim::RtlSelection selection(*topology);
    for (const RtlBlock block : blocks) selection.add(block, "all");
    const auto factory = trenza::cosim::make_rtl_blocks(selection);
    const auto fabric = trenza::rtl_models::make_pin_fabric(*topology, parameters, *factory);
    const std::clock_t begin = std::clock();
    trenza::testbench::run_experiment(*fabric, trenza::test::uniform(0.4, 16, kCycles));
    return fmt::format("{}", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  });
  double result = 0;
  if (std::sscanf(line.c_str(), "%lf", &result) != 1) std::fprintf(stderr, "%s\n", line.c_str());
  return result;
}

void rtl_ratio(benchmark::State& state, const std::string& name, const std::vector<RtlBlock>& blocks,
               const std::optional<trenza::bench::Limit>& limit) {
  seconds_of_blocks(blocks);
  trenza::bench::show_ratio(
      state, name, [] { return seconds_of_blocks({}); }, [&] { return seconds_of_blocks(blocks); }, limit);
}

void rtl_allocators(benchmark::State& state) {
  rtl_ratio(state, "rtl_allocators", {RtlBlock::vc_allocator, RtlBlock::switch_allocator},
            trenza::bench::at_most(1.5, "all allocators in SystemVerilog make a run at most half as long again"));
}
void rtl_routers(benchmark::State& state) { rtl_ratio(state, "rtl_routers", {RtlBlock::router}, std::nullopt); }

BENCHMARK(rtl_allocators)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(rtl_routers)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
