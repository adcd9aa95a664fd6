// The words that blocks exchange inside a router. All ports are 64 bits or less, so that a Verilated block binds to the
// same signals.
#pragma once

#include <array>
#include <cstdint>

#include "microarch/flit.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

template <class Index>
constexpr bool is_set(std::uint64_t word, Index at) {
  return (word >> at & 1U) != 0;
}

using microarch::FlitWord;
using microarch::PacketId;
using topologies::HeaderWord;

/// Route word: bits 31..0 productive ports; 39..32 escape port (0xff: none); 40 arrived; 44..41 escape VC.
using RouteWord = std::uint64_t;

constexpr RouteWord pack_route(const topologies::RouteChoice& route) {
  return RouteWord{route.adaptive_ports()} |
         static_cast<RouteWord>(static_cast<std::uint8_t>(route.escape_port())) << 32 |
         static_cast<RouteWord>(route.arrived) << 40 | static_cast<RouteWord>(route.escape_vc()) << 41;
}
/// What a route word offers, as the enumeration of candidates takes it (microarch/candidates.h). Half as large as a
/// RouteChoice: it is made in every cycle in which a header waits.
struct RouteOffer {
  std::array<topologies::Tier, 2> tiers{};
  bool arrived = false;
};
constexpr RouteOffer offer_of(RouteWord word) {
  const auto adaptive = static_cast<std::uint32_t>(word);
  const auto escape = static_cast<std::uint8_t>(word >> 32);
  RouteOffer offer;
  offer.tiers[topologies::RouteChoice::kAdaptive] = {adaptive, topologies::kAdaptiveVcs};
  if (escape != 0xff)
    offer.tiers[topologies::RouteChoice::kEscape] = {1U << (escape & 31U), 1U << ((word >> 41) & 0xfU)};
  offer.arrived = ((word >> 40) & 1U) != 0;
  return offer;
}
constexpr topologies::RouteChoice unpack_route(RouteWord word) {
  const auto port = static_cast<std::uint8_t>(word >> 32);
  topologies::RouteChoice route;
  route.set_adaptive(static_cast<std::uint32_t>(word));
  route.set_escape(port == 0xff ? -1 : port, static_cast<int>((word >> 41) & 0xfU));
  route.arrived = ((word >> 40) & 1U) != 0;
  return route;
}

// A VC has four bits: the 64 inputs of a router leave room for 16 VCs where there is one escape VC (2 ports), and for
// fewer where there are two (bypass links, so 4 ports at least), whatever the number of classes.

/// Request word of an input: 0 when no header waits; else bit 63, bits 31..0 packet, 45..32 flits.
using RequestWord = std::uint64_t;
/// Pick word: the request with bits 49..46 VC and 55..50 output; 0 when nothing is picked.
using PickWord = std::uint64_t;

inline constexpr std::uint64_t kValidBit = std::uint64_t{1} << 63;

constexpr RequestWord make_request(FlitWord head) {
  return kValidBit | microarch::packet_of(head) | static_cast<RequestWord>(microarch::length_of(head)) << 32;
}
constexpr PacketId request_packet(RequestWord word) { return static_cast<PacketId>(word); }
constexpr int request_flits(RequestWord word) { return static_cast<int>((word >> 32) & microarch::kLengthMask); }
constexpr PickWord make_pick(RequestWord request, int output, int vc) {
  return request | static_cast<PickWord>(vc) << 46 | static_cast<PickWord>(output) << 50;
}
constexpr int pick_vc(PickWord word) { return static_cast<int>((word >> 46) & 0xfU); }
constexpr int pick_output(PickWord word) { return static_cast<int>((word >> 50) & 0x3fU); }

/// The output in the pick word of a packet that makes its reservation at its destination.
inline constexpr int kReservedAtDestination = 63;

/// Select word of an output: 0 when nothing crosses; else bit 31, bits 7..0 input, 11..8 VC.
using SelectWord = std::uint32_t;
/// Charge word of a network output: 0 when nothing is charged; else bit 31, bits 20..16 VC, 13..0 credits.
using ChargeWord = std::uint32_t;

inline constexpr std::uint32_t kValidBit32 = std::uint32_t{1} << 31;

constexpr SelectWord make_select(int input, int vc) {
  return kValidBit32 | static_cast<SelectWord>(input) | static_cast<SelectWord>(vc) << 8;
}
constexpr int select_input(SelectWord word) { return static_cast<int>(word & 0xffU); }
constexpr int select_vc(SelectWord word) { return static_cast<int>((word >> 8) & 0xfU); }
constexpr ChargeWord make_charge(int vc, int credits) {
  return kValidBit32 | static_cast<ChargeWord>(vc) << 16 | static_cast<ChargeWord>(credits);
}
constexpr int charge_vc(ChargeWord word) { return static_cast<int>((word >> 16) & 0x1fU); }
constexpr int charge_credits(ChargeWord word) { return static_cast<int>(word & 0x3fffU); }

}  // namespace trenza::rtl_models
