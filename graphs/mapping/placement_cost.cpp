#include "graphs/mapping/placement_cost.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

using topologies::NodeId;
using topologies::TopologyError;

constexpr std::uint16_t kFar = std::numeric_limits<std::uint16_t>::max();

/// Hops from a node to all, into a row of the table.
void search(const topologies::Network& network, NodeId source, std::uint16_t* row, std::vector<NodeId>& order) {
  std::fill(row, row + network.nodes, kFar);
  order.assign(1, source);
  row[source] = 0;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const NodeId from = order[next];
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const NodeId to = network.neighbour(from, port);
      if (to < 0 || row[to] != kFar) continue;
      row[to] = static_cast<std::uint16_t>(row[from] + 1);
      order.push_back(to);
    }
  }
  if (order.size() == static_cast<std::size_t>(network.nodes)) return;
  throw TopologyError(fmt::format("{}: there is no way from node {} to node {}", network.name, source,
                                  std::find(row, row + network.nodes, kFar) - row));
}

}  // namespace

PlacementCost::PlacementCost(const topologies::Network& network, std::int64_t processes,
                             const std::vector<Communication>& matrix)
    : nodes_(network.nodes),
      ports_(static_cast<std::size_t>(network.ports)),
      next_(network.next),
      first_(static_cast<std::size_t>(processes) + 1, 0) {
  if (network.nodes > kMaxPlacementNodes) {
    throw TopologyError(fmt::format("{}: {} nodes; the search for a placement takes at most {}", network.name,
                                    network.nodes, kMaxPlacementNodes));
  }
  measure(network);
  std::uint64_t bytes = 0;
  const std::uint64_t most = (std::uint64_t{1} << 61U) / static_cast<std::uint64_t>(std::max(largest_, 1));
  for (const Communication& entry : matrix) {
    for (const std::int64_t process : {entry.from, entry.to}) {
      if (process >= 0 && process < processes) continue;
      throw TopologyError(
          fmt::format("communication matrix: there is no process {}; processes are 0 to {}", process, processes - 1));
    }
    if (entry.bytes >= most - bytes)
      throw TopologyError("communication matrix: the bytes times the largest distance are 2^61 or more");
    bytes += entry.bytes;
  }
  fill(matrix);
}

void PlacementCost::measure(const topologies::Network& network) {
  const auto count = static_cast<std::size_t>(nodes_);
  distances_.resize(count * count);
  std::vector<NodeId> order;
  for (NodeId node = 0; node < nodes_; ++node)
    search(network, node, distances_.data() + static_cast<std::size_t>(node) * count, order);
  largest_ = *std::max_element(distances_.begin(), distances_.end());
  for (NodeId a = 0; a < nodes_ && symmetric_; ++a) {
    for (NodeId b = 0; b < a; ++b) symmetric_ = symmetric_ && hops(a, b) == hops(b, a);
  }
}

void PlacementCost::fill(const std::vector<Communication>& matrix) {
  struct Entry {
    std::int64_t of;
    Partner partner;
  };
  std::vector<Entry> entries;
  for (const Communication& one : matrix) {
    if (one.from == one.to || one.bytes == 0) continue;
    const auto bytes = static_cast<std::int64_t>(one.bytes);
    entries.push_back({one.from, {one.to, bytes, 0}});
    entries.push_back({one.to, {one.from, symmetric_ ? bytes : 0, symmetric_ ? 0 : bytes}});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.of != b.of ? a.of < b.of : a.partner.process < b.partner.process;
  });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const bool known = i > 0 && entries[i - 1].of == entry.of && partners_.back().process == entry.partner.process;
    if (!known) {
      partners_.push_back(entry.partner);
      ++first_[static_cast<std::size_t>(entry.of) + 1];
      continue;
    }
    partners_.back().out += entry.partner.out;
    partners_.back().in += entry.partner.in;
  }
  for (std::size_t process = 1; process < first_.size(); ++process) first_[process] += first_[process - 1];
}

std::int64_t PlacementCost::total(const Placement& placement) const {
  std::int64_t sum = 0;
  for (std::size_t process = 0; process + 1 < first_.size(); ++process) {
    for (std::size_t i = first_[process]; i < first_[process + 1]; ++i) {
      const auto partner = static_cast<std::size_t>(partners_[i].process);
      // Where distances are the same both ways, each of the two holds the bytes of both directions.
      if (symmetric_ && partner < process) continue;
      sum += partners_[i].out * hops(placement[process], placement[partner]);
    }
  }
  return sum;
}

std::int64_t PlacementCost::move(const Placement& placement, std::int64_t process, NodeId to,
                                 std::int64_t except) const {
  const NodeId from = placement[static_cast<std::size_t>(process)];
  const std::size_t end = first_[static_cast<std::size_t>(process) + 1];
  std::int64_t sum = 0;
  for (std::size_t i = first_[static_cast<std::size_t>(process)]; i < end; ++i) {
    const Partner& partner = partners_[i];
    if (partner.process == except) continue;
    const NodeId at = placement[static_cast<std::size_t>(partner.process)];
    sum += partner.out * (hops(to, at) - hops(from, at));
    if (partner.in != 0) sum += partner.in * (hops(at, to) - hops(at, from));
  }
  return sum;
}

std::int64_t PlacementCost::change(const Placement& placement, std::int64_t one, std::int64_t other) const {
  const NodeId a = placement[static_cast<std::size_t>(one)];
  const NodeId b = placement[static_cast<std::size_t>(other)];
  if (a == b) return 0;
  std::int64_t sum = move(placement, one, b, other) + move(placement, other, a, one);
  if (symmetric_) return sum;  // what the two send to each other goes the same way back
  const std::size_t end = first_[static_cast<std::size_t>(one) + 1];
  for (std::size_t i = first_[static_cast<std::size_t>(one)]; i < end; ++i) {
    if (partners_[i].process == other) sum += (partners_[i].out - partners_[i].in) * (hops(b, a) - hops(a, b));
  }
  return sum;
}

}  // namespace trenza::graphs
