// Which of its grantable candidates a waiting header picks (docs/microarchitecture.md, section 7).
#pragma once

#include <cstdint>

#include "microarch/candidates.h"
#include "microarch/request_mask.h"
#include "microarch/selections/selections.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// Free ejection port with the smallest (e - input) mod E. `free_outputs`: bit o for output o.
inline Pick pick_ejector(const SelectionShape& shape, int input, OutputMask free_outputs) {
  const OutputMask free = ejectors_of(shape, free_outputs);
  if (free == 0) return {};
  return {shape.ports + next_bit(free, input % shape.ejectors), 0};
}

/// The pick among the lanes of one tier on `free` ports, or none; the parameters are those of pick_output().
template <class Surplus>
Pick pick_lane(const SelectionShape& shape, topologies::Tier tier, std::uint32_t free, const Surplus& surplus,
               std::uint16_t draw, int first_vc) {
  if ((tier.ports & free) == 0) return {};
  return shape.policy.visit([&](auto policy) { return policy.pick(shape, tier, free, surplus, draw, first_vc); });
}

/// The pick of a waiting header: an ejection port at the destination, else a lane of the best tier that has a grantable
/// one. `surplus(port, vc, escape)`: credits of a lane beyond those that the packet needs from this input, negative if
/// it must not be granted (`vc` among all of the channel); `draw` the draw of this input and cycle; `first_vc` the
/// first VC of the packet's class.
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

/// The VC with which a waiting header asks for a grantable output: that of the pick if no other output were free.
template <class Offer, class Surplus>
int pick_at(const SelectionShape& shape, const Offer& offer, int input, int output, const Surplus& surplus,
            std::uint16_t draw, int first_vc) {
  return pick_output(shape, offer, input, OutputMask{1} << output, surplus, draw, first_vc).vc;
}

/// All outputs that a waiting header could be granted: the free ejection ports at its destination, else the ports of
/// the best tier that has a grantable lane. The parameters are those of pick_output().
template <class Offer, class Surplus>
OutputMask grantable_outputs(const SelectionShape& shape, const Offer& offer, OutputMask free_outputs,
                             const Surplus& surplus, int first_vc) {
  if (offer.arrived) return ejectors_of(shape, free_outputs) << shape.ports;
  OutputMask outputs = 0;
  best_tier(shape, offer, first_vc, surplus, [&](topologies::Tier tier) {
    for_each_lane(shape, tier, static_cast<std::uint32_t>(free_outputs), first_vc, [&](int port, int vc, auto escape) {
      outputs |= static_cast<OutputMask>(surplus(port, vc, escape) >= 0) << port;
    });
    return outputs != 0;
  });
  return outputs;
}

}  // namespace trenza::microarch
