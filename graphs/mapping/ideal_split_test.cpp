#include "graphs/mapping/ideal_split.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graphs/mapping/shortest_path_loads.h"
#include "graphs/models/rt_rtt_model.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {
namespace {

using topologies::Network;

constexpr double kClose = 1e-6;

void expect_solved(const IdealSplit& split) {
  EXPECT_LE(split.at_least, split.at_most * (1 + 1e-12));
  EXPECT_NEAR(split.at_least / split.at_most, 1, kClose);
}

/// A network of given channels, all of port p of their nodes.
Network network_of_channels(topologies::NodeId nodes, topologies::PortId ports,
                            const std::vector<topologies::NodeId>& next) {
  Network network;
  network.name = "test";
  network.nodes = nodes;
  network.ports = ports;
  network.next = next;
  return network;
}

TEST(IdealSplit, OfAFunnelIsTheCut) {
  // 0 -> 1, 2, 3 -> 4: three paths for 0 -> 4, and node 1 sends to 4 as well.
  const Network network = network_of_channels(5, 3, {1, 2, 3, 4, -1, -1, 4, -1, -1, 4, -1, -1, -1, -1, -1});
  DemandMatrix demands(5);
  demands[0] = {{4, 1.0}};
  const IdealSplit alone = ideal_split(network, demands);
  expect_solved(alone);
  EXPECT_NEAR(alone.at_least, 3, kClose);
  demands[1] = {{4, 1.0}};  // 2 units enter 4 through three channels; an even split would put 4/3 on one of them
  const IdealSplit both = ideal_split(network, demands);
  expect_solved(both);
  EXPECT_NEAR(both.at_least, 1, kClose);  // all of node 1 goes through its only channel
}

TEST(IdealSplit, LongerWaysAreNotTaken) {
  // 0 -> 1 directly, and 0 -> 2 -> 1, which is longer.
  const Network network = network_of_channels(3, 2, {1, 2, -1, -1, 1, -1});
  DemandMatrix demands(3);
  demands[0] = {{1, 1.0}};
  EXPECT_NEAR(ideal_split(network, demands).at_least, 1, kClose);
}

TEST(IdealSplit, EvenSplitIsIdealForUniformTrafficOnSymmetricTori) {
  for (const RtKind kind : {RtKind::rt, RtKind::rtt}) {
    const auto mapping = topologies::parse_mapping("id", {8, 4});
    const RtRttModel even(kind, 4, mapping);
    const IdealSplit split = rt_rtt_ideal_throughput(kind, 4, mapping, 0);
    expect_solved(split);
    EXPECT_NEAR(split.at_least, even.maximum_throughput(0), kClose);
  }
}

// The paper's task mapping cases at a = 4, alpha = 0.5: values of an independent linear program.
TEST(IdealSplit, MixedTraffic) {
  struct Case {
    RtKind kind;
    const char* mapping;
    double even;
    double ideal;
  };
  for (const Case& one : {Case{RtKind::rt, "id", 1.560, 1.560}, Case{RtKind::rtt, "id", 1.699, 1.851},
                          Case{RtKind::rtt, "f_d", 1.699, 1.851}, Case{RtKind::rtt, "f_v(2)", 2.182, 2.240},
                          Case{RtKind::rtt, "f_d . f_v(2)", 1.920, 2.113}}) {
    const auto mapping = topologies::parse_mapping(one.mapping, {8, 4});
    const IdealSplit split = rt_rtt_ideal_throughput(one.kind, 4, mapping, 0.5);
    expect_solved(split);
    EXPECT_NEAR(RtRttModel(one.kind, 4, mapping).maximum_throughput(0.5), one.even, 5e-4) << one.mapping;
    EXPECT_NEAR(split.at_least, one.ideal, 6e-4) << one.mapping;
  }
}

TEST(IdealSplit, IsNeverWorseThanTheEvenSplitAndNeverBetterThanAllLinks) {
  for (const char* const expression : {"id", "f_d", "f_v(2)", "f_t(2)", "f_d . f_v(2)", "f_h(2)"}) {
    for (const double alpha : {0.0, 0.3, 0.7, 1.0}) {
      const auto mapping = topologies::parse_mapping(expression, {12, 6});
      const RtRttModel even(RtKind::rtt, 6, mapping);
      const IdealSplit split = rt_rtt_ideal_throughput(RtKind::rtt, 6, mapping, alpha);
      expect_solved(split);
      EXPECT_GE(split.at_least, even.maximum_throughput(alpha) * (1 - kClose)) << expression << " " << alpha;
      EXPECT_LE(split.at_most, 4 / even.base_latency(alpha) * (1 + kClose)) << expression << " " << alpha;
    }
  }
}

TEST(IdealSplit, DemandsThatDifferBetweenNodesHaveNoClasses) {
  // One sender on a torus: all of its four channels can be used evenly only by what is worth four destinations.
  const Network network = topologies::torus_network("", {5, 5});
  DemandMatrix demands(25);
  demands[0] = {{6, 1.0}};  // one right and one up: two paths
  EXPECT_NEAR(ideal_split(network, demands).at_least, 2, kClose);
  demands[0].push_back({1, 1.0});  // only through x+: what goes to 6 should take y+
  const IdealSplit split = ideal_split(network, demands);
  expect_solved(split);
  EXPECT_NEAR(split.at_least, 1, kClose);
}

TEST(IdealSplit, WrongInput) {
  const Network network = network_of_channels(2, 1, {1, -1});
  EXPECT_THROW(ideal_split(network, DemandMatrix(1)), topologies::TopologyError);
  DemandMatrix demands(2);
  demands[1] = {{0, 1.0}};
  EXPECT_THROW(ideal_split(network, demands), topologies::TopologyError);
  EXPECT_TRUE(std::isinf(ideal_split(network, DemandMatrix(2)).at_least));
  EXPECT_THROW(rt_rtt_ideal_throughput(RtKind::rt, 4, topologies::parse_mapping("id", {8, 4}), 1.5),
               topologies::TopologyError);
  EXPECT_THROW(rt_rtt_ideal_throughput(RtKind::rt, 4, topologies::parse_mapping("id", {4, 4}), 0.5),
               topologies::TopologyError);
}

}  // namespace
}  // namespace trenza::graphs
