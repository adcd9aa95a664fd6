// The gain by bypass links: iBT(16^2; <4>) against the plain torus with the same routers. Tests named Slow are the full
// measurements on the pin view.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "graphs/metrics/summary.h"
#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"

namespace trenza::test {
namespace {

constexpr int kBypassFlits = 16;

topologies::TopologySpec bypass_torus() {
  return {"ibt", {{"size", std::vector<int>{16, 16}}, {"bypass", std::vector<int>{4}}}};
}
topologies::TopologySpec plain_torus() { return {"torus", {{"size", std::vector<int>{16, 16}}}}; }

struct MeasuredHops {
  double accepted = 0;
  double hops = 0;
  double hops_offered = 0;
};

MeasuredHops measure_hops(RunExperiment run, const topologies::TopologySpec& spec, double load,
                          microarch::Cycle cycles) {
  const std::string line = isolated([&]() -> std::string {
    const auto topology = topologies::make_topology(spec);
    microarch::FabricParameters parameters = bubble_router(kBypassFlits);
    parameters.escape_vcs = topology->routing().escape_vcs();
    const testbench::Results results = run(*topology, parameters, uniform(load, kBypassFlits, cycles));
    if (results.outcome == testbench::Outcome::deadlock) return results.report;
    return fmt::format("{} {} {}", results.accepted_load, results.hops_mean, results.hops_offered_mean);
  });
  MeasuredHops m;
  EXPECT_EQ(std::sscanf(line.c_str(), "%lf %lf %lf", &m.accepted, &m.hops, &m.hops_offered), 3) << line;
  fmt::print("  {}: offered {:.2f} accepted {:.4f} phits/cycle/node, hops {:.4f} (minimal {:.4f})\n", spec.kind, load,
             m.accepted, m.hops, m.hops_offered);
  std::fflush(stdout);
  return m;
}

void expect_more_than_the_torus(RunExperiment run, microarch::Cycle cycles) {
  const auto metrics = graphs::measure(topologies::make_network(bypass_torus()));
  const double bound = metrics.uniform.value().throughput;
  EXPECT_NEAR(bound, 1.138, 5e-4);
  const double bypass = measure_hops(run, bypass_torus(), 1.5, cycles).accepted;
  const double plain = measure_hops(run, plain_torus(), 1.5, cycles).accepted;
  fmt::print("  even split in the bypass torus {:.4f}\n", bound);
  EXPECT_GE(bypass, 1.05);
  EXPECT_GT(bypass, plain);
}

/// Packets escape only when they must, so at low load they go by shortest ways.
void expect_minimal_hops(RunExperiment run, microarch::Cycle cycles, double tolerance) {
  const double mean = graphs::measure(topologies::make_network(bypass_torus())).distances.mean;
  const MeasuredHops m = measure_hops(run, bypass_torus(), 0.2, cycles);
  fmt::print("  mean distance of the graph {:.4f}\n", mean);
  EXPECT_NEAR(m.hops, m.hops_offered, 0.01 * m.hops_offered);
  EXPECT_NEAR(m.hops, mean, tolerance * mean);
}

TEST(BypassNumbers, MoreThanTheTorus) { expect_more_than_the_torus(run_on_tlm, 3'000); }
TEST(BypassNumbers, MinimalHopsAtLowLoad) { expect_minimal_hops(run_on_tlm, 3'000, 0.02); }
TEST(BypassNumbersSlow, MoreThanTheTorus) { expect_more_than_the_torus(run_on_pins, 20'000); }
TEST(BypassNumbersSlow, MinimalHopsAtLowLoad) { expect_minimal_hops(run_on_pins, 20'000, 0.01); }

}  // namespace
}  // namespace trenza::test
