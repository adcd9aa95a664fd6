// The name of a packet for people: its source node and its number there, written "5:7".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "microarch/hash.h"
#include "topologies/topology.h"

namespace trenza::microarch {

/// A packet: its source and its number there.
struct PacketName {
  topologies::NodeId source = -1;
  std::uint64_t number = 0;

  bool operator==(const PacketName& other) const { return source == other.source && number == other.number; }
  bool operator!=(const PacketName& other) const { return !(*this == other); }
  bool operator<(const PacketName& other) const {
    return source != other.source ? source < other.source : number < other.number;
  }
};

/// For unordered containers.
struct PacketNameHash {
  std::size_t operator()(const PacketName& packet) const {
    return static_cast<std::size_t>(hash(packet.source, packet.number));
  }
};

/// "source:number".
inline std::string to_string(const PacketName& packet) {
  return std::to_string(packet.source) + ":" + std::to_string(packet.number);
}

}  // namespace trenza::microarch
