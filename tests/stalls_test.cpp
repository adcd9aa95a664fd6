// The reasons why packets do not move: counts that add up, planted bottlenecks that come first, saved runs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"
#include "topologies/topology_test_support.h"

namespace trenza::test {
namespace {

namespace networks = topologies::test_support;

using microarch::FabricParameters;
using microarch::OutputUse;
using microarch::StallDetail;
using microarch::StallReason;
using microarch::StallTable;

/// Runs a machine for some cycles of its traffic.
void run_traffic(const Machine& machine, microarch::Fabric& fabric, microarch::Cycle until) {
  const RandomTraffic traffic(machine, fabric.topology());
  while (fabric.now() < until) {
    traffic.offers(fabric.now(), [&](const Offer& packet) {
      fabric.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    fabric.advance(fabric.now() + 1);
  }
}

void expect_stalls_add_up(std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    const auto topology = machine.network.build();
    const auto fabric = tlm::make_exact_fabric(*topology, machine.parameters);
    const auto totals = tlm::make_exact_fabric(*topology, machine.parameters);
    fabric->count_stalls(StallDetail::places);
    totals->count_stalls(StallDetail::totals);
    run_traffic(machine, *fabric, 300);
    run_traffic(machine, *totals, 300);
    EXPECT_EQ(stalls_fault(*fabric), "") << machine.text();
    EXPECT_EQ(fabric->stalls().input_totals(), totals->stalls().input_totals()) << machine.text();
    EXPECT_EQ(fabric->stalls().output_totals(), totals->stalls().output_totals()) << machine.text();
  }
}

TEST(Stalls, AddUpToAllCyclesOfEveryPlace) { expect_stalls_add_up(12); }
TEST(StallsSlow, AddUpToAllCyclesOfEveryPlace) { expect_stalls_add_up(100); }

void expect_saved_runs_count_on(std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    const auto topology = machine.network.build();
    const auto whole = tlm::make_exact_fabric(*topology, machine.parameters);
    const auto first = tlm::make_exact_fabric(*topology, machine.parameters);
    for (const auto& fabric : {whole.get(), first.get()}) fabric->count_stalls(StallDetail::places);
    run_traffic(machine, *whole, 400);
    run_traffic(machine, *first, 150);
    microarch::MemorySink sink;
    microarch::ArchiveWriter writer(sink);
    first->save(writer);
    microarch::MemoryStream stream(sink.bytes());
    microarch::ArchiveReader reader(stream);
    const auto second = tlm::restore_exact_fabric(*topology, machine.parameters, reader);
    run_traffic(machine, *second, 400);
    EXPECT_EQ(second->stalls(), whole->stalls()) << machine.text();
  }
}

TEST(Stalls, ASavedRunGoesOnCounting) { expect_saved_runs_count_on(8); }
TEST(StallsSlow, ASavedRunGoesOnCounting) { expect_saved_runs_count_on(100); }

TEST(Stalls, NothingIsCountedUnlessAskedFor) {
  const auto topology = networks::make_torus({4, 4});
  const auto fabric = tlm::make_exact_fabric(*topology, {});
  fabric->advance(10);
  EXPECT_EQ(fabric->stalls().detail(), StallDetail::off);
}

// ---- planted bottlenecks on a torus of 4 x 4

struct BottleneckRun {
  FabricParameters parameters;
  testbench::Experiment experiment;
};

BottleneckRun plenty_of_all() {
  constexpr int kFlits = 8;
  BottleneckRun bottleneck;
  bottleneck.parameters.max_packet_flits = kFlits;
  bottleneck.parameters.ejectors = 4;
  testbench::SyntheticTraffic traffic;
  traffic.lengths = {{kFlits, 1}};
  traffic.load_ppb = 500'000'000;
  bottleneck.experiment.synthetic = traffic;
  bottleneck.experiment.run.cycles = 3'000;
  bottleneck.experiment.run.stalls = StallDetail::places;
  return bottleneck;
}

StallTable stalls_of(const BottleneckRun& bottleneck) {
  const auto topology = networks::make_torus({4, 4});
  const auto fabric = tlm::make_exact_fabric(*topology, bottleneck.parameters);
  return testbench::run_experiment(*fabric, bottleneck.experiment, {}, {}).stalls;
}

/// The reason with the most cycles among those of packets that wait.
std::string first_reason(const StallTable& table) {
  const StallTable::InputCycles cycles = table.input_totals();
  const auto most = std::max_element(cycles.begin() + index_of(StallReason::pipeline), cycles.end());
  return std::string(microarch::kStallReasons[static_cast<std::size_t>(most - cycles.begin())]);
}

/// The router whose inputs wait most for a reason.
std::size_t first_router(const StallTable& table, StallReason reason) {
  const auto waits = [&](std::size_t router) {
    std::uint64_t sum = 0;
    for (int input = 0; input < 13; ++input) sum += table.input(router, input)[index_of(reason)];
    return sum;
  };
  std::size_t first = 0;
  for (std::size_t router = 1; router < 16; ++router) first = waits(router) > waits(first) ? router : first;
  return first;
}

TEST(StallsNameFirst, ASlowEjector) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.ejectors = 1;
  bottleneck.experiment.synthetic->load_ppb = 900'000'000;
  EXPECT_EQ(first_reason(stalls_of(bottleneck)), "eject_busy");
}

TEST(StallsNameFirst, AHotNode) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.ejectors = 1;
  bottleneck.parameters.buffer_packets = 32;
  bottleneck.experiment.synthetic->pattern = "hot_spot";
  bottleneck.experiment.synthetic->hot_spots = {5};
  bottleneck.experiment.synthetic->hot_share_ppb = 1'000'000'000;
  bottleneck.experiment.synthetic->load_ppb = 100'000'000;
  const StallTable table = stalls_of(bottleneck);
  EXPECT_EQ(first_reason(table), "eject_busy");
  EXPECT_EQ(first_router(table, StallReason::eject_busy), 5U);
}

