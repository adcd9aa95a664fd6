// Coordinates, steps and differences of a torus with twists.
#pragma once

#include <string>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

/// One twist: leaving `of`'s last coordinate in + direction adds `amount` to the coordinate of `over` (t_JK with J =
/// of, K = over; 0-based).
struct Twist {
  int of = 0;
  int over = 0;
  int amount = 0;
};

/// The arithmetic of docs/microarchitecture.md, section 1, items 1 and 2. Twists may conflict (see conflict()); they do
/// not cascade: what the wraparound of J adds to x_K never triggers the twists of K.
class TorusLattice {
 public:
  /// Throws TopologyError for everything that make_twisted_torus refuses, but for conflicting twists and routes too
  /// long for a header.
  TorusLattice(const std::vector<int>& sizes, const std::vector<Twist>& twists);

  int dimensions() const { return static_cast<int>(sizes_.size()); }
  const std::vector<int>& sizes() const { return sizes_; }
  NodeId nodes() const { return nodes_; }
  /// t_JK, reduced to 0 <= t_JK < d_K.
  int twist(int of, int over) const { return twist_[index(of, over)]; }
  /// The wraparound of this dimension shifts another one.
  bool twists(int dimension) const;
  /// The wraparound of another dimension shifts this one.
  bool receives(int dimension) const;

  /// Why records would be wrong: the first two twists t_JK and t_KL, both not 0. Empty if there are none; exactly then
  /// steps commute, which makes the torus node-symmetric ("Peripheral twists for torus topologies with arbitrary aspect
  /// ratio", section IV: the theorem; its converse also holds).
  std::string conflict() const;

  std::vector<int> coordinates(NodeId node) const;
  /// Precondition: D coordinates, 0 <= x_k < d_k.
  NodeId node_at(const std::vector<int>& coordinates) const;
  /// The channel that leaves `node` by `port`; it enters by the input port of the same number.
  Channel channel(NodeId node, PortId port) const;

  /// The node that the steps from `source` to `destination` reach from node 0. Precondition: conflict() is empty
  /// (otherwise it depends on the order of the steps).
  NodeId difference(NodeId source, NodeId destination) const;

 private:
  std::size_t index(int of, int over) const {
    return static_cast<std::size_t>(of) * sizes_.size() + static_cast<std::size_t>(over);
  }

  std::vector<int> sizes_;
  std::vector<int> twist_;  ///< by index(of, over)
  std::vector<char> receives_;
  std::vector<int> folds_;        ///< turns that difference() may have to add to a dimension at the end
  std::vector<int> coordinates_;  ///< of node n: from n * dimensions() on
  NodeId nodes_ = 0;
};

}  // namespace trenza::topologies
