// Packets to the own node: they wait in an injector and ask for an ejection port, in all views and in the oracle.
#include <gtest/gtest.h>

#include "tests/machine_series.h"
#include "tests/support/random_machine.h"
#include "tests/support/sanitizers.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(SelfTrafficPins, RandomMachines) { compare_with_pins(machine_with_self, 8, RunLength::quick); }
TEST(SelfTrafficPinsSlow, TwoHundredRandomMachines) { compare_with_pins(machine_with_self, 200); }

TEST(SelfTrafficOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_self, 20, RunLength::quick);
}
TEST(SelfTrafficOracleSlow, ThousandRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_self, 1000);
}

/// Sections 4.2, 6 and 11 of docs/microarchitecture.md: no hops, `R - 1` cycles before the grant, and an injector by
/// the number of the packet.
TEST(SelfTraffic, APacketAloneTakesItsLengthAndTheRouterDelay) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Machine machine = random_machine(seed);
    const auto topology = machine.network.build();
    const auto fabric = tlm::make_exact_fabric(*topology, machine.parameters);
    const topologies::NodeId node = topology->graph().nodes() - 1;
    std::vector<int> inputs;
    fabric->observe_hops([&](const microarch::Hop& hop) { inputs.push_back(hop.input); });
    const int queues = machine.parameters.injectors;
    for (int number = 0; number <= queues; ++number) {
      const microarch::Cycle created = fabric->now();
      const int flits = 1 + number % machine.parameters.max_packet_flits;
      EXPECT_EQ(fabric->offer(node, node, flits, 7, 0), static_cast<std::uint64_t>(number));
      fabric->advance(created + 1'000'000);
      ASSERT_EQ(fabric->delivered().size(), 1U) << machine.text();
      const microarch::Delivery& packet = fabric->delivered()[0];
      EXPECT_EQ(packet.hops, 0);
      EXPECT_EQ(packet.destination, node);
      EXPECT_EQ(packet.entered - created, static_cast<microarch::Cycle>(machine.parameters.router_delay - 1));
      EXPECT_EQ(packet.ejected - packet.entered, static_cast<microarch::Cycle>(flits - 1));
      const int first = topology->graph().ports() * machine.parameters.vcs();
      const bool lowest = machine.parameters.injection.is<microarch::ShortestInjection>();
      EXPECT_EQ(inputs.back(), first + (lowest ? 0 : number % queues)) << machine.text();
      fabric->advance(fabric->now() + 1000);
    }
    EXPECT_EQ(inputs.size(), static_cast<std::size_t>(queues + 1));
    EXPECT_EQ(fabric->counters().flit_hops, 0U);
  }
}

}  // namespace
}  // namespace trenza::test