TEST(StallsNameFirst, OneVirtualChannel) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.adaptive_vcs = 0;
  bottleneck.parameters.buffer_packets = 2;
  EXPECT_EQ(first_reason(stalls_of(bottleneck)), "bubble");
}

TEST(StallsNameFirst, ATinyBuffer) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.bubble = false;
  bottleneck.parameters.buffer_packets = 1;
  bottleneck.parameters.adaptive_vcs = 1;
  bottleneck.parameters.credit_delay = 32;
  bottleneck.experiment.synthetic->load_ppb = 300'000'000;
  EXPECT_EQ(first_reason(stalls_of(bottleneck)), "no_credit");
}

TEST(StallsNameFirst, ASlowLink) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.bubble = false;
  bottleneck.parameters.buffer_packets = 1;
  bottleneck.parameters.adaptive_vcs = 1;
  bottleneck.parameters.port_link_delay = {1, 1, 60, 60};  // its credits come late
  bottleneck.experiment.synthetic->load_ppb = 200'000'000;
  const StallTable table = stalls_of(bottleneck);
  EXPECT_EQ(first_reason(table), "no_credit");
  std::array<std::uint64_t, 4> idle{};  // by port
  for (std::size_t router = 0; router < 16; ++router) {
    for (int port = 0; port < 4; ++port)
      idle[static_cast<std::size_t>(port)] += table.output(router, port)[index_of(OutputUse::no_credit)];
  }
  EXPECT_GT(std::min(idle[2], idle[3]), 5 * std::max(idle[0], idle[1]));
}

TEST(StallsNameFirst, BusyChannels) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.experiment.synthetic->pattern = "tornado";
  bottleneck.experiment.synthetic->load_ppb = 600'000'000;
  EXPECT_EQ(first_reason(stalls_of(bottleneck)), "link_busy");
}

TEST(StallsNameFirst, ASlowRouter) {
  BottleneckRun bottleneck = plenty_of_all();
  bottleneck.parameters.router_delay = 6;
  bottleneck.experiment.synthetic->load_ppb = 100'000'000;
  EXPECT_EQ(first_reason(stalls_of(bottleneck)), "pipeline");
}

}  // namespace
}  // namespace trenza::test
