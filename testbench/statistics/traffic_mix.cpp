#include "testbench/statistics/traffic_mix.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "testbench/integers.h"

namespace trenza::testbench {

namespace {

/// Fewer packets offered at a distance are too few for a share.
constexpr std::uint64_t kFewPackets = 100;

void add(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& others) {
  if (sums.size() < others.size()) sums.resize(others.size(), 0);
  for (std::size_t k = 0; k < others.size(); ++k) sums[k] += others[k];
}

std::uint64_t packets(const MixTotals& totals) {
  return std::accumulate(totals.by_distance.begin(), totals.by_distance.end(), std::uint64_t{0});
}

}  // namespace

void MixTotals::merge(const MixTotals& other) {
  add(by_distance, other.by_distance);
  add(by_dimension, other.by_dimension);
}

MixCounter::MixCounter(const topologies::Topology& topology) : routing_(topology.routing()) {
  const topologies::Graph& graph = topology.graph();
  const std::size_t dimensions = topology.sizes().size();
  if (dimensions < 2) return;
  ring_.assign(dimensions, 0);
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const topologies::Channel& channel = graph.channel(id);
    const int dimension = topology.port_dimension(channel.out_port);
    const bool closes = channel.kind == topologies::ChannelKind::wrap || channel.kind == topologies::ChannelKind::twist;
    if (closes && dimension >= 0)
      ring_[static_cast<std::size_t>(dimension)] = topology.sizes()[static_cast<std::size_t>(dimension)];
  }
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    for (const int x : topology.coordinates(node)) coordinates_.push_back(x);
  }
}

void MixCounter::count(topologies::NodeId source, topologies::NodeId destination, MixTotals& totals) const {
  const auto hops = static_cast<std::size_t>(routing_.distance(source, destination));
  if (totals.by_distance.size() <= hops) totals.by_distance.resize(hops + 1, 0);
  ++totals.by_distance[hops];
  if (totals.by_dimension.size() < ring_.size()) totals.by_dimension.resize(ring_.size(), 0);
  const std::int32_t* const from = coordinates_.data() + static_cast<std::size_t>(source) * ring_.size();
  const std::int32_t* const to = coordinates_.data() + static_cast<std::size_t>(destination) * ring_.size();
  for (std::size_t k = 0; k < ring_.size(); ++k) {
    const int apart = std::abs(to[k] - from[k]);
    totals.by_dimension[k] += static_cast<std::uint64_t>(ring_[k] > 0 ? std::min(apart, ring_[k] - apart) : apart);
  }
}

std::optional<MixShift> mix_shift(const MixTotals& offered, const MixTotals& delivered) {
  const std::uint64_t all_offered = packets(offered);
  const std::uint64_t all_delivered = packets(delivered);
  if (all_offered == 0 || all_delivered == 0) return std::nullopt;
  // The quotient of two shares, of integers: one division.
  const auto shift = [&](std::uint64_t now, std::uint64_t before) {
    return static_cast<double>(static_cast<Uint128>(now) * all_offered) /
           static_cast<double>(static_cast<Uint128>(before) * all_delivered);
  };
  const auto at = [](const std::vector<std::uint64_t>& sums, std::size_t k) { return k < sums.size() ? sums[k] : 0; };
  MixShift result;
  for (std::size_t hops = 0; hops < offered.by_distance.size(); ++hops) {
    const std::uint64_t before = offered.by_distance[hops];
    result.by_distance.push_back(before < kFewPackets ? std::nullopt
                                                      : std::optional(shift(at(delivered.by_distance, hops), before)));
  }
  for (std::size_t k = 0; k < offered.by_dimension.size(); ++k) {
    const std::uint64_t before = offered.by_dimension[k];
    result.by_dimension.push_back(before < kFewPackets ? std::nullopt
                                                       : std::optional(shift(at(delivered.by_dimension, k), before)));
  }
  return result;
}

}  // namespace trenza::testbench
