// The pin view on networks with absent ports, bypass links, escapes that detour and two escape VCs: what single packets
// do, against walks on the graph, and that under load nothing is lost. One elaboration for each TEST.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/fabric/strict_fabric.h"
#include "rtl_models/pin_fabric.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::FabricParameters;
using test_bench::strict_fabric;
using topologies::ChannelId;
using topologies::NodeId;
using topologies::PortId;
using topologies::Topology;
using OwnedTopology = std::unique_ptr<Topology>;

OwnedTopology mesh(const std::vector<int>& sizes) {
  topologies::TorusShape shape;
  shape.sizes = sizes;
  shape.wrap.assign(sizes.size(), false);
  return topologies::make_twisted_torus("mesh", shape);
}

OwnedTopology mixture() {
  topologies::TorusShape shape;
  shape.sizes = {4, 3, 2};
  shape.wrap = {true, false, true};
  shape.size_two_links = 1;
  return topologies::make_twisted_torus("mixture", shape);
}

OwnedTopology conflicting_twists() {
  return topologies::make_mesh_ordered_torus("conflict", {{4, 4}, {{1, 0, 1}, {0, 1, 3}}, {}, 2});
}

OwnedTopology bypass_torus(topologies::IbtEscape escape) {
  topologies::IbtSpec spec;
  spec.sizes = {8, 8};
  spec.lengths = {4};
  return topologies::make_ibt(spec, escape);
}

/// A wheel: node 0 is joined to all of the rim 1 .. n - 1, and the rim is a line. Most ports of the rim are absent.
OwnedTopology wheel(NodeId nodes) {
  topologies::Network network;
  network.name = "wheel";
  network.nodes = nodes;
  network.ports = nodes - 1;
  const auto at = [&](NodeId node, PortId port) {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(network.ports) + static_cast<std::size_t>(port);
  };
  network.next.assign(at(nodes, 0), -1);
  for (NodeId rim = 1; rim < nodes; ++rim) {
    network.next[at(0, rim - 1)] = rim;
    network.next[at(rim, 2)] = 0;
    if (rim > 1) network.next[at(rim, 0)] = rim - 1;
    if (rim + 1 < nodes) network.next[at(rim, 1)] = rim + 1;
  }
  for (PortId p = 0; p < network.ports; ++p) network.port_names.push_back("p" + std::to_string(p));
  return topologies::make_up_down_network(network);
}

/// All nodes joined to all.
OwnedTopology complete(NodeId nodes) {
  topologies::Network network;
  network.name = "complete";
  network.nodes = nodes;
  network.ports = nodes - 1;
  for (NodeId node = 0; node < nodes; ++node) {
    for (PortId p = 0; p < network.ports; ++p) network.next.push_back(p < node ? p : p + 1);
  }
  for (PortId p = 0; p < network.ports; ++p) network.port_names.push_back("p" + std::to_string(p));
  return topologies::make_up_down_network(network);
}

FabricParameters parameters_for(const Topology& network) {
  FabricParameters parameters;
  parameters.escape_vcs = network.routing().escape_vcs();
  parameters.adaptive_vcs = 1;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  return parameters;
}

/// Ports of the escape route from `source`.
std::vector<PortId> escape_route(const Topology& network, NodeId source, NodeId destination) {
  const auto& relation = network.routing();
  std::vector<PortId> ports;
  topologies::HeaderWord header = relation.initial(source, destination, 0);
  for (NodeId at = source; at != destination; at = network.graph().out(at, ports.back()).to) {
    ports.push_back(relation.choices(at, header).escape_port());
    header = relation.advance(at, header, ports.back(), true);
  }
  return ports;
}

