// The pin view of the flit-level machine against the tlm view, and against the oracle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cosim/lockstep_fabric.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

void compare_with_tlm(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.topology();
                return compare_worm_views(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters),
                                          *rtl_models::make_pin_fabric(*topology, machine.machine.parameters));
              }),
              "");
  }
}

void compare_with_oracle(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.topology();
                return compare_with_worm_oracle(machine,
                                                *rtl_models::make_pin_fabric(*topology, machine.machine.parameters));
              }),
              "");
  }
}

TEST(WormPin, RandomMachinesAgreeWithTlm) { compare_with_tlm(1, 24); }
TEST(WormPin, RandomMachinesAgreeWithTheOracle) { compare_with_oracle(100, 8); }

TEST(WormPinSlow, FourHundredRandomMachines) { compare_with_tlm(1, 400); }

}  // namespace
}  // namespace trenza::test
