// The peers of Table 1 against the reference values, and each one's links and classes of sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "graphs/metrics/distances.h"
#include "topologies/network_test_support.h"
#include "topologies/peers/barrel_shifter.h"
#include "topologies/peers/de_bruijn.h"
#include "topologies/peers/hypercube.h"
#include "topologies/peers/max_degree.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

using namespace topologies::test_support;  // NOLINT(google-build-using-namespace): tests only
using testing::ElementsAre;

constexpr double kPeerTolerance = 1e-6;
constexpr int kSamples = 320;

void expect_exact(const topologies::Network& network, const DistanceSummary& found, const ReferenceRow& row) {
  EXPECT_EQ(network.nodes, row.integer("N")) << network.name;
  EXPECT_EQ(topologies::max_degree(network), row.integer("max_degree")) << network.name;
  EXPECT_EQ(found.diameter, row.integer("diameter_seen")) << network.name;
  EXPECT_NEAR(found.mean, row.number("avg_excl"), kPeerTolerance) << network.name;
  EXPECT_NEAR(found.mean_with_self, row.number("avg_incl"), kPeerTolerance) << network.name;
  EXPECT_NEAR(found.deviation, row.number("std_excl"), kPeerTolerance) << network.name;
  EXPECT_NEAR(found.deviation_with_self, row.number("std_incl"), kPeerTolerance) << network.name;
}

void expect_sample(const topologies::Network& network, const ReferenceRow& row) {
  DistanceOptions options;
  options.threads = 2;
  options.samples = kSamples;
  const auto found = measure_distances(network, options);
  const double error = std::hypot(found.standard_error, row.number("standard_error_of_avg"));
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.sources, kSamples);
  EXPECT_EQ(network.nodes, row.integer("N")) << network.name;
  EXPECT_EQ(topologies::max_degree(network), row.integer("max_degree")) << network.name;
  EXPECT_EQ(found.diameter, row.integer("diameter_seen")) << network.name;
  EXPECT_EQ(found.radius, row.integer("min_eccentricity_seen")) << network.name;
  EXPECT_NEAR(found.mean_with_self, row.number("avg_incl"), 4 * error) << network.name;
  EXPECT_NEAR(found.mean, row.number("avg_excl"), 4 * error) << network.name;
  EXPECT_NEAR(found.deviation_with_self, row.number("std_incl"), 4 * error) << network.name;
  EXPECT_NEAR(found.deviation, row.number("std_excl"), 4 * error) << network.name;
  // The error itself is an estimate too, and goes with the root of the number of sources.
  EXPECT_NEAR(found.standard_error * std::sqrt(kSamples / row.number("sources")), row.number("standard_error_of_avg"),
              0.25 * row.number("standard_error_of_avg"));
}

void expect_row(const topologies::Network& network, const ReferenceRow& row) {
  if (row.integer("sources") > 1) {
    expect_sample(network, row);
  } else if (network.sources.size() == 1) {
    expect_exact(network, measure_distances(network), row);
  } else {  // node 0 of a network that is not node-symmetric
    const std::vector<topologies::SourceClass> zero{{0, 1}};
    expect_exact(network, summarize_distances(network.nodes, zero, DistanceBatch(network).run({0})), row);
  }
}

/// The rows of no more than `sources` sources.
void expect_reference(int sources) {
  const std::map<std::string, std::function<topologies::Network()>> networks = {
      {"deBruijn_directed(4;10)", [] { return topologies::de_bruijn(4, 10, topologies::DeBruijnLinks::directed); }},
      {"deBruijn_directed_incl_node0",
       [] { return topologies::de_bruijn(4, 10, topologies::DeBruijnLinks::directed); }},
      {"deBruijn_undirected(4;10)", [] { return topologies::de_bruijn(4, 10); }},
      {"deBruijn_undirected_node0", [] { return topologies::de_bruijn(4, 10); }},
      {"hypercube(20)", [] { return topologies::hypercube(20); }},
      {"barrel_shifter(2^20)", [] { return topologies::barrel_shifter(20); }}};
  std::size_t rows = 0;
  for (const auto& row : ReferenceFile("c_other_networks.csv")) {
    ++rows;
    if (row.integer("sources") <= sources) expect_row(networks.at(row.text("network"))(), row);
  }
  EXPECT_EQ(rows, networks.size());
}

