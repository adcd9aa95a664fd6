// Two message classes in the pin view: what they share and what they do not.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/fabric/strict_fabric.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/probe_value.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

namespace networks = topologies::test_support;
using microarch::Cycle;
using microarch::FabricParameters;
using test::value_of;
using test_bench::strict_fabric;
using topologies::NodeId;

FabricParameters two_classes() {
  FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.max_packet_flits = 6;
  parameters.buffer_packets = 2;
  parameters.injectors = 2;
  return parameters;
}

TEST(MessageClasses, AnOfferOfNoClassIsAViolation) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, two_classes());
  fabric->offer(0, 1, 2, 0, 1);
  for (const int wrong : {-1, 2, 1000}) {
    EXPECT_THROW(fabric->offer(0, 1, 2, 0, wrong), microarch::InvariantViolation) << wrong;
  }
  EXPECT_EQ(fabric->offer(0, 1, 2, 0, 0), 1U) << "numbers do not look at the class, and refused offers take none";
}

TEST(MessageClasses, WithOneClassThereIsNoSecond) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  EXPECT_THROW(fabric->offer(0, 1, 2, 0, 1), microarch::InvariantViolation);
}

/// A channel as its probes show it.
struct Wires {
  const Probe* valid = nullptr;
  const Probe* vc = nullptr;
  const Probe* packet = nullptr;
};

std::map<std::string, Wires> wires_of(const std::vector<Probe>& probes) {
  std::map<std::string, Wires> wires;
  for (const Probe& probe : probes) {
    if (probe.path.find(".out_") == std::string::npos) continue;
    const auto dot = probe.path.rfind('.');
    Wires& channel = wires[probe.path.substr(0, dot)];
    const std::string name = probe.path.substr(dot + 1);
    if (name == "valid") channel.valid = &probe;
    if (name == "vc") channel.vc = &probe;
    if (name == "packet") channel.packet = &probe;
  }
  return wires;
}

/// At overload, each flit is on a VC of its class and nothing gets lost.
void check_classes_kept_apart(FabricParameters parameters) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, parameters);
  std::vector<int> class_of_packet;  // by packet: they count up in the order of offers
  const auto wires = wires_of(fabric->probes());
  ASSERT_EQ(wires.size() % 8, 0U);
  std::set<std::uint64_t> vcs_used;
  fabric->observe([&](Cycle cycle) {
    for (const auto& [path, channel] : wires) {
      if (channel.valid == nullptr || value_of(*channel.valid) == 0) continue;
      const std::uint64_t vc = value_of(*channel.vc);
      vcs_used.insert(vc);
      ASSERT_EQ(parameters.class_of(static_cast<int>(vc)), class_of_packet.at(value_of(*channel.packet)))
          << path << " in cycle " << cycle;
    }
  });
  std::mt19937 random(5);
  std::vector<std::uint64_t> delivered(2);
  for (Cycle t = 0; t < 4000 || !fabric->idle(); ++t) {
    ASSERT_LT(t, 20000U);
    for (NodeId source = 0; t < 2000 && source < 8; ++source) {
      if (random() % 4 != 0) continue;
      class_of_packet.push_back(static_cast<int>(random() % 2));
      fabric->offer(source, static_cast<NodeId>((source + 1 + random() % 7) % 8), 1 + static_cast<int>(random() % 6),
                    class_of_packet.size() - 1, class_of_packet.back());
    }
    fabric->advance(t + 1);
    for (const microarch::Delivery& packet : fabric->delivered()) {
      ASSERT_EQ(packet.message_class, class_of_packet[packet.tag]);
      ++delivered[static_cast<std::size_t>(packet.message_class)];
    }
    if (t % 16 != 0) continue;
    const std::vector<std::string> faults = fabric->audit();
    ASSERT_TRUE(faults.empty()) << "cycle " << t << ": " << faults.front();
  }
  EXPECT_EQ(delivered[0] + delivered[1], class_of_packet.size());
  EXPECT_GT(delivered[0], 1000U);
  EXPECT_GT(delivered[1], 1000U);
  EXPECT_EQ(vcs_used.size(), static_cast<std::size_t>(parameters.vcs()));
}

TEST(MessageClasses, AreKeptApart) { check_classes_kept_apart(two_classes()); }

TEST(MessageClasses, AreKeptApartWithoutAdaptiveVcs) {
  FabricParameters parameters = two_classes();
  parameters.adaptive_vcs = 0;
  parameters.crossbar = microarch::CrossbarKind("per_port");
  parameters.arbiter = microarch::ArbiterPolicy("age");
  check_classes_kept_apart(parameters);
}

