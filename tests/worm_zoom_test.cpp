// Routers at pin level inside a flit-level fabric of the tlm view: nothing changes.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "cosim/border.h"
#include "cosim/zoomed_fabric.h"
#include "microarch/parameters.h"
#include "tests/support/isolated.h"
#include "tests/support/worm_islands.h"
#include "tests/support/worm_machine.h"
#include "tlm/foreign_routers.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::NodeId;
using topologies::Topology;

microarch::FabricParameters wormhole(int vcs, int depth) {
  microarch::FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.wormhole.virtual_channels = vcs;
  parameters.wormhole.buffer_flits = depth;
  return parameters;
}

std::unique_ptr<rtl_models::PinFabric> zoomed(const WormMachine& machine, const Topology& topology) {
  // A name that is given twice is an error.
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  return cosim::make_zoomed_fabric(topology, machine.machine.parameters,
                                   island_of(machine.machine.seed, topology.graph()));
}

/// Deliveries, hops, counters, counts of stalls and waiting heads, cycle by cycle.
std::string all_that_is_seen(const WormMachine& machine) {
  const auto topology = machine.topology();
  return compare_worm_views(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters),
                            *zoomed(machine, *topology));
}

/// All deliveries of a run that nobody observes, as a number. Fabrics may skip what is quiet.
std::uint64_t digest_of_worms(const WormMachine& machine, microarch::Fabric& fabric) {
  const RandomTraffic traffic(machine.machine, fabric.topology());
  std::uint64_t digest_of_worms = 0;
  const auto advance = [&](Cycle to) {
    while (fabric.now() < to) {
      fabric.advance(to);
      for (const Delivery& d : fabric.delivered())
        digest_of_worms =
            microarch::hash(digest_of_worms, d.source, d.number, d.destination, d.flits, d.entered, d.ejected, d.hops);
    }
  };
  for (Cycle t = 0; t < machine.machine.cycles; ++t) {
    worm_offers(machine, traffic, t, [&](const Offer& packet) {
      advance(t);
      fabric.offer(packet.source, packet.destination, packet.flits, t, packet.message_class);
    });
  }
  advance(3 * machine.machine.cycles);
  return microarch::hash(digest_of_worms, fabric.counters().flit_hops, fabric.counters().escape_grants);
}

std::string digests(const WormMachine& machine) {
  const auto topology = machine.topology();
  const std::uint64_t plain = digest_of_worms(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters));
  const std::uint64_t other = digest_of_worms(machine, *zoomed(machine, *topology));
  return plain == other ? "" : fmt::format("digests {:x} and {:x}", plain, other);
}

using CompareMachine = std::string (*)(const WormMachine&);

WormMachine stretched_worms(std::uint64_t seed) { return stretched(random_worm_machine(seed)); }

void check_zooms(WormMachine (*series)(std::uint64_t seed), std::uint64_t first, std::uint64_t count, RunLength length,
                 CompareMachine compare) {
  for_machines(series, first, count, length, [&](const WormMachine& machine) {
    EXPECT_EQ(isolated([&] { return compare(machine); }), "") << machine.text();
  });
}

TEST(WormZoom, RandomMachinesWithRandomRouters) {
  check_zooms(random_worm_machine, 1, 10, RunLength::quick, all_that_is_seen);
}
TEST(WormZoom, StretchedMachines) { check_zooms(stretched_worms, 101, 4, RunLength::quick, all_that_is_seen); }
TEST(WormZoom, RunsThatNobodyObserves) {
  check_zooms(random_worm_machine, 201, 5, RunLength::quick, digests);
  check_zooms(stretched_worms, 211, 3, RunLength::quick, digests);
}

TEST(WormZoomSlow, TwoHundredMachines) {
  check_zooms(random_worm_machine, 301, 140, RunLength::whole, all_that_is_seen);
  check_zooms(stretched_worms, 441, 30, RunLength::whole, all_that_is_seen);
  check_zooms(random_worm_machine, 471, 15, RunLength::whole, digests);
  check_zooms(stretched_worms, 486, 15, RunLength::whole, digests);
}

