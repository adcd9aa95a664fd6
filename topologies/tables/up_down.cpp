#include "topologies/tables/up_down.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "topologies/tables/distance_table.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

constexpr int kNoWay = std::numeric_limits<int>::max();

void check_two_ways(const Graph& graph) {
  for (ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const Channel& channel = graph.channel(id);
    bool back = false;
    for (PortId port = 0; port < graph.ports() && !back; ++port)
      back = graph.has_out(channel.to, port) && graph.out(channel.to, port).to == channel.from;
    if (back) continue;
    throw TopologyError(
        "a channel leads from node " + std::to_string(channel.from) + " to node " + std::to_string(channel.to) +
        ", but none back; escapes up and down a tree need both ways (the network can be measured, not run)");
  }
}

/// Nodes in the order (distance from node 0, number).
std::vector<NodeId> tree_order(const Graph& graph) {
  std::vector<int> distance(static_cast<std::size_t>(graph.nodes()), -1);
  std::vector<NodeId> order{0};
  distance[0] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (PortId port = 0; port < graph.ports(); ++port) {
      if (!graph.has_out(order[i], port)) continue;
      const NodeId next = graph.out(order[i], port).to;
      if (distance[static_cast<std::size_t>(next)] >= 0) continue;
      distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(order[i])] + 1;
      order.push_back(next);
    }
  }
  if (order.size() < static_cast<std::size_t>(graph.nodes())) {
    const auto lost = std::find(distance.begin(), distance.end(), -1) - distance.begin();
    throw TopologyError("the network is not connected: no way leads from node 0 to node " + std::to_string(lost) +
                        " (it can be measured, not run)");
  }
  std::sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return std::make_pair(distance[static_cast<std::size_t>(a)], a) <
           std::make_pair(distance[static_cast<std::size_t>(b)], b);
  });
  return order;
}

class UpDown final : public EscapeRule {
 public:
  explicit UpDown(const Graph& graph) : nodes_(static_cast<std::size_t>(graph.nodes())), order_(tree_order(graph)) {
    check_two_ways(graph);
    check_table_bytes(static_cast<std::int64_t>(nodes_) * static_cast<std::int64_t>(nodes_),
                      "the table of escapes up and down a tree");
    place_.resize(nodes_);
    for (std::size_t i = 0; i < nodes_; ++i) place_[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
    ports_.resize(nodes_ * nodes_);
    hops_.resize(nodes_);
    down_only_.resize(nodes_);
    for (NodeId destination = 0; destination < graph.nodes(); ++destination) lead_to(graph, destination);
    hops_.clear();
    down_only_.clear();
  }

  EscapeHop next(NodeId at, NodeId destination, EscapeState /*state*/) const override {
    return {ports_[static_cast<std::size_t>(destination) * nodes_ + static_cast<std::size_t>(at)], 0, 0};
  }

 private:
  /// Down hops in the order from the last node to the first, so that the nodes below a node are known before it; then
  /// up hops from the first to the last. Node 0 comes first and leads down to all.
  void lead_to(const Graph& graph, NodeId destination) {
    std::fill(hops_.begin(), hops_.end(), kNoWay);
    std::fill(down_only_.begin(), down_only_.end(), 0);
    hops_[static_cast<std::size_t>(destination)] = 0;
    down_only_[static_cast<std::size_t>(destination)] = 1;
    for (std::size_t i = nodes_; i-- > 0;) improve(graph, order_[i], destination, true);
    for (const NodeId node : order_) improve(graph, node, destination, false);
  }

  void improve(const Graph& graph, NodeId node, NodeId destination, bool down) {
    const auto at = static_cast<std::size_t>(node);
    if (hops_[at] != kNoWay) return;
    for (PortId port = 0; port < graph.ports(); ++port) {
      if (!graph.has_out(node, port)) continue;
      const auto next = static_cast<std::size_t>(graph.out(node, port).to);
      if ((place_[next] > place_[at]) != down || hops_[next] == kNoWay) continue;
      if (down && down_only_[next] == 0) continue;
      if (hops_[at] != kNoWay && hops_[next] + 1 >= hops_[at]) continue;
      hops_[at] = hops_[next] + 1;
      down_only_[at] = down ? 1 : 0;
      ports_[static_cast<std::size_t>(destination) * nodes_ + at] = static_cast<std::uint8_t>(port);
    }
  }

  std::size_t nodes_;
  std::vector<NodeId> order_;
  std::vector<int> place_;           ///< by node: where it is in the order
  std::vector<std::uint8_t> ports_;  ///< by destination and node
  std::vector<int> hops_;            ///< by node, while a destination is done: hops that remain
  std::vector<char> down_only_;      ///< by node: by down channels alone
};

}  // namespace

std::unique_ptr<EscapeRule> up_down(const Graph& graph) { return std::make_unique<UpDown>(graph); }

}  // namespace trenza::topologies
