// Routers at pin level inside a fabric of the tlm view: nothing changes.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cosim/lockstep_fabric.h"
#include "cosim/zoomed_fabric.h"
#include "tests/machine_series.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::NodeId;

/// One router, some, or a row of neighbours.
std::vector<NodeId> some_nodes(std::uint64_t seed, NodeId nodes) {
  Draws draws(seed * 31 + 7);
  std::vector<bool> chosen(static_cast<std::size_t>(nodes), false);
  const NodeId first = draws.below(nodes);
  const int count = draws.one_of<int>({1, 1, 2, 3, 5, nodes});
  const bool row = draws.one_in(2);
  for (int k = 0; k < count; ++k) {
    const NodeId node = k == 0 ? first : (row ? (first + k) % nodes : draws.below(nodes));
    chosen[static_cast<std::size_t>(node)] = true;
  }
  std::vector<NodeId> list;
  for (NodeId node = 0; node < nodes; ++node) {
    if (chosen[static_cast<std::size_t>(node)]) list.push_back(node);
  }
  return list;
}

/// Every delivery, hop, counter and waiting packet of a zoomed fabric beside those of the tlm view. Empty if they
/// agree.
std::string zoomed_and_not(const Machine& machine) {
  const auto topology = machine.network.build();
  const auto plain = tlm::make_exact_fabric(*topology, machine.parameters);
  const auto zoomed =
      cosim::make_zoomed_fabric(*topology, machine.parameters, some_nodes(machine.seed, topology->graph().nodes()));
  return compare_views(machine, *plain, *zoomed);
}

void expect_the_same_of_machines(MachineSeries series, std::uint64_t machines, RunLength length) {
  for_machines(series, 1, machines, length, [](const Machine& machine) {
    EXPECT_EQ(isolated([&] { return zoomed_and_not(machine); }), "") << machine.text();
  });
}

TEST(ZoomSpace, RandomMachinesWithRandomRouters) { expect_the_same_of_machines(random_machine, 10, RunLength::quick); }
TEST(ZoomSpaceSlow, RandomMachinesWithRandomRouters) {
  expect_the_same_of_machines(random_machine, 100, RunLength::whole);
}
TEST(ZoomSpace, RandomMachinesWithReservations) {
  expect_the_same_of_machines(machine_with_pipelines, 6, RunLength::quick);
}
TEST(ZoomSpaceSlow, RandomMachinesWithReservations) {
  expect_the_same_of_machines(machine_with_pipelines, 100, RunLength::whole);
}
TEST(ZoomSpace, RandomMachinesWithShares) { expect_the_same_of_machines(machine_with_shares, 5, RunLength::quick); }
TEST(ZoomSpaceSlow, RandomMachinesWithShares) {
  expect_the_same_of_machines(machine_with_shares, 50, RunLength::whole);
}

void expect_the_same_of_all_routers(RunLength length) {
  Machine machine = with_length(random_machine(11), length);
  machine.load_over_bound = 0.8;
  EXPECT_EQ(isolated([&]() -> std::string {
              const auto topology = machine.network.build();
              std::vector<NodeId> all;
              for (NodeId node = 0; node < topology->graph().nodes(); ++node) all.push_back(node);
              const auto plain = tlm::make_exact_fabric(*topology, machine.parameters);
              const auto zoomed = cosim::make_zoomed_fabric(*topology, machine.parameters, all);
              return compare_views(machine, *plain, *zoomed);
            }),
            "");
}
TEST(ZoomSpace, AllRoutersOfASmallTorus) { expect_the_same_of_all_routers(RunLength::quick); }
TEST(ZoomSpaceSlow, AllRoutersOfASmallTorus) { expect_the_same_of_all_routers(RunLength::whole); }

TEST(ZoomSpace, NothingIsSimulatedWhileNothingPasses) {
  const std::string looked = isolated([] {
    const auto topology = network("rtt", 4);
    const auto fabric = cosim::make_zoomed_fabric(*topology, bubble_router(5), {31});
    int cycles = 0;
    fabric->observe([&cycles](Cycle) { ++cycles; });
    fabric->advance(20);  // what reset leaves to do
    cycles = 0;
    fabric->offer(0, 1, 5, 0, 0);
    while (!fabric->idle()) fabric->advance(fabric->now() + 1);
    fabric->advance(1'000'000);
    const int elsewhere = cycles;
    fabric->offer(0, 31, 5, 0, 0);
    while (!fabric->idle()) fabric->advance(fabric->now() + 1);
    return fmt::format("{} {}", elsewhere, cycles > 4 && cycles < 40);
  });
  EXPECT_EQ(looked, "0 true");
}

}  // namespace
}  // namespace trenza::test
