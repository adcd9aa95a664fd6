// Histories of packets: the same in both views, without gaps, and with the reasons that were planted.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/history/deadlock_text.h"
#include "testbench/history/history_recorder.h"
#include "testbench/history/history_text.h"
#include "tests/explained.h"
#include "tests/machine_series.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using microarch::PacketName;
using testbench::PacketCycle;
using testbench::PacketHistory;
using testbench::Stage;

constexpr Cycle kExplainedCycles = 180;

/// The first packets of each node.
std::set<PacketName> first_packets(const topologies::Topology& topology, std::uint64_t of_each) {
  std::set<PacketName> all;
  for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
    for (std::uint64_t number = 0; number < of_each; ++number) all.insert({node, number});
  }
  return all;
}

/// What is wrong with a history; empty if nothing is.
std::string history_fault(const PacketHistory& history, const topologies::Topology& topology,
                          const FabricParameters& parameters) {
  const std::string name = to_string(history.packet.name);
  Cycle next = history.packet.created;
  for (const testbench::Stretch& stretch : testbench::stretches(history, topology, parameters)) {
    if (stretch.range.from != next) return fmt::format("{} has a gap or an overlap in cycle {}", name, next);
    next = stretch.range.until;
  }
  const Cycle end = history.delivery ? history.delivery->ejected : history.seen_until;
  if (next != end) return fmt::format("{} ends in cycle {}, its parts in {}", name, end, next);
  Cycle sum = 0;
  for (const Cycle cycles : testbench::cycles_by_kind(history, topology, parameters)) sum += cycles;
  if (sum != end - history.packet.created) return fmt::format("{}: {} cycles are {}", name, end, sum);
  std::size_t hops = 0;
  for (const Stage& stage : history.stages) {
    if (stage.grant && stage.grant->output < topology.graph().ports()) ++hops;
    for (const testbench::Loss& loss : stage.losses) {
      if (loss.winner && *loss.winner == history.packet.name) return name + " lost to itself";
    }
    for (const testbench::BusyOutput& busy : stage.busy) {
      if (!busy.crossing) return fmt::format("{}: nobody crosses a busy output in cycle {}", name, busy.range.from);
    }
    for (const testbench::Stretch& stretch : stage.waits) {
      const bool behind = stretch.kind == PacketCycle::queued || stretch.kind == PacketCycle::input_busy;
      if (behind && stretch.packets.empty() && history.delivery)
        return fmt::format("{}: nobody is in its way in cycle {}", name, stretch.range.from);
    }
  }
  if (history.delivery && hops != static_cast<std::size_t>(history.delivery->hops)) return name + " has other hops";
  return "";
}

