// Search for automorphisms of small networks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "graphs/metrics/link_count.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// An automorphism: node -> its image.
using Automorphism = std::vector<topologies::NodeId>;

/// Finds automorphisms with given images. Precondition: every node is reached from every node, at most
/// kSymmetrySearchNodes nodes.
class AutomorphismSearch {
 public:
  AutomorphismSearch(const topologies::Network& network, LinkCount count);

  /// An automorphism that carries first to second for each of `images`; empty if there is none, or if given_up().
  Automorphism find(const std::vector<std::pair<topologies::NodeId, topologies::NodeId>>& images);
  /// A search stopped after a fixed number of comparisons.
  bool given_up() const { return given_up_; }

  /// Equal for nodes that an automorphism carries to each other (not the other way round).
  std::uint64_t signature(topologies::NodeId node) const { return colour_[static_cast<std::size_t>(node)]; }
  std::uint16_t channels(topologies::NodeId from, topologies::NodeId to) const { return channels_[index(from, to)]; }

 private:
  std::size_t index(topologies::NodeId from, topologies::NodeId to) const {
    return static_cast<std::size_t>(from) * nodes_ + static_cast<std::size_t>(to);
  }
  void set_colours();
  std::vector<topologies::NodeId> placing_order(
      const std::vector<std::pair<topologies::NodeId, topologies::NodeId>>& images) const;
  bool fits(std::size_t depth, topologies::NodeId image);
  bool extend(std::size_t depth);

  std::size_t nodes_;
  std::vector<std::uint16_t> channels_;  ///< from * nodes + to
  std::vector<std::uint16_t> distance_;
  std::vector<std::uint64_t> colour_;

  std::vector<std::pair<topologies::NodeId, topologies::NodeId>> wanted_;
  std::vector<topologies::NodeId> order_;
  Automorphism image_;
  std::vector<char> used_;
  std::int64_t comparisons_ = 0;
  bool given_up_ = false;
};

}  // namespace trenza::graphs
