#include "topologies/worm/lane_dependencies.h"

#include <algorithm>

namespace trenza::topologies {

LaneDependencies::LaneDependencies(const Graph& graph, const Arrivals& arrivals)
    : graph_(&graph),
      groups_(arrivals.escape_groups()),
      arrival_groups_(arrivals.groups()),
      arrivals_(static_cast<std::size_t>(arrivals.count())),
      words_((static_cast<std::size_t>(graph.ports() * groups_) + 63) / 64) {
  for (int group = 0; group < groups_; ++group) vcs_.push_back(arrivals.vcs(group));
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  arcs_.resize(nodes * arrivals_ * words_);
  asked_.resize(nodes * words_);
}

void LaneDependencies::spread(const std::vector<NodeId>& like) {
  const auto copy = [](std::vector<std::uint64_t>& table, std::size_t words, NodeId from, NodeId to) {
    std::copy_n(table.begin() + static_cast<std::ptrdiff_t>(row(from) * words), words,
                table.begin() + static_cast<std::ptrdiff_t>(row(to) * words));
  };
  for (NodeId node = 0; node < graph_->nodes(); ++node) {
    const NodeId from = like[row(node)];
    if (from == node) continue;
    copy(arcs_, arrivals_ * words_, from, node);
    copy(asked_, words_, from, node);
  }
}

std::int64_t LaneDependencies::lanes() const {
  std::int64_t count = 0;
  for (std::int64_t vertex = 0; vertex < vertices(); ++vertex) {
    const auto channel = static_cast<ChannelId>(vertex / groups_);
    const auto bit = static_cast<int>(channel % graph_->ports() * groups_ + vertex % groups_);
    const std::size_t at = row(channel / graph_->ports()) * words_ + static_cast<std::size_t>(bit / 64);
    if ((asked_[at] >> (bit % 64) & 1U) != 0) count += size(vertex);
  }
  return count;
}

std::int64_t LaneDependencies::arc_count() const {
  std::int64_t count = 0;
  for (std::int64_t vertex = 0; vertex < vertices(); ++vertex) {
    arcs(vertex, [&](std::int64_t to) { count += std::int64_t{size(vertex)} * size(to); });
  }
  return count;
}

void LaneDependencies::add_arcs(std::int64_t from, std::int64_t to, std::vector<WormArc>& list) const {
  const auto channel = [this](std::int64_t vertex) { return static_cast<ChannelId>(vertex / groups_); };
  for (VcMask held = vcs_[static_cast<std::size_t>(from % groups_)]; held != 0; held &= held - 1) {
    for (VcMask asked = vcs_[static_cast<std::size_t>(to % groups_)]; asked != 0; asked &= asked - 1)
      list.push_back({{channel(from), __builtin_ctz(held)}, {channel(to), __builtin_ctz(asked)}});
  }
}

std::vector<WormArc> LaneDependencies::all_arcs() const {
  std::vector<WormArc> all;
  for (std::int64_t from = 0; from < vertices(); ++from) {
    arcs(from, [&](std::int64_t to) { add_arcs(from, to, all); });
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace trenza::topologies
