#include "graphs/metrics/pair_loads.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/minimal_records.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// Even split: of the shortest paths from s to d those by u -> v are the paths from s to u times those from v to d.
class EvenLoads final : public PairLoads {
 public:
  EvenLoads(const topologies::Network& network, const std::vector<PickedChannel>& channels)
      : network_(network),
        channels_(channels),
        nodes_(static_cast<std::size_t>(network.nodes)),
        distance_(nodes_ * nodes_),
        paths_(nodes_ * nodes_) {
    BreadthFirst search(network);
    std::vector<PathCount> counts;
    for (std::size_t source = 0; source < nodes_; ++source) {
      search.run(static_cast<topologies::NodeId>(source));
      if (!search.reached_all()) {
        throw topologies::TopologyError("network " + network.name +
                                        " is not connected: not every permutation can be sent");
      }
      count_paths(network, search, counts);
      for (std::size_t to = 0; to < nodes_; ++to) {
        if (counts[to].exponent > 1 || std::isinf(counts[to].mantissa * kUnit[counts[to].exponent])) {
          throw topologies::TopologyError("network " + network.name +
                                          " has more shortest paths between two nodes than can be counted");
        }
        distance_[source * nodes_ + to] =
            static_cast<std::int32_t>(search.distance(static_cast<topologies::NodeId>(to)));
        paths_[source * nodes_ + to] = counts[to].mantissa * kUnit[counts[to].exponent];
      }
    }
  }

  void fill(std::size_t channel, std::vector<double>& loads) const override {
    const PickedChannel& picked = channels_[channel];
    const auto from = static_cast<std::size_t>(picked.node);
    const auto to = static_cast<std::size_t>(network_.neighbour(picked.node, picked.port));
    loads.assign(nodes_ * nodes_, 0);
    for (std::size_t s = 0; s < nodes_; ++s) {
      const std::int32_t hops = distance_[s * nodes_ + from] + 1;
      if (distance_[s * nodes_ + to] != hops) continue;
      for (std::size_t d = 0; d < nodes_; ++d) {
        if (hops + distance_[to * nodes_ + d] != distance_[s * nodes_ + d]) continue;
        loads[s * nodes_ + d] = paths_[s * nodes_ + from] / paths_[s * nodes_ + d] * paths_[to * nodes_ + d];
      }
    }
  }

 private:
  static constexpr double kUnit[2] = {1, 0x1p512};

  const topologies::Network& network_;
  std::vector<PickedChannel> channels_;
  std::size_t nodes_;
  std::vector<std::int32_t> distance_;
  std::vector<double> paths_;
};

constexpr double EvenLoads::kUnit[2];

/// Dimension order: the channels of every record of every pair, kept if they are picked.
class OrderedLoads final : public PairLoads {
 public:
  OrderedLoads(const topologies::Network& network, const std::vector<PickedChannel>& channels, bool commute)
      : network_(network), nodes_(static_cast<std::size_t>(network.nodes)), picked_(network.next.size(), -1) {
    shares_.resize(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
      picked_[index(channels[i].node, channels[i].port)] = static_cast<std::int32_t>(i);
    }
    std::optional<MinimalRecords> records;
    for (topologies::NodeId source = 0; source < network.nodes; ++source) {
      if (source == 0 || !commute) records = MinimalRecords::from(network, source);
      if (!records)
        throw topologies::TopologyError("network " + network.name + " has no records to route by in dimension order");
      for (topologies::NodeId to = 0; to < network.nodes; ++to) add_records(*records, source, to, commute);
    }
  }

  void fill(std::size_t channel, std::vector<double>& loads) const override {
    loads.assign(nodes_ * nodes_, 0);
    for (const Share& share : shares_[channel]) loads[share.pair] += share.load;
  }

 private:
  struct Share {
    std::size_t pair;
    double load;
  };

  std::size_t index(topologies::NodeId node, topologies::PortId port) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(network_.ports) + static_cast<std::size_t>(port);
  }

  /// `to` is the destination, or, where steps commute, its difference to the source.
  void add_records(const MinimalRecords& records, topologies::NodeId source, topologies::NodeId to, bool commute) {
    const std::size_t count = records.count(to);
    if (count == 0)
      throw topologies::TopologyError("network " + network_.name +
                                      " is not connected: not every permutation can be sent");
    for (std::size_t number = 0; number < count; ++number) {
      used_.clear();
      topologies::NodeId at = source;
      for (int pair = 0; pair < records.pairs(); ++pair) {
        const int hops = records.hops(to, number, pair);
        at = walk(at, 2 * pair + (hops < 0 ? 1 : 0), std::abs(hops));
      }
      if (at < 0 || (!commute && at != to)) {
        throw topologies::TopologyError(
            "records of network " + network_.name +
            " do not lead to their destinations in dimension order: its steps do not commute");
      }
      const std::size_t pair = static_cast<std::size_t>(source) * nodes_ + static_cast<std::size_t>(at);
      for (const std::int32_t channel : used_) {
        shares_[static_cast<std::size_t>(channel)].push_back({pair, 1.0 / static_cast<double>(count)});
      }
    }
  }

  topologies::NodeId walk(topologies::NodeId at, topologies::PortId port, int hops) {
    for (int i = 0; i < hops && at >= 0; ++i) {
      const std::int32_t channel = picked_[index(at, port)];
      if (channel >= 0) used_.push_back(channel);
      at = network_.neighbour(at, port);
    }
    return at;
  }

  const topologies::Network& network_;
  std::size_t nodes_;
  std::vector<std::int32_t> picked_;  ///< number of a channel among those given, or -1
  std::vector<std::vector<Share>> shares_;
  std::vector<std::int32_t> used_;
};

}  // namespace

bool has_dimension_order(const topologies::Network& network) {
  try {
    const OrderedLoads walked(network, {}, steps_commute(network));
    return true;
  } catch (const topologies::TopologyError&) {
    return false;
  }
}

std::unique_ptr<PairLoads> make_pair_loads(const topologies::Network& network, MinimalRouting routing,
                                           const std::vector<PickedChannel>& channels, bool commute) {
  if (routing == MinimalRouting::even_paths) return std::make_unique<EvenLoads>(network, channels);
  return std::make_unique<OrderedLoads>(network, channels, commute);
}

}  // namespace trenza::graphs
