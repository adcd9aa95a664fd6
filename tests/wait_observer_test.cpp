// Who waits for what in every cycle, as an observer is told: the same in both views, and in a zoomed run.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cosim/zoomed_fabric.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/machine_series.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;

constexpr Cycle kObservedCycles = 120;

std::string head_text(Cycle cycle, const microarch::WaitingHead& head) {
  std::string text = fmt::format("{}: r{} i{} {}:{} to {} ({}) {}", cycle, head.router, head.input, head.source,
                                 head.number, head.destination, head.flits, head.text);
  for (const microarch::WaitTarget& target : head.targets) {
    text += fmt::format(" {}.{}:{}/{}{}", target.output, target.vc, target.available, target.needed,
                        target.output_free ? "" : "*");
  }
  return text;
}

struct Told {
  std::vector<std::string> heads;  ///< of all cycles and routers
  std::uint64_t deliveries = 0;
};

/// Runs the machine, in steps of several cycles where nothing is offered, and notes what the observer is told.
Told watch(const Machine& machine, microarch::Fabric& fabric) {
  const RandomTraffic traffic(machine, fabric.topology());
  Told told;
  fabric.observe_waits([&](Cycle cycle, const microarch::HeadsAt& heads_at) {
    EXPECT_GE(cycle, fabric.now()) << "a cycle is told when it is simulated";
    for (topologies::NodeId node = 0; node < fabric.topology().graph().nodes(); ++node) {
      for (const microarch::WaitingHead& head : heads_at(node)) told.heads.push_back(head_text(cycle, head));
    }
  });
  while (fabric.now() < kObservedCycles) {
    traffic.offers(fabric.now(), [&](const Offer& packet) {
      fabric.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    Cycle next = fabric.now() + 1;
    const auto quiet = [&](Cycle cycle) {
      bool none = true;
      traffic.offers(cycle, [&](const Offer&) { none = false; });
      return none;
    };
    while (next < kObservedCycles && quiet(next)) ++next;
    fabric.advance(next);
    told.deliveries += fabric.delivered().size();
    while (fabric.now() < next) {
      fabric.advance(next);
      told.deliveries += fabric.delivered().size();
    }
  }
  fabric.observe_waits({});
  return told;
}

std::string first_other_head(const Told& one, const Told& other) {
  if (one.deliveries != other.deliveries) return fmt::format("{} / {} deliveries", one.deliveries, other.deliveries);
  for (std::size_t i = 0; i < std::max(one.heads.size(), other.heads.size()); ++i) {
    const std::string first = i < one.heads.size() ? one.heads[i] : "nothing";
    const std::string second = i < other.heads.size() ? other.heads[i] : "nothing";
    if (first != second) return fmt::format("{} / {}", first, second);
  }
  return one.heads.empty() ? "" : "same";
}

void expect_the_same_is_told(const std::vector<Machine>& machines) {
  int with_heads = 0;
  for (const Machine& machine : machines) {
    const std::string verdict = isolated([&] {
      const auto topology = machine.network.build();
      return first_other_head(watch(machine, *tlm::make_exact_fabric(*topology, machine.parameters)),
                              watch(machine, *rtl_models::make_pin_fabric(*topology, machine.parameters)));
    });
    if (verdict == "same") ++with_heads;
    EXPECT_TRUE(verdict == "same" || verdict.empty()) << machine.text() << ": " << verdict;
  }
  EXPECT_GE(with_heads, 3);
}

TEST(WaitObserver, BothViewsTellTheSameInEveryCycle) { expect_the_same_is_told(small_machines(random_machine, 4)); }
TEST(WaitObserverSlow, BothViewsTellTheSameOfTwelveMachines) {
  std::vector<Machine> machines;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) machines.push_back(random_machine(seed));
  expect_the_same_is_told(machines);
}

TEST(WaitObserver, AZoomedRunTellsTheSame) {
  const Machine machine = without_deadlock(random_machine(3));
  EXPECT_EQ(isolated([&] {
              const auto topology = machine.network.build();
              return first_other_head(
                  watch(machine, *tlm::make_exact_fabric(*topology, machine.parameters)),
                  watch(machine, *cosim::make_zoomed_fabric(*topology, machine.parameters, {0, 1})));
            }),
            "same");
}

// A packet that is offered in a cycle and may ask in it at once is told in that cycle already.
TEST(WaitObserver, AHeadIsToldInTheCycleOfItsOffer) {
  for (const bool pins : {false, true}) {
    EXPECT_EQ(isolated([&]() -> std::string {
                const auto topology = network({3, 3});
                const microarch::FabricParameters parameters;
                std::unique_ptr<microarch::Fabric> fabric;
                if (pins) {
                  fabric = rtl_models::make_pin_fabric(*topology, parameters);
                } else {
                  fabric = tlm::make_exact_fabric(*topology, parameters);
                }
                std::string told;
                fabric->observe_waits([&](Cycle cycle, const microarch::HeadsAt& heads_at) {
                  for (const microarch::WaitingHead& head : heads_at(0))
                    told += fmt::format("{}:{} in {} ", head.source, head.number, cycle);
                });
                fabric->advance(10);
                fabric->offer(0, 1, 1, 0);
                fabric->advance(1000);
                return told;
              }),
              "0:0 in 10 ");
  }
}

}  // namespace
}  // namespace trenza::test
