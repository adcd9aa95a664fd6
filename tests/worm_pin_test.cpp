// The pin view of the flit-level machine against the tlm view, and against the oracle.
#include <gtest/gtest.h>

#include <cstdint>
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

WormMachine stretched_machine(std::uint64_t seed) { return stretched(random_worm_machine(seed)); }

void check_machines(WormMachine (*series)(std::uint64_t seed), std::uint64_t first, std::uint64_t count,
                    RunLength length, CompareOnTopology compare) {
  for_machines(series, first, count, length, [&](const WormMachine& machine) { check_pins(machine, compare); });
}

TEST(WormPin, RandomMachinesAgreeWithTlm) { check_machines(random_worm_machine, 1, 18, RunLength::quick, with_tlm); }
TEST(WormPin, StretchedMachinesAgreeWithTlm) { check_machines(stretched_machine, 101, 6, RunLength::quick, with_tlm); }
TEST(WormPin, RandomMachinesAgreeWithTheOracle) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  check_machines(random_worm_machine, 201, 5, RunLength::quick, with_oracle);
}

TEST(WormPinSlow, TwoThousandMachinesAgreeWithTlm) {
  check_machines(random_worm_machine, 1, 2000, RunLength::whole, with_tlm);
  check_machines(stretched_machine, 1, 100, RunLength::whole, with_tlm);
}
TEST(WormPinSlow, SixtyMachinesAgreeWithTheOracle) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  check_machines(random_worm_machine, 301, 40, RunLength::whole, with_oracle);
  check_machines(stretched_machine, 301, 20, RunLength::whole, with_oracle);
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
