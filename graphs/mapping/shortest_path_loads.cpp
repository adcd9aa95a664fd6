#include "graphs/mapping/shortest_path_loads.h"

#include <fmt/core.h>

#include "topologies/topology_error.h"

namespace trenza::graphs {

ShortestPathLoads::ShortestPathLoads(const topologies::Network& network)
    : LinkLoads(network), network_(network), visits_(static_cast<std::size_t>(network.nodes)) {}

std::vector<int> ShortestPathLoads::add(topologies::NodeId source, const std::vector<Demand>& demands) {
  std::size_t wanted = 0;
  for (const Demand& demand : demands) {
    Visit& visit = at(demand.to);
    if (!visit.wanted) ++wanted;
    visit.wanted = true;
    visit.flow += demand.weight;
  }
  search(source, wanted);
  std::vector<int> distances;
  distances.reserve(demands.size());
  for (const Demand& demand : demands) {
    if (at(demand.to).distance < 0) {
      forget(demands);
      throw topologies::TopologyError(
          fmt::format("{}: there is no way from node {} to node {}", network_.name, source, demand.to));
    }
    distances.push_back(at(demand.to).distance);
  }
  spread();
  forget(demands);
  return distances;
}

void ShortestPathLoads::search(topologies::NodeId source, std::size_t wanted) {
  at(source).distance = 0;
  at(source).paths = {1, 0};
  order_.push_back(source);
  if (at(source).wanted) --wanted;
  for (std::size_t begin = 0; begin < order_.size() && wanted > 0;) {
    const std::size_t end = order_.size();
    wanted -= expand(begin, end);
    begin = end;
  }
}

/// Visits the neighbours of order_[begin, end), which are all nodes at one distance; returns how many are wanted.
std::size_t ShortestPathLoads::expand(std::size_t begin, std::size_t end) {
  std::size_t found = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const topologies::NodeId from = order_[i];
    const Visit here = at(from);
    for (topologies::PortId port = 0; port < network_.ports; ++port) {
      const topologies::NodeId to = network_.neighbour(from, port);
      if (to < 0) continue;
      Visit& there = at(to);
      if (there.distance < 0) {
        there.distance = here.distance + 1;
        order_.push_back(to);
        if (there.wanted) ++found;
      }
      if (there.distance != here.distance + 1) continue;
      there.paths.add(here.paths);
      const auto first = static_cast<std::size_t>(from) * static_cast<std::size_t>(network_.ports);
      edges_.push_back({from, to, first + static_cast<std::size_t>(port)});
    }
  }
  return found;
}

/// From the farthest nodes back: what is at a node came over its edges in the ratio of the paths to their beginnings.
void ShortestPathLoads::spread() {
  for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge) {
    const Visit& to = at(edge->to);
    if (to.flow == 0) continue;
    Visit& from = at(edge->from);
    const double share = to.flow * from.paths.ratio(to.paths);
    from.flow += share;
    carry(edge->link, share);
  }
}

void ShortestPathLoads::forget(const std::vector<Demand>& demands) {
  for (const topologies::NodeId node : order_) at(node) = Visit{};
  for (const Demand& demand : demands) at(demand.to) = Visit{};
  order_.clear();
  edges_.clear();
}

}  // namespace trenza::graphs
