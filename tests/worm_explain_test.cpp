// Histories of packets of flit-level machines: the same in both views, without gaps, and with what was planted.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <set>
#include <sstream>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/history/history_text.h"
#include "testbench/history/journey_recorder.h"
#include "testbench/history/packet_recorder.h"
#include "testbench/history/trace_events.h"
#include "tests/explained.h"
#include "tests/support/isolated.h"
#include "tests/support/trace_event_judge.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using microarch::PacketName;
using testbench::PacketCycle;
using testbench::PacketHistory;
using testbench::Stage;

/// What is wrong with a history; empty if nothing is.
std::string worm_history_fault(const PacketHistory& history, const topologies::Topology& topology,
                               const FabricParameters& parameters) {
  const std::string name = to_string(history.packet.name);
  Cycle next = history.packet.created;
  Cycle crossing = 0;
  for (const testbench::Stretch& stretch : testbench::stretches(history, topology, parameters)) {
    if (stretch.range.from != next) return fmt::format("{} has a gap or an overlap in cycle {}", name, next);
    next = stretch.range.until;
    if (stretch.kind == PacketCycle::crossing) crossing += stretch.range.cycles();
  }
  const Cycle end = history.delivery ? history.delivery->ejected : history.seen_until;
  if (next != end) return fmt::format("{} ends in cycle {}, its parts in {}", name, end, next);
  for (const Stage& stage : history.stages) {
    for (const testbench::Loss& loss : stage.losses) {
      if (loss.winner && *loss.winner == history.packet.name) return name + " lost to itself";
    }
    if (!stage.grant) continue;
    if (!stage.lane || stage.lane->output != stage.grant->output || stage.allocated > stage.grant->cycle)
      return fmt::format("{} has another output VC than its grant at router {}", name, stage.router);
    const Cycle least = stage.grant->cycle + static_cast<Cycle>(history.packet.flits) - 1;
    if (stage.tail && *stage.tail < least) return fmt::format("{}: its tail came too early", name);
    if (history.delivery && !stage.tail) return fmt::format("{} has no tail at router {}", name, stage.router);
  }
  if (!history.delivery) return "";
  const testbench::Stage& last = history.stages.back();
  if (*last.tail + static_cast<Cycle>(parameters.wormhole.ejection_delay) != history.delivery->ejected)
    return name + " was not ejected after its tail";
  if (history.stages.size() != static_cast<std::size_t>(history.delivery->hops) + 1) return name + " has other hops";
  // A cycle for the head at each router, and at the destination for every flit.
  const auto flits = static_cast<Cycle>(history.packet.flits + history.delivery->hops);
  return crossing == flits ? "" : fmt::format("{} crosses in {} cycles, not {}", name, crossing, flits);
}

/// Runs a machine and writes the histories of the first packets of each node.
Explained explain_worms(const WormMachine& worms, microarch::Fabric& fabric) {
  constexpr Cycle kCycles = 220;
  constexpr std::uint64_t kOfEach = 10;
  const topologies::Topology& topology = fabric.topology();
  const FabricParameters& parameters = worms.machine.parameters;
  std::set<PacketName> wanted;
  for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
    for (std::uint64_t number = 0; number < kOfEach; ++number) wanted.insert({node, number});
  }
  const auto recorder = testbench::make_packet_recorder(topology, parameters, wanted);
  testbench::ObservedFabric observed(fabric, *recorder);
  const RandomTraffic traffic(worms.machine, topology);
  try {
    while (observed.now() < kCycles) {
      worm_offers(worms, traffic, observed.now(), [&](const Offer& packet) {
        observed.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
      });
      observed.advance(observed.now() + 1);
    }
  } catch (const testbench::ObservationEnd&) {
  }
  recorder->finish(observed.now(), {});
  Explained result;
  for (const auto& [name, history] : recorder->histories()) {
    if (result.fault.empty()) result.fault = worm_history_fault(history, topology, parameters);
    const testbench::CyclesByKind cycles = testbench::cycles_by_kind(history, topology, parameters);
    for (int k = 0; k < testbench::kPacketCycles; ++k) {
      if (cycles[static_cast<std::size_t>(k)] > 0) result.kinds.insert(name_of(static_cast<PacketCycle>(k)));
    }
    result.text += testbench::history_text(history, topology, parameters);
    if (history.delivery) ++result.packets;
    if (recorder->journeys().count(name) == 0) result.fault += to_string(name) + " has no journey";
  }
  return result;
}

