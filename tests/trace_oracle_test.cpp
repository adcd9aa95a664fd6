// A real application trace: the pin view against the oracle, and the same bytes with and without waves.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "microarch/parameters.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/oracle_fabric.h"
#include "tests/support/sanitizers.h"
#include "waves/wave_recorder.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("the views run against each other there, which is the same code of the product");

using microarch::Cycle;

testbench::Experiment cg_trace(Cycle cycles) {
  testbench::Experiment experiment;
  experiment.name = "cg.A.32.i1";
  experiment.trace.emplace();
  experiment.trace->file = TRENZA_SOURCE_DIR "/configs/traces/cg.A.32.i1.goal.zst";
  experiment.run.cycles = cycles;
  return experiment;
}

std::string digest_line(const testbench::Results& results) {
  return fmt::format("{:016x} of {} packets", results.digest, results.packets);
}

void compare_trace(const std::string& kind, const std::vector<topologies::Twist>& twists, Cycle cycles) {
  const auto topology = network(kind, 4);
  microarch::FabricParameters parameters = bubble_router(64);
  const auto experiment = cg_trace(cycles);
  const std::string on_pins = isolated([&] { return digest_line(run_on_pins(*topology, parameters, experiment)); });
  const std::string judged = isolated([&] {
    OracleFabric judge(torus_network({8, 4}, twists), parameters);
    return digest_line(testbench::run_experiment(judge, experiment));
  });
  fmt::print("  {}(4), {} cycles: pin view {}, oracle {}\n", kind, cycles, on_pins, judged);
  EXPECT_EQ(on_pins, judged);
  EXPECT_EQ(on_pins.find("of 0 packets"), std::string::npos);
}

TEST(TraceOracle, TenThousandCyclesOfCgOnRtt) { compare_trace("rtt", {{1, 0, 4}}, 10'000); }
TEST(TraceOracle, TenThousandCyclesOfCgOnRt) { compare_trace("rt", {}, 10'000); }

TEST(TraceOracle, WavesChangeNothing) {
  const auto run = [](bool waves) {
    return isolated([waves] {
      const auto topology = network("rtt", 4);
      const auto fabric = rtl_models::make_pin_fabric(*topology, bubble_router(64));
      const std::string file = fmt::format("{}/trace_oracle_waves.vcd", ::testing::TempDir());
      std::unique_ptr<waves::WaveRecorder> recorder;
      if (waves) {
        waves::WaveOptions options;
        options.file = file;
        options.window_begin = 2'500;
        options.window_end = 3'500;
        recorder = waves::record(*fabric, options);
      }
      const testbench::Results results = testbench::run_experiment(*fabric, cg_trace(4'000));
      if (recorder) {
        recorder->close();
        if (recorder->cycles_recorded() == 0) return std::string("nothing recorded");
        std::remove(file.c_str());
      }
      return testbench::to_json(results).dump();
    });
  };
  const std::string with = run(true);
  EXPECT_EQ(with, run(false));
  EXPECT_NE(with.find("digest"), std::string::npos);
}

}  // namespace
}  // namespace trenza::test
