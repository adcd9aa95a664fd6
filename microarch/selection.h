// Which of its grantable candidates a waiting header picks (docs/microarchitecture.md, section 7).
#pragma once

#include <cstdint>

#include "microarch/arbiter.h"
#include "microarch/candidates.h"
#include "microarch/parameters.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// An (output, VC); ejection ports have VC 0.
struct Pick {
  int output = -1;
  int vc = 0;
  explicit operator bool() const { return output >= 0; }
};

/// Free ejection port with the smallest (e - input) mod E. `free_outputs`: bit o for output o.
inline Pick pick_ejector(const SelectionShape& shape, int input, OutputMask free_outputs) {
  const OutputMask free = ejectors_of(shape, free_outputs);
  if (free == 0) return {};
  return {shape.ports + round_robin_winner(free, input % shape.ejectors), 0};
}

/// The lane with the most credits beyond those that the packet needs, or none. Ties go to the first in an order that starts
/// at a drawn port of the tier, free or not. Credits and the place in that order are packed into one number, so that no
/// branch depends on credits. Such a branch would be hard to predict.
template <class Surplus>
Pick pick_most_credits(const SelectionShape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
                       std::uint16_t draw, int first_vc) {
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

/// The pick among the lanes of one tier on `free` ports, or none; the parameters are those of pick_output().
template <class Surplus>
Pick pick_lane(const SelectionShape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
               std::uint16_t draw, int first_vc) {
  if ((tier.ports & free) == 0) return {};
  if (shape.policy == SelectionPolicy::most_credits)
    return pick_most_credits(shape, tier, free, surplus, draw, first_vc);
  int grantable = 0;
  Pick lowest;
  for_each_lane(shape, tier, free, first_vc, [&](int port, int vc, auto escape) {
    if (surplus(port, vc, escape) < 0) return;
    if (grantable++ == 0) lowest = {port, vc};
  });
  if (grantable <= 1 || shape.policy == SelectionPolicy::dimension_order) return lowest;
  int chosen = static_cast<int>(draw % static_cast<unsigned>(grantable));
  Pick drawn;
  for_each_lane(shape, tier, free, first_vc, [&](int port, int vc, auto escape) {
    if (surplus(port, vc, escape) >= 0 && chosen-- == 0) drawn = {port, vc};
  });
  return drawn;
}

/// The pick of a waiting header: an ejection port at the destination, else a lane of the best tier that has a grantable
/// one. `surplus(port, vc, escape)`: credits of a lane beyond those that the packet needs from this input, negative if it
/// must not be granted (`vc` among all of the channel); `draw` the draw of this input and cycle; `first_vc` the first VC
/// of the packet's class.
template <class Offer, class Surplus>
Pick pick_output(const SelectionShape& shape, const Offer& offer, int input, OutputMask free_outputs,
                 const Surplus& surplus, std::uint16_t draw, int first_vc = 0) {
  if (offer.arrived) return pick_ejector(shape, input, free_outputs);
  Pick pick;
  best_tier(shape, offer, first_vc, surplus, [&](topologies::Tier tier) {
    pick = pick_lane(shape, tier, static_cast<std::uint32_t>(free_outputs), surplus, draw, first_vc);
    return static_cast<bool>(pick);
  });
  return pick;
}

}  // namespace trenza::microarch