void check_worm_histories(std::uint64_t first, std::uint64_t last, std::set<std::string>& kinds, std::size_t& packets) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    const std::string verdict = isolated([&]() -> std::string {
      const auto topology = machine.topology();
      const Explained tlm = explain_worms(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters));
      if (!tlm.fault.empty()) return tlm.fault;
      const Explained pin = explain_worms(machine, *rtl_models::make_pin_fabric(*topology, machine.machine.parameters));
      if (tlm.text != pin.text) return "the views write different histories";
      std::string good = fmt::format("good {}", tlm.packets);
      for (const std::string& kind : tlm.kinds) good += " " + kind;
      return good;
    });
    ASSERT_THAT(verdict, testing::StartsWith("good")) << machine.text();
    std::istringstream words(verdict.substr(4));
    std::size_t count = 0;
    words >> count;
    packets += count;
    for (std::string kind; words >> kind;) kinds.insert(kind);
  }
}

TEST(WormExplain, PartsAreTheLatencyAndBothViewsWriteTheSameText) {
  std::set<std::string> kinds;
  std::size_t packets = 0;
  check_worm_histories(1, 2, kinds, packets);
  EXPECT_GT(packets, 50U);
}

TEST(WormExplainSlow, SixtyMachinesHaveAllKinds) {
  std::set<std::string> kinds;
  std::size_t packets = 0;
  check_worm_histories(101, 160, kinds, packets);
  EXPECT_GT(packets, 3000U);
  EXPECT_THAT(kinds, testing::UnorderedElementsAre("pipeline", "queued", "lost", "eject_busy", "no_credit", "lost_vc",
                                                   "crossing", "link", "no_vc", "starved", "lost_speculation"));
}

/// All packets of a run as trace events: viewers can draw them, and slices last from the head to the tail.
void check_slices(const std::vector<std::uint64_t>& seeds) {
  for (const std::uint64_t seed : seeds) {
    const WormMachine worms = random_worm_machine(seed);
    const auto topology = worms.topology();
    const auto fabric = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
    std::string document;
    testbench::TraceEvents events(*topology, worms.machine.parameters,
                                  [&](const std::string& text) { document += text; });
    testbench::JourneyRecorder recorder([&](const testbench::Journey& journey) { events.add(journey, {}); });
    {
      testbench::ObservedFabric observed(*fabric, recorder);
      const RandomTraffic traffic(worms.machine, *topology);
      while (observed.now() < 150) {
        worm_offers(worms, traffic, observed.now(), [&](const Offer& packet) {
          observed.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
        });
        observed.advance(observed.now() + 1);
      }
    }
    recorder.finish();
    events.finish();
    EXPECT_EQ(trace_event_fault(document), "") << worms.text();
  }
}

// Small ones, in which worms follow one another at once.
TEST(WormExplain, SlicesOfWormsDoNotOverlap) { check_slices({7, 16, 24}); }
TEST(WormExplainSlow, SlicesOfThirtyMachinesDoNotOverlap) {
  std::vector<std::uint64_t> seeds(30);
  std::iota(seeds.begin(), seeds.end(), 1U);
  check_slices(seeds);
}

/// The history of one packet on a line of nodes 0 - 1 - 2 - 3; both views must write it alike.
std::string planted_worm_history(const FabricParameters& parameters, const PacketName& packet,
                                 const std::function<void(microarch::Fabric&)>& offers) {
  topologies::WormRouting routing;
  routing.vcs = parameters.wormhole.virtual_channels;
  RandomNetwork network = torus_network({4}, {});
  network.shape.wrap = {false};
  const auto topology = topologies::with_worm_routing(network.build(), routing);
  const auto text = [&](bool pins) {
    return isolated([&] {
      std::unique_ptr<microarch::Fabric> fabric;
      if (pins) {
        fabric = rtl_models::make_pin_fabric(*topology, parameters);
      } else {
        fabric = tlm::make_tlm_fabric(*topology, parameters);
      }
      const auto recorder = testbench::make_packet_recorder(*topology, parameters, {packet});
      testbench::ObservedFabric observed(*fabric, *recorder);
      offers(observed);
      try {
        while (!observed.idle()) observed.advance(observed.now() + 1000);
      } catch (const testbench::ObservationEnd&) {
      }
      recorder->finish(observed.now(), {});
      const PacketHistory& history = recorder->histories().at(packet);
      return worm_history_fault(history, *topology, parameters) +
             testbench::history_text(history, *topology, parameters);
    });
  };
  std::string tlm = text(false);
  EXPECT_EQ(tlm, text(true));
  return tlm;
}

