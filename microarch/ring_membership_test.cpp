#include "microarch/ring_membership.h"

#include <gtest/gtest.h>

#include <memory>

#include "microarch/parameters.h"
#include "topologies/registry.h"

namespace trenza::microarch {
namespace {

using topologies::NodeId;
using topologies::Topology;

std::unique_ptr<Topology> network(const char* kind, const char* parameter, topologies::ParameterValue value) {
  return topologies::make_topology({kind, {{parameter, std::move(value)}}});
}

/// Every ring as a walk: the channel after another one of a ring leaves the node that it enters, and only there does
/// its port belong to the ring of the next output.
void expect_members_follow_rings(const Topology& topology) {
  const topologies::Graph& graph = topology.graph();
  std::size_t members = 0;
  std::size_t channels = 0;
  for (const topologies::Ring& ring : topology.rings()) {
    channels += ring.channels.size();
    for (std::size_t k = 0; k < ring.channels.size(); ++k) {
      const topologies::Channel& before = graph.channel(ring.channels[k]);
      const topologies::Channel& next = graph.channel(ring.channels[(k + 1) % ring.channels.size()]);
      const RingMembership found = ring_membership(topology, next.from, next.out_port, ring.vc);
      EXPECT_NE(found.ports >> before.in_port & 1U, 0U) << ring.name << " " << k;
      EXPECT_EQ(topology.rings()[static_cast<std::size_t>(found.ring)].name, ring.name);
    }
  }
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < graph.ports(); ++port) {
      const RingMembership found = ring_membership(topology, node, port, 0);
      if (found.ring < 0) continue;
      for (int from = 0; from < graph.ports(); ++from) members += found.ports >> from & 1U;
    }
  }
  EXPECT_EQ(members, channels) << "one way into each channel of a ring";
}

TEST(RingMembership, FollowsTheRingsOfATorus) {
  expect_members_follow_rings(*network("torus", "size", std::vector<int>{5, 3}));
}

TEST(RingMembership, FollowsTheRingsOfATwistedTorus) { expect_members_follow_rings(*network("rtt", "a", 4)); }

TEST(RingMembership, WithoutARingAllContinue) {
  const auto mesh = network("mesh", "size", std::vector<int>{3, 3});
  const RingMembership found = ring_membership(*mesh, 4, 0, 0);
  EXPECT_EQ(found.ring, -1);
  EXPECT_EQ(found.ports, ~std::uint32_t{0});
  EXPECT_EQ(ring_membership(*mesh, 2, 0, 0).ring, -1) << "an output without a channel";
  const FabricParameters parameters;  // 4 ports x 3 VCs + 1 injector
  EXPECT_EQ(continuing_inputs(*mesh, parameters, 4, 0, 0), 0x1fffU);
}

TEST(RingMembership, InputsAreOfTheSameVcAndClass) {
  const auto torus = network("torus", "size", std::vector<int>{4, 4});
  FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.adaptive_vcs = 1;  // VCs: escape, adaptive of class 0; escape, adaptive of class 1
  const RingMembership found = ring_membership(*torus, 5, 0, 0);
  const topologies::Channel& out = torus->graph().out(5, 0);
  EXPECT_EQ(found.ports, std::uint32_t{1} << out.in_port) << "packets that go on in x+";
  EXPECT_EQ(continuing_inputs(*torus, parameters, 5, 0, 0), std::uint64_t{1} << (out.in_port * 4));
  EXPECT_EQ(continuing_inputs(*torus, parameters, 5, 0, 2), std::uint64_t{1} << (out.in_port * 4 + 2));
}

}  // namespace
}  // namespace trenza::microarch
