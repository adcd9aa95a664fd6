// What is under way between the routers of a flit-level machine.
#pragma once

#include <cstdint>

#include "tlm/common/packet_store.h"

namespace trenza::tlm {

/// A flit: its packet, and whether it is the tail.
using QueuedFlit = std::uint32_t;
constexpr QueuedFlit queued_flit(PacketIndex packet, bool tail) { return packet << 1 | static_cast<QueuedFlit>(tail); }
constexpr PacketIndex packet_of(QueuedFlit flit) { return flit >> 1; }
constexpr bool is_tail(QueuedFlit flit) { return (flit & 1U) != 0; }

/// A flit enters an input VC.
struct FlitArrival {
  std::uint32_t router = 0;
  std::uint32_t input = 0;
  QueuedFlit flit = 0;
};

/// Something happens at a VC of a router: a credit of an output VC or of a source, the end of a delay of an input VC.
struct VcEvent {
  std::uint32_t router = 0;
  std::uint32_t vc = 0;
};

/// A packet leaves the network.
struct WormEjection {
  PacketIndex packet = kNoPacket;
  std::uint32_t place = 0;  ///< destination * kMaxWormEjectors + ejection port: deliveries of a cycle are in this order
};
inline constexpr std::uint32_t kMaxWormEjectors = 8;

}  // namespace trenza::tlm
