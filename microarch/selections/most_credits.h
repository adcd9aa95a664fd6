// Selection by credits.
#pragma once

#include <cstdint>

#include "microarch/policy.h"
#include "microarch/request_mask.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// The lane with the most credits beyond those that the packet needs. Ties go to the first in an order that starts at a
/// drawn port of the tier, free or not. (docs/microarchitecture.md, section 7; the functions of a selection are
/// described in selections.h.)
struct MostCreditsSelection {
  static constexpr PolicyInfo kInfo{"most_credits", "the one with the most credits"};
  static constexpr bool kDraws = true;

  template <class Shape, class Surplus>
  static Pick pick(const Shape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
                   std::uint16_t draw, int first_vc) {
    // Credits and the place in that order are packed into one number, so that no branch depends on credits. Such a
    // branch would be hard to predict.
    constexpr int kVcBits = 8;
    constexpr int kPortMask = 31;
    constexpr std::int64_t kPlaces = 1 << 16;
    const int first = drawn_bit(tier.ports, draw);
    std::int64_t best = -1;
    for_each_lane(shape, tier, free, first_vc, [&](int port, int vc, auto escape) {
      const std::int64_t place = kPlaces - 1 - (((port - first) & kPortMask) << kVcBits) - vc;
      const std::int64_t rank = std::int64_t{surplus(port, vc, escape)} * kPlaces + place;
      best = rank > best ? rank : best;
    });
    if (best < 0) return {};
    const auto place = static_cast<int>(kPlaces - 1 - (best & (kPlaces - 1)));
    return {((place >> kVcBits) + first) & kPortMask, place & ((1 << kVcBits) - 1)};
  }
};

}  // namespace trenza::microarch
