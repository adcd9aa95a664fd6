#include "graphs/mapping/placement_cost.h"

#include <gtest/gtest.h>

#include "graphs/mapping/dilation.h"
#include "graphs/mapping/placement_test_support.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using test_support::in_order;
using test_support::random_matrix;
using test_support::shuffled;
using topologies::Network;

/// A ring of channels one way.
Network one_way(topologies::NodeId nodes) {
  Network network;
  network.name = "one-way ring";
  network.nodes = nodes;
  network.ports = 1;
  for (topologies::NodeId node = 0; node < nodes; ++node) network.next.push_back((node + 1) % nodes);
  return network;
}

std::vector<Network> networks() {
  return {topologies::torus_network("rtt", {8, 4}, {{1, 0, 4}}),
          topologies::torus_network("mesh", {4, 3}, {}, {false, false}),
          topologies::torus_network("conflict", {4, 4}, {{1, 0, 1}, {0, 1, 3}}), one_way(7)};
}

TEST(PlacementCostTest, IsTheSumOfByteHops) {
  for (const Network& network : networks()) {
    for (const int concentration : {1, 3}) {
      SCOPED_TRACE(network.name);
      const std::int64_t processes = std::int64_t{network.nodes} * concentration;
      const std::vector<Communication> matrix = random_matrix(processes, 3, 1'000'000, 7);
      const PlacementCost cost(network, processes, matrix);
      const Placement placement = shuffled(in_order(network.nodes, concentration), 5);
      const auto mapping = topologies::make_mapping("m", placement, network.nodes);
      EXPECT_EQ(static_cast<std::uint64_t>(cost.total(placement)), byte_hops(network, mapping, matrix).byte_hops);
    }
  }
}

TEST(PlacementCostTest, ChangesAreDifferencesOfTotals) {
  for (const Network& network : networks()) {
    for (const int concentration : {1, 2}) {
      SCOPED_TRACE(network.name);
      const std::int64_t processes = std::int64_t{network.nodes} * concentration;
      const PlacementCost cost(network, processes, random_matrix(processes, 2, 100, 11));
      Placement placement = shuffled(in_order(network.nodes, concentration), 3);
      std::int64_t total = cost.total(placement);
      for (std::int64_t one = 0; one < processes; ++one) {
        for (std::int64_t other = 0; other < processes; ++other) {
          if (one == other) continue;
          const std::int64_t change = cost.change(placement, one, other);
          std::swap(placement[static_cast<std::size_t>(one)], placement[static_cast<std::size_t>(other)]);
          ASSERT_EQ(cost.total(placement), total + change) << one << " with " << other;
          total += change;
        }
      }
    }
  }
}

TEST(PlacementCostTest, AddsUpWhatIsGivenSeveralTimes) {
  const Network ring = topologies::torus_network("ring", {5});
  const PlacementCost cost(ring, 5, {{0, 2, 3}, {0, 2, 4}, {2, 0, 10}, {1, 1, 99}, {3, 4, 0}});
  EXPECT_EQ(cost.total(in_order(5)), 2 * 17);
  EXPECT_EQ(cost.change(in_order(5), 1, 2), -17);
  EXPECT_EQ(cost.change(in_order(5), 3, 4), 0);
}

TEST(PlacementCostTest, Refusals) {
  const Network ring = topologies::torus_network("ring", {4});
  EXPECT_THROW(PlacementCost(ring, 4, {{0, 4, 1}}), topologies::TopologyError);
  EXPECT_THROW(PlacementCost(ring, 4, {{-1, 0, 1}}), topologies::TopologyError);
  EXPECT_THROW(PlacementCost(ring, 4, {{0, 1, std::uint64_t{1} << 60}}), topologies::TopologyError);
  EXPECT_THROW(PlacementCost(ring, 4, {{0, 1, std::uint64_t{1} << 59}, {0, 1, std::uint64_t{1} << 59}}),
               topologies::TopologyError);
  EXPECT_NO_THROW(PlacementCost(ring, 4, {{0, 1, (std::uint64_t{1} << 60) - 1}}));
  EXPECT_THROW(PlacementCost(topologies::torus_network("large", {128, 65}), 4, {}), topologies::TopologyError);
  Network line = one_way(3);
  line.next[2] = -1;
  EXPECT_THROW(PlacementCost(line, 3, {}), topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
