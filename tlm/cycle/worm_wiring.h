// What lies behind the ports of the routers of a flit-level machine, as flat tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "microarch/index.h"
#include "microarch/parameters.h"
#include "topologies/topology.h"

namespace trenza::tlm {

/// A port of another router.
struct FarPort {
  std::uint32_t router = ~std::uint32_t{0};
  std::uint16_t first_vc = 0;  ///< number of VC 0 of its port there: port V
  std::uint16_t line = 0;      ///< place of H of the channel in delays()
};

class WormWiring {
 public:
  WormWiring(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : ports_(static_cast<std::size_t>(topology.graph().ports())), delays_{parameters.wormhole.injection_delay} {
    const topologies::Graph& graph = topology.graph();
    const std::size_t count = static_cast<std::size_t>(graph.nodes()) * ports_;
    downstream_.resize(count);
    upstream_.resize(count);
    for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
      if (!graph.has(id)) continue;
      const topologies::Channel& channel = graph.channel(id);
      const auto line = static_cast<std::uint16_t>(line_of(1 + parameters.link_delay_of(channel.out_port)));
      downstream_[place(channel.from, channel.out_port)] = far_port(channel.to, channel.in_port, parameters, line);
      upstream_[place(channel.to, channel.in_port)] = far_port(channel.from, channel.out_port, parameters, line);
    }
  }

  /// The delays of flits, each once: first that from a source to its router, then those of channels (H), in cycles.
  const std::vector<int>& delays() const { return delays_; }
  /// Behind an output port: the input port that it leads to.
  const FarPort& downstream(std::uint32_t router, int port) const { return downstream_[router * ports_ + at(port)]; }
  /// Before an input port: the output port that leads to it.
  const FarPort& upstream(std::uint32_t router, int port) const { return upstream_[router * ports_ + at(port)]; }

 private:
  static std::size_t at(int port) { return static_cast<std::size_t>(port); }
  std::size_t place(topologies::NodeId node, topologies::PortId port) const {
    return static_cast<std::size_t>(node) * ports_ + at(port);
  }
  static FarPort far_port(topologies::NodeId node, topologies::PortId port,
                          const microarch::FabricParameters& parameters, std::uint16_t line) {
    return {static_cast<std::uint32_t>(node), static_cast<std::uint16_t>(port * parameters.vcs()), line};
  }
  std::size_t line_of(int delay) {
    const auto found = std::find(delays_.begin() + 1, delays_.end(), delay);
    const auto line = static_cast<std::size_t>(found - delays_.begin());
    if (found == delays_.end()) delays_.push_back(delay);
    return line;
  }

  std::size_t ports_;
  std::vector<int> delays_;
  std::vector<FarPort> downstream_;
  std::vector<FarPort> upstream_;
};

}  // namespace trenza::tlm