TEST(MessageClasses, AreKeptApartWithLongDelays) {
  FabricParameters parameters = two_classes();
  parameters.adaptive_vcs = 1;
  parameters.router_delay = 3;
  parameters.link_delay = 2;
  parameters.credit_delay = 4;
  parameters.arbiter = microarch::ArbiterPolicy("round_robin");
  parameters.injection = microarch::InjectionPolicy("shortest");
  check_classes_kept_apart(parameters);
}

TEST(MessageClasses, WorkWithSixteenVirtualChannels) {
  const auto topology = networks::make_torus({5});
  FabricParameters parameters = two_classes();
  parameters.adaptive_vcs = 7;
  const auto fabric = strict_fabric(*topology, parameters);
  ASSERT_EQ(parameters.vcs(), 16);
  for (int packet = 0; packet < 200; ++packet) {
    fabric->offer(packet % 5, (packet + 1) % 5, 6, 0, 1);
    fabric->offer(packet % 5, (packet + 2) % 5, 6, 0, 0);
  }
  while (!fabric->idle()) fabric->advance(fabric->now() + 1);
  EXPECT_EQ(fabric->counters().packets_delivered, 400U);
  EXPECT_TRUE(fabric->audit().empty());
}

TEST(MessageClasses, AHeadWaitsForChannelsOfItsClass) {
  const auto topology = networks::make_torus({5, 5});
  FabricParameters parameters = two_classes();
  parameters.buffer_packets = 1;  // one packet to each adaptive VC, none into an escape VC
  parameters.injectors = 1;
  const auto fabric = strict_fabric(*topology, parameters);
  for (int packet = 0; packet < 8; ++packet) fabric->offer(0, 2, 6, 0, 1);
  std::size_t waiting = 0;
  while (!fabric->idle()) {
    fabric->advance(fabric->now() + 1);
    for (const microarch::WaitingHead& head : fabric->waiting().heads) {
      if (head.router != 0) continue;
      ++waiting;
      EXPECT_EQ(head.input, 4 * 6 + 1) << "the injector of responses";
      ASSERT_EQ(head.targets.size(), 3U);
      EXPECT_EQ(head.targets[0].vc, 4);
      EXPECT_EQ(head.targets[1].vc, 5);
      EXPECT_EQ(head.targets[2].vc, 3) << "the escape VC";
      EXPECT_EQ(head.targets[2].available, 1);
      EXPECT_EQ(head.targets[2].needed, 2) << "entering its ring";
    }
  }
  EXPECT_GT(waiting, 0U);
  EXPECT_GT(fabric->counters().packets_delivered, 7U);
}

TEST(MessageClasses, ProbesNameTheClass) {
  const auto topology = networks::make_torus({5, 2});
  const auto fabric = strict_fabric(*topology, two_classes());
  std::map<std::string, const Probe*> probes;
  for (const Probe& probe : fabric->probes()) probes[probe.path] = &probe;
  EXPECT_EQ(probes.size(), fabric->probes().size()) << "paths are unique";
  const std::string router = "noc.r_0_0.";
  for (const char* path :
       {"in_xp_from_4_0_wrap.vc0_request.state", "in_xp_from_4_0_wrap.vc2_request.stall",
        "in_xp_from_4_0_wrap.vc3_response.occupancy", "in_xp_from_4_0_wrap.vc5_response.pick_vc",
        "out_xp_to_1_0.vc2_request.credits", "out_xp_to_1_0.vc4_response.credit_back",
        "out_xp_to_1_0.vc0_request.may_enter_ring", "out_xp_to_1_0.vc3_response.may_continue_ring",
        "injector1_request.queue", "injector2_response.waiting", "injector3_response.stall", "ejector0.valid"}) {
    EXPECT_EQ(probes.count(router + path), 1U) << path;
  }
  for (const char* path : {"out_xp_to_1_0.may_enter_ring", "in_xp_from_4_0_wrap.vc0.state", "injector0.queue",
                           "injector4_response.queue", "out_xp_to_1_0.vc1_request.may_enter_ring"}) {
    EXPECT_EQ(probes.count(router + path), 0U) << path;
  }
  fabric->offer(0, 1, 3, 0, 1);
  fabric->advance(1);
  EXPECT_EQ(value_of(*probes.at(router + "out_xp_to_1_0.vc")) / 3, 1U) << "a VC of responses";
}

}  // namespace
}  // namespace trenza::rtl_models
