#include "topologies/tables/distance_table.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "topologies/graph.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

constexpr std::int64_t kMebibyte = 1 << 20;
constexpr std::uint16_t kUnreached = std::numeric_limits<std::uint16_t>::max();

std::int64_t mask_bytes(PortId ports) {
  if (ports <= 8) return 1;
  return ports <= 16 ? 2 : 4;
}

void check_entries(std::int64_t entries, PortId ports) {
  if (ports > kMostPorts) {
    throw TopologyError("the network has " + std::to_string(ports) + " ports at every node; a router has at most " +
                        std::to_string(kMostPorts));
  }
  constexpr std::int64_t kDistanceBytes = sizeof(std::uint16_t);
  check_table_bytes(entries * (kDistanceBytes + mask_bytes(ports)), "the table of distances");
}

/// Hops between a node and every other, along channels or against them.
class Search {
 public:
  explicit Search(const Graph& graph) : graph_(graph) {}

  /// Writes the hops from (or, `against`, to) `start` into `distance`, one entry for each node.
  void run(NodeId start, bool against, std::uint16_t* distance) {
    std::fill(distance, distance + graph_.nodes(), kUnreached);
    order_.assign(1, start);
    distance[start] = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const NodeId node = order_[i];
      for (PortId port = 0; port < graph_.ports(); ++port) {
        if (!(against ? graph_.has_in(node, port) : graph_.has_out(node, port))) continue;
        const NodeId next = against ? graph_.in(node, port).from : graph_.out(node, port).to;
        if (distance[next] != kUnreached) continue;
        distance[next] = static_cast<std::uint16_t>(distance[node] + 1);
        order_.push_back(next);
      }
    }
    if (order_.size() == static_cast<std::size_t>(graph_.nodes())) return;
    NodeId lost = 0;
    while (distance[lost] != kUnreached) ++lost;
    throw TopologyError("the network is not connected: no way leads from node " +
                        std::to_string(against ? lost : start) + " to node " + std::to_string(against ? start : lost));
  }

 private:
  const Graph& graph_;
  std::vector<NodeId> order_;
};

}  // namespace

void check_table_bytes(std::int64_t bytes, const std::string& purpose) {
  if (bytes <= kMostTableBytes) return;
  throw TopologyError("the network is too large to be routed by table: " + purpose + " takes " +
                      std::to_string(bytes / kMebibyte) + " MiB, and at most " +
                      std::to_string(kMostTableBytes / kMebibyte) + " MiB are taken");
}

void check_table_by_pair(NodeId nodes, PortId ports) { check_entries(std::int64_t{nodes} * nodes, ports); }

DistanceTable::DistanceTable(const Graph& graph, std::int64_t count) : nodes_(graph.nodes()) {
  check_entries(count, graph.ports());
  const auto entries = static_cast<std::size_t>(count);
  distance_.resize(entries);
  if (mask_bytes(graph.ports()) == 1) mask8_.resize(entries);
  if (mask_bytes(graph.ports()) == 2) mask16_.resize(entries);
  if (mask_bytes(graph.ports()) == 4) mask32_.resize(entries);
}

void DistanceTable::set_mask(std::size_t entry, std::uint32_t mask) {
  if (!mask8_.empty()) {
    mask8_[entry] = static_cast<std::uint8_t>(mask);
  } else if (!mask16_.empty()) {
    mask16_[entry] = static_cast<std::uint16_t>(mask);
  } else {
    mask32_[entry] = mask;
  }
}

std::int64_t DistanceTable::bytes() const {
  return static_cast<std::int64_t>(distance_.size() * sizeof(std::uint16_t) + mask8_.size() +
                                   mask16_.size() * sizeof(std::uint16_t) + mask32_.size() * sizeof(std::uint32_t));
}

DistanceTable DistanceTable::by_pair(const Graph& graph) {
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  DistanceTable table(graph, std::int64_t{graph.nodes()} * graph.nodes());
  Search search(graph);
  for (NodeId to = 0; to < graph.nodes(); ++to) {
    std::uint16_t* const row = table.distance_.data() + static_cast<std::size_t>(to) * nodes;
    search.run(to, true, row);
    for (NodeId at = 0; at < graph.nodes(); ++at) {
      std::uint32_t mask = 0;
      for (PortId port = 0; port < graph.ports(); ++port) {
        if (graph.has_out(at, port) && row[graph.out(at, port).to] + 1 == row[at]) mask |= std::uint32_t{1} << port;
      }
      table.set_mask(table.index(at, to), mask);
    }
  }
  return table;
}

DistanceTable DistanceTable::by_class(const Graph& graph, const Translations& translations) {
  if (!are_automorphisms(translations, graph))
    throw std::logic_error("translations do not carry the network to itself: no table by classes");
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  DistanceTable table(graph, std::int64_t{graph.nodes()} * translations.period);
  Classes classes{translations, GridCoordinates(translations.sizes), {}};
  for (NodeId node = 0; node < graph.nodes(); ++node)
    classes.of_node.push_back(translations.class_of(classes.grid, node));
  table.classes_ = std::move(classes);
  // Node c, at coordinates (c, 0, ...), stands for class c: the first size is a multiple of the period.
  std::vector<std::uint16_t> row(nodes);
  Search search(graph);
  for (NodeId source = 0; source < translations.period; ++source) {
    search.run(source, false, row.data());
    for (NodeId to = 0; to < graph.nodes(); ++to)
      table.distance_[table.index(source, to)] = row[static_cast<std::size_t>(to)];
  }
  for (NodeId source = 0; source < translations.period; ++source) {
    for (NodeId to = 0; to < graph.nodes(); ++to) {
      const std::size_t entry = table.index(source, to);
      std::uint32_t mask = 0;
      for (PortId port = 0; port < graph.ports(); ++port) {
        if (graph.has_out(source, port) && table.distance(graph.out(source, port).to, to) + 1 == table.distance_[entry])
          mask |= std::uint32_t{1} << port;
      }
      table.set_mask(entry, mask);
    }
  }
  return table;
}

}  // namespace trenza::topologies
