// The purpose of message classes: responses get through, whatever happens to requests. Tests named Slow are on pins.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "testbench/watchdog.h"
#include "tests/chosen_view.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::FabricParameters;
using topologies::NodeId;

constexpr int kClassFlits = 4;

/// A router whose rings fill: small buffers, no adaptive VCs, long links, no bubble.
FabricParameters deadlocking_router(int message_classes) {
  FabricParameters parameters = bubble_router(kClassFlits);
  parameters.buffer_packets = 2;
  parameters.adaptive_vcs = 0;
  parameters.link_delay = 4;
  parameters.bubble = false;
  parameters.message_classes = message_classes;
  return parameters;
}

/// Offers requests at full load until they are in a deadlock. False if they never are.
bool deadlock_requests(microarch::Fabric& fabric) {
  constexpr Cycle kMost = 20'000;
  constexpr Cycle kPeriod = 500;
  const auto nodes = static_cast<std::uint64_t>(fabric.topology().graph().nodes());
  while (fabric.now() < kMost) {
    const Cycle end = fabric.now() + kPeriod;
    while (fabric.now() < end) {
      for (NodeId source = 0; source < static_cast<NodeId>(nodes); ++source) {
        const std::uint64_t draw = microarch::hash(7, source, fabric.now());
        const auto away = static_cast<NodeId>(1 + draw % (nodes - 1));
        fabric.offer(source, (source + away) % static_cast<NodeId>(nodes), kClassFlits, 0);
      }
      fabric.advance(fabric.now() + 1);
    }
    if (testbench::find_deadlock(fabric.waiting(), fabric.topology(), fabric.parameters())) return true;
  }
  return false;
}

/// Lets time pass until only what can never move is inside.
void settle(microarch::Fabric& fabric) {
  constexpr Cycle kQuiet = 3'000;
  for (Cycle quiet_since = fabric.now(); fabric.now() < quiet_since + kQuiet;) {
    fabric.advance(fabric.now() + 1);
    if (!fabric.delivered().empty()) quiet_since = fabric.now();
  }
}

/// Sends one packet of `message_class` from every node to every other, one after the other. Empty if each takes the
/// time that it would take alone in the network, else what happened to the first that does not.
std::string visit_all_pairs(microarch::Fabric& fabric, int message_class) {
  const FabricParameters& parameters = fabric.parameters();
  const NodeId nodes = fabric.topology().graph().nodes();
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId destination = 0; destination < nodes; ++destination) {
      if (source == destination) continue;
      const Cycle created = fabric.now();
      fabric.offer(source, destination, kClassFlits, 99, message_class);
      const int hops = fabric.topology().routing().distance(source, destination);
      const auto latency = static_cast<Cycle>(hops * (parameters.router_delay + parameters.link_delay) + kClassFlits -
                                              1 + parameters.router_delay - 1);
      fabric.advance(created + latency + 1);
      const auto& delivered = fabric.delivered();
      if (delivered.size() != 1 || delivered[0].tag != 99 || delivered[0].ejected != created + latency) {
        return fmt::format("{} to {}: not there after {} cycles", source, destination, latency);
      }
      // Its credits come home.
      fabric.advance(fabric.now() + static_cast<Cycle>(parameters.credit_delay));
    }
  }
  return {};
}

void expect_responses_in_a_deadlock_of_requests(MakeView make) {
  EXPECT_EQ(isolated([make]() -> std::string {
              const auto topology = network({8, 4});
              const auto fabric = make(*topology, deadlocking_router(2));
              if (!deadlock_requests(*fabric)) return "no deadlock";
              settle(*fabric);
              const auto deadlock = testbench::find_deadlock(fabric->waiting(), *topology, fabric->parameters());
              if (!deadlock || deadlock->report.find("response") != std::string::npos) return "not of requests";
              std::string fault = visit_all_pairs(*fabric, 1);
              if (!fault.empty()) return fault;
              if (fabric->counters().packets_delivered >= fabric->counters().packets_offered) return "nothing was held";
              return fabric->audit().empty() ? "" : fabric->audit().front();
            }),
            "");
}

TEST(MessageClassProtocol, ADeadlockOfRequestsDoesNotTouchResponses) {
  expect_responses_in_a_deadlock_of_requests(tlm_view);
}
TEST(MessageClassProtocolSlow, ADeadlockOfRequestsDoesNotTouchResponses) {
  expect_responses_in_a_deadlock_of_requests(pin_view);
}

