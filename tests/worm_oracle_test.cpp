// The flit-level machine against its oracle: every delivery of every cycle.
#include <gtest/gtest.h>

#include "tests/support/worm_machine.h"
#include "tlm/cycle_fabric.h"

namespace trenza::test {
namespace {

void compare_machines(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    const auto topology = machine.topology();
    EXPECT_EQ(compare_with_worm_oracle(machine, *tlm::make_cycle_fabric(*topology, machine.machine.parameters)), "");
  }
}

TEST(WormOracle, RandomMachines) { compare_machines(1, 100); }

TEST(WormOracleSlow, TwoThousandRandomMachines) { compare_machines(1, 2000); }

}  // namespace
}  // namespace trenza::test
