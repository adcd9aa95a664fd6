#include "topologies/graph.h"

#include <stdexcept>

namespace trenza::topologies {

void Graph::connect(const Channel& channel) {
  const bool in_range = channel.from >= 0 && channel.from < nodes_ && channel.to >= 0 && channel.to < nodes_ &&
                        channel.out_port >= 0 && channel.out_port < ports_ && channel.in_port >= 0 &&
                        channel.in_port < ports_;
  const auto text = [&channel] {
    return "channel from node " + std::to_string(channel.from) + " port " + std::to_string(channel.out_port) +
           " to node " + std::to_string(channel.to) + " port " + std::to_string(channel.in_port);
  };
  if (!in_range) throw std::logic_error(text() + ": no such node or port");
  const ChannelId out_id = id(channel.from, channel.out_port);
  ChannelId& entry = in_[static_cast<std::size_t>(channel.to) * static_cast<std::size_t>(ports_) +
                         static_cast<std::size_t>(channel.in_port)];
  if (out_[static_cast<std::size_t>(out_id)].from != -1) throw std::logic_error(text() + ": output port is taken");
  if (entry != -1) throw std::logic_error(text() + ": input port is taken");
  out_[static_cast<std::size_t>(out_id)] = channel;
  entry = out_id;
  ++connected_;
}

}  // namespace trenza::topologies
