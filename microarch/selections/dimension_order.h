// Selection by number.
#pragma once

#include <cstdint>

#include "microarch/policy.h"
#include "microarch/request_mask.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// The grantable lane with the lowest port, and of that the lowest VC. (docs/microarchitecture.md, section 7; the
/// functions of a selection are described in selections.h.)
struct DimensionOrderSelection {
  static constexpr PolicyInfo kInfo{"dimension_order", "the one of the lowest dimension"};
  static constexpr bool kDraws = false;

  template <class Shape, class Surplus>
  static Pick pick(const Shape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
                   std::uint16_t /*draw*/, int first_vc) {
    Pick lowest;
    for_each_lane(shape, tier, free, first_vc, [&](int port, int vc, auto escape) {
      if (!lowest && surplus(port, vc, escape) >= 0) lowest = {port, vc};
    });
    return lowest;
  }
};

}  // namespace trenza::microarch
