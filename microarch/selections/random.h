// Random selection.
#pragma once

#include <cstdint>

#include "microarch/policy.h"
#include "microarch/request_mask.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// Of n grantable lanes, ascending by port and VC, number draw mod n. (docs/microarchitecture.md, section 7; the
/// functions of a selection are described in selections.h.)
struct RandomSelection {
  static constexpr PolicyInfo kInfo{"random", "a drawn one"};
  static constexpr bool kDraws = true;

  template <class Shape, class Surplus>
  static Pick pick(const Shape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
                   std::uint16_t draw, int first_vc) {
    unsigned grantable = 0;
    for_each_lane(shape, tier, free, first_vc,
                  [&](int port, int vc, auto escape) { grantable += surplus(port, vc, escape) >= 0 ? 1U : 0U; });
    if (grantable == 0) return {};
    auto left = static_cast<int>(draw % grantable);
    Pick drawn;
    for_each_lane(shape, tier, free, first_vc, [&](int port, int vc, auto escape) {
      if (surplus(port, vc, escape) >= 0 && left-- == 0) drawn = {port, vc};
    });
    return drawn;
  }
};

}  // namespace trenza::microarch
