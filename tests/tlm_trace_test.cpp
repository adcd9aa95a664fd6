// The traces of the repository in the tlm view, in step with the oracle and with the pin view.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "cosim/lockstep_fabric.h"
#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/oracle_fabric.h"
#include "tests/support/sanitizers.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;

constexpr Cycle kShort = 6'000;
constexpr Cycle kFtShort = 30'000;  // it computes first
constexpr Cycle kWhole = 0;         // no limit

struct TraceCase {
  const char* trace;
  std::vector<int> sizes;
  std::vector<topologies::Twist> twists;
};

testbench::Experiment trace_experiment(const TraceCase& one, Cycle cycles) {
  testbench::Experiment experiment;
  experiment.name = one.trace;
  experiment.trace.emplace();
  experiment.trace->file = fmt::format("{}/configs/traces/{}.goal.zst", TRENZA_SOURCE_DIR, one.trace);
  experiment.run.cycles = cycles;
  return experiment;
}

/// Replays the trace on the tlm view and `other` in step. "same" or the first difference.
std::string replay_on_both(const TraceCase& one, Cycle cycles, const topologies::Topology& topology,
                           const microarch::FabricParameters& parameters, const cosim::Side& other) {
  const auto view = tlm::make_exact_fabric(topology, parameters);
  cosim::LockstepFabric both({"tlm", view.get()}, other);
  const testbench::Results results = testbench::run_experiment(both, trace_experiment(one, cycles));
  fmt::print("  {} on {}: {} cycles, {} packets, tlm {:016x}, {} {:016x}\n", one.trace, topology.name(), results.cycles,
             results.packets, both.first().digest, other.name, both.second().digest);
  std::fflush(stdout);
  if (results.packets == 0) return "no packets";
  if (cycles == kWhole && !results.execution_cycles) return "the trace did not end";
  return both.first().digest == both.second().digest && both.first().digest == results.digest ? "same"
                                                                                              : "digests differ";
}

void compare_trace_with_pins(const TraceCase& one, Cycle cycles) {
  const microarch::FabricParameters parameters = bubble_router(64);
  EXPECT_EQ(isolated([&] {
              const auto topology = torus_network(one.sizes, one.twists).build();
              const auto pins = rtl_models::make_pin_fabric(*topology, parameters);
              return replay_on_both(one, cycles, *topology, parameters, {"pin", pins.get()});
            }),
            "same");
}

void compare_trace_with_oracle(const TraceCase& one, Cycle cycles) {
  const microarch::FabricParameters parameters = bubble_router(64);
  OracleFabric judge(torus_network(one.sizes, one.twists), parameters);
  EXPECT_EQ(replay_on_both(one, cycles, judge.topology(), parameters, {"oracle", &judge, false}), "same");
}

const TraceCase kCgOnRt{"cg.A.32.i1", {8, 4}, {}};
const TraceCase kCgOnRtt{"cg.A.32.i1", {8, 4}, {{1, 0, 4}}};
const TraceCase kMg{"mg.S.16", {4, 4}, {{1, 0, 2}}};
const TraceCase kIs{"is.S.16", {4, 4}, {{1, 0, 2}}};
const TraceCase kFt{"ft.S.16", {4, 4}, {{1, 0, 2}}};

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(TlmTracePins, CgBegins) { compare_trace_with_pins(kCgOnRtt, kShort); }
TEST(TlmTracePins, MgBegins) { compare_trace_with_pins(kMg, kShort); }
TEST(TlmTracePins, IsBegins) { compare_trace_with_pins(kIs, kShort); }
TEST(TlmTracePins, FtBegins) { compare_trace_with_pins(kFt, kFtShort); }
TEST(TlmTracePinsSlow, CgOnRtWhole) { compare_trace_with_pins(kCgOnRt, kWhole); }
TEST(TlmTracePinsSlow, CgOnRttWhole) { compare_trace_with_pins(kCgOnRtt, kWhole); }
TEST(TlmTracePinsSlow, MgWhole) { compare_trace_with_pins(kMg, kWhole); }
TEST(TlmTracePinsSlow, IsWhole) { compare_trace_with_pins(kIs, kWhole); }
TEST(TlmTracePinsSlow, FtWhole) { compare_trace_with_pins(kFt, kWhole); }

TEST(TlmTraceOracle, CgBegins) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kCgOnRtt, kShort);
}
TEST(TlmTraceOracle, MgBegins) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kMg, kShort);
}
TEST(TlmTraceOracle, IsBegins) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kIs, kShort);
}
TEST(TlmTraceOracle, FtBegins) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kFt, kFtShort);
}
TEST(TlmTraceOracleSlow, CgOnRtWhole) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kCgOnRt, kWhole);
}
TEST(TlmTraceOracleSlow, CgOnRttWhole) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kCgOnRtt, kWhole);
}
TEST(TlmTraceOracleSlow, MgWhole) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kMg, kWhole);
}
TEST(TlmTraceOracleSlow, IsWhole) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kIs, kWhole);
}
TEST(TlmTraceOracleSlow, FtWhole) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_trace_with_oracle(kFt, kWhole);
}

}  // namespace
}  // namespace trenza::test
