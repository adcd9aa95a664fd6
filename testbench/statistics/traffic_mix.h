// How far packets have to go, and in which dimensions: the mix of traffic, of those offered and of those delivered.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/results.h"
#include "topologies/topology.h"

namespace trenza::testbench {

/// Packets of a stretch of time.
struct MixTotals {
  std::vector<std::uint64_t> by_distance;   ///< packets, by hops of a shortest path; as long as the longest met
  std::vector<std::uint64_t> by_dimension;  ///< sum of steps; empty where networks have one dimension

  void merge(const MixTotals& other);

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [by_distance, by_dimension] = self;
    archive(by_distance, by_dimension);
  }
};

/// Counts packets by their ends alone, so that a packet counts the same when it is offered and when it is delivered.
/// Steps in a dimension: the difference of the coordinates, the shorter way round where the dimension is closed. With
/// twists this is not the number of hops in it.
class MixCounter {
 public:
  explicit MixCounter(const topologies::Topology& topology);
  void count(topologies::NodeId source, topologies::NodeId destination, MixTotals& totals) const;

 private:
  const topologies::RoutingRelation& routing_;
  std::vector<int> ring_;                  ///< by dimension: its size if it is closed, else 0
  std::vector<std::int32_t> coordinates_;  ///< by node and dimension
};

/// What is delivered of each part of the mix, over what is offered: shares of all packets. None if nothing was
/// delivered, or the mix was not counted.
std::optional<MixShift> mix_shift(const MixTotals& offered, const MixTotals& delivered);

}  // namespace trenza::testbench
