// States (node, header) of a routing relation, as walks come to them.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

class HeaderStates {
 public:
  explicit HeaderStates(const Topology& topology)
      : graph_(topology.graph()),
        relation_(topology.routing()),
        distance_(static_cast<std::size_t>(topology.graph().nodes())) {}

  /// Headers for this destination come next. Forgets all states.
  void start(NodeId destination);
  /// The same, without forgetting.
  void go_on(NodeId destination);

  std::int64_t size() const { return static_cast<std::int64_t>(states_.size()); }
  NodeId node(std::int64_t state) const { return states_[static_cast<std::size_t>(state)].node; }
  HeaderWord header(std::int64_t state) const { return states_[static_cast<std::size_t>(state)].header; }
  bool at_destination(std::int64_t state) const { return destination_of(header(state)) == node(state); }
  NodeId position(NodeId node) const { return node; }

  std::int64_t find_or_add(NodeId node, HeaderWord header);
  /// -1 if it is not there.
  std::int64_t find(NodeId node, HeaderWord header) const;

  /// Calls `then` with the state after a hop.
  template <typename Then>
  void after(std::int64_t state, PortId port, bool escape, const Then& then) {
    const State from = states_[static_cast<std::size_t>(state)];
    then(find_or_add(graph_.out(from.node, port).to, relation_.advance(from.node, from.header, port, escape)));
  }
  template <typename Then>
  void known_after(std::int64_t state, PortId port, bool escape, const Then& then) const {
    const State& from = states_[static_cast<std::size_t>(state)];
    then(find(graph_.out(from.node, port).to, relation_.advance(from.node, from.header, port, escape)));
  }
  /// Whether a hop between two states leads nearer to the destination last given.
  bool comes_nearer(std::int64_t from, std::int64_t to) const {
    return distance_[static_cast<std::size_t>(node(to))] < distance_[static_cast<std::size_t>(node(from))];
  }

  /// The states of a node are number first_of(node) .. first_of(node + 1) - 1 of `by_node`; after sort_by_node().
  void sort_by_node();
  std::int64_t count_at(NodeId node) const {
    return first_[static_cast<std::size_t>(node) + 1] - first_[static_cast<std::size_t>(node)];
  }
  std::int64_t state_at(NodeId node, std::int64_t number) const {
    return by_node_[static_cast<std::size_t>(first_[static_cast<std::size_t>(node)] + number)];
  }

 private:
  struct State {
    HeaderWord header = 0;
    NodeId node = -1;
  };
  std::size_t slot(NodeId node, HeaderWord header) const;
  void grow();

  const Graph& graph_;
  const RoutingRelation& relation_;
  std::vector<int> distance_;  ///< by node: to the destination
  std::vector<State> states_;
  std::vector<std::int32_t> slots_ = std::vector<std::int32_t>(1024, -1);  ///< hash table of states; a power of two
  std::vector<std::int64_t> first_;
  std::vector<std::int32_t> by_node_;
};

}  // namespace trenza::topologies
