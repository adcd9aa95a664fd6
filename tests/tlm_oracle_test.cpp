// The tlm view against the oracle and against the pin view: every delivery of every cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

void compare_machines_with_pins(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Machine machine = random_machine(seed);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_views(machine, *tlm::make_exact_fabric(*topology, machine.parameters),
                                     *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  }
}

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(TlmPins, RandomMachines) { compare_machines_with_pins(1, 20); }
TEST(TlmPinsSlow, TwoHundredRandomMachines) { compare_machines_with_pins(1, 200); }

void compare_machines_with_oracle(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Machine machine = random_machine(seed);
    const auto topology = machine.network.build();
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  }
}

TEST(TlmOracle, RandomMachines) { compare_machines_with_oracle(1, 60); }
TEST(TlmOracleSlow, TwoThousandRandomMachines) { compare_machines_with_oracle(1, 2000); }

// State keeps short times, which are counted anew now and then; here that happens amid traffic.
TEST(TlmOracle, ShortTimesAreCountedAnew) {
  constexpr microarch::Cycle kLastShortTime = microarch::Cycle{1} << 30;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Machine machine = random_machine(seed);
    const auto topology = machine.network.build();
    for (const microarch::Cycle start : {kLastShortTime - 300, 7 * kLastShortTime + 12'345}) {
      EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters), start), "");
    }
  }
}

// A view of another machine is found out, with the way of the packet in both.
TEST(TlmOracle, ADifferenceComesWithTheHistoryOfItsPacket) {
  Machine machine = random_machine(3);
  machine.load_over_bound = 1.2;
  Machine other = machine;
  ++other.parameters.seed;
  const auto topology = machine.network.build();
  const std::string report = compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, other.parameters));
  EXPECT_THAT(report, testing::StartsWith("machine 3: "));
  EXPECT_THAT(report, testing::HasSubstr(" in view:\n    cycle "));
  EXPECT_THAT(report, testing::HasSubstr(" in oracle:\n    cycle "));
}

}  // namespace
}  // namespace trenza::test
