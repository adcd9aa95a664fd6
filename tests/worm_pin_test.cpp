// The pin view of the flit-level machine against the tlm view, and against the oracle.
#include <gtest/gtest.h>

#include <string>
#include <systemc>

#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/sanitizers.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

using CompareOnTopology = std::string (*)(const WormMachine& machine, const topologies::Topology& topology);

std::string with_tlm(const WormMachine& machine, const topologies::Topology& topology) {
  return compare_worm_views(machine, *tlm::make_tlm_fabric(topology, machine.machine.parameters),
                            *rtl_models::make_pin_fabric(topology, machine.machine.parameters));
}

std::string with_oracle(const WormMachine& machine, const topologies::Topology& topology) {
  return compare_with_worm_oracle(machine, *rtl_models::make_pin_fabric(topology, machine.machine.parameters));
}

void check_pins(const WormMachine& machine, CompareOnTopology compare) {
  EXPECT_EQ(isolated([&] {
              // A name that is given twice is an error.
              sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
              return compare(machine, *machine.topology());
            }),
            "");
}

TEST(WormPin, RandomMachinesAgreeWithTlm) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    check_pins(with_length(random_worm_machine(seed), RunLength::quick), with_tlm);
}
TEST(WormPin, StretchedMachinesAgreeWithTlm) {
  for (std::uint64_t seed = 101; seed <= 104; ++seed)
    check_pins(with_length(stretched(random_worm_machine(seed)), RunLength::quick), with_tlm);
}
TEST(WormPin, RandomMachinesAgreeWithTheOracle) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  for (std::uint64_t seed = 201; seed <= 204; ++seed)
    check_pins(with_length(random_worm_machine(seed), RunLength::quick), with_oracle);
}

TEST(WormPinSlow, TwoThousandMachinesAgreeWithTlm) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) check_pins(random_worm_machine(seed), with_tlm);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) check_pins(stretched(random_worm_machine(seed)), with_tlm);
}
TEST(WormPinSlow, SixtyMachinesAgreeWithTheOracle) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  for (std::uint64_t seed = 301; seed <= 340; ++seed) check_pins(random_worm_machine(seed), with_oracle);
  for (std::uint64_t seed = 301; seed <= 320; ++seed) check_pins(stretched(random_worm_machine(seed)), with_oracle);
}

// The comparison notices a difference: the pin view is given a machine that is one cycle slower at the ejection ports.
TEST(WormPin, TheComparisonSeesADifference) {
  WormMachine machine = random_worm_machine(1);
  const auto topology = machine.topology();
  microarch::FabricParameters other = machine.machine.parameters;
  ++other.wormhole.ejection_delay;
  const std::string verdict = isolated([&] {
    return compare_worm_views(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters),
                              *rtl_models::make_pin_fabric(*topology, other));
  });
  EXPECT_NE(verdict.find("the first delivery that differs"), std::string::npos) << verdict;
}

}  // namespace
}  // namespace trenza::test