/// Different delays for every port, router delay 2: one packet at a time, from every `step`-th node to all others. Its
/// latency is that of the channels that it used, and these are as many as it says.
void check_single_packets(const Topology& network, int adaptive_vcs, NodeId step = 1) {
  FabricParameters parameters = parameters_for(network);
  parameters.adaptive_vcs = adaptive_vcs;
  parameters.router_delay = 2;
  parameters.credit_delay = 3;
  for (PortId p = 0; p < network.graph().ports(); ++p) parameters.port_link_delay.push_back(1 + p % 5);
  const auto fabric = strict_fabric(network, parameters);
  const auto& graph = network.graph();
  std::vector<std::uint64_t> before(static_cast<std::size_t>(graph.channels()));
  for (NodeId source = 0; source < graph.nodes(); source += step) {
    for (NodeId destination = 0; destination < graph.nodes(); ++destination) {
      if (source == destination) continue;
      const Cycle start = fabric->now();
      fabric->offer(source, destination, 3, 0);
      fabric->advance(start + 1000);
      ASSERT_EQ(fabric->delivered().size(), 1U);
      const Delivery& packet = fabric->delivered()[0];
      const std::vector<std::uint64_t> after = fabric->counters().channel_flits;
      int hops = 0;
      Cycle links = 0;
      for (ChannelId c = 0; c < graph.channels(); ++c) {
        const auto at = static_cast<std::size_t>(c);
        if (after[at] == before[at]) continue;
        ASSERT_TRUE(graph.has(c));
        ASSERT_EQ(after[at] - before[at], 3U);
        ++hops;
        links += static_cast<Cycle>(parameters.link_delay_of(graph.channel(c).out_port));
      }
      before = after;
      EXPECT_EQ(packet.hops, hops);
      const auto expected = adaptive_vcs > 0 ? static_cast<std::size_t>(network.routing().distance(source, destination))
                                             : escape_route(network, source, destination).size();
      EXPECT_EQ(static_cast<std::size_t>(hops), expected) << source << " to " << destination;
      EXPECT_EQ(packet.ejected - packet.created, static_cast<Cycle>(2 * hops) + links + 2 + 1);
      fabric->advance(fabric->now() + 1000);
    }
  }
  const microarch::Counters counters = fabric->counters();
  EXPECT_EQ(counters.escape_grants, adaptive_vcs > 0 ? 0 : counters.network_grants);
  EXPECT_TRUE(fabric->audit().empty());
}

TEST(EveryNetwork, SinglePacketsOnAMesh) { check_single_packets(*mesh({3, 3}), 1); }
TEST(EveryNetwork, SinglePacketsOnAMeshByEscape) { check_single_packets(*mesh({3, 3}), 0); }
TEST(EveryNetwork, SinglePacketsOnAMixture) { check_single_packets(*mixture(), 1); }
TEST(EveryNetwork, SinglePacketsOnAMixtureByEscape) { check_single_packets(*mixture(), 0); }
TEST(EveryNetwork, SinglePacketsWithConflictingTwists) { check_single_packets(*conflicting_twists(), 1); }
TEST(EveryNetwork, SinglePacketsWithConflictingTwistsByEscape) { check_single_packets(*conflicting_twists(), 0); }
// From 5 of the 64 nodes.
constexpr NodeId kFewSources = 13;
TEST(EveryNetwork, SinglePacketsOnABypassTorus) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::torus_order), 1, kFewSources);
}
TEST(EveryNetwork, SinglePacketsOnABypassTorusByTorusOrder) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::torus_order), 0, kFewSources);
}
TEST(EveryNetwork, SinglePacketsOnABypassTorusByThreeClasses) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::three_classes), 0, kFewSources);
}
TEST(EveryNetwork, SinglePacketsBetweenAllPairsOfABypassTorusSlow) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::torus_order), 1);
}
TEST(EveryNetwork, SinglePacketsBetweenAllPairsOfABypassTorusByTorusOrderSlow) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::torus_order), 0);
}
TEST(EveryNetwork, SinglePacketsBetweenAllPairsOfABypassTorusByThreeClassesSlow) {
  check_single_packets(*bypass_torus(topologies::IbtEscape::three_classes), 0);
}
TEST(EveryNetwork, SinglePacketsOnAWheel) { check_single_packets(*wheel(7), 1); }
TEST(EveryNetwork, SinglePacketsOnAWheelByEscape) { check_single_packets(*wheel(7), 0); }

