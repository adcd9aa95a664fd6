#include "topologies/rings.h"

#include <stdexcept>

#include "topologies/directions.h"

namespace trenza::topologies {

std::vector<Ring> find_rings(const Graph& graph, const std::vector<RingPort>& ports) {
  std::vector<Ring> rings;
  std::vector<char> seen;
  for (const RingPort& each : ports) {
    const std::string suffix = each.vc == 0 ? "" : "_vc" + std::to_string(each.vc);
    int number = 0;
    seen.assign(static_cast<std::size_t>(graph.nodes()), 0);
    for (NodeId start = 0; start < graph.nodes(); ++start) {
      if (seen[static_cast<std::size_t>(start)] != 0 || !graph.has_out(start, each.port)) continue;
      Ring ring{each.name + std::to_string(number++) + suffix, each.port, each.vc, each.dimension, {}};
      NodeId at = start;
      while (seen[static_cast<std::size_t>(at)] == 0 && graph.has_out(at, each.port)) {
        seen[static_cast<std::size_t>(at)] = 1;
        ring.channels.push_back(graph.id(at, each.port));
        at = graph.out(at, each.port).to;
      }
      if (at != start) throw std::logic_error("the channels of port " + each.name + " do not close into rings");
      rings.push_back(std::move(ring));
    }
  }
  return rings;
}

std::vector<Ring> find_rings(const Graph& graph) {
  std::vector<RingPort> ports;
  for (PortId port = 0; port < graph.ports(); ++port) ports.push_back({port, 0, direction_name(port), port / 2});
  return find_rings(graph, ports);
}

std::vector<int> rings_of_lanes(const Graph& graph, const std::vector<Ring>& rings, const Lanes& lanes) {
  std::vector<int> ring_of(static_cast<std::size_t>(graph.channels()) * static_cast<std::size_t>(lanes.vcs), -1);
  for (std::size_t r = 0; r < rings.size(); ++r) {
    for (const ChannelId channel : rings[r].channels) {
      int& ring = ring_of[static_cast<std::size_t>(lanes.id(channel, rings[r].vc))];
      if (ring >= 0) throw std::logic_error("a channel is in two rings, " + rings[r].name + " is one of them");
      ring = static_cast<int>(r);
    }
  }
  return ring_of;
}

}  // namespace trenza::topologies
