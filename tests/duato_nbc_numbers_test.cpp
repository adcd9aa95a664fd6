// Duato-Nbc on 8 x 8 nodes against numbers of an independent simulator: messages of 32 flits, 10 virtual channels of
// which 5 are classes, buffers of 2 flits, a crossbar input for each virtual channel, uniform traffic.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

constexpr double kNbcFlits = 32;

constexpr int kShortRun = 20'000;
constexpr int kLongRun = 60'000;

/// The results of a run of so many cycles at this load, in messages per node and cycle.
nlohmann::json results_at(double messages, int cycles) {
  const TemporaryFolder folder;
  folder.write(
      "nbc.yaml",
      "topology: {torus: [8, 8]}\n"
      "router: {switching: wormhole, routing: duato_nbc, virtual_channels: {count: 10}, buffer_flits: 2, "
      "crossbar: per_vc}\n"
      "traffic: {pattern: uniform, packet_flits: 32, load: " +
          fmt::format("{:.6f}}}\nrun: {{cycles: {}, warmup: {}}}\n", kNbcFlits * messages, cycles, cycles / 6));
  const ProgramResult result = run_program(folder.path(), {"run", "nbc.yaml", "--quiet", "--json", "-"});
  EXPECT_EQ(result.status, 0) << result.errors;
  return nlohmann::json::parse(result.output);
}

struct LatencyPoint {
  double messages;
  double latency_cycles;
};

void expect_latencies(const std::vector<LatencyPoint>& points, int cycles) {
  for (const LatencyPoint& point : points) {
    const double latency = results_at(point.messages, cycles).at("latency").at("mean");
    EXPECT_NEAR(latency, point.latency_cycles, 0.05 * point.latency_cycles) << point.messages;
  }
}

TEST(DuatoNbcNumbers, LatencyBelowSaturation) { expect_latencies({{0.00553, 63.2}, {0.00921, 82.8}}, kShortRun); }
TEST(DuatoNbcNumbersSlow, LatencyBelowSaturation) {
  expect_latencies({{0.00184, 45.0}, {0.00553, 63.2}, {0.00921, 82.8}, {0.01473, 122.6}}, kLongRun);
}

void expect_carried(int cycles) {
  const double carried = results_at(0.04, cycles).at("accepted_load");
  EXPECT_NEAR(carried / kNbcFlits, 0.0263, 0.03 * 0.0263);
}

TEST(DuatoNbcNumbers, WhatIsCarriedWhenMoreIsOffered) { expect_carried(kShortRun); }
TEST(DuatoNbcNumbersSlow, WhatIsCarriedWhenMoreIsOffered) { expect_carried(kLongRun); }

// Four hops on average over the nodes, and what follows the head: 36 cycles.
TEST(DuatoNbcNumbers, LatencyWithoutLoad) {
  const double latency = results_at(0.0001, kLongRun).at("latency").at("mean");
  EXPECT_NEAR(latency, 36.06, 0.7);
}

}  // namespace
}  // namespace trenza::test
