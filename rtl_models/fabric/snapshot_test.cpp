// Snapshots of a fabric between two cycles, and audits that find faults.
#include "rtl_models/fabric/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "microarch/flow_control/flow_control.h"
#include "microarch/parameters.h"
#include "rtl_models/fabric/fabric_test_support.h"
#include "rtl_models/fabric/strict_fabric.h"
#include "rtl_models/pin_fabric.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

namespace networks = topologies::test_support;
using microarch::FabricParameters;
using microarch::WaitSnapshot;
using test_bench::Nobody;
using test_bench::strict_fabric;

bool contains(const std::vector<std::uint64_t>& list, std::uint64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

TEST(Snapshot, OfAnEmptyFabricIsEmpty) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  for (int round = 0; round < 2; ++round) {
    const WaitSnapshot snapshot = fabric->waiting();
    EXPECT_TRUE(snapshot.heads.empty());
    EXPECT_TRUE(snapshot.moving_inputs.empty());
    EXPECT_TRUE(snapshot.credits_in_flight.empty());
    fabric->advance(fabric->now() + 100);
  }
}

TEST(Snapshot, AHeadThatWaitsForAnEjectionPort) {
  const auto topology = networks::make_torus({5, 5});
  const auto fabric = strict_fabric(*topology, {});
  fabric->offer(7, 12, 6, 0);   // by y+
  fabric->offer(11, 12, 6, 0);  // by x+; both heads arrive in 2
  fabric->advance(4);
  const WaitSnapshot snapshot = fabric->waiting();
  ASSERT_EQ(snapshot.heads.size(), 1U);
  const microarch::WaitingHead& head = snapshot.heads[0];
  EXPECT_EQ(head.router, 12);
  EXPECT_EQ(head.destination, 12);
  EXPECT_TRUE(head.source == 7 || head.source == 11);
  EXPECT_EQ(head.input / 3, head.source == 11 ? 0 : 2) << "the port it came by";
  EXPECT_EQ(head.flits, 6);
  EXPECT_THAT(head.text, testing::MatchesRegex("H p[01] f0/6 [12],[12]>2,2 vc[12] hop1")) << "as waves show it";
  EXPECT_EQ(head.number, 0U);
  ASSERT_EQ(head.targets.size(), 1U);
  EXPECT_EQ(head.targets[0].output, 4) << "the first ejection port";
  EXPECT_FALSE(head.targets[0].output_free);
  const std::uint64_t inputs = 4 * 3 + 1;
  const int winner_port = head.source == 11 ? 2 : 0;
  EXPECT_TRUE(contains(snapshot.moving_inputs, 12 * inputs + static_cast<std::uint64_t>(winner_port * 3 + 1)));
  EXPECT_TRUE(contains(snapshot.moving_inputs, 7 * inputs + 12)) << "the packets still leave their injectors";
  EXPECT_TRUE(contains(snapshot.moving_inputs, 11 * inputs + 12));
}

TEST(Snapshot, AHeadThatTheBubbleRuleRefuses) {
  const auto topology = networks::make_torus({5, 5});
  FabricParameters parameters;
  parameters.adaptive_vcs = 0;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  const auto fabric = strict_fabric(*topology, parameters);
  fabric->offer(0, 2, 4, 0);
  fabric->offer(0, 2, 4, 0);
  fabric->advance(5);  // the first is at its destination; its slot comes back in 6
  const WaitSnapshot snapshot = fabric->waiting();
  ASSERT_EQ(snapshot.heads.size(), 1U);
  const microarch::WaitingHead& head = snapshot.heads[0];
  EXPECT_EQ(head.router, 0);
  EXPECT_EQ(head.input, 4) << "the injector";
  EXPECT_EQ(head.number, 1U);
  ASSERT_EQ(head.targets.size(), 1U);
  EXPECT_EQ(head.targets[0].output, 0);
  EXPECT_EQ(head.targets[0].vc, 0);
  EXPECT_EQ(head.targets[0].available, 1);
  EXPECT_EQ(head.targets[0].needed, 2);
  EXPECT_TRUE(head.targets[0].output_free);
}