/// The same packets in the class that is stuck, and where there is one class, do not get through.
void expect_nothing_else_in_the_deadlock(MakeView make) {
  for (const int classes : {1, 2}) {
    const std::string verdict = isolated([make, classes]() -> std::string {
      const auto topology = network({8, 4});
      const auto fabric = make(*topology, deadlocking_router(classes));
      if (!deadlock_requests(*fabric)) return "no deadlock";
      settle(*fabric);
      return visit_all_pairs(*fabric, 0);
    });
    EXPECT_NE(verdict.find("not there"), std::string::npos) << classes << ": " << verdict;
  }
}

TEST(MessageClassProtocol, TheDeadlockHoldsEverythingElse) { expect_nothing_else_in_the_deadlock(tlm_view); }
TEST(MessageClassProtocolSlow, TheDeadlockHoldsEverythingElse) { expect_nothing_else_in_the_deadlock(pin_view); }

/// Requests at more than twice what the network takes, and few responses. Empty if these flow.
std::string overload_requests(MakeView make, bool ask_for_responses_only) {
  return isolated([&]() -> std::string {
    constexpr Cycle kCycles = 6'000;
    const auto topology = network("rtt", 4);
    FabricParameters parameters = bubble_router(kClassFlits);
    parameters.buffer_packets = 2;
    parameters.message_classes = 2;
    const auto fabric = make(*topology, parameters);
    const NodeId nodes = topology->graph().nodes();
    std::vector<std::uint64_t> offered(2);
    std::vector<std::uint64_t> delivered(2);
    std::vector<std::uint64_t> latency(2);
    std::uint64_t longest_response = 0;
    for (Cycle t = 0; t < kCycles; ++t) {
      for (NodeId source = 0; source < nodes; ++source) {
        const std::uint64_t draw = microarch::hash(3, source, t);
        const int message_class = draw % 100 == 0 ? 1 : 0;
        // No new responses at the end, so that those under way can arrive.
        if (message_class == 0 ? ask_for_responses_only : t + 1'000 > kCycles) continue;
        const auto away = static_cast<NodeId>(1 + (draw >> 8) % static_cast<std::uint64_t>(nodes - 1));
        fabric->offer(source, (source + away) % nodes, kClassFlits, 0, message_class);
        ++offered[static_cast<std::size_t>(message_class)];
      }
      fabric->advance(t + 1);
      for (const Delivery& packet : fabric->delivered()) {
        const auto c = static_cast<std::size_t>(packet.message_class);
        ++delivered[c];
        latency[c] += packet.ejected - packet.created;
        if (c == 1) longest_response = std::max(longest_response, packet.ejected - packet.created);
      }
    }
    for (std::size_t c = 0; c < 2; ++c) {
      fmt::print("  class {}: {} offered, {} delivered, mean latency {:.1f}\n", c, offered[c], delivered[c],
                 static_cast<double>(latency[c]) / static_cast<double>(std::max<std::uint64_t>(1, delivered[c])));
    }
    fmt::print("  longest response {}\n", longest_response);
    std::fflush(stdout);
    if (!fabric->audit().empty()) return fabric->audit().front();
    if (offered[1] < 1'000 || delivered[1] != offered[1]) return "responses are held up";
    if (ask_for_responses_only) return {};
    if (offered[0] < 2 * delivered[0]) return "requests are not at overload";
    return latency[1] * delivered[0] * 10 < latency[0] * delivered[1] ? "" : "responses are not faster";
  });
}

TEST(MessageClassProtocol, ResponsesFlowWhileRequestsAreAtOverload) {
  EXPECT_EQ(overload_requests(tlm_view, false), "");
}
TEST(MessageClassProtocol, ResponsesFlowAlone) { EXPECT_EQ(overload_requests(tlm_view, true), ""); }
TEST(MessageClassProtocolSlow, ResponsesFlowWhileRequestsAreAtOverload) {
  EXPECT_EQ(overload_requests(pin_view, false), "");
}
TEST(MessageClassProtocolSlow, ResponsesFlowAlone) { EXPECT_EQ(overload_requests(pin_view, true), ""); }

/// Of random machines that run to their ends.
constexpr Cycle kFewCycles = 400;
constexpr int kMostFlits = 64;
constexpr double kHighestLoad = 0.9;

/// Digest of a machine all of whose packets are of one class.
std::string class_digest(MakeView make, Machine machine, int message_classes, int message_class) {
  return isolated([&]() -> std::string {
    machine.parameters.message_classes = message_classes;
    const auto topology = machine.network.build();
    const auto fabric = make(*topology, machine.parameters);
    const RandomTraffic traffic(machine, *topology);
    std::uint64_t digest = 0;
    std::uint64_t packets = 0;
    for (Cycle t = 0; t < machine.cycles; ++t) {
      traffic.offers(t, [&](const Offer& packet) {
        fabric->offer(packet.source, packet.destination, packet.flits, 0, message_class);
      });
      fabric->advance(t + 1);
      for (const Delivery& d : fabric->delivered()) {
        ++packets;
        digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
      }
    }
    return fmt::format("{} packets, {:016x}", packets, digest);
  });
}

/// A class alone is a machine with one class, where no draw and no choice depends on the numbers of inputs.
void compare_classes_alone(MakeView make) {
  int compared = 0;
  for (std::uint64_t seed = 1; compared < 8; ++seed) {
    Machine machine = random_machine(seed);
    if (machine.parameters.message_classes < 2 || machine.load_over_bound < 0.3) continue;
    if (machine.parameters.max_packet_flits > kMostFlits) continue;
    machine.parameters.selection = microarch::SelectionPolicy("dimension_order");
    machine.parameters.ejectors = 1;
    ++compared;
    const std::string alone = class_digest(make, machine, 1, 0);
    EXPECT_NE(alone.rfind("0 packets", 0), 0U) << "nothing to compare: " << machine.text();
    EXPECT_EQ(class_digest(make, machine, 2, 0), alone) << machine.text();
    EXPECT_EQ(class_digest(make, machine, 2, 1), alone) << machine.text();
  }
}

TEST(MessageClassMachines, AClassAloneIsAMachineWithOneClass) { compare_classes_alone(tlm_view); }
TEST(MessageClassMachinesSlow, AClassAloneIsAMachineWithOneClass) { compare_classes_alone(pin_view); }

/// Everything offered arrives, as what it was, and the audits find nothing.
std::string run_machine(MakeView make, const Machine& machine) {
  return isolated([&]() -> std::string {
    const auto topology = machine.network.build();
    const auto fabric = make(*topology, machine.parameters);
    const RandomTraffic traffic(machine, *topology);
    std::vector<int> class_of;  // by tag
    std::size_t delivered = 0;
    constexpr Cycle kMost = 200'000;
    for (Cycle t = 0; t < machine.cycles || !fabric->idle(); ++t) {
      if (t > kMost) return machine.text() + ": does not come to an end";
      if (t < machine.cycles) {
        traffic.offers(t, [&](const Offer& packet) {
          fabric->offer(packet.source, packet.destination, packet.flits, class_of.size(), packet.message_class);
          class_of.push_back(packet.message_class);
        });
      }
      fabric->advance(t + 1);
      for (const Delivery& packet : fabric->delivered()) {
        ++delivered;
        if (class_of.at(packet.tag) != packet.message_class) return machine.text() + ": a packet changes its class";
      }
      constexpr Cycle kAuditPeriod = 100;
      if (t % kAuditPeriod != 0) continue;
      for (const std::string& fault : fabric->audit()) return machine.text() + ": audit: " + fault;
    }
    return delivered == class_of.size() ? "" : machine.text() + ": packets are lost";
  });
}

void expect_nothing_lost(MakeView make) {
  int with_two = 0;
  for (std::uint64_t seed = 1; with_two < 8; ++seed) {
    Machine machine = without_deadlock(random_machine(seed));
    if (machine.parameters.message_classes < 2 || machine.parameters.max_packet_flits > kMostFlits) continue;
    machine.cycles = std::min(machine.cycles, kFewCycles);
    machine.load_over_bound = std::min(machine.load_over_bound, kHighestLoad);
    ++with_two;
    EXPECT_EQ(run_machine(make, machine), "");
  }
}

TEST(MessageClassMachines, LoseNothing) { expect_nothing_lost(tlm_view); }
TEST(MessageClassMachinesSlow, LoseNothing) { expect_nothing_lost(pin_view); }

}  // namespace
}  // namespace trenza::test
