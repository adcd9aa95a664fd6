// The permutation that is worst for dimension order: its bound is never exceeded and nearly reached. The test named
// Slow is on the pin view.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "graphs/metrics/worst_case.h"
#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"

namespace trenza::test {
namespace {

struct NetworkShape {
  const char* kind;
  int a;
};

constexpr int kPermutationFlits = 4;
/// Shares of the bound that are offered.
constexpr double kSharesOfBound[] = {0.95, 1.0, 1.1, 1.5};
/// Random arrivals within the window.
constexpr double kNoise = 1.01;

testbench::Experiment permutation(const graphs::WorstCase& worst, double load, microarch::Cycle cycles) {
  testbench::Experiment experiment = uniform(load, kPermutationFlits, cycles);
  experiment.synthetic->pattern = "permutation";
  experiment.synthetic->destinations.assign(worst.destination.begin(), worst.destination.end());
  experiment.run.warmup = cycles / 5;
  return experiment;
}

/// Phits per cycle of the least served of the nodes that send: what the permutation gets.
double least_served(RunExperiment run, const NetworkShape& shape, const testbench::Experiment& experiment) {
  const std::string line = isolated([&] {
    microarch::FabricParameters parameters = bubble_router(kPermutationFlits);
    parameters.adaptive_vcs = 0;
    const auto topology = network(shape.kind, shape.a);
    const testbench::Results results = run(*topology, parameters, experiment);
    return results.outcome == testbench::Outcome::deadlock ? results.report
                                                           : fmt::format("{}", results.accepted_load_min_source);
  });
  double served = -1;
  EXPECT_EQ(std::sscanf(line.c_str(), "%lf", &served), 1) << line;
  return served;
}

void expect_bound(RunExperiment run, const NetworkShape& shape, microarch::Cycle cycles) {
  const topologies::Network wiring = topologies::make_network({shape.kind, {{"a", shape.a}}});
  const auto worst = graphs::worst_case_throughput(wiring, graphs::MinimalRouting::dimension_order);
  double best = 0;
  for (const double load : kSharesOfBound) {
    const double served = least_served(run, shape, permutation(worst, load * worst.throughput, cycles));
    EXPECT_LE(served, kNoise * worst.throughput) << wiring.name << ", " << load << " of the bound";
    best = std::max(best, served);
  }
  fmt::print("  {:8}  bound {:.4f}  measured {:.4f} phits/cycle/node  {:.1f} %\n", wiring.name, worst.throughput, best,
             100 * best / worst.throughput);
  std::fflush(stdout);
  EXPECT_GE(best, 0.85 * worst.throughput) << wiring.name;
}

TEST(WorstPermutation, IsNearlyReached) {
  for (const NetworkShape& shape : {NetworkShape{"rt", 3}, {"rtt", 3}, {"pdtt", 2}})
    expect_bound(run_on_tlm, shape, 10'000);
}

TEST(WorstPermutationSlow, IsNearlyReachedByEveryShape) {
  for (const char* const kind : {"rt", "rtt"}) {
    for (const int a : {2, 3, 4, 5, 6, 8}) expect_bound(run_on_pins, {kind, a}, 40'000);
  }
  for (const char* const kind : {"pt", "ptt", "pdtt", "bcc"}) {
    for (const int a : {2, 3, 4}) expect_bound(run_on_pins, {kind, a}, 40'000);
  }
}

}  // namespace
}  // namespace trenza::test