TEST(Snapshot, TargetsAreTheAdaptiveVcsAndTheEscapeVc) {
  const auto topology = networks::make_torus({5, 5});
  FabricParameters parameters;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 1;  // one packet to each adaptive VC, none into the escape VC
  const auto fabric = strict_fabric(*topology, parameters);
  for (int i = 0; i < 5; ++i) fabric->offer(0, 6, 4, 0);
  fabric->advance(1);
  ASSERT_TRUE(fabric->waiting().heads.empty()) << "the first packet crosses, the others are behind it";
  bool found = false;
  while (!found && !fabric->idle()) {
    fabric->advance(fabric->now() + 1);
    for (const microarch::WaitingHead& head : fabric->waiting().heads) {
      if (head.router != 0) continue;
      found = true;
      ASSERT_EQ(head.targets.size(), 5U) << "two ports of two adaptive VCs, and the escape VC";
      for (std::size_t t = 0; t < 4; ++t) {
        EXPECT_EQ(head.targets[t].output, t < 2 ? 0 : 2);
        EXPECT_EQ(head.targets[t].vc, static_cast<int>(t % 2) + 1);
        EXPECT_EQ(head.targets[t].needed, 4);
        EXPECT_LE(head.targets[t].available, 4);
      }
      EXPECT_EQ(head.targets[4].vc, 0);
      EXPECT_EQ(head.targets[4].available, 1);
      EXPECT_EQ(head.targets[4].needed, 2);
    }
  }
  EXPECT_TRUE(found);
}

// Two packets of node 0 go to node 2 by its only productive port. While the first takes that link, the second waits for
// the link and not for its detour, though that is free: there are credits.
TEST(Snapshot, ABusyLinkIsNoReasonForADetour) {
  const auto topology = topologies::make_mesh_ordered_torus("conflict", {{4, 4}, {{1, 0, 1}, {0, 1, 3}}, {}, 2});
  const auto& relation = topology->routing();
  topologies::NodeId destination = 0;
  topologies::RouteChoice choice;
  const auto only_port = [&] { return static_cast<int>(__builtin_ctz(choice.adaptive_ports())); };
  do {
    choice = relation.choices(0, relation.initial(0, ++destination, 0));
  } while (__builtin_popcount(choice.adaptive_ports()) != 1 || choice.escape_port() == only_port());
  FabricParameters parameters;
  parameters.injectors = 2;
  parameters.injection = microarch::InjectionPolicy("round_robin");
  const auto fabric = strict_fabric(*topology, parameters);
  for (int packet = 0; packet < 2; ++packet) fabric->offer(0, destination, 16, 0);
  fabric->advance(3);
  const WaitSnapshot snapshot = fabric->waiting();
  ASSERT_EQ(snapshot.heads.size(), 1U);
  ASSERT_EQ(snapshot.heads[0].targets.size(), 2U) << "the adaptive VCs of the productive port";
  for (const microarch::WaitTarget& target : snapshot.heads[0].targets) {
    EXPECT_EQ(target.output, only_port());
    EXPECT_GE(target.available, target.needed);
    EXPECT_FALSE(target.output_free);
  }
}

TEST(Snapshot, CreditsOnTheirWay) {
  const auto topology = networks::make_torus({5, 5});
  FabricParameters parameters;
  parameters.credit_delay = 10;
  const auto fabric = strict_fabric(*topology, parameters);
  fabric->offer(0, 1, 1, 0);
  fabric->advance(1000);
  EXPECT_EQ(fabric->now(), 3U);
  // The flit crossed out in 2; its credit is usable in 12, so it travels in 3..11.
  const std::uint64_t outputs = 4 + 1;
  for (; fabric->now() < 12; fabric->advance(fabric->now() + 1)) {
    const WaitSnapshot snapshot = fabric->waiting();
    ASSERT_EQ(snapshot.credits_in_flight.size(), 1U) << fabric->now();
    EXPECT_EQ(snapshot.credits_in_flight[0] / 3, 0 * outputs + 0) << "output x+ of node 0";
    EXPECT_GT(snapshot.credits_in_flight[0] % 3, 0U) << "an adaptive VC";
  }
  EXPECT_TRUE(fabric->waiting().credits_in_flight.empty());
  EXPECT_TRUE(fabric->audit().empty());
}

TEST(Snapshot, AnAuditNamesTheVirtualChannelThatDoesNotAddUp) {
  const auto topology = networks::make("rtt", 2);
  const FabricParameters parameters;
  Nobody nobody;
  Noc noc("noc", *topology, parameters, nobody);
  noc.reset.write(true);
  sc_core::sc_start(2000, sc_core::SC_PS);
  noc.reset.write(false);
  sc_core::sc_start(1000, sc_core::SC_PS);
  EXPECT_TRUE(audit_credits(noc, *topology, parameters).empty());
  FabricParameters deeper = parameters;
  ++deeper.buffer_packets;
  const std::vector<std::string> faults = audit_credits(noc, *topology, deeper);
  ASSERT_EQ(faults.size(), 8U * 4U * 3U) << "every virtual channel of every channel";
  EXPECT_EQ(faults[0],
            "r_0_0.xp_to_1_0.vc0: 4 credits + 0 granted + 0 on the link + 0 stored + 0 returning = 4, not 5 slots");
}

}  // namespace
}  // namespace trenza::rtl_models
