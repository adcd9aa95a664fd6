// The tlm view against the oracle and against the pin view: every delivery of every cycle.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "microarch/parameters.h"
#include "tests/machine_series.h"
#include "tests/support/random_machine.h"
#include "tests/support/sanitizers.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

// Before the other suites of this file: a process that compares pins must not have elaborated anything.
TEST(TlmPins, RandomMachines) { compare_with_pins(random_machine, 12, RunLength::quick); }
TEST(TlmPinsSlow, TwoHundredRandomMachines) { compare_with_pins(random_machine, 200); }

/// The machines that the quick test compares.
constexpr std::uint64_t kQuickMachines = 60;

TEST(TlmOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(random_machine, kQuickMachines, RunLength::quick);
}
TEST(TlmOracleSlow, TwoThousandRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_with_the_oracle(random_machine, 2000);
}

// Longer than the period of the draws.
TEST(TlmOracleSlow, TwelveRunsOfAHundredThousandCycles) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  constexpr double kMostLoad = 1.2;  // source queues do not end
  constexpr int kMostNodes = 36;
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 12; ++seed) {
    Machine machine = random_machine(seed);
    const auto topology = machine.network.build();
    if (topology->graph().nodes() > kMostNodes) continue;
    ++compared;
    machine.cycles = 100'000;
    machine.load_over_bound = std::min(machine.load_over_bound, kMostLoad);
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  }
}

/// What the series of random machines draws, by name.
std::set<std::string> features_of(const Machine& machine) {
  const microarch::FabricParameters& p = machine.parameters;
  const RandomNetwork& network = machine.network;
  const bool open = std::find(network.shape.wrap.begin(), network.shape.wrap.end(), false) != network.shape.wrap.end();
  const bool everywhere = network.placement == topologies::BypassPlacement::all;
  constexpr int kLongPacket = 64;
  constexpr int kLongDelay = 17;
  const std::vector<std::pair<const char*, bool>> known = {
      {"all bypass links", everywhere && !open},
      {"all bypass links, open dimensions", everywhere && open},
      {"interlaced, open dimensions", !network.bypass.empty() && !everywhere && open},
      {"crossed ports", network.has_crossed_ports()},
      {"5 dimensions", network.shape.sizes.size() == 5},
      {"6 dimensions", network.shape.sizes.size() == 6},
      {"bubble off", !p.bubble},
      {"a buffer of 1", p.buffer_packets == 1},
      {"a buffer of 6 or more", p.buffer_packets >= 6},
      {"4 to 6 adaptive VCs", p.adaptive_vcs >= 4 && p.adaptive_vcs <= 6},
      {"7 adaptive VCs", p.adaptive_vcs == 7},
      {"long packets", p.max_packet_flits > kLongPacket},
      {"a long router delay", p.router_delay >= kLongDelay},
      {"a long link delay", p.port_link_delay.empty() && p.link_delay >= kLongDelay},
      {"a long credit delay", p.credit_delay >= kLongDelay},
      {"hot spot", machine.destinations == Destinations::hot_spot},
      {"partner", machine.destinations == Destinations::partner},
      {"shift", machine.destinations == Destinations::shift},
      {"few sources", machine.destinations == Destinations::few_sources},
      {"several offers a cycle", machine.burst > 1},
      {"replies", machine.replies},
      {"replies of another class", machine.replies && p.message_classes == 2},
  };
  std::set<std::string> features;
  for (const auto& [name, has] : known) {
    features.insert(fmt::format("{}{}", has ? "" : "no ", name));
  }
  return features;
}

std::vector<std::string> features_never_drawn(std::uint64_t machines, RunLength length) {
  std::set<std::string> drawn;
  std::set<std::string> missing;
  for_machines(random_machine, 1, machines, length, [&](const Machine& machine) { drawn.merge(features_of(machine)); });
  for (const std::string& name : drawn) {
    if (name.rfind("no ", 0) == 0 && drawn.count(name.substr(3)) == 0) missing.insert(name.substr(3));
  }
  return {missing.begin(), missing.end()};
}

TEST(RandomMachines, QuickOnesHaveNearlyEverything) {
  EXPECT_LE(features_never_drawn(kQuickMachines, RunLength::quick).size(), 3U);
}

TEST(RandomMachines, TwoHundredHaveEverything) {
  EXPECT_THAT(features_never_drawn(200, RunLength::whole), testing::IsEmpty());
}

// State keeps short times, which are counted anew now and then; here that happens amid traffic.
void compare_short_times_with_oracle(std::uint64_t machines, RunLength length) {
  constexpr microarch::Cycle kLastShortTime = microarch::Cycle{1} << 30;
  for_machines(random_machine, 1, machines, length, [](const Machine& machine) {
    const auto topology = machine.network.build();
    for (const microarch::Cycle start : {kLastShortTime - machine.cycles / 2, 7 * kLastShortTime + 12'345}) {
      EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters), start), "");
    }
  });
}
TEST(TlmOracle, ShortTimesAreCountedAnew) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_short_times_with_oracle(4, RunLength::quick);
}
TEST(TlmOracleSlow, ShortTimesOfTwentyMachinesAreCountedAnew) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_short_times_with_oracle(20, RunLength::whole);
}

// A view of another machine is found out, with the way of the packet in both.
TEST(TlmOracle, ADifferenceComesWithTheHistoryOfItsPacket) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
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