/// More than the network can take, for a while: all is conserved in every cycle in which it is looked at, everything
/// arrives, and packets detour exactly where the relation says that they can. Returns their number.
int check_under_load(const Topology& network, const FabricParameters& parameters, Cycle cycles = 400) {
  const auto fabric = strict_fabric(network, parameters);
  const auto nodes = static_cast<std::uint64_t>(network.graph().nodes());
  std::uint64_t offered = 0;
  std::uint64_t delivered = 0;
  int detours = 0;
  for (Cycle t = 0; t < 20'000; ++t) {
    for (NodeId node = 0; t < cycles && node < network.graph().nodes(); ++node) {
      const std::uint64_t draw = microarch::hash(17, node, t);
      if (draw % 2 == 0) continue;
      const auto other = static_cast<NodeId>((draw >> 8) % (nodes - 1));
      fabric->offer(node, other < node ? other : other + 1, 1 + static_cast<int>((draw >> 40) % 4), 0);
      ++offered;
    }
    fabric->advance(t + 1);
    for (const Delivery& packet : fabric->delivered()) {
      const int least = network.routing().distance(packet.source, packet.destination);
      EXPECT_GE(packet.hops, least);
      if (packet.hops > least) ++detours;
      ++delivered;
    }
    if (t % 16 == 0) {
      const std::vector<std::string> faults = fabric->audit();
      EXPECT_TRUE(faults.empty()) << "cycle " << t << ": " << faults[0];
    }
    if (t > cycles && fabric->idle()) break;
  }
  EXPECT_TRUE(fabric->idle());
  EXPECT_EQ(delivered, offered);
  EXPECT_GT(fabric->counters().escape_grants, 0U);
  return detours;
}

TEST(EveryNetwork, MeshUnderLoad) {
  const auto network = mesh({4, 3});
  EXPECT_EQ(check_under_load(*network, parameters_for(*network)), 0);
}
TEST(EveryNetwork, MixtureUnderLoad) {
  const auto network = mixture();
  EXPECT_EQ(check_under_load(*network, parameters_for(*network)), 0);
}
TEST(EveryNetwork, ConflictingTwistsUnderLoad) {
  const auto network = conflicting_twists();
  EXPECT_GT(check_under_load(*network, parameters_for(*network)), 0);
}
TEST(EveryNetwork, BypassTorusUnderLoad) {
  const auto network = bypass_torus(topologies::IbtEscape::torus_order);
  EXPECT_GT(check_under_load(*network, parameters_for(*network), 100), 0);
}
TEST(EveryNetwork, BypassTorusUnderLongLoadSlow) {
  const auto network = bypass_torus(topologies::IbtEscape::torus_order);
  EXPECT_GT(check_under_load(*network, parameters_for(*network)), 0);
}
void check_three_classes_under_load(Cycle cycles) {
  const auto network = bypass_torus(topologies::IbtEscape::three_classes);
  FabricParameters parameters = parameters_for(*network);
  ASSERT_EQ(parameters.escape_vcs, 2);
  parameters.crossbar = microarch::CrossbarKind("per_port");
  EXPECT_GT(check_under_load(*network, parameters, cycles), 0);
}
TEST(EveryNetwork, BypassTorusWithThreeClassesUnderLoad) { check_three_classes_under_load(100); }
TEST(EveryNetwork, BypassTorusWithThreeClassesUnderLongLoadSlow) { check_three_classes_under_load(400); }
TEST(EveryNetwork, WheelUnderLoad) {
  const auto network = wheel(9);
  EXPECT_GT(check_under_load(*network, parameters_for(*network)), 0);
}

// 32 network ports and 8 ejection ports: more outputs than a 32-bit word has bits.
TEST(EveryNetwork, TheWidestRouterKeepsItsOutputsApart) {
  const auto network = complete(33);
  FabricParameters parameters;
  parameters.adaptive_vcs = 0;
  const auto fabric = strict_fabric(*network, parameters);
  fabric->offer(0, 1, 16, 0);  // takes output 0 of node 0 in 0..15
  fabric->offer(2, 0, 1, 0);
  fabric->advance(100);
  ASSERT_EQ(fabric->delivered().size(), 1U);
  EXPECT_EQ(fabric->delivered()[0].source, 2);
  EXPECT_EQ(fabric->delivered()[0].ejected, 2U) << "the ejection port, output 32, is free";
}

TEST(EveryNetwork, TheWidestRouterUnderLoad) {
  const auto network = complete(33);
  FabricParameters parameters = parameters_for(*network);
  parameters.adaptive_vcs = 0;
  parameters.injectors = 8;
  parameters.ejectors = 8;
  check_under_load(*network, parameters);
}

