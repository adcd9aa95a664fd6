// Freedom from deadlock under full load, and what happens when the bubble rule is switched off.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "microarch/flow_control/flow_control.h"
#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "testbench/watchdog.h"
#include "tests/chosen_view.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "topologies/proof.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;

struct Network {
  const char* name;
  std::vector<int> sizes;
  std::map<std::string, int> twist;
  const char* hanging_pattern;  ///< at full load fills a ring soon when nothing keeps a bubble in it
};

const std::vector<Network>& known_networks() {
  static const std::vector<Network> all = {
      {"rt(4)", {8, 4}, {}, "uniform"},
      {"rtt(4)", {8, 4}, {{"yx", 4}}, "uniform"},
      {"rtt(5)", {10, 5}, {{"yx", 5}}, "uniform"},
      // Uniform packets leave these rings of 12 and 20 too soon to fill one.
      {"12x5 yx=3", {12, 5}, {{"yx", 3}}, "tornado"},
      {"6x4x4 yx=3", {6, 4, 4}, {{"yx", 3}}, "uniform"},
  };
  return all;
}

/// The smallest buffers that the proof allows.
FabricParameters smallest_router() {
  FabricParameters parameters = bubble_router(4);
  parameters.buffer_packets = 2;
  return parameters;
}

/// Runs at full load; the outcome and the packets delivered, or the report.
std::string full_load_outcome(RunExperiment run, const Network& net, const FabricParameters& parameters, Cycle cycles) {
  return isolated([&]() -> std::string {
    const auto topology = network(net.sizes, net.twist);
    const testbench::Results results = run(*topology, parameters, uniform(4, 4, cycles));
    fmt::print("  {}: {} cycles, {} packets, accepted {:.3f}, {:.1f} % of the hops on escape VCs\n", net.name,
               results.cycles, results.packets, results.accepted_load, 100 * results.escape_share);
    std::fflush(stdout);
    return results.outcome == testbench::Outcome::deadlock ? results.report : "";
  });
}

void expect_no_deadlock(RunExperiment run, Cycle cycles) {
  for (const Network& net : known_networks()) {
    const auto topology = network(net.sizes, net.twist);
    FabricParameters parameters = smallest_router();
    EXPECT_TRUE(topologies::prove_deadlock_free(*topology, microarch::FlowControl::of_proof(parameters)).holds())
        << net.name;
    EXPECT_EQ(full_load_outcome(run, net, parameters, cycles), "") << net.name;
    parameters.adaptive_vcs = 0;
    EXPECT_EQ(full_load_outcome(run, net, parameters, cycles), "") << net.name << " without adaptive channels";
  }
}

TEST(Deadlock, NoneAtFullLoad) { expect_no_deadlock(run_on_tlm, 2'500); }
TEST(DeadlockSlow, NoneAtFullLoadForLong) { expect_no_deadlock(run_on_pins, 100'000); }

TEST(Deadlock, SmallerBuffersAreRefused) {
  const auto topology = network("rtt", 4);
  FabricParameters parameters = smallest_router();
  parameters.buffer_packets = 1;
  EXPECT_FALSE(topologies::prove_deadlock_free(*topology, microarch::FlowControl::of_proof(parameters)).holds());
}

/// Without the rule each network hangs; the proof refuses it before, with the ring, and the watchdog prints a true
/// cycle afterwards.
void expect_a_deadlock_without_the_bubble(MakeView make) {
  for (const Network& net : known_networks()) {
    FabricParameters parameters = smallest_router();
    parameters.adaptive_vcs = 0;
    parameters.bubble = false;
    parameters.link_delay = 4;  // with short links in-transit priority alone seldom lets a ring fill
    const auto topology = network(net.sizes, net.twist);
    const topologies::Proof proof =
        topologies::prove_deadlock_free(*topology, microarch::FlowControl::of_proof(parameters));
    EXPECT_FALSE(proof.holds()) << net.name;
    bool ring_printed = false;
    for (const auto& obligation : proof.obligations) {
      ring_printed |= !obligation.holds && obligation.evidence.find(" -> ") != std::string::npos;
    }
    EXPECT_TRUE(ring_printed) << net.name;

    const std::string verdict = isolated([&]() -> std::string {
      const auto fabric = make(*topology, parameters);
      testbench::Experiment experiment = uniform(4, 4, 100'000);
      experiment.synthetic->pattern = net.hanging_pattern;
      const testbench::Results results = testbench::run_experiment(*fabric, experiment);
      fmt::print("  {}: hangs before cycle {}\n{}\n", net.name, results.cycles, results.report);
      std::fflush(stdout);
      if (results.outcome != testbench::Outcome::deadlock) return "no deadlock found";
      const auto deadlock = testbench::find_deadlock(fabric->waiting(), *topology, parameters);
      if (!deadlock || !deadlock->closed || deadlock->cycle.size() < 2) return "no closed cycle";
      // Each packet waits for the buffer that the next one fills.
      const int vcs = parameters.vcs();
      for (std::size_t i = 0; i < deadlock->cycle.size(); ++i) {
        const testbench::WaitLink& link = deadlock->cycle[i];
        const testbench::WaitLink& next = deadlock->cycle[(i + 1) % deadlock->cycle.size()];
        const topologies::Channel& channel = topology->graph().out(link.head.router, link.target.output);
        if (next.head.router != channel.to || next.head.input != channel.in_port * vcs + link.target.vc)
          return "not a cycle";
        if (link.target.available >= link.target.needed) return "a packet in the cycle could go";
      }
      // It is for good: nothing is delivered any more.
      for (int look = 0; look < 5; ++look) {
        const std::size_t stuck = testbench::find_deadlock(fabric->waiting(), *topology, parameters)->stuck_heads;
        if (stuck < deadlock->stuck_heads) return "a stuck packet moved";
        fabric->advance(fabric->now() + 500);
      }
      return "";
    });
    EXPECT_EQ(verdict, "") << net.name;
  }
}

TEST(Deadlock, WithoutTheBubbleEachNetworkHangs) { expect_a_deadlock_without_the_bubble(tlm_view); }
TEST(DeadlockSlow, WithoutTheBubbleEachNetworkHangs) { expect_a_deadlock_without_the_bubble(pin_view); }

}  // namespace
}  // namespace trenza::test
