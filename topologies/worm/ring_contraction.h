// The dependency graph of lanes with every ring as one vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/lane_dependencies.h"

namespace trenza::topologies {

/// With flit bubbles the lanes of a ring in VCs of one group do not wait for each other in a circle. Vertices are those
/// of LaneDependencies, of which the ones in a ring have no arcs, and after them ring * groups + group.
class RingContraction {
 public:
  RingContraction(const Topology& topology, const LaneDependencies& lanes) : topology_(topology), lanes_(lanes) {}

  std::int64_t vertices() const {
    return lanes_.vertices() + static_cast<std::int64_t>(topology_.rings().size()) * lanes_.groups();
  }
  template <typename To>
  void arcs(std::int64_t vertex, const To& to) const {
    for_members(vertex, [&](std::int64_t member) {
      lanes_.arcs(member, [&](std::int64_t asked) {
        const std::int64_t there = contracted(asked);
        if (there != vertex || ring(vertex) < 0) to(there);
      });
    });
  }

  /// The ring of a vertex; -1: it is a lane.
  int ring(std::int64_t vertex) const {
    return vertex < lanes_.vertices() ? -1 : static_cast<int>((vertex - lanes_.vertices()) / lanes_.groups());
  }
  /// A lane of vertex `from` with an arc to a lane of vertex `to`, and that lane. Precondition: there is one.
  WormArc arc(std::int64_t from, std::int64_t to) const {
    WormArc found;
    for_members(from, [&](std::int64_t member) {
      lanes_.arcs(member, [&](std::int64_t asked) {
        if (found.from.channel < 0 && contracted(asked) == to) found = {lanes_.lane(member), lanes_.lane(asked)};
      });
    });
    return found;
  }
  /// Rings in VCs of one group that are asked for, and arcs between vertices, VCs of a group taken as one.
  std::int64_t arc_count() const {
    std::int64_t count = 0;
    std::vector<std::int64_t> next;
    for (std::int64_t vertex = 0; vertex < vertices(); ++vertex) {
      next.clear();
      arcs(vertex, [&](std::int64_t to) { next.push_back(to); });
      std::sort(next.begin(), next.end());
      count += std::unique(next.begin(), next.end()) - next.begin();
    }
    return count;
  }

 private:
  std::int64_t contracted(std::int64_t lane) const {
    const int in = topology_.ring_of(lanes_.lane(lane).channel, 0);
    return in < 0 ? lane : lanes_.vertices() + std::int64_t{in} * lanes_.groups() + lane % lanes_.groups();
  }
  template <typename Then>
  void for_members(std::int64_t vertex, const Then& then) const {
    if (const int of = ring(vertex); of >= 0) {
      const auto group = static_cast<int>((vertex - lanes_.vertices()) % lanes_.groups());
      for (const ChannelId channel : topology_.rings()[static_cast<std::size_t>(of)].channels)
        then(lanes_.vertex(channel, group));
    } else if (contracted(vertex) == vertex) {
      then(vertex);
    }
  }

  const Topology& topology_;
  const LaneDependencies& lanes_;
};

}  // namespace trenza::topologies
