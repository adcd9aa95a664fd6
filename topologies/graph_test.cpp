#include "topologies/graph.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "topologies/symmetry.h"

namespace trenza::topologies {
namespace {

TEST(GraphTest, FindsAChannelFromBothOfItsEnds) {
  Graph graph(2, 2);
  graph.connect({0, 1, 1, 0, ChannelKind::twist});
  EXPECT_EQ(graph.channels(), 4);
  EXPECT_EQ(graph.id(0, 1), 1);
  EXPECT_EQ(graph.out(0, 1).to, 1);
  EXPECT_EQ(graph.in(1, 0).from, 0);
  EXPECT_EQ(graph.in(1, 0).kind, ChannelKind::twist);
  EXPECT_EQ(graph.out(0, 0).from, -1) << "not connected yet";
}

TEST(GraphTest, RefusesTakenPortsAndPortsThatAreNotThere) {
  Graph graph(2, 2);
  graph.connect({0, 0, 1, 0});
  EXPECT_THROW(graph.connect({0, 0, 1, 1}), std::logic_error) << "output port taken";
  EXPECT_THROW(graph.connect({0, 1, 1, 0}), std::logic_error) << "input port taken";
  EXPECT_THROW(graph.connect({0, 2, 1, 1}), std::logic_error);
  EXPECT_THROW(graph.connect({0, 1, 1, 2}), std::logic_error);
  EXPECT_THROW(graph.connect({2, 1, 1, 1}), std::logic_error);
  EXPECT_THROW(graph.connect({0, 1, -1, 1}), std::logic_error);
  graph.connect({0, 1, 1, 1});
  EXPECT_EQ(graph.in(1, 1).out_port, 1) << "a refused channel leaves nothing behind";
}

/// A ring of `nodes`, port 0 up and port 1 down; the two ports of `swapped` are exchanged.
Graph ring(NodeId nodes, NodeId swapped) {
  Graph graph(nodes, 2);
  for (NodeId node = 0; node < nodes; ++node) {
    const PortId up = node == swapped ? 1 : 0;
    const NodeId above = (node + 1) % nodes;
    const NodeId below = (node + nodes - 1) % nodes;
    graph.connect({node, up, above, 0});
    graph.connect({node, 1 - up, below, 1});
  }
  return graph;
}

TEST(SymmetryTest, IsProvedOnlyWhereStepsCommute) {
  EXPECT_TRUE(steps_commute_everywhere(ring(5, -1)));
  EXPECT_FALSE(steps_commute_everywhere(ring(5, 3)));
}

TEST(SymmetryTest, IsNotProvedForANetworkInTwoParts) {
  Graph graph(4, 1);
  graph.connect({0, 0, 1, 0});
  graph.connect({1, 0, 0, 0});
  graph.connect({2, 0, 3, 0});
  graph.connect({3, 0, 2, 0});
  EXPECT_FALSE(steps_commute_everywhere(graph));
}

}  // namespace
}  // namespace trenza::topologies
