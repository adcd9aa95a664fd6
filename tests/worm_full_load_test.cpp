// Full load on machines of flits that the proof accepts: nothing stands still for good.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "microarch/deadlock_proof.h"
#include "testbench/watchdog.h"
#include "tests/support/worm_machine.h"
#include "tlm/cycle_fabric.h"
#include "topologies/topology_test_support.h"
#include "topologies/worm/worm_relation_test_support.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using testing::HasSubstr;

using WormSeries = WormMachine (*)(std::uint64_t seed);

/// Machine number `seed` of a series, at full load, if the proof accepts it.
std::string run_at_full_load(WormSeries series, std::uint64_t seed, Cycle cycles, int& accepted) {
  WormMachine worms = series(seed);
  Machine& machine = worms.machine;
  machine.load_over_bound = 4;
  machine.destinations = Destinations::uniform;
  machine.parameters.max_packet_flits = std::min(machine.parameters.max_packet_flits, 16);
  const auto topology = worms.topology();
  if (!microarch::prove_deadlock_free(*topology, machine.parameters).holds()) return {};
  ++accepted;
  const auto fabric = tlm::make_cycle_fabric(*topology, machine.parameters);
  const RandomTraffic traffic(machine, *topology);
  testbench::Watchdog watchdog(*topology, machine.parameters, 5'000);
  std::uint64_t inside = 0;
  while (fabric->now() < cycles) {
    const Cycle t = fabric->now();
    const std::uint64_t most = 16U * static_cast<std::uint64_t>(topology->graph().nodes());
    if (inside < most) {
      worm_offers(worms, traffic, t, [&](const Offer& packet) {
        fabric->offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
        ++inside;
      });
    }
    fabric->advance(t + 1);
    inside -= fabric->delivered().size();
    if (t < watchdog.next_check()) continue;
    const auto deadlock = watchdog.check(
        fabric->standing(), [&] { return fabric->waiting(); }, fabric->now());
    if (deadlock) return worms.text() + ": " + deadlock->report;
  }
  for (const std::string& fault : fabric->audit()) return worms.text() + ": " + fault;
  const microarch::Counters counters = fabric->counters();
  return counters.packets_delivered * 2 > counters.packets_offered ? "" : worms.text() + ": few packets arrive";
}

void run_machines(WormSeries series, int wanted, Cycle cycles) {
  int accepted = 0;
  for (std::uint64_t seed = 7000; accepted < wanted; ++seed)
    EXPECT_EQ(run_at_full_load(series, seed, cycles, accepted), "");
}

TEST(WormFullLoad, SixMachines) { run_machines(random_worm_machine, 6, 2'000); }
TEST(WormFullLoad, FiveMachinesWithOtherEscapes) { run_machines(random_escape_machine, 5, 2'000); }

TEST(WormFullLoadSlow, AHundredMachines) { run_machines(random_worm_machine, 100, 1'000'000); }
TEST(WormFullLoadSlow, AHundredMachinesWithOtherEscapes) { run_machines(random_escape_machine, 100, 100'000); }

/// What the watchdog reports of full load on a machine that the proof refuses.
std::string report_at_full_load(const WormMachine& worms, const topologies::Topology& topology, Cycle cycles) {
  EXPECT_FALSE(microarch::prove_deadlock_free(topology, worms.machine.parameters).holds());
  const auto fabric = tlm::make_cycle_fabric(topology, worms.machine.parameters);
  const RandomTraffic traffic(worms.machine, topology);
  testbench::Watchdog watchdog(topology, worms.machine.parameters, 500);
  while (fabric->now() < cycles) {
    const Cycle t = fabric->now();
    worm_offers(worms, traffic, t, [&](const Offer& packet) {
      fabric->offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    fabric->advance(t + 1);
    if (t < watchdog.next_check()) continue;
    const auto deadlock = watchdog.check(
        fabric->standing(), [&] { return fabric->waiting(); }, fabric->now());
    if (deadlock) return deadlock->report;
  }
  return "no deadlock";
}
std::string report_at_full_load(const WormMachine& worms, Cycle cycles) {
  return report_at_full_load(worms, *worms.topology(), cycles);
}

WormMachine plain_machine(const std::vector<int>& sizes, int buffer_flits, int packet_flits) {
  WormMachine worms = random_worm_machine(1);
  worms.machine.network = torus_network(sizes, {});
  worms.machine.parameters = {};
  worms.machine.parameters.switching = "wormhole";
  worms.machine.parameters.link_delay = 0;
  worms.machine.parameters.wormhole.buffer_flits = buffer_flits;
  worms.machine.parameters.max_packet_flits = packet_flits;
  worms.machine.mixed_lengths = false;
  worms.machine.destinations = Destinations::uniform;
  worms.machine.load_over_bound = 4;
  worms.routing = {};
  worms.self = false;
  return worms;
}

// The same watchdog sees the deadlock of a ring with one virtual channel.
TEST(WormFullLoad, ARingWithOneVcStandsStill) {
  WormMachine worms = plain_machine({8}, 2, 16);
  worms.routing.vcs = worms.machine.parameters.wormhole.virtual_channels = 1;
  EXPECT_THAT(report_at_full_load(worms, 5'000), HasSubstr("held by"));
}

/// 8 x 8 nodes with `nbc` and classes to spare, whose choices are changed.
std::string report_of_changed_classes(const topologies::test_support::ChangedWorms::Change& change) {
  WormMachine worms = plain_machine({8, 8}, 2, 16);
  worms.routing.route = topologies::WormRoute::nbc;
  worms.routing.vcs = worms.machine.parameters.wormhole.virtual_channels = 5;
  const auto sound = worms.topology();
  const topologies::test_support::ChangedWorms changed(*sound, change);
  return report_at_full_load(worms, topologies::test_support::ReroutedTopology(*sound, changed), 20'000);
}

// After its first hop a packet falls to class 0, and stays there.
TEST(WormFullLoad, ClassesThatFallStandStill) {
  EXPECT_THAT(report_of_changed_classes([](auto, auto, topologies::ArrivalLane lane, topologies::RouteChoice& choice) {
                if (lane.port >= 0) choice.tiers[topologies::RouteChoice::kEscape].vcs = 1;
              }),
              HasSubstr("held by"));
}

// A packet that has used a bonus card counts it once more, and has no class left in the end.
TEST(WormFullLoad, ABonusCardSpentTwiceStandsStill) {
  EXPECT_THAT(report_of_changed_classes([](auto, auto, topologies::ArrivalLane lane, topologies::RouteChoice& choice) {
                topologies::VcMask& vcs = choice.tiers[topologies::RouteChoice::kEscape].vcs;
                if (lane.port < 0) vcs = (vcs | vcs << 1U) & 31U;
              }),
              HasSubstr("held by"));
}

// Heads in adaptive queues behind flits of others cannot ask for an escape (docs/microarchitecture-flit.md, section
// 8.4).
TEST(WormFullLoad, AdaptiveWormsInQueuesBehindOneAnotherStandStill) {
  WormMachine worms = plain_machine({8, 8}, 16, 8);
  worms.machine.parameters.ejectors = 4;
  worms.routing.route = topologies::WormRoute::duato;
  worms.routing.vcs = worms.machine.parameters.wormhole.virtual_channels = 3;
  EXPECT_THAT(report_at_full_load(worms, 40'000), HasSubstr("held by"));
}

}  // namespace
}  // namespace trenza::test
