// Escape lanes: the escape virtual channels of channels. Packets hold them and wait for them.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// Most escape virtual channels of a network.
inline constexpr int kMaxEscapeVcs = 2;

/// An escape virtual channel of a channel, numbered channel * vcs + vc.
using LaneId = std::int32_t;

/// The numbering of the lanes of a network.
struct Lanes {
  int vcs = 1;
  LaneId id(ChannelId channel, int vc) const { return channel * vcs + vc; }
  ChannelId channel(LaneId lane) const { return lane / vcs; }
  int vc(LaneId lane) const { return lane % vcs; }
};

/// A set of lanes that leave the same node: bit vc * 32 + output port.
using LaneSet = std::uint64_t;
inline constexpr int kLaneSetPorts = 32;
inline constexpr LaneSet lane_bit(PortId port, int vc) { return LaneSet{1} << (vc * kLaneSetPorts + port); }

}  // namespace trenza::topologies
