// The words that the blocks of a flit-level router exchange, beside those of common/words.h.
#pragma once

#include <cstdint>

#include "rtl_models/common/words.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

/// What a head may ask for, as two words. `ports`: bits 31..0 output ports of the first tier, 63..32 of the second.
/// `vcs`: bits 15..0 VCs of the packet's class of the first tier, 31..16 of the second; 32 the head has arrived.
struct WormRoute {
  std::uint64_t ports = 0;
  std::uint64_t vcs = 0;
};

inline constexpr std::uint64_t kArrivedBit = std::uint64_t{1} << 32;

constexpr WormRoute pack_worm_route(const topologies::RouteChoice& choice) {
  const topologies::Tier& first = choice.tiers[0];
  const topologies::Tier& second = choice.tiers[1];
  return {std::uint64_t{first.ports} | std::uint64_t{second.ports} << 32,
          (std::uint64_t{first.vcs} & 0xffff) | (std::uint64_t{second.vcs} & 0xffff) << 16};
}
constexpr bool has_arrived(WormRoute route) { return (route.vcs & kArrivedBit) != 0; }
/// Tier `k`, 0 or 1, of a head that has not arrived.
constexpr topologies::Tier tier_of(WormRoute route, int k) {
  return {static_cast<std::uint32_t>(route.ports >> (32 * k)),
          static_cast<topologies::VcMask>((route.vcs >> (16 * k)) & 0xffff)};
}

/// Lane word: an output VC that an input VC was given; 0: none. Bit 31 valid; 30 it is of the escape tier of its head;
/// 15..0 number of the output VC (microarch::WormShape).
using LaneWord = std::uint32_t;

inline constexpr LaneWord kEscapeLaneBit = LaneWord{1} << 30;

constexpr LaneWord make_lane(int output_vc, bool escape) {
  return kValidBit32 | (escape ? kEscapeLaneBit : 0) | static_cast<LaneWord>(output_vc);
}
constexpr int lane_output_vc(LaneWord lane) { return static_cast<int>(lane & 0xffffU); }
constexpr bool is_escape_lane(LaneWord lane) { return (lane & kEscapeLaneBit) != 0; }

/// Select word of an output of a flit-level router: 0 when nothing crosses; else bit 31, bits 15..0 input VC, 20..16 VC
/// of the output, 30 by the escape tier of its head.
constexpr SelectWord make_worm_select(int input, int vc, bool escape) {
  return kValidBit32 | static_cast<SelectWord>(input) | static_cast<SelectWord>(vc) << 16 |
         (escape ? kEscapeLaneBit : 0);
}

/// How the crossbar reads such a word.
struct WormSelect {
  static constexpr int input(SelectWord word) { return static_cast<int>(word & 0xffffU); }
  static constexpr int vc(SelectWord word) { return static_cast<int>((word >> 16) & 0x1fU); }
  static constexpr bool escape(SelectWord word, std::uint32_t /*escape_mask*/) { return is_escape_lane(word); }
};

}  // namespace trenza::rtl_models
