// The claims of the papers about RT and RTT. Tests named Slow are the full measurements on the pin view; the others are
// their short forms.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>

#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"

namespace trenza::test {
namespace {

using microarch::FabricParameters;
using microarch::InjectionPolicy;
using testbench::Results;

/// Results of a run in a child process as "accepted hops_mean hops_offered steady".
struct Measured {
  double accepted = 0;
  double hops = 0;
  double hops_offered = 0;
  double offered = 0;
  int steady = 0;
};

Measured measure(RunExperiment run, const std::string& kind, int a, const FabricParameters& parameters,
                 const testbench::Experiment& experiment) {
  const std::string line = isolated([&] {
    const auto topology = network(kind, a);
    const Results results = run(*topology, parameters, experiment);
    return fmt::format("{} {} {} {} {}", results.accepted_load, results.hops_mean, results.hops_offered_mean,
                       results.offered_load, results.steady.value_or(false) ? 1 : 0);
  });
  Measured m;
  EXPECT_EQ(
      std::sscanf(line.c_str(), "%lf %lf %lf %lf %d", &m.accepted, &m.hops, &m.hops_offered, &m.offered, &m.steady), 5)
      << line;
  fmt::print("  {}({}): offered {:.4f} accepted {:.4f} phits/cycle/node, hops {:.4f} (offered {:.4f}), steady {}\n",
             kind, a, m.offered, m.accepted, m.hops, m.hops_offered, m.steady);
  return m;
}

void expect_mean_hops(RunExperiment run, microarch::Cycle cycles, double tolerance) {
  const FabricParameters parameters = bubble_router(1);
  EXPECT_NEAR(measure(run, "rt", 8, parameters, uniform(0.01, 1, cycles)).hops, 6.0472, 6.0472 * tolerance);
  EXPECT_NEAR(measure(run, "rtt", 8, parameters, uniform(0.01, 1, cycles)).hops, 5.3543, 5.3543 * tolerance);
}

TEST(PaperNumbers, MeanHopsAtLowLoad) { expect_mean_hops(run_on_tlm, 4'000, 0.02); }
TEST(PaperNumbersSlow, MeanHopsAtLowLoad) { expect_mean_hops(run_on_pins, 40'000, 0.01); }

// At saturation the twist is worth half as much again. (At overload accepted load may exceed the bound: far packets get
// fewer chances, so the mix is distorted.)
TEST(PaperNumbers, TheTwistIsWorthHalfAsMuchAgain) {
  const FabricParameters parameters = bubble_router(16);
  const double plain = measure(run_on_tlm, "rt", 8, parameters, uniform(1.5, 16, 4'000)).accepted;
  const double twisted = measure(run_on_tlm, "rtt", 8, parameters, uniform(1.5, 16, 4'000)).accepted;
  EXPECT_GE(plain, 0.44);
  EXPECT_GE(twisted, 0.72);
  EXPECT_GE(twisted / plain, 1.45);
}

struct Saturation {
  double plain = 0;
  double twisted = 0;
};

Saturation saturation(const FabricParameters& parameters, double offered) {
  const auto experiment = uniform(offered, 16, 20'000);
  return {measure(run_on_pins, "rt", 8, parameters, experiment).accepted,
          measure(run_on_pins, "rtt", 8, parameters, experiment).accepted};
}

TEST(PaperNumbersSlow, SaturationRoundRobin) {
  FabricParameters parameters = bubble_router(16);
  parameters.injection = InjectionPolicy("round_robin");
  const Saturation at_1_5 = saturation(parameters, 1.5);
  EXPECT_GE(at_1_5.plain, 0.465);
  EXPECT_GE(at_1_5.twisted, 0.70);
  EXPECT_GE(at_1_5.twisted / at_1_5.plain, 1.45);
  const Saturation at_3 = saturation(parameters, 3);
  EXPECT_NEAR(at_3.plain, at_1_5.plain, 0.02 * at_1_5.plain);
  EXPECT_NEAR(at_3.twisted, at_1_5.twisted, 0.02 * at_1_5.twisted);

  FabricParameters per_port = parameters;
  per_port.crossbar = microarch::CrossbarKind("per_port");
  const Saturation narrow = saturation(per_port, 1.5);
  EXPECT_LT(narrow.plain, at_1_5.plain);
  EXPECT_LT(narrow.twisted, at_1_5.twisted);
  EXPECT_NEAR(narrow.plain, 0.41, 0.02);
  EXPECT_NEAR(narrow.twisted, 0.65, 0.02);

  FabricParameters oblivious = parameters;
  oblivious.adaptive_vcs = 0;
  const Saturation dor = saturation(oblivious, 1.5);
  EXPECT_LT(dor.plain, at_1_5.plain);
  EXPECT_LT(dor.twisted, at_1_5.twisted);
}

TEST(PaperNumbersSlow, SaturationByDirection) {
  const FabricParameters parameters = bubble_router(16);
  const Saturation at_1_5 = saturation(parameters, 1.5);
  EXPECT_GE(at_1_5.plain, 0.45);
  EXPECT_GE(at_1_5.twisted, 0.735);
  EXPECT_GE(at_1_5.twisted / at_1_5.plain, 1.45);
  const Saturation at_3 = saturation(parameters, 3);
  EXPECT_NEAR(at_3.plain, at_1_5.plain, 0.02 * at_1_5.plain);
  EXPECT_NEAR(at_3.twisted, at_1_5.twisted, 0.02 * at_1_5.twisted);
}

// Highest load of local traffic that is accepted to 98 % with the offered mix intact.
void expect_local_throughput(RunExperiment run, const std::string& kind, double load, microarch::Cycle cycles) {
  testbench::Experiment experiment = uniform(load, 4, cycles);
  experiment.synthetic->pattern = "local_global";
  experiment.synthetic->alpha_ppb = 1'000'000'000;
  const Measured m = measure(run, kind, 4, bubble_router(4), experiment);
  EXPECT_GE(m.accepted, 0.98 * m.offered);
  EXPECT_NEAR(m.hops, m.hops_offered, 0.01 * m.hops_offered);
}

TEST(PaperNumbers, LocalTrafficOnRt) { expect_local_throughput(run_on_tlm, "rt", 3.75, 4'000); }
TEST(PaperNumbers, LocalTrafficOnRtt) { expect_local_throughput(run_on_tlm, "rtt", 1.93, 4'000); }
TEST(PaperNumbersSlow, LocalTraffic) {
  expect_local_throughput(run_on_pins, "rt", 3.75, 40'000);
  expect_local_throughput(run_on_pins, "rtt", 1.93, 40'000);
}

TEST(PaperNumbers, BothViewsMeasureTheSame) {
  const FabricParameters parameters = bubble_router(16);
  const testbench::Experiment experiment = uniform(1.5, 16, 1'500);
  const Measured pins = measure(run_on_pins, "rtt", 4, parameters, experiment);
  const Measured tlm = measure(run_on_tlm, "rtt", 4, parameters, experiment);
  EXPECT_EQ(pins.accepted, tlm.accepted);
  EXPECT_EQ(pins.hops, tlm.hops);
  EXPECT_EQ(pins.hops_offered, tlm.hops_offered);
  EXPECT_EQ(pins.offered, tlm.offered);
  EXPECT_EQ(pins.steady, tlm.steady);
}

// The verdict on steadiness.
TEST(PaperNumbers, Steady) {
  const FabricParameters parameters = bubble_router(16);
  EXPECT_EQ(measure(run_on_tlm, "rtt", 4, parameters, uniform(0.3, 16, 10'000)).steady, 1);
  EXPECT_EQ(measure(run_on_tlm, "rtt", 4, parameters, uniform(0.3, 16, 300)).steady, 0);
  EXPECT_EQ(measure(run_on_tlm, "rtt", 4, parameters, uniform(4 * 1.476, 16, 4'000)).steady, 0);
}

}  // namespace
}  // namespace trenza::test
