#include "topologies/worm/datelines.h"

#include <algorithm>
#include <stdexcept>

namespace trenza::topologies {

Datelines::Datelines(const Graph& graph, const std::vector<Ring>& rings) {
  if (rings.empty()) return;
  places_.resize(static_cast<std::size_t>(graph.channels()));
  for (const Ring& ring : rings) {
    const std::vector<ChannelId>& channels = ring.channels;
    const auto sender = [&](ChannelId channel) { return graph.channel(channel).from; };
    const auto leaves_lowest = std::min_element(channels.begin(), channels.end(),
                                                [&](ChannelId a, ChannelId b) { return sender(a) < sender(b); });
    const std::size_t length = channels.size();
    auto first = static_cast<std::size_t>(leaves_lowest - channels.begin());
    if (ring.port % 2 == 0) first = (first + length - 1) % length;
    for (std::size_t i = 0; i < length; ++i) {
      RingPlace& place = places_[static_cast<std::size_t>(channels[(first + i) % length])];
      if (place.to_dateline != 0) throw std::logic_error("a channel is in two rings, " + ring.name + " is one of them");
      const ChannelId before = channels[(first + i + length - 1) % length];
      place = {static_cast<std::int32_t>(length - i), static_cast<std::int8_t>(graph.channel(before).in_port), i == 0};
    }
  }
}

}  // namespace trenza::topologies
