// Freedom from deadlock in the tlm view: full load on random networks of every family, with the smallest buffers that
// the proof allows.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "microarch/parameters.h"
#include "testbench/watchdog.h"
#include "tests/support/experiments.h"
#include "tests/support/random_draws.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"
#include "topologies/proof.h"

namespace trenza::test {
namespace {

using microarch::Cycle;

constexpr NetworkFamily kFamilies[] = {
    NetworkFamily::torus,           NetworkFamily::open_grid,         NetworkFamily::conflicting,
    NetworkFamily::ibt_torus_order, NetworkFamily::ibt_three_classes, NetworkFamily::custom};

/// The least buffer depth with which the proof holds; 0 if it does not hold with 4.
int smallest_buffer(const topologies::Topology& topology) {
  constexpr int kMostPackets = 4;
  for (int packets = 1; packets <= kMostPackets; ++packets) {
    topologies::EscapeParameters escape;
    escape.buffer_packets = packets;
    if (topologies::prove_deadlock_free(topology, escape).holds()) return packets;
  }
  return 0;
}

constexpr int kMostFlitsAtFullLoad = 8;

/// The next machine of the series from `seed` on whose network is of the family; small buffers, one packet length.
Machine machine_of(NetworkFamily family, std::uint64_t& seed) {
  for (;; ++seed) {
    Machine machine = without_deadlock(random_machine(seed));
    if (machine.network.family != family) continue;
    ++seed;
    const auto topology = machine.network.build();
    microarch::FabricParameters& p = machine.parameters;
    p.buffer_packets = smallest_buffer(*topology);
    EXPECT_GT(p.buffer_packets, 0) << machine.text();
    p.max_packet_flits = std::min(p.max_packet_flits, kMostFlitsAtFullLoad);
    return machine;
  }
}

/// Keeps so many packets of every node in its queue or under way, more than the buffers of a router hold: every
/// injector always has a packet that wants in.
constexpr int kPacketsOfANode = 128;
constexpr Cycle kProgressInterval = 10'000;

/// Uniform traffic that never lets up. Empty, or what is wrong.
std::string full_load(const Machine& machine, Cycle cycles) {
  const auto topology = machine.network.build();
  const auto fabric = tlm::make_exact_fabric(*topology, machine.parameters);
  Draws draws(machine.seed);
  const int nodes = topology->graph().nodes();
  const auto offer = [&](int source) {
    const int destination = draws.below(nodes - 1);
    const int flits = machine.mixed_lengths ? draws.range(1, machine.parameters.max_packet_flits)
                                            : machine.parameters.max_packet_flits;
    fabric->offer(source, destination < source ? destination : destination + 1, flits, 0,
                  draws.below(machine.parameters.message_classes));
  };
  for (int node = 0; node < nodes; ++node) {
    for (int k = 0; k < kPacketsOfANode; ++k) offer(node);
  }
  for (Cycle look = kProgressInterval; fabric->now() < cycles; look += kProgressInterval) {
    const std::uint64_t before = fabric->counters().packets_delivered;
    while (fabric->now() < std::min(look, cycles)) {
      fabric->advance(std::min(look, cycles));
      for (const microarch::Delivery& packet : fabric->delivered()) offer(packet.source);
    }
    if (const auto deadlock = testbench::find_deadlock(fabric->waiting(), *topology, machine.parameters)) {
      return deadlock->report;
    }
    if (fabric->counters().packets_delivered == before) return "nothing is delivered any more";
  }
  for (const std::string& fault : fabric->audit()) return fault;
  const microarch::Counters counters = fabric->counters();
  fmt::print("  {}: {} packets, {:.3f} phits/cycle/node, {:.1f} % of the hops on escape VCs\n", machine.text(),
             counters.packets_delivered,
             static_cast<double>(counters.flits_delivered) / static_cast<double>(cycles) / nodes,
             100.0 * static_cast<double>(counters.escape_grants) / static_cast<double>(counters.network_grants));
  std::fflush(stdout);
  return "";
}

/// `each` networks of each family, half of them without adaptive channels where the family can do without.
void expect_no_deadlock_of_families(int each, Cycle cycles,
                                    const std::vector<microarch::PipelinePolicy>& pipelines = {{}}) {
  for (const NetworkFamily family : kFamilies) {
    std::uint64_t seed = 1;
    for (int k = 0; k < each; ++k) {
      Machine machine = machine_of(family, seed);
      if (k % 2 == 1) machine.parameters.adaptive_vcs = 0;
      machine.parameters.pipeline = pipelines[static_cast<std::size_t>(k) % pipelines.size()];
      EXPECT_EQ(full_load(machine, cycles), "") << machine.text();
    }
  }
}

TEST(FullLoad, NoDeadlockOnTwelveNetworks) { expect_no_deadlock_of_families(2, 3'000); }

/// Reservations take the credits before the crossbar is free.
std::vector<microarch::PipelinePolicy> of_two_steps() {
  using microarch::PipelinePolicy;
  const auto speculative = PipelinePolicy::of<microarch::SpeculativePipeline>();
  return {speculative, PipelinePolicy::of<microarch::TwoStepPipeline>().with(3),
          speculative.with(microarch::SpeculativePipeline::kMaskRequests)};
}

TEST(FullLoad, NoDeadlockWithReservations) { expect_no_deadlock_of_families(3, 3'000, of_two_steps()); }

// The same load hangs where the rule is off, and is seen to.
TEST(FullLoad, WithoutTheBubbleItHangs) {
  Machine machine;
  machine.seed = 1;
  machine.network = torus_network({8, 4}, {{1, 0, 4}});
  machine.parameters = bubble_router(4);
  machine.parameters.buffer_packets = 2;
  machine.parameters.adaptive_vcs = 0;
  machine.parameters.bubble = false;
  EXPECT_NE(full_load(machine, 100'000), "");
}

TEST(FullLoadSlow, NoDeadlockWithReservations) { expect_no_deadlock_of_families(6, 200'000, of_two_steps()); }

TEST(FullLoadSlow, NoDeadlockOnSixtyNetworksForAMillionCycles) { expect_no_deadlock_of_families(10, 1'000'000); }

}  // namespace
}  // namespace trenza::test
