// Loads of turns against counting by hand, conservation, and loads of channels.
#include "graphs/metrics/turn_loads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "topologies/topology_test_support.h"

namespace trenza::graphs {
namespace {

using topologies::NodeId;
using topologies::PortId;
using topologies::Topology;
using topologies::test_support::make;
using topologies::test_support::make_torus;

constexpr std::uint64_t kPair = TurnLoads::kPairFlow;

std::unique_ptr<Topology> make_hypercube(int dimensions) {
  topologies::TopologySpec spec;
  spec.kind = "hypercube";
  spec.values["n"] = dimensions;
  return make_topology(spec);
}

std::vector<std::unique_ptr<Topology>> routed_networks() {
  std::vector<std::unique_ptr<Topology>> list;
  list.push_back(make_torus({5}));
  list.push_back(make_torus({6}));
  list.push_back(make("rt", 4));
  list.push_back(make("rtt", 4));
  list.push_back(make("pdtt", 3));
  topologies::TopologySpec conflicting;  // by table
  conflicting.kind = "twisted_torus";
  conflicting.values["size"] = std::vector<int>{4, 4};
  conflicting.values["twist"] = std::map<std::string, int>{{"xy", -1}, {"yx", 1}};
  list.push_back(make_topology(conflicting));
  list.push_back(make_hypercube(4));
  list.push_back(make_hypercube(7));  // by bits
  return list;
}

/// On a ring, what goes on, what starts and what ends by the direction up.
void expect_ring(int size, double through, double injected, std::uint8_t stride_of_through) {
  const auto ring = make_torus({size});
  const TurnLoads loads = turn_loads(*ring, {});
  const auto flow = [](double pairs) { return static_cast<std::uint64_t>(std::llround(pairs * kPair)); };
  const std::vector<std::uint8_t> strides = inverse_strides(loads, size);
  for (NodeId node = 0; node < size; ++node) {
    EXPECT_EQ(loads.at(node, 0, 0), flow(through));
    EXPECT_EQ(loads.at(node, 0, 1), 0U) << "nothing turns back";
    EXPECT_EQ(loads.at(node, 0, 2), flow(injected));
    EXPECT_EQ(loads.at(node, 2, 0), flow(injected)) << "as much ends as starts";
    const auto first = static_cast<std::ptrdiff_t>(node) * 9;
    const std::vector<std::uint8_t> up(strides.begin() + first, strides.begin() + first + 3);
    EXPECT_EQ(up, (std::vector<std::uint8_t>{stride_of_through, 255, 16}));
  }
}

TEST(TurnLoads, RingsByHand) {
  // 5 nodes: distances 1 and 2, the latter with one router in between: 16 * 2 / 1.
  expect_ring(5, 1, 2, 32);
  // 6 nodes: distance 3 goes half by half, with two routers in between: 16 * 2.5 / 2.
  expect_ring(6, 2, 2.5, 20);
}

/// RT(4): 8 x 4, counted from coordinates: half of the flow by each direction where both are as short.
TEST(TurnLoads, RectangularTorusByCoordinates) {
  const auto torus = make("rt", 4);
  constexpr int kWide = 8;
  constexpr int kHigh = 4;
  const auto steps = [](int difference, int size) {
    const int up = (difference + size) % size;
    std::vector<int> choices{up};
    if (2 * up > size) choices = {up - size};
    if (2 * up == size) choices = {up, -up};
    return choices;
  };
  // [output][source] at node (0, 0) of all pairs, the nodes counted modulo the sizes.
  std::vector<std::vector<double>> expected(5, std::vector<double>(5));
  for (int y = 0; y < kHigh; ++y) {
    for (int x = 0; x < kWide; ++x) {
      if (x == 0 && y == 0) continue;
      for (const int along : steps(x, kWide)) {
        for (const int across : steps(y, kHigh)) {
          const double part = 1.0 / static_cast<double>(steps(x, kWide).size() * steps(y, kHigh).size());
          std::size_t source = 4;
          for (int hop = 0; hop < std::abs(along); ++hop) {
            expected[along > 0 ? 0 : 1][source] += part;
            source = along > 0 ? 0 : 1;
          }
          for (int hop = 0; hop < std::abs(across); ++hop) {
            expected[across > 0 ? 2 : 3][source] += part;
            source = across > 0 ? 2 : 3;
          }
          expected[4][source] += part;
        }
      }
    }
  }
  const TurnLoads loads = turn_loads(*torus, {});
  for (NodeId node = 0; node < kWide * kHigh; ++node) {
    for (PortId output = 0; output < 5; ++output) {
      for (PortId source = 0; source < 5; ++source) {
        EXPECT_DOUBLE_EQ(static_cast<double>(loads.at(node, output, source)) / kPair,
                         expected[static_cast<std::size_t>(output)][static_cast<std::size_t>(source)])
            << output << " from " << source;
      }
    }
  }
}

void expect_conservation(const Topology& topology, const TurnLoads& loads, std::uint64_t pairs_from_each) {
  const topologies::Graph& graph = topology.graph();
  const PortId ports = graph.ports();
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    std::uint64_t injected = 0;
    for (PortId output = 0; output <= ports; ++output) injected += loads.at(node, output, ports);
    ASSERT_EQ(injected, pairs_from_each * kPair) << topology.name();
    EXPECT_EQ(loads.at(node, ports, ports), 0U);
    for (PortId port = 0; port < ports; ++port) {
      if (!graph.has_out(node, port)) continue;
      const topologies::Channel& channel = graph.out(node, port);
      std::uint64_t left = 0;
      std::uint64_t entered = 0;
      for (PortId source = 0; source <= ports; ++source) left += loads.at(node, port, source);
      for (PortId output = 0; output <= ports; ++output) entered += loads.at(channel.to, output, channel.in_port);
      ASSERT_EQ(left, entered) << topology.name() << ", node " << node << ", port " << port;
    }
  }
}

TEST(TurnLoads, WhatLeavesARouterEntersTheNext) {
  for (const auto& topology : routed_networks()) {
    const NodeId nodes = topology->graph().nodes();
    expect_conservation(*topology, turn_loads(*topology, {}), static_cast<std::uint64_t>(nodes) - 1);
    std::vector<NodeId> opposite;
    for (NodeId node = 0; node < nodes; ++node) opposite.push_back((node + nodes / 2) % nodes);
    expect_conservation(*topology, turn_loads(*topology, opposite), 1);
  }
}

TEST(TurnLoads, AddUpToTheLoadsOfChannels) {
  for (const auto& topology : routed_networks()) {
    const double bound = topologies::uniform_route_bound(*topology);
    if (bound == 0) continue;  // by table
    const TurnLoads loads = turn_loads(*topology, {});
    std::uint64_t most = 0;
    for (PortId port = 0; port < loads.ports(); ++port) {
      std::uint64_t load = 0;
      for (PortId source = 0; source <= loads.ports(); ++source) load += loads.at(0, port, source);
      most = std::max(most, load);
    }
    EXPECT_NEAR((topology->graph().nodes() - 1) / (static_cast<double>(most) / kPair), bound, 1e-9) << topology->name();
  }
}

TEST(TurnLoads, StridesAreRoundedAndBounded) {
  TurnLoads loads(1, 2);
  const auto strides_of = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    loads.at(0, 0, 0) = a;
    loads.at(0, 0, 1) = b;
    loads.at(0, 0, 2) = c;
    const std::vector<std::uint8_t> strides = inverse_strides(loads, 1);
    return std::vector<std::uint8_t>(strides.begin(), strides.begin() + 3);
  };
  using List = std::vector<std::uint8_t>;
  EXPECT_EQ(strides_of(0, 0, 0), (List{255, 255, 255}));
  EXPECT_EQ(strides_of(31, 32, 30), (List{17, 16, 17}));  // 16.5 and 17.07
  EXPECT_EQ(strides_of(1, 16, 15), (List{255, 16, 17}));  // 256 is cut
  EXPECT_EQ(strides_of(std::uint64_t{1} << 57U, 1, std::uint64_t{1} << 56U), (List{16, 255, 32}));
}

}  // namespace
}  // namespace trenza::graphs
