#include "topologies/torus_network.h"

#include <gtest/gtest.h>

#include <random>

#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

std::string torus_refusal(const std::vector<int>& sizes, const std::vector<Twist>& twists,
                          const std::vector<bool>& wrap = {}, int links = 2) {
  try {
    torus_network("test", sizes, twists, wrap, links);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return {};
}

void expect_same_wiring(const Network& network, const TorusLattice& lattice) {
  ASSERT_EQ(network.nodes, lattice.nodes());
  ASSERT_EQ(network.ports, 2 * lattice.dimensions());
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      ASSERT_EQ(network.neighbour(node, port), lattice.channel(node, port).to) << "node " << node << " port " << port;
      ASSERT_EQ(network.dimension(node, port), port / 2);
    }
  }
}

TEST(TorusNetworkTest, IsTheLattice) {
  std::mt19937 random(3);
  for (int i = 0; i < 40; ++i) {
    const auto torus = test_support::random_torus(random);
    SCOPED_TRACE(torus.text);
    const Network network = torus_network("test", torus.sizes, torus.twists);
    expect_same_wiring(network, TorusLattice(torus.sizes, torus.twists));
    ASSERT_EQ(network.sources.size(), 1U);
    EXPECT_EQ(network.sources[0].count, network.nodes);
  }
}

TEST(TorusNetworkTest, ConflictingTwistsDoNotCascade) {
  const std::vector<Twist> twists{{0, 1, -1}, {1, 0, 1}};
  const Network network = torus_network("test", {4, 4}, twists);
  const TorusLattice lattice({4, 4}, twists);
  EXPECT_NE(lattice.conflict().find("twists xy and yx conflict"), std::string::npos);
  expect_same_wiring(network, lattice);
  EXPECT_EQ(network.sources.size(), 16U);
  const auto at = [](int x, int y) { return static_cast<NodeId>(x + 4 * y); };
  // x+ from (3, 0): x = 0 and y = 0 - 1 = 3; that y is now last triggers nothing. y+ from (3, 3): y = 0, x = 3 + 1 = 0.
  EXPECT_EQ(network.neighbour(at(3, 0), 0), at(0, 3));
  EXPECT_EQ(network.neighbour(at(3, 3), 2), at(0, 0));
  EXPECT_EQ(network.neighbour(at(0, 3), 1), at(3, 0));
  // Section IV: from (0, 2) one hop x- and two hops y+ end at (3, 0) or (0, 0), by their order.
  NodeId y_first = at(0, 2);
  for (const PortId port : {2, 2, 1}) y_first = network.neighbour(y_first, port);
  NodeId x_first = at(0, 2);
  for (const PortId port : {1, 2, 2}) x_first = network.neighbour(x_first, port);
  EXPECT_NE(y_first, x_first);
}

TEST(TorusNetworkTest, OpenAxesEnd) {
  const Network mesh = torus_network("mesh", {3, 4}, {}, {true, false});
  EXPECT_EQ(mesh.neighbour(2, 0), 0);
  EXPECT_EQ(mesh.neighbour(0, 3), -1);
  EXPECT_EQ(mesh.neighbour(9, 2), -1);
  EXPECT_EQ(mesh.neighbour(9, 3), 6);
  EXPECT_EQ(mesh.port_classes, (std::vector<std::string>{"torus", "torus", "mesh", "mesh"}));
  EXPECT_EQ(mesh.sources.size(), 12U);
  EXPECT_EQ(mesh.symmetry, "none");
}

TEST(TorusNetworkTest, SizeTwoMayHaveOneLink) {
  const Network cube = torus_network("cube", {2, 2, 2}, {}, {}, 1);
  for (NodeId node = 0; node < 8; ++node) {
    for (PortId port = 0; port < 6; ++port) {
      EXPECT_EQ(cube.neighbour(node, port), port % 2 == 0 ? node ^ (1 << (port / 2)) : -1);
      EXPECT_EQ(cube.dimension(node, port), port % 2 == 0 ? port / 2 : -1);
    }
  }
  EXPECT_EQ(cube.sources.size(), 1U);
  // A twisted wraparound leads elsewhere than the link inside: both stay.
  const Network twisted = torus_network("twisted", {4, 2}, {{1, 0, 2}}, {}, 1);
  EXPECT_EQ(twisted.neighbour(0, 2), 4);
  EXPECT_EQ(twisted.neighbour(0, 3), 4 + 2);
}

TEST(TorusNetworkTest, SaysWhatIsWrong) {
  EXPECT_NE(torus_refusal({4, 4}, {{1, 0, 1}}, {true, false}).find("dimension y is open"), std::string::npos);
  EXPECT_NE(torus_refusal({4, 4}, {{1, 0, 1}}, {false, true}).find("dimension x is open"), std::string::npos);
  EXPECT_NE(torus_refusal({4, 4}, {}, {true}).find("has 1 entries; it must have 2"), std::string::npos);
  EXPECT_NE(torus_refusal({4, 2}, {}, {}, 3).find("cannot have 3 links"), std::string::npos);
  EXPECT_NE(torus_refusal({4, 1}, {}).find("dimension y is 1"), std::string::npos);
  EXPECT_EQ(torus_refusal({4, 4}, {{1, 0, 4}}, {true, false}), "") << "4 is 0 modulo 4";
}

}  // namespace
}  // namespace trenza::topologies
