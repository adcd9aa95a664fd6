// The allocators and arbiters that few machines of the series draw: every delivery of every cycle in the tlm view, the pin
// view and the oracle.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "microarch/hash.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using Series = Machine (*)(std::uint64_t seed);

void compare_with_pins(Series series, std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = series(seed);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_views(machine, *tlm::make_exact_fabric(*topology, machine.parameters),
                                     *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  }
}

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(PolicyPins, RandomMachines) { compare_with_pins(machine_with_other_policies, 15); }
TEST(PolicyPinsSlow, FiveHundredRandomMachines) { compare_with_pins(machine_with_other_policies, 500); }
TEST(SharePins, RandomMachines) { compare_with_pins(machine_with_shares, 14); }
TEST(SharePinsSlow, FiveHundredRandomMachines) { compare_with_pins(machine_with_shares, 500); }

void compare_with_the_oracle(Series series, std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = series(seed);
    const auto topology = machine.network.build();
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  }
}

TEST(PolicyOracle, RandomMachines) { compare_with_the_oracle(machine_with_other_policies, 40); }
TEST(PolicyOracleSlow, TwoThousandRandomMachines) { compare_with_the_oracle(machine_with_other_policies, 2000); }
TEST(ShareOracle, RandomMachines) { compare_with_the_oracle(machine_with_shares, 28); }
TEST(ShareOracleSlow, TwoThousandRandomMachines) { compare_with_the_oracle(machine_with_shares, 2000); }
TEST(PipelineOracle, RandomMachines) { compare_with_the_oracle(machine_with_pipelines, 40); }
TEST(PipelineOracleSlow, TwoThousandRandomMachines) { compare_with_the_oracle(machine_with_pipelines, 2000); }

std::uint64_t digest_of(const Machine& machine) {
  const auto topology = machine.network.build();
  const auto fabric = tlm::make_exact_fabric(*topology, machine.parameters);
  const RandomTraffic traffic(machine, *topology);
  std::uint64_t digest = 0;
  for (microarch::Cycle cycle = 0; cycle < machine.cycles; ++cycle) {
    traffic.offers(cycle, [&](const Offer& offer) {
      fabric->offer(offer.source, offer.destination, offer.flits, 0, offer.message_class);
    });
    fabric->advance(cycle + 1);
    for (const microarch::Delivery& d : fabric->delivered())
      digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
  }
  return digest;
}

TEST(PolicyOracle, TheEndsOfInputsPerPortAreTheOtherCrossbars) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Machine machine = machine_with_other_policies(seed);
    microarch::FabricParameters& parameters = machine.parameters;
    for (const bool shared : {true, false}) {
      parameters.crossbar = shared ? "per_port" : "per_vc";
      const std::uint64_t digest = digest_of(machine);
      parameters.crossbar = microarch::CrossbarKind("inputs_per_port").with(shared ? 1 : parameters.vcs());
      EXPECT_EQ(digest_of(machine), digest) << machine.text();
    }
  }
}

TEST(PolicyOracle, TheMachinesHaveEveryCombination) {
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> crossbars;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    seen.insert({machine.parameters.allocator.name(), machine.parameters.arbiter.name()});
    crossbars.insert(machine.parameters.crossbar.name());
  }
  // output_first with every arbiter that counts no flits, input_first with those of the series not drawn, and every matrix
  // allocator.
  constexpr std::size_t kArbiters = 5;
  EXPECT_EQ(seen.size(), kArbiters + 2 + microarch::AllocatorPolicy::kAll.size() - 2);
  EXPECT_EQ(crossbars.size(), microarch::CrossbarKind::kAll.size());
}

TEST(SharePins, TheMachinesHaveEveryCombination) {
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::pair<std::string, int>> guards;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const microarch::FabricParameters p = machine_with_shares(seed).parameters;
    if (microarch::counts_flits(p.arbiter)) seen.insert({p.allocator.name(), p.arbiter.name()});
    guards.insert({p.allocator.name(), p.transit_guard});
  }
  EXPECT_EQ(seen.size(), 2U * 3);
  EXPECT_EQ(guards.size(), microarch::AllocatorPolicy::kAll.size() * 4 + 2);
}

}  // namespace
}  // namespace trenza::test
