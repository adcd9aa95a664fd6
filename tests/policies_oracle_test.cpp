// The allocators and arbiters that few machines of the series draw: every delivery of every cycle in the tlm view, the
// pin view and the oracle.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "tests/machine_series.h"
#include "tests/support/random_machine.h"
#include "tests/support/sanitizers.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

/// Of each series, so that all together are more than 2,000 in every view.
constexpr std::uint64_t kMachinesOfSeries = 700;

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(PolicyPins, RandomMachines) { compare_with_pins(machine_with_other_policies, 20, RunLength::quick); }
TEST(PolicyPinsSlow, SevenHundredRandomMachines) { compare_with_pins(machine_with_other_policies, kMachinesOfSeries); }
TEST(SharePins, RandomMachines) { compare_with_pins(machine_with_shares, 12, RunLength::quick); }
TEST(SharePinsSlow, SevenHundredRandomMachines) { compare_with_pins(machine_with_shares, kMachinesOfSeries); }
TEST(PipelinePins, RandomMachines) { compare_with_pins(machine_with_pipelines, 12, RunLength::quick); }
TEST(PipelinePinsSlow, SevenHundredRandomMachines) { compare_with_pins(machine_with_pipelines, kMachinesOfSeries); }

TEST(PolicyOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_other_policies, 30, RunLength::quick);
}
TEST(PolicyOracleSlow, SevenHundredRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_other_policies, kMachinesOfSeries);
}
TEST(ShareOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_shares, 14, RunLength::quick);
}
TEST(ShareOracleSlow, SevenHundredRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_shares, kMachinesOfSeries);
}
TEST(PipelineOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_pipelines, 16, RunLength::quick);
}
TEST(PipelineOracleSlow, SevenHundredRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(machine_with_pipelines, kMachinesOfSeries);
}

TEST(PolicyOracle, EveryChoiceIsMadeOften) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  constexpr int kOften = 50;
  std::map<std::string, int> choices;
  for (const MachineSeries series : {machine_with_other_policies, machine_with_shares, machine_with_pipelines}) {
    for (std::uint64_t seed = 1; seed <= kMachinesOfSeries; ++seed) {
      const microarch::FabricParameters p = series(seed).parameters;
      ++choices[fmt::format("allocator {}", p.allocator.text())];
      if (!p.pipeline.is<microarch::JointPipeline>() || p.allocator.visit([](auto chosen) { return chosen.kArbiters; }))
        ++choices[fmt::format("arbiter {}", p.arbiter.name())];
      ++choices[fmt::format("crossbar {}", p.crossbar.name())];
      ++choices[fmt::format("pipeline {}", p.pipeline.text())];
      ++choices[fmt::format("guard {}", p.transit_guard > 0)];
    }
  }
  // Allocators with a parameter have three of their values here, pipelines up to six.
  const std::size_t with_parameter = 3;
  EXPECT_EQ(choices.size(), microarch::AllocatorPolicy::kAll.size() + 2 * with_parameter +
                                microarch::ArbiterPolicy::kAll.size() + microarch::CrossbarKind::kAll.size() + 8 + 2);
  for (const auto& [choice, times] : choices) {
    const bool rare = choice.find("depth") != std::string::npos;  // a value of many
    EXPECT_GE(times, rare ? 1 : kOften) << choice;
  }
}

std::uint64_t digest_of_deliveries(const Machine& machine) {
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

void expect_that_the_ends_are_other_crossbars(std::uint64_t machines, RunLength length) {
  for_machines(machine_with_other_policies, 1, machines, length, [](Machine machine) {
    microarch::FabricParameters& parameters = machine.parameters;
    for (const bool shared : {true, false}) {
      parameters.crossbar = shared ? "per_port" : "per_vc";
      const std::uint64_t digest = digest_of_deliveries(machine);
      parameters.crossbar = microarch::CrossbarKind("inputs_per_port").with(shared ? 1 : parameters.vcs());
      EXPECT_EQ(digest_of_deliveries(machine), digest) << machine.text();
    }
  });
}
TEST(PolicyOracle, TheEndsOfInputsPerPortAreTheOtherCrossbars) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  expect_that_the_ends_are_other_crossbars(8, RunLength::quick);
}
TEST(PolicyOracleSlow, TheEndsOfInputsPerPortAreTheOtherCrossbars) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  expect_that_the_ends_are_other_crossbars(20, RunLength::whole);
}

TEST(PolicyOracle, TheMachinesHaveEveryCombination) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> crossbars;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Machine machine = machine_with_other_policies(seed);
    seen.insert({machine.parameters.allocator.name(), machine.parameters.arbiter.name()});
    crossbars.insert(machine.parameters.crossbar.name());
  }
  // output_first with every arbiter that counts no flits, input_first with those of the series not drawn, and every
  // matrix allocator.
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
