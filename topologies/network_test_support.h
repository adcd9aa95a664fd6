// Helpers of the tests of networks: distances by plain search, and checks of links and of classes of sources.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "topologies/network.h"
#include "topologies/reference_test_support.h"

namespace trenza::topologies::test_support {

/// "<12 24>" as {12, 24}.
inline std::vector<int> lengths_of(const std::string& text) {
  std::istringstream inside(text.substr(1, text.size() - 2));
  std::vector<int> lengths;
  for (int length = 0; inside >> length;) lengths.push_back(length);
  return lengths;
}

/// Hops from `source` to every node; -1 where there is no way.
inline std::vector<int> network_distances(const Network& network, NodeId source) {
  std::vector<int> distance(static_cast<std::size_t>(network.nodes), -1);
  std::vector<NodeId> order{source};
  distance[static_cast<std::size_t>(source)] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId next = network.neighbour(order[i], port);
      if (next < 0 || distance[static_cast<std::size_t>(next)] >= 0) continue;
      distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(order[i])] + 1;
      order.push_back(next);
    }
  }
  return distance;
}

/// Nodes by distance from `source`.
inline std::vector<std::int64_t> plain_counts(const Network& network, NodeId source) {
  std::vector<std::int64_t> counts;
  for (const int distance : network_distances(network, source)) {
    if (distance < 0) continue;
    if (counts.size() <= static_cast<std::size_t>(distance)) counts.resize(static_cast<std::size_t>(distance) + 1, 0);
    ++counts[static_cast<std::size_t>(distance)];
  }
  return counts;
}

/// Every channel has one back, as often, and every link class and dimension is the same from both of its ends.
inline void expect_links_both_ways(const Network& network) {
  /// Channels from a node to another that are of the class and dimension of the channel out of `node` by `port`.
  const auto alike = [&](NodeId from, NodeId to, NodeId node, PortId port) {
    int count = 0;
    const NodeId* const next = &network.next[static_cast<std::size_t>(from) * static_cast<std::size_t>(network.ports)];
    for (PortId other = 0; other < network.ports; ++other) {
      if (next[other] != to || network.dimension(from, other) != network.dimension(node, port)) continue;
      const auto& classes = network.port_classes;
      if (classes[static_cast<std::size_t>(other)] == classes[static_cast<std::size_t>(port)]) ++count;
    }
    return count;
  };
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId to = network.neighbour(node, port);
      if (to < 0) continue;
      ASSERT_LT(to, network.nodes);
      const int out = alike(node, to, node, port);
      const int back = alike(to, node, node, port);
      ASSERT_EQ(out, back) << network.name << ": node " << node << ", port " << port;
    }
  }
}

/// The classes cover all nodes, and their counts of distances add up to those of all sources.
inline void expect_classes_stand_for_all(const Network& network, const std::vector<SourceClass>& classes) {
  std::vector<std::int64_t> every;
  std::vector<std::int64_t> reduced;
  const auto add = [&](std::vector<std::int64_t>& total, NodeId node, std::int64_t weight) {
    const auto counts = plain_counts(network, node);
    total.resize(std::max(total.size(), counts.size()), 0);
    for (std::size_t d = 0; d < counts.size(); ++d) total[d] += weight * counts[d];
  };
  for (NodeId node = 0; node < network.nodes; ++node) add(every, node, 1);
  for (const auto& one : classes) add(reduced, one.node, one.count);
  EXPECT_EQ(every, reduced) << network.name;
}

}  // namespace trenza::topologies::test_support
