#include "topologies/custom_network.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/places.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

std::string fault(const std::string& text) {
  try {
    parse_custom_network(text, "my.net");
  } catch (const TopologyError& error) {
    return error.what();
  }
  return {};
}

void expect_fault(const std::string& text, const std::string& start) {
  const std::string found = fault(text);
  EXPECT_EQ(found.substr(0, start.size()), start) << found;
}

TEST(CustomNetworkTest, ReadsThePetersenGraph) {
  const CustomNetwork petersen = read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net");
  EXPECT_EQ(petersen.network.name, "custom(petersen.net)");
  EXPECT_EQ(petersen.network.nodes, 10);
  EXPECT_EQ(petersen.network.ports, 3);
  EXPECT_EQ(petersen.graph.connected(), 30);
  const auto network = make_up_down_network(petersen.network, petersen.graph);
  for (NodeId node = 0; node < 10; ++node) {
    const std::vector<int> distance = test_support::graph_distances(network->graph(), node);
    EXPECT_EQ(std::count(distance.begin(), distance.end(), 1), 3);
    EXPECT_EQ(std::count(distance.begin(), distance.end(), 2), 6);
  }
}

TEST(CustomNetworkTest, AByteOrderMarkIsPassedOver) {
  EXPECT_EQ(parse_custom_network("\xEF\xBB\xBFnodes 3\n0 1\n1 2\n2 0\n", "x").network.nodes, 3);
  expect_fault("\xEF\xBB\xBFnode 3\n", "my.net:1:1: `node` is no node");
}

TEST(CustomNetworkTest, GivenPortsComeFirst) {
  const CustomNetwork custom = parse_custom_network("0 1\n0:0 2:3 # a comment\n\t1 -> 2\r\n2:1 -> 1:4\n1 0\n", "x");
  const Graph& graph = custom.graph;
  EXPECT_EQ(custom.network.nodes, 3);
  EXPECT_EQ(custom.network.ports, 5);
  EXPECT_EQ(graph.out(0, 0).to, 2);
  EXPECT_EQ(graph.out(0, 0).in_port, 3);
  EXPECT_EQ(graph.out(2, 3).in_port, 0);
  EXPECT_EQ(graph.out(0, 1).to, 1);
  EXPECT_EQ(graph.out(0, 1).in_port, 0);
  EXPECT_EQ(graph.out(1, 1).to, 2);
  EXPECT_EQ(graph.out(1, 1).in_port, 0);
  EXPECT_FALSE(graph.has_out(2, 0));
  EXPECT_EQ(graph.out(2, 1).in_port, 4);
  EXPECT_EQ(graph.out(0, 2).to, 1);
  EXPECT_EQ(graph.out(0, 2).in_port, 2);
  EXPECT_EQ(graph.connected(), 8);
}

TEST(CustomNetworkTest, NodesMayHaveNoLink) {
  EXPECT_EQ(parse_custom_network("nodes 7\n0 1\n", "x").network.nodes, 7);
  EXPECT_EQ(parse_custom_network("0 6\n", "x").network.nodes, 7);
}

TEST(CustomNetworkTest, SaysWhereAndWhatIsWrong) {
  expect_fault("", "my.net:1:1: there is no link");
  expect_fault("# nothing\n\n", "my.net:2:1: there is no link");
  expect_fault("0 1\n2\n", "my.net:2:1: `2` makes no link");
  expect_fault("0 1 2\n", "my.net:1:5: `2` makes no link");
  expect_fault("0 1\n0 b\n", "my.net:2:3: `b` is no node");
  expect_fault("0 -1\n", "my.net:1:3: `-1` is no node");
  expect_fault("0:x 1\n", "my.net:1:3: `x` is no port");
  expect_fault("0: 1\n", "my.net:1:3: `` is no port");
  expect_fault("0 1:32\n", "my.net:1:5: port 32 is out of range");
  expect_fault("0 99999999999\n", "my.net:1:3: node 99999999999 is out of range");
  expect_fault("0 0\n", "my.net:1:3: a link joins a node with itself");
  expect_fault("0 1\n  1:0 2\n0 2:0\n2:0 3\n", "my.net:4:1: port 0 of node 2 is taken");
  expect_fault("0:1 1\n0:1 -> 2\n", "my.net:2:1: port 1 of node 0 is taken");
  expect_fault("nodes 2\n0 1\n1 2\n", "my.net:3:3: there is no node 2 among 2 nodes");
  expect_fault("nodes\n", "my.net:1:1: `nodes` needs one number");
  expect_fault("nodes 0\n", "my.net:1:7: number of nodes 0 is out of range");
  expect_fault("nodes 2\nnodes 2\n", "my.net:2:1: the number of nodes is given twice");
  std::string star;
  for (int leaf = 1; leaf <= 33; ++leaf) star += "0 " + std::to_string(leaf) + "\n";
  expect_fault(star, "my.net:33:1: node 0 has no port left");
  EXPECT_THROW(read_custom_network("/no/such/file.net"), TopologyError);
  EXPECT_THROW(read_custom_network("/"), TopologyError);
}

TEST(CustomNetworkTest, OutAndInOfAPortMayBelongToDifferentNodes) {
  EXPECT_EQ(fault("0:0 -> 1:0\n1:0 -> 2:0\n2:0 -> 0:0\n"), "");
  expect_fault("0:0 -> 1:0\n2:0 -> 1:0\n", "my.net:2:8: port 0 of node 1 is taken");
}

TEST(CustomNetworkTest, OneWayAndUnconnectedNetworksCannotRun) {
  const auto refusal = [](const std::string& text) {
    CustomNetwork custom = parse_custom_network(text, "x");
    try {
      make_up_down_network(custom.network, std::move(custom.graph));
    } catch (const TopologyError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("0 -> 1\n1 -> 2\n2 -> 0\n").find("but none back"), std::string::npos);
  EXPECT_NE(refusal("0 1\n2 3\n").find("not connected"), std::string::npos);
  EXPECT_EQ(refusal("0 -> 1\n1 -> 0\n"), "");
}

}  // namespace
}  // namespace trenza::topologies
