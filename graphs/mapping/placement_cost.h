// The byte-hops of placements, and what an exchange of two processes changes.
#pragma once

#include <cstdint>
#include <vector>

#include "graphs/mapping/communication.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// The node of each process.
using Placement = std::vector<topologies::NodeId>;

/// Most nodes of a network whose distances are kept in a table.
inline constexpr topologies::NodeId kMaxPlacementNodes = 8192;

/// The sum of bytes x hops of a communication matrix, by a table of the distances of all nodes. Immutable, so that
/// threads can share it.
class PlacementCost {
 public:
  /// For processes 0 .. processes - 1. The same pair may occur several times. Throws TopologyError for more than
  /// kMaxPlacementNodes nodes, a process that is not there, nodes without a way between them, and a matrix whose bytes
  /// times the largest distance are 2^61 or more.
  PlacementCost(const topologies::Network& network, std::int64_t processes, const std::vector<Communication>& matrix);

  std::int64_t processes() const { return static_cast<std::int64_t>(first_.size()) - 1; }
  topologies::NodeId nodes() const { return nodes_; }
  std::int64_t total(const Placement& placement) const;
  /// What total() grows by when two different processes take each other's nodes. Time: their partners.
  std::int64_t change(const Placement& placement, std::int64_t one, std::int64_t other) const;

  /// How many others a process exchanges bytes with, and the i-th of them.
  std::size_t partners(std::int64_t process) const {
    return first_[static_cast<std::size_t>(process) + 1] - first_[static_cast<std::size_t>(process)];
  }
  std::int64_t partner(std::int64_t process, std::size_t i) const {
    return partners_[first_[static_cast<std::size_t>(process)] + i].process;
  }
  /// The nodes that channels of a node lead to, with -1 for ports without one; by port.
  const topologies::NodeId* next(topologies::NodeId node) const {
    return next_.data() + static_cast<std::size_t>(node) * ports_;
  }
  std::size_t ports() const { return ports_; }

 private:
  /// A process that another one exchanges bytes with.
  struct Partner {
    std::int64_t process = 0;
    std::int64_t out = 0;  ///< bytes to it; in both directions where all distances are the same both ways
    std::int64_t in = 0;
  };

  std::int64_t hops(topologies::NodeId from, topologies::NodeId to) const {
    return distances_[static_cast<std::size_t>(from) * static_cast<std::size_t>(nodes_) + static_cast<std::size_t>(to)];
  }
  void measure(const topologies::Network& network);
  void fill(const std::vector<Communication>& matrix);
  /// What the partners of a process but `except` cost more if it moves.
  std::int64_t move(const Placement& placement, std::int64_t process, topologies::NodeId to, std::int64_t except) const;

  topologies::NodeId nodes_ = 0;
  std::size_t ports_ = 0;
  std::vector<topologies::NodeId> next_;  ///< by node * ports + port
  std::vector<std::uint16_t> distances_;  ///< by from * nodes + to
  int largest_ = 0;
  bool symmetric_ = true;
  std::vector<Partner> partners_;   ///< by process, then by partner
  std::vector<std::size_t> first_;  ///< of a process, in partners_
};

}  // namespace trenza::graphs
