// Which lanes wait for which: the direct channel dependency graph of escape VCs. Source: Dally and Seitz,
// "Deadlock-free message routing in multiprocessor interconnection networks" (1987).
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/graph.h"
#include "topologies/worm/arrivals.h"

namespace trenza::topologies {

/// An escape VC of a channel.
struct WormLane {
  ChannelId channel = -1;
  int vc = 0;
  bool operator==(const WormLane& other) const { return channel == other.channel && vc == other.vc; }
  bool operator<(const WormLane& other) const {
    return channel != other.channel ? channel < other.channel : vc < other.vc;
  }
};

/// There is an arc from one lane to another if a packet that holds the one can ask for the other as its next.
struct WormArc {
  WormLane from;
  WormLane to;
  bool operator==(const WormArc& other) const { return from == other.from && to == other.to; }
  bool operator<(const WormArc& other) const { return from == other.from ? to < other.to : from < other.from; }
};

/// Vertices are the groups of escape VCs of channels, numbered channel * groups + group: VCs of a group have the same
/// arcs, and all of a group have an arc if one has, so there is a cycle of VCs if and only if there is one of groups.
class LaneDependencies {
 public:
  LaneDependencies() = default;
  LaneDependencies(const Graph& graph, const Arrivals& arrivals);

  int groups() const { return groups_; }
  std::int64_t vertex(ChannelId channel, int group) const { return std::int64_t{channel} * groups_ + group; }
  /// In the lowest VC of the group.
  WormLane lane(std::int64_t vertex) const {
    return {static_cast<ChannelId>(vertex / groups_), __builtin_ctz(vcs_[static_cast<std::size_t>(vertex % groups_)])};
  }

  /// A packet at `node` may ask for the group of `port`.
  void ask(NodeId node, PortId port, int group) { mark(asked_, row(node), port * groups_ + group); }
  /// It waits for it, holding what it came on (an arrival on an escape VC).
  void wait(NodeId node, int arrival, PortId port, int group) {
    mark(arcs_, row(node) * arrivals_ + static_cast<std::size_t>(arrival), port * groups_ + group);
  }
  /// What was asked at node `like[n]` is asked at node n. Precondition: like[like[n]] is like[n].
  void spread(const std::vector<NodeId>& like);

  /// Lanes that are asked for, and arcs between them, VC by VC.
  std::int64_t lanes() const;
  std::int64_t arc_count() const;
  std::vector<WormArc> all_arcs() const;
  /// The arc between two vertices, VC by VC, added to `arcs`.
  void add_arcs(std::int64_t from, std::int64_t to, std::vector<WormArc>& arcs) const;

  /// For find_cycle.
  std::int64_t vertices() const { return static_cast<std::int64_t>(graph_->channels()) * groups_; }
  template <typename To>
  void arcs(std::int64_t vertex, const To& to) const {
    const auto id = static_cast<ChannelId>(vertex / groups_);
    if (!graph_->has(id)) return;
    const Channel& channel = graph_->channel(id);
    const auto arrival = static_cast<std::size_t>(1 + channel.in_port * arrival_groups_ + vertex % groups_);
    const std::size_t first = (row(channel.to) * arrivals_ + arrival) * words_;
    for (std::size_t word = 0; word < words_; ++word) {
      for (std::uint64_t left = arcs_[first + word]; left != 0; left &= left - 1) {
        const int bit = static_cast<int>(64 * word) + __builtin_ctzll(left);
        to(this->vertex(graph_->id(channel.to, bit / groups_), bit % groups_));
      }
    }
  }

 private:
  static std::size_t row(NodeId node) { return static_cast<std::size_t>(node); }
  void mark(std::vector<std::uint64_t>& table, std::size_t row, int bit) {
    table[row * words_ + static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << (bit % 64);
  }
  int size(std::int64_t vertex) const { return __builtin_popcount(vcs_[static_cast<std::size_t>(vertex % groups_)]); }

  const Graph* graph_ = nullptr;
  int groups_ = 0;          ///< of escape VCs
  int arrival_groups_ = 0;  ///< of escape and adaptive VCs
  std::size_t arrivals_ = 0;
  std::size_t words_ = 0;
  std::vector<VcMask> vcs_;           ///< by group
  std::vector<std::uint64_t> arcs_;   ///< by node and arrival: bit port * groups + group
  std::vector<std::uint64_t> asked_;  ///< by node, likewise
};

}  // namespace trenza::topologies