TEST(Peers, ReferenceTableOfOneSource) { expect_reference(1); }
TEST(Peers, ReferenceTableSlow) { expect_reference(1 << 20); }

TEST(Peers, LinksAreThereFromBothSides) {
  for (int n = 1; n <= 6; ++n) {
    expect_links_both_ways(topologies::hypercube(n));
    expect_links_both_ways(topologies::barrel_shifter(n));
    expect_links_both_ways(topologies::de_bruijn(2, n));
    expect_links_both_ways(topologies::de_bruijn(3, n));
  }
}

TEST(Peers, SourcesStandForAllNodes) {
  for (const auto& network :
       {topologies::hypercube(6), topologies::barrel_shifter(7), topologies::barrel_shifter(1),
        topologies::de_bruijn(2, 6), topologies::de_bruijn(3, 5), topologies::de_bruijn(4, 3),
        topologies::de_bruijn(5, 1), topologies::de_bruijn(2, 6, topologies::DeBruijnLinks::directed),
        topologies::de_bruijn(3, 4, topologies::DeBruijnLinks::directed)}) {
    expect_classes_stand_for_all(network, network.sources);
  }
}

TEST(Hypercube, Wiring) {
  const auto network = topologies::hypercube(3);
  EXPECT_THAT(network.port_names, ElementsAre("d0", "d1", "d2"));
  EXPECT_EQ(network.neighbour(5, 0), 4);
  EXPECT_EQ(network.neighbour(5, 1), 7);
  EXPECT_EQ(network.neighbour(5, 2), 1);
  EXPECT_EQ(network.dimension(5, 2), 2);
  EXPECT_THROW(topologies::hypercube(0), topologies::TopologyError);
  EXPECT_THROW(topologies::hypercube(24), topologies::TopologyError);
}

TEST(BarrelShifter, Wiring) {
  const auto network = topologies::barrel_shifter(3);
  EXPECT_THAT(network.port_names, ElementsAre("p0", "m0", "p1", "m1", "p2"));
  EXPECT_EQ(network.neighbour(6, 0), 7);
  EXPECT_EQ(network.neighbour(0, 1), 7);
  EXPECT_EQ(network.neighbour(6, 2), 0);
  EXPECT_EQ(network.neighbour(6, 4), 2);
  EXPECT_EQ(topologies::max_degree(network), 5);
  EXPECT_THROW(topologies::barrel_shifter(0), topologies::TopologyError);
  EXPECT_THROW(topologies::barrel_shifter(24), topologies::TopologyError);
}

TEST(DeBruijn, Wiring) {
  const auto network = topologies::de_bruijn(2, 3);
  EXPECT_THAT(network.port_names, ElementsAre("f0", "f1", "b0", "b1"));
  const auto row = [&](topologies::NodeId node) {
    std::vector<topologies::NodeId> neighbours;
    for (topologies::PortId port = 0; port < network.ports; ++port) neighbours.push_back(network.neighbour(node, port));
    return neighbours;
  };
  EXPECT_THAT(row(3), ElementsAre(6, 7, 1, 5));    // 011: 110, 111, 001, 101
  EXPECT_THAT(row(0), ElementsAre(-1, 1, -1, 4));  // 000 has a loop
  EXPECT_THAT(row(5), ElementsAre(2, 3, -1, 6));   // 101: 010 on either side
  EXPECT_EQ(topologies::de_bruijn(2, 3, topologies::DeBruijnLinks::directed).ports, 2);
  EXPECT_EQ(topologies::de_bruijn(4, 10).sources.size(), 22187U);
  // Partitions of ten digits into at most four kinds: 1 + 511 + 9330 + 34105 (Stirling numbers).
  EXPECT_EQ(topologies::de_bruijn(4, 10, topologies::DeBruijnLinks::directed).sources.size(), 43947U);
  EXPECT_THROW(topologies::de_bruijn(1, 3), topologies::TopologyError);
  EXPECT_THROW(topologies::de_bruijn(4, 12), topologies::TopologyError);
  EXPECT_THROW(topologies::de_bruijn(2, 0), topologies::TopologyError);
}

}  // namespace

}  // namespace trenza::graphs
