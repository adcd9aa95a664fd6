// The flit-level machine against its oracle: every delivery of every cycle.
#include <gtest/gtest.h>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "tests/support/sanitizers.h"
#include "tests/support/worm_machine.h"
#include "tlm/cycle_fabric.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("the views run against each other there, which is the same code of the product");

using microarch::FabricParameters;

void compare_worm_machines(std::uint64_t count, RunLength length) {
  for_machines(random_worm_machine, 1, count, length, [](const WormMachine& machine) {
    const auto topology = machine.topology();
    EXPECT_EQ(compare_with_worm_oracle(machine, *tlm::make_cycle_fabric(*topology, machine.machine.parameters)), "");
  });
}

TEST(WormOracle, RandomMachines) { compare_worm_machines(80, RunLength::quick); }

TEST(WormOracleSlow, TwoThousandRandomMachines) { compare_worm_machines(2000, RunLength::whole); }

TEST(WormOracleSlow, AMillionCycles) {
  WormMachine machine = random_worm_machine(42);
  machine.machine.network = torus_network({4, 2}, {{1, 0, 2}});
  machine.machine.parameters.port_link_delay.clear();
  machine.machine.parameters.strides = {};
  machine.machine.parameters.arbiter = "round_robin";
  machine.machine.load_over_bound = 0.6;
  machine.machine.cycles = 500'000;
  machine.routing.route = topologies::WormRoute::dimension_order;
  const auto topology = machine.topology();
  EXPECT_EQ(compare_with_worm_oracle(machine, *tlm::make_cycle_fabric(*topology, machine.machine.parameters)), "");
}

// The comparison notices a difference: the oracle is given another seed than the fabric.
TEST(WormOracle, ComparisonSeesADifference) {
  int differ = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    FabricParameters other = machine.machine.parameters;
    other.seed += 1;
    const auto topology = machine.topology();
    differ += compare_with_worm_oracle(machine, *tlm::make_cycle_fabric(*topology, other)).empty() ? 0 : 1;
  }
  EXPECT_GT(differ, 4);
}

}  // namespace
}  // namespace trenza::test