FabricParameters one_vc() {
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.arbiter = "round_robin";
  parameters.wormhole.virtual_channels = 1;
  parameters.wormhole.buffer_flits = 8;
  return parameters;
}

// As in the tests of stalls: the worm of node 1 has the only VC in cycles 0 to 3.
TEST(WormExplain, TheHeadBehindAWormOfAnotherNode) {
  EXPECT_EQ(planted_worm_history(one_vc(), {0, 0},
                                 [](microarch::Fabric& fabric) {
                                   fabric.offer(0, 2, 3, 0, 0);
                                   fabric.offer(1, 2, 4, 0, 0);
                                 }),
            "packet 0:0: 3 flits from r_0 to r_2, created in cycle 0\n"
            "r_0 injector0: joins the queue in cycle 0\n"
            "  output VC in cycle 0: xp_to_1.vc0\n"
            "  the head crosses in cycle 0\n"
            "  the tail crosses in cycle 2\n"
            "r_1 in_xp_from_0.vc0: the head arrives in cycle 1\n"
            "  candidates: xp_to_2\n"
            "  cycles 1 to 3: no_vc: held by 1:0\n"
            "  output VC in cycle 4: xp_to_2.vc0\n"
            "  the head crosses in cycle 4\n"
            "  the tail crosses in cycle 6\n"
            "r_2 in_xp_from_1.vc0: the head arrives in cycle 5\n"
            "  output VC in cycle 5: ejector0\n"
            "  the head crosses in cycle 5\n"
            "  cycles 6 to 7: crossing\n"
            "  the tail crosses in cycle 7\n"
            "ejected at r_2 in cycle 8\n"
            "latency 8 cycles:\n"
            "  crossing                5   62.5 %\n"
            "  no_vc                   3   37.5 %\n");
}

// Two packets of one source, one flit of buffer: the second waits in the queue of the source, then for credits. A
// credit that is used in t is home in t + 1 + 4.
TEST(WormExplain, TheQueueOfTheSourceAndSlowCredits) {
  FabricParameters parameters = one_vc();
  parameters.wormhole.buffer_flits = 1;
  parameters.wormhole.injection_delay = 2;
  parameters.credit_delay = 4;
  const std::string text = planted_worm_history(parameters, {1, 1}, [](microarch::Fabric& fabric) {
    fabric.offer(1, 2, 1, 0, 0);
    fabric.offer(1, 2, 2, 0, 0);
  });
  // The first head: sent in 0, at the router in 2, its credit at the source in 3. The second: sent in 3, at the router
  // in 5, where it has a VC at once and a credit in 7. Its tail: sent in 6 is too early (the credit comes in 8), so in
  // 8, at the router in 10, where the credit of 7 is home in 12.
  EXPECT_THAT(text, testing::HasSubstr("  cycles 0 to 2: queued behind 1:0\n"
                                       "  cycles 3 to 4: link\n"
                                       "  cycles 5 to 6: no_credit\n"
                                       "  output VC in cycle 5: xp_to_2.vc0\n"
                                       "  the head crosses in cycle 7\n"
                                       "  the tail crosses in cycle 12\n"));
  EXPECT_THAT(text, testing::HasSubstr("  the head crosses in cycle 8\n"
                                       "  cycles 9 to 12: starved\n"
                                       "  cycle 13: crossing\n"
                                       "  the tail crosses in cycle 13\n"
                                       "ejected at r_2 in cycle 14\n"));
}

}  // namespace
}  // namespace trenza::test
