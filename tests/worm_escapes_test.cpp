// Negative hops, flit bubbles and unidirectional tori in all views: the flit-level machine against its oracle, and the
// pin view against the tlm view.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <systemc>

#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/sanitizers.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

constexpr std::uint64_t kQuickWithOracle = 20;
constexpr std::uint64_t kQuickWithPins = 10;

void compare_escapes_with_oracle(std::uint64_t count, RunLength length) {
  for_machines(random_escape_machine, 1, count, length, [](const WormMachine& machine) {
    const auto topology = machine.topology();
    EXPECT_EQ(compare_with_worm_oracle(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters)), "");
  });
}

void compare_escapes_with_pins(std::uint64_t first, std::uint64_t count, RunLength length) {
  for_machines(random_escape_machine, first, count, length, [](const WormMachine& machine) {
    EXPECT_EQ(isolated([&] {
                // A name that is given twice is an error.
                sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
                const auto topology = machine.topology();
                return compare_worm_views(machine, *tlm::make_tlm_fabric(*topology, machine.machine.parameters),
                                          *rtl_models::make_pin_fabric(*topology, machine.machine.parameters));
              }),
              "");
  });
}

/// The quick tests have machines of every kind of the series, of which there are five in turn.
TEST(WormEscapes, QuickMachinesAreOfEveryKind) {
  static_assert(kQuickWithPins <= kQuickWithOracle);
  std::set<std::uint64_t> kinds;
  for_machines(random_escape_machine, 1, kQuickWithPins, RunLength::quick,
               [&](const WormMachine& machine) { kinds.insert(machine.machine.seed % 5); });
  EXPECT_EQ(kinds.size(), 5U);
}

TEST(WormEscapes, TlmAgreesWithTheOracle) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_escapes_with_oracle(kQuickWithOracle, RunLength::quick);
}
TEST(WormEscapes, PinsAgreeWithTlm) { compare_escapes_with_pins(1, kQuickWithPins, RunLength::quick); }

TEST(WormEscapesOracleSlow, TlmAgreesWithTheOracleOn500Machines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_escapes_with_oracle(500, RunLength::whole);
}

/// Ten tests, so that they run side by side.
class WormEscapesSlow : public testing::TestWithParam<int> {};

TEST_P(WormEscapesSlow, PinsAgreeWithTlmOnFiftyMachines) {
  constexpr int kMachines = 50;
  compare_escapes_with_pins(1 + kMachines * GetParam(), kMachines, RunLength::whole);
}

INSTANTIATE_TEST_SUITE_P(Machines, WormEscapesSlow, testing::Range(0, 10));

}  // namespace
}  // namespace trenza::test
