// Bounds of uniform traffic that are printed are bounds: random machines of both kinds never carry more, whatever is
// offered. The tests named Slow have 2,000 of them.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "testbench/uniform_bound.h"
#include "tests/support/random_machine.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"
#include "topologies/registry.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::test {
namespace {

using testbench::UniformBound;
using topologies::Topology;

/// A machine of any series, with its routes.
struct BoundedMachine {
  std::string text;
  std::shared_ptr<const Topology> topology;
  microarch::FabricParameters parameters;
};

BoundedMachine cut_through(const Machine& machine) {
  const Machine safe = without_deadlock(machine);
  return {safe.text(), safe.network.build(), safe.parameters};
}

BoundedMachine wormhole(const WormMachine& worms) { return {worms.text(), worms.topology(), worms.machine.parameters}; }

/// With so much room that it comes near to what its channels carry.
void give_room(microarch::FabricParameters& p) {
  p.max_packet_flits = std::min(p.max_packet_flits, 4);
  p.buffer_packets = 16;
  p.wormhole.buffer_flits = 64;
  p.injectors = p.message_classes == 1 ? 4 : 2;
  p.ejectors = 8;
  p.router_delay = p.link_delay = p.credit_delay = 1;
  p.crossbar = microarch::CrossbarKind();
}

/// The series of a kind of machines in turn, every second one with room. Delays and lengths beyond what is common would
/// take long to be steady.
BoundedMachine machine_number(std::uint64_t number, bool by_flits) {
  const std::uint64_t seed = number + 1;
  BoundedMachine machine;
  if (by_flits) {
    machine = wormhole(number % 2 == 0 ? random_worm_machine(seed) : random_escape_machine(seed));
  } else {
    constexpr Machine (*kSeries[])(std::uint64_t) = {random_machine, machine_with_other_policies,
                                                     machine_with_pipelines, machine_with_shares};
    machine = cut_through(kSeries[number % std::size(kSeries)](seed));
  }
  microarch::FabricParameters& p = machine.parameters;
  p.max_packet_flits = std::min(p.max_packet_flits, 16);
  for (int* const delay : {&p.router_delay, &p.link_delay, &p.credit_delay}) *delay = std::min(*delay, 4);
  if (number / 4 % 2 == 0) give_room(p);
  return machine;
}

testbench::Experiment uniform_traffic(double load, int flits, bool self, std::uint64_t seed, microarch::Cycle cycles) {
  constexpr double kBillion = 1e9;
  testbench::Experiment experiment;
  experiment.synthetic.emplace();
  experiment.synthetic->load_ppb = static_cast<std::uint64_t>(load * kBillion);
  experiment.synthetic->lengths = {{flits, 1}};
  experiment.synthetic->self = self;
  experiment.run.cycles = cycles;
  experiment.run.seed = seed;
  experiment.run.warmup = cycles / 4;
  return experiment;
}

/// How far chance alone moves a share of the packets that cross a channel in the window: four standard deviations.
double noise(const testbench::Results& results, double flits_on_channel) {
  constexpr double kDeviations = 4;
  const double packets = flits_on_channel * static_cast<double>(results.packets) / static_cast<double>(results.flits);
  return kDeviations / std::sqrt(std::max(packets, 1.0));
}

/// Loads that are offered, as shares of the bound.
constexpr double kShares[] = {0.3, 0.85, 0.92, 0.95, 0.98, 1.0, 1.02, 1.05, 1.5};

/// What a set of runs has shown.
struct Tally {
  int steady = 0;
  int near = 0;     ///< steady, and at 95 % of the bound or more
  double most = 0;  ///< accepted / bound of a steady run
};

/// No steady run carries more than its bound; and in every steady run some channel is used as much as the bound says
/// of the load that is accepted, so that it is tested far below saturation as well.
void expect_bounded(const BoundedMachine& machine, std::uint64_t number, microarch::Cycle cycles, Tally& tally) {
  const bool self = number % 5 == 0;
  const auto bound = testbench::uniform_bound(*machine.topology, machine.parameters, {self, false});
  ASSERT_TRUE(bound) << machine.text;
  EXPECT_LE(bound->channels.at_least, bound->channels.at_most * (1 + 1e-9)) << machine.text;
  const double share = kShares[number % std::size(kShares)];
  const auto run = [&](microarch::Cycle length) {
    const auto experiment =
        uniform_traffic(share * bound->load, machine.parameters.max_packet_flits, self, number, length);
    return testbench::run_experiment(*tlm::make_tlm_fabric(*machine.topology, machine.parameters), experiment);
  };
  const auto is_steady = [](const testbench::Results& one) {
    return one.outcome != testbench::Outcome::deadlock && one.steady && *one.steady;
  };
  testbench::Results results = run(cycles);
  // A short run may have drawn a lighter mix, or not have shown yet that its queues grow.
  constexpr microarch::Cycle kLonger = 16;
  if (is_steady(results) && results.accepted_load > bound->load) results = run(kLonger * cycles);
  if (!is_steady(results)) return;
  ++tally.steady;
  const double of_bound = results.accepted_load / bound->load;
  tally.near += of_bound >= 0.95 ? 1 : 0;
  tally.most = std::max(tally.most, of_bound);
  const auto window = static_cast<double>(results.cycles - results.warmup_cycles);
  EXPECT_LE(of_bound, 1 + noise(results, window))
      << machine.text << "\nload " << share << " of the bound " << bound->load;
  const double least_use = results.accepted_load / bound->channels.at_most;
  EXPECT_GE(results.link_use_max, least_use * (1 - noise(results, window * least_use)))
      << machine.text << "\nload " << share << " of the bound " << bound->load;
}

Tally expect_all_bounded(bool by_flits, std::uint64_t count, microarch::Cycle cycles) {
  Tally tally;
  for (std::uint64_t number = 0; number < count; ++number)
    expect_bounded(machine_number(number, by_flits), number, cycles, tally);
  fmt::print("  {} machines: {} steady, {} of them at 95 % of their bound or more; the most {:.4f} of it\n", count,
             tally.steady, tally.near, tally.most);
  return tally;
}

TEST(Bounds, NoSteadyRunOfRandomMachinesPassesThem) {
  EXPECT_GE(expect_all_bounded(false, 18, 3'000).steady, 5);
  EXPECT_GE(expect_all_bounded(true, 12, 3'000).steady, 3);
}

TEST(BoundsSlow, NoSteadyRunOfAThousandCutThroughMachinesPassesThem) {
  const Tally tally = expect_all_bounded(false, 1'000, 6'000);
  EXPECT_GE(tally.steady, 150);
  EXPECT_GE(tally.most, 0.9) << "none comes near";
}

TEST(BoundsSlow, NoSteadyRunOfAThousandWormholeMachinesPassesThem) {
  const Tally tally = expect_all_bounded(true, 1'000, 6'000);
  EXPECT_GE(tally.steady, 150);
  EXPECT_GE(tally.near, 20);
}

}  // namespace
}  // namespace trenza::test
