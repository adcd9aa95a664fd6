#include "graphs/mapping/dilation.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "graphs/mapping/shortest_path_loads.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// The nodes are those of the mapping: it has the same number of processes on each.
void check_nodes(const topologies::Network& network, const topologies::Mapping& mapping) {
  if (std::int64_t{network.nodes} * mapping.concentration == mapping.processes()) return;
  throw topologies::TopologyError(fmt::format("mapping {}: {} processes, {} to a node, are not for the {} nodes of {}",
                                              mapping.name, mapping.processes(), mapping.concentration, network.nodes,
                                              network.name));
}

topologies::NodeId node_of(const topologies::Mapping& mapping, std::int64_t process) {
  return mapping.node_of_process[static_cast<std::size_t>(process)];
}

/// What each node sends to the nodes of its processes' neighbours, its own among them, per unit that a node sends.
std::vector<std::vector<Demand>> neighbour_demands(topologies::NodeId nodes, const topologies::Mapping& mapping,
                                                   LogicalGrid grid) {
  std::vector<int> neighbours(static_cast<std::size_t>(mapping.processes()), 0);
  each_logical_neighbour(mapping, grid, [&](std::int64_t process, std::int64_t /*neighbour*/) {
    ++neighbours[static_cast<std::size_t>(process)];
  });
  std::vector<std::vector<Demand>> demands(static_cast<std::size_t>(nodes));
  each_logical_neighbour(mapping, grid, [&](std::int64_t process, std::int64_t neighbour) {
    const double parts = 1.0 * mapping.concentration * neighbours[static_cast<std::size_t>(process)];
    demands[static_cast<std::size_t>(node_of(mapping, process))].push_back({node_of(mapping, neighbour), 1.0 / parts});
  });
  return demands;
}

void check_process(const topologies::Mapping& mapping, std::int64_t process) {
  if (process >= 0 && process < mapping.processes()) return;
  throw topologies::TopologyError(
      fmt::format("communication matrix: there is no process {}; mapping {} has processes 0 to {}", process,
                  mapping.name, mapping.processes() - 1));
}

/// sum + bytes * hops.
std::uint64_t checked_sum(std::uint64_t sum, std::uint64_t bytes, std::uint64_t hops) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (hops != 0 && bytes > (kMost - sum) / hops) {
    throw topologies::TopologyError("communication matrix: the sum of bytes x hops is 2^64 or more");
  }
  return sum + bytes * hops;
}

}  // namespace

Dilation dilation(const topologies::Network& network, const topologies::Mapping& mapping, LogicalGrid grid) {
  ShortestPathLoads paths(network);
  return dilation(network, mapping, paths, grid);
}

Dilation dilation(const topologies::Network& network, const topologies::Mapping& mapping, LinkLoads& routes,
                  LogicalGrid grid) {
  check_nodes(network, mapping);
  const std::vector<std::vector<Demand>> demands = neighbour_demands(network.nodes, mapping, grid);
  Dilation result;
  std::int64_t pairs = 0;
  std::int64_t hops = 0;
  double weighted_hops = 0;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    const std::vector<Demand>& sent = demands[static_cast<std::size_t>(node)];
    const std::vector<int> distances = routes.add(node, sent);
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const auto at = static_cast<std::size_t>(distances[i]);
      if (at >= result.histogram.size()) result.histogram.resize(at + 1, 0);
      ++result.histogram[at];
      ++pairs;
      hops += distances[i];
      weighted_hops += sent[i].weight * distances[i];
      result.max = std::max(result.max, distances[i]);
    }
  }
  // In a torus all pairs weigh the same, and whole numbers do not round.
  const bool same_weight = grid == LogicalGrid::torus;
  if (pairs > 0)
    result.mean = same_weight ? static_cast<double>(hops) / static_cast<double>(pairs) : weighted_hops / network.nodes;
  result.link_loads = routes.loads();
  result.classes = grid_link_classes(network).use(result.link_loads, network.nodes);
  for (const LinkClassUse& use : result.classes) result.max_link_load = std::max(result.max_link_load, use.max_load);
  return result;
}

ByteHops byte_hops(const topologies::Network& network, const topologies::Mapping& mapping,
                   const std::vector<Communication>& matrix) {
  check_nodes(network, mapping);
  std::vector<std::vector<const Communication*>> of_node(static_cast<std::size_t>(network.nodes));
  for (const Communication& entry : matrix) {
    check_process(mapping, entry.from);
    check_process(mapping, entry.to);
    if (entry.bytes > 0) of_node[static_cast<std::size_t>(node_of(mapping, entry.from))].push_back(&entry);
  }
  ShortestPathLoads paths(network);
  ByteHops result;
  std::vector<Demand> demands;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    const auto& entries = of_node[static_cast<std::size_t>(node)];
    demands.clear();
    for (const Communication* entry : entries)
      demands.push_back({node_of(mapping, entry->to), static_cast<double>(entry->bytes)});
    const std::vector<int> distances = paths.add(node, demands);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto hops = static_cast<std::uint64_t>(distances[i]);
      std::uint64_t& sum = hops == 0 ? result.bytes_in_node : result.bytes;
      sum = checked_sum(sum, entries[i]->bytes, 1);
      result.byte_hops = checked_sum(result.byte_hops, entries[i]->bytes, hops);
      result.max_hops = std::max(result.max_hops, distances[i]);
    }
  }
  if (result.bytes > 0) result.mean_hops = static_cast<double>(result.byte_hops) / static_cast<double>(result.bytes);
  for (const double load : paths.loads()) result.max_link_bytes = std::max(result.max_link_bytes, load);
  return result;
}

}  // namespace trenza::graphs
