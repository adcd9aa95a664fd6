// The allocators and arbiters that few machines of the series draw: every delivery of every cycle in the tlm view, the pin
// view and the oracle.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

void compare_with_pins(std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_views(machine, *tlm::make_exact_fabric(*topology, machine.parameters),
                                     *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  }
}

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(PolicyPins, RandomMachines) { compare_with_pins(15); }
TEST(PolicyPinsSlow, FiveHundredRandomMachines) { compare_with_pins(500); }

void compare_with_the_oracle(std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    const auto topology = machine.network.build();
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  }
}

TEST(PolicyOracle, RandomMachines) { compare_with_the_oracle(40); }
TEST(PolicyOracleSlow, TwoThousandRandomMachines) { compare_with_the_oracle(2000); }

TEST(PolicyOracle, TheMachinesHaveEveryCombination) {
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> crossbars;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    seen.insert({machine.parameters.allocator.name(), machine.parameters.arbiter.name()});
    crossbars.insert(machine.parameters.crossbar.name());
  }
  // output_first with every arbiter, input_first with those of the series not drawn, and every matrix allocator.
  EXPECT_EQ(seen.size(), microarch::ArbiterPolicy::kAll.size() + 2 + microarch::AllocatorPolicy::kAll.size() - 2);
  EXPECT_EQ(crossbars.size(), 2U);
}

}  // namespace
}  // namespace trenza::test