TEST(EveryNetwork, TheNumberOfEscapeVcsMustBeThatOfTheNetwork) {
  const auto network = bypass_torus(topologies::IbtEscape::three_classes);
  EXPECT_THROW(make_pin_fabric(*network, {}), microarch::InvariantViolation);
}

std::map<std::string, const Probe*> probes_by_path(const PinFabric& fabric) {
  std::map<std::string, const Probe*> probes;
  for (const Probe& probe : fabric.probes()) probes[probe.path] = &probe;
  return probes;
}

bool any_path_has(const std::map<std::string, const Probe*>& probes, const std::string& part) {
  for (const auto& probe : probes) {
    if (probe.first.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(EveryNetwork, ProbesAreOfPortsThatAreThere) {
  const auto network = mesh({3, 3});
  const auto fabric = strict_fabric(*network, parameters_for(*network));
  const auto probes = probes_by_path(*fabric);
  EXPECT_EQ(probes.size(), fabric->probes().size()) << "paths are unique";
  EXPECT_EQ(probes.count("noc.r_0_0.out_xp_to_1_0.valid"), 1U);
  EXPECT_EQ(probes.count("noc.r_0_0.in_xm_from_1_0.vc0.state"), 1U);
  EXPECT_FALSE(any_path_has(probes, "r_0_0.out_xm"));
  EXPECT_FALSE(any_path_has(probes, "r_0_0.in_xp"));
  EXPECT_FALSE(any_path_has(probes, "_ring")) << "a mesh has no rings";
}

TEST(EveryNetwork, ProbesOfRingsAreWhereThereIsOne) {
  const auto network = bypass_torus(topologies::IbtEscape::three_classes);
  const auto fabric = strict_fabric(*network, parameters_for(*network));
  const auto probes = probes_by_path(*fabric);
  EXPECT_EQ(probes.count("noc.r_0_0.out_xp_to_1_0.vc0.may_enter_ring"), 1U);
  EXPECT_EQ(probes.count("noc.r_0_0.out_xp_to_1_0.vc1.may_continue_ring"), 1U);
  EXPECT_EQ(probes.count("noc.r_0_0.out_bp_to_4_0.vc0.may_enter_ring"), 1U);
  EXPECT_EQ(probes.count("noc.r_0_0.out_bp_to_4_0.vc1.may_enter_ring"), 0U) << "bypass links have no ring in VC 1";
  EXPECT_FALSE(any_path_has(probes, "1_0.may_")) << "with two escape VCs each says it of itself";
  const Probe& continuing = *probes.at("noc.r_0_0.out_xp_to_1_0.vc1.may_continue_ring");
  EXPECT_EQ(continuing.shift, 1U) << "escape VC 1 of input port xp";
}

// The hop number of each flit is that of its head, also where the route is not minimal.
TEST(EveryNetwork, TextsOfFlitsOnADetourCountItsHops) {
  const auto network = conflicting_twists();
  FabricParameters parameters = parameters_for(*network);
  parameters.adaptive_vcs = 0;
  NodeId source = 0;
  NodeId destination = 0;
  std::vector<PortId> route;
  for (NodeId to = 1; to < network->graph().nodes(); ++to) {
    std::vector<PortId> other = escape_route(*network, source, to);
    if (other.size() <= route.size()) continue;
    route = std::move(other);
    destination = to;
  }
  ASSERT_GT(static_cast<int>(route.size()), network->routing().distance(source, destination));
  const auto fabric = strict_fabric(*network, parameters);
  std::vector<const Probe*> texts;
  for (const Probe& probe : fabric->probes()) {
    if (probe.path.substr(probe.path.rfind('.')) == ".flit") texts.push_back(&probe);
  }
  std::map<int, int> flits_of_hop;
  fabric->observe([&](Cycle /*cycle*/) {
    std::string text;
    for (const Probe* probe : texts) {
      probe->render(text);
      if (!text.empty()) ++flits_of_hop[std::stoi(text.substr(text.rfind("hop") + 3))];
    }
  });
  fabric->offer(source, destination, 4, 0);
  fabric->advance(1000);
  ASSERT_EQ(flits_of_hop.size(), route.size());
  for (int hop = 1; hop <= static_cast<int>(route.size()); ++hop) EXPECT_EQ(flits_of_hop[hop], 4) << hop;
}

}  // namespace
}  // namespace trenza::rtl_models
