#include "topologies/rings.h"

#include <stdexcept>

#include "topologies/directions.h"

namespace trenza::topologies {

std::vector<Ring> find_rings(const Graph& graph) {
  std::vector<Ring> rings;
  std::vector<char> seen(static_cast<std::size_t>(graph.channels()), 0);
  for (PortId port = 0; port < graph.ports(); ++port) {
    int number = 0;
    for (NodeId start = 0; start < graph.nodes(); ++start) {
      ChannelId at = graph.id(start, port);
      if (seen[static_cast<std::size_t>(at)] != 0) continue;
      Ring ring{direction_name(port) + std::to_string(number++), port, 0, port / 2, {}};
      while (seen[static_cast<std::size_t>(at)] == 0) {
        seen[static_cast<std::size_t>(at)] = 1;
        ring.channels.push_back(at);
        at = graph.id(graph.channel(at).to, port);
      }
      if (at != ring.channels.front())
        throw std::logic_error("the channels of port " + direction_name(port) + " do not close into rings");
      rings.push_back(std::move(ring));
    }
  }
  return rings;
}

std::vector<int> ring_of_channels(const Graph& graph, const std::vector<Ring>& rings) {
  std::vector<int> ring_of(static_cast<std::size_t>(graph.channels()), -1);
  for (std::size_t r = 0; r < rings.size(); ++r) {
    for (const ChannelId channel : rings[r].channels) ring_of[static_cast<std::size_t>(channel)] = static_cast<int>(r);
  }
  return ring_of;
}

}  // namespace trenza::topologies
