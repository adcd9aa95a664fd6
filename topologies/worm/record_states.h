// States (node, header) of a relation whose headers are by difference: every header can be at every node.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

class RecordStates {
 public:
  /// All headers that lead to destination 0, which are all that there are (bits 63..24). Nothing if the relation is not
  /// by difference, if steps do not commute everywhere, or if a hop offered by one of them fails: does not come nearer,
  /// or gives a header that is not one of them. Thus every walk ends at its destination.
  static std::optional<RecordStates> find(const Topology& topology, const WormRelation& relation);

  /// Headers that are alike, and that escape hops reach from headers that are alike, become one, which keeps what can
  /// be reached by escape hops. (Backward bisimulation in one pass, from the longest routes to the shortest.)
  RecordStates merged() const;
  /// With every node, even if the choices are the same at some.
  RecordStates at_all_nodes() const;

  std::int64_t size() const { return static_cast<std::int64_t>(nodes_.size()) * headers(); }
  std::int64_t headers() const { return static_cast<std::int64_t>(headers_.size()); }
  /// Nodes that stand for as many others each; as many as there are nodes, or fewer.
  std::int64_t positions() const { return static_cast<std::int64_t>(nodes_.size()); }
  /// The number of the node that stands for a node with the same choices.
  NodeId position(NodeId node) const { return position_[static_cast<std::size_t>(node)]; }
  /// The node that stands for each node.
  std::vector<NodeId> representatives() const {
    std::vector<NodeId> like;
    for (const NodeId position : position_) like.push_back(nodes_[static_cast<std::size_t>(position)]);
    return like;
  }
  NodeId node(std::int64_t state) const { return nodes_[static_cast<std::size_t>(state / headers())]; }
  /// Only its bits 63..24 mean something.
  HeaderWord header(std::int64_t state) const { return headers_[static_cast<std::size_t>(state % headers())]; }
  bool at_destination(std::int64_t state) const { return state % headers() == arrived_; }

  template <typename Then>
  void after(std::int64_t state, PortId port, bool /*escape*/, const Then& then) const {
    const auto entry = static_cast<std::size_t>(state % headers() * ports_ + port);
    const std::int64_t there = std::int64_t{position(graph_->out(node(state), port).to)} * headers();
    for (std::int32_t i = first_after_[entry]; i < first_after_[entry + 1]; ++i)
      then(there + after_[static_cast<std::size_t>(i)]);
  }
  template <typename Then>
  void known_after(std::int64_t state, PortId port, bool escape, const Then& then) const {
    after(state, port, escape, then);
  }
  bool comes_nearer(std::int64_t /*from*/, std::int64_t /*to*/) const { return true; }

  std::int64_t count_at(NodeId /*node*/) const { return headers(); }
  std::int64_t state_at(NodeId node, std::int64_t number) const {
    return std::int64_t{position(node)} * headers() + number;
  }

 private:
  RecordStates() = default;
  bool collect(const Topology& topology, const WormRelation& relation);
  bool follow(const WormRelation& relation);
  /// Nodes with the same choices become one. Nothing if hops by a port do not lead from all nodes of a class to nodes
  /// of one class, or classes are not equally large.
  void merge_nodes(const std::vector<std::int32_t>& classes);
  void take_all_nodes();

  const Graph* graph_ = nullptr;
  const WormRelation* relation_ = nullptr;
  PortId ports_ = 0;
  std::vector<NodeId> position_;  ///< by node
  std::vector<NodeId> nodes_;     ///< by position
  std::int64_t arrived_ = -1;
  std::vector<HeaderWord> headers_;
  std::vector<NodeId> starts_;               ///< by header: the node from which it leads to node 0
  std::vector<std::uint32_t> escape_ports_;  ///< by header
  std::vector<std::int32_t> first_after_;  ///< by header and port: the headers after the hop, from here on in `after_`
  std::vector<std::int32_t> after_;
};

}  // namespace trenza::topologies