/// Runs a machine and writes the histories of the first packets of each node.
Explained explain(const Machine& machine, microarch::Fabric& fabric) {
  const topologies::Topology& topology = fabric.topology();
  testbench::HistoryRecorder recorder(topology, machine.parameters, first_packets(topology, 12));
  testbench::ObservedFabric observed(fabric, recorder);
  const RandomTraffic traffic(machine, topology);
  while (observed.now() < kExplainedCycles && recorder.wants_more()) {
    traffic.offers(observed.now(), [&](const Offer& packet) {
      observed.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    try {
      observed.advance(observed.now() + 1);
    } catch (const testbench::ObservationEnd&) {
    }
  }
  recorder.finish(observed.now(), observed.waiting().heads);
  Explained result;
  for (const auto& [name, history] : recorder.histories()) {
    if (result.fault.empty()) result.fault = history_fault(history, topology, machine.parameters);
    const testbench::CyclesByKind cycles = testbench::cycles_by_kind(history, topology, machine.parameters);
    for (int k = 0; k < testbench::kPacketCycles; ++k) {
      if (cycles[static_cast<std::size_t>(k)] > 0) result.kinds.insert(name_of(static_cast<PacketCycle>(k)));
    }
    result.text += testbench::history_text(history, topology, machine.parameters);
    if (history.delivery) ++result.packets;
  }
  return result;
}

std::string text_difference(const std::string& one, const std::string& other) {
  const auto [at, also_at] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (at == one.end() && also_at == other.end()) return "";
  const auto place = static_cast<std::size_t>(at - one.begin());
  const std::size_t from = place < 300 ? 0 : place - 300;
  return one.substr(from, 400) + "\n---\n" + other.substr(from, 400);
}

/// All families of networks, allocators, crossbars and pipelines.
constexpr std::array<MachineSeries, 3> kExplainedSeries{random_machine, machine_with_other_policies,
                                                        machine_with_pipelines};

void expect_the_same_histories(const std::vector<Machine>& machines) {
  std::set<std::string> kinds;
  std::size_t packets = 0;
  for (const Machine& any : machines) {
    const Machine machine = without_deadlock(any);
    const std::string verdict = isolated([&]() -> std::string {
      const auto topology = machine.network.build();
      const Explained tlm = explain(machine, *tlm::make_exact_fabric(*topology, machine.parameters));
      if (!tlm.fault.empty()) return tlm.fault;
      const Explained pin = explain(machine, *rtl_models::make_pin_fabric(*topology, machine.parameters));
      std::string difference = text_difference(tlm.text, pin.text);
      if (!difference.empty()) return difference;
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
  EXPECT_GE(packets, 500U);
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(PacketCycle::no_vc)) << testing::PrintToString(kinds);
}

TEST(Explain, PartsAreTheLatencyAndBothViewsWriteTheSameText) {
  std::vector<Machine> machines;
  for (const MachineSeries series : kExplainedSeries) {
    for (Machine& machine : small_machines(series, 3)) machines.push_back(std::move(machine));
  }
  machines.push_back(random_machine(48));  // small too, and its buffers fill
  expect_the_same_histories(machines);
}
TEST(ExplainSlow, PartsAreTheLatencyAndBothViewsWriteTheSameTextOfThirtyMachines) {
  std::vector<Machine> machines;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    machines.push_back(kExplainedSeries[seed % kExplainedSeries.size()](seed));
  expect_the_same_histories(machines);
}

/// The history of one packet of a fabric to which `offers` offers in cycle 0; both views must write it alike.
std::string planted_history(const topologies::Topology& topology, const FabricParameters& parameters,
                            const PacketName& packet, const std::function<void(microarch::Fabric&)>& offers) {
  const auto text = [&](bool pins) {
    return isolated([&] {
      std::unique_ptr<microarch::Fabric> fabric;
      if (pins) {
        fabric = rtl_models::make_pin_fabric(topology, parameters);
      } else {
        fabric = tlm::make_exact_fabric(topology, parameters);
      }
      testbench::HistoryRecorder recorder(topology, parameters, {packet});
      testbench::ObservedFabric observed(*fabric, recorder);
      offers(observed);
      try {
        while (!observed.idle()) observed.advance(observed.now() + 1000);
      } catch (const testbench::ObservationEnd&) {
      }
      recorder.finish(observed.now(), observed.waiting().heads);
      const PacketHistory& history = recorder.histories().at(packet);
      return history_fault(history, topology, parameters) + testbench::history_text(history, topology, parameters);
    });
  };
  std::string tlm = text(false);
  EXPECT_EQ(tlm, text(true));
  return tlm;
}

TEST(Explain, ThePacketThatTheBubbleRuleRefuses) {
  const auto topology = network({5, 5});
  FabricParameters parameters;
  parameters.adaptive_vcs = 0;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  EXPECT_EQ(planted_history(*topology, parameters, {0, 1},
                            [](microarch::Fabric& fabric) {
                              fabric.offer(0, 2, 4, 0, 0);
                              fabric.offer(0, 2, 4, 0, 0);
                            }),
            "packet 0:1: 4 flits from r_0_0 to r_2_0, created in cycle 0\n"
            "r_0_0 injector0: joins the queue in cycle 0\n"
            "  candidates: xp_to_1_0.vc0\n"
            "  cycles 0 to 3: queued behind 0:0\n"
            "  cycles 4 to 5: bubble\n"
            "    xp_to_1_0.vc0 has 1 slot, needs 2 to enter the ring (in it: 0:0)\n"
            "  granted in cycle 6: xp_to_1_0.vc0\n"
            "r_1_0 in_xp_from_0_0.vc0: the head arrives in cycle 8\n"
            "  candidates: xp_to_2_0.vc0\n"
            "  granted in cycle 8: xp_to_2_0.vc0\n"
            "r_2_0 in_xp_from_1_0.vc0: the head arrives in cycle 10\n"
            "  candidates: ejector0\n"
            "  granted in cycle 10: ejector0\n"
            "ejected at r_2_0 in cycle 13\n"
            "latency 13 cycles:\n"
            "  queued            4   30.8 %\n"
            "  bubble            2   15.4 %\n"
            "  crossing          5   38.5 %\n"
            "  link              2   15.4 %\n");
}

// Two packets of one cycle want the same output in it: the loser is known although it was offered in that very cycle.
TEST(Explain, ThePacketThatLosesInTheCycleOfItsOffer) {
  const auto topology = network({5, 5});
  FabricParameters parameters;
  parameters.injectors = 2;
  parameters.injection = microarch::InjectionPolicy("round_robin");
  parameters.arbiter = microarch::ArbiterPolicy("age");
  parameters.max_packet_flits = 3;
  const std::string text = planted_history(*topology, parameters, {0, 1}, [](microarch::Fabric& fabric) {
    fabric.offer(0, 1, 3, 0, 0);
    fabric.offer(0, 1, 3, 0, 0);
  });
  EXPECT_THAT(text, testing::HasSubstr("r_0_0 injector1: joins the queue in cycle 0\n"
                                       "  candidates: xp_to_1_0.vc1, .vc2, .vc0\n"
                                       "  cycle 0: lost\n"
                                       "    xp_to_1_0 goes to 0:0\n"
                                       "  cycles 1 to 2: link_busy\n"
                                       "    xp_to_1_0 is busy: 0:0 crosses\n"
                                       "  granted in cycle 3: xp_to_1_0.vc"));
  EXPECT_THAT(text, testing::EndsWith("ejected at r_1_0 in cycle 7\n"
                                      "latency 7 cycles:\n"
                                      "  lost              1   14.3 %\n"
                                      "  link_busy         2   28.6 %\n"
                                      "  crossing          3   42.9 %\n"
                                      "  link              1   14.3 %\n"));
}

}  // namespace
}  // namespace trenza::test