TEST(WormZoom, NothingIsSimulatedWhileNothingPasses) {
  const std::string looked = isolated([] {
    WormMachine machine;
    machine.machine.network = torus_network({6, 2}, {});
    machine.machine.parameters = wormhole(2, 4);
    machine.routing.vcs = 2;
    const auto topology = machine.topology();
    const auto fabric = cosim::make_zoomed_fabric(*topology, machine.machine.parameters, {5});
    int cycles = 0;
    fabric->observe([&cycles](Cycle) { ++cycles; });
    fabric->advance(20);  // what reset leaves to do
    cycles = 0;
    fabric->offer(1, 3, 9, 0, 0);
    while (!fabric->idle()) fabric->advance(fabric->now() + 1);
    fabric->advance(1'000'000);
    const int elsewhere = cycles;
    fabric->offer(4, 0, 9, 0, 0);
    while (!fabric->idle()) fabric->advance(fabric->now() + 1);
    fabric->advance(2'000'000);
    return fmt::format("{} {}", elsewhere, cycles > 9 && cycles < 30);
  });
  EXPECT_EQ(looked, "0 true");
}

using Wrong = void (*)(tlm::ForeignDecisions&, NodeId);

/// A border that says something else in a cycle, as soon as the island decides something in it.
class WrongBorder final : public tlm::ForeignRouters {
 public:
  WrongBorder(cosim::Border& border, Wrong wrong) : border_(border), wrong_(wrong) {}
  void offered(microarch::PacketId packet, const Delivery& delivery, topologies::HeaderWord header) override {
    border_.offered(packet, delivery, header);
  }
  void passes_flit(Cycle cycle, const tlm::FlitPassage& passage) override { border_.passes_flit(cycle, passage); }
  bool awake() const override { return border_.awake(); }
  const tlm::ForeignDecisions& decide(Cycle cycle) override {
    decisions_ = border_.decide(cycle);
    if (cycle >= 100 && !decisions_.grants.empty() && !decisions_.reservations.empty()) wrong_(decisions_, 5);
    return decisions_;
  }
  void delivered(microarch::PacketId packet, const Delivery& delivery) override { border_.delivered(packet, delivery); }

 private:
  cosim::Border& border_;
  Wrong wrong_;
  tlm::ForeignDecisions decisions_;
};

/// What is said of a clocked router whose decisions are changed; "nothing" if nobody notices.
std::string said_of(Wrong wrong) {
  return isolated([wrong]() -> std::string {
    WormMachine machine;
    machine.machine.network = torus_network({4, 4}, {});
    machine.machine.parameters = wormhole(2, 3);
    machine.machine.load_over_bound = 0.8;
    machine.routing.vcs = 2;
    const auto topology = machine.topology();
    const auto& parameters = machine.machine.parameters;
    const auto border = cosim::make_flit_border(*topology, parameters, {5}, rtl_models::WormBlockFactory());
    const auto fabric = tlm::make_tlm_fabric(*topology, parameters);
    WrongBorder foreign(*border, wrong);
    fabric->yield_routers({5}, foreign);
    const RandomTraffic traffic(machine.machine, *topology);
    try {
      for (Cycle t = 0; t < 2000; ++t) {
        traffic.offers(t, [&](const Offer& packet) { fabric->offer(packet.source, packet.destination, 5, t, 0); });
        fabric->advance(t + 1);
        border->check_departures();
      }
    } catch (const microarch::InvariantViolation& violation) {
      return violation.what();
    }
    return "nothing";
  });
}

TEST(WormZoom, WrongDecisionsOfClockedRoutersAreRefused) {
  using testing::HasSubstr;
  using Decisions = tlm::ForeignDecisions;
  EXPECT_EQ(said_of([](Decisions&, NodeId) {}), "nothing");
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants[0].is_tail ^= true; }),
              HasSubstr("it is not the flit that is at the front"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { ++all.grants[0].packet; }),
              testing::AllOf(HasSubstr("r_1_1 grants packet"), HasSubstr("another packet is at the front")));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants[0].vc ^= 1; }), HasSubstr("another output VC"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants[0].output = 99; }), HasSubstr("no such output"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants[0].input = -1; }), HasSubstr("no such input"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants.push_back(all.grants[0]); }),
              HasSubstr("another flit crosses to the output"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.grants[0].router = 6; }), HasSubstr("r_2_1 grants packet"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.reservations[0].vc ^= 1; }),
              HasSubstr("the head does not request it"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.reservations.push_back(all.reservations[0]); }),
              HasSubstr("the head waits for no output VC"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) { all.reservations.clear(); }), HasSubstr("r_1_1 grants packet"));
  EXPECT_THAT(said_of([](Decisions& all, NodeId) {
                all.reservations.push_back(all.reservations[0]);
                all.reservations.back().router = 2;
              }),
              HasSubstr("r_2_0 allocates"));
  // What is left out is missed by the clocked routers: they let go of flits that the fabric still has.
  EXPECT_NE(said_of([](Decisions& all, NodeId) { all.grants.clear(); }), "nothing");
}

}  // namespace
}  // namespace trenza::test
