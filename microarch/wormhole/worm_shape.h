// The numbers of a flit-level router, and sets of its output VCs (docs/microarchitecture-flit.md, section 3).
#pragma once

#include "microarch/parameters.h"
#include "microarch/request_mask.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// Input VC v of input port p is p V + v; port `ports` is the local one. Output VC w of output o is o V + w; outputs
/// from `ports` on are ejection ports.
struct WormShape {
  int ports = 0;
  int class_vcs = 0;  ///< n
  int vcs = 0;        ///< V
  int ejectors = 0;

  static WormShape of(const FabricParameters& parameters, int ports) {
    return {ports, parameters.class_vcs(), parameters.vcs(), parameters.ejectors};
  }
  int input_ports() const { return ports + 1; }
  int network_inputs() const { return ports * vcs; }
  int inputs() const { return input_ports() * vcs; }
  int outputs() const { return ports + ejectors; }
  int output_vcs() const { return outputs() * vcs; }
  int class_of(int vc) const { return vc / class_vcs; }

  /// The output VCs of a tier for a packet of a class.
  template <class Mask>
  Mask candidates(const topologies::Tier& tier, int message_class) const {
    Mask set = 0;
    for (std::uint32_t ports_left = tier.ports; ports_left != 0; ports_left &= ports_left - 1)
      set |= Mask{tier.vcs} << (__builtin_ctz(ports_left) * vcs + message_class * class_vcs);
    return set;
  }
  /// All VCs of the class of all ejection ports.
  template <class Mask>
  Mask ejection(int message_class) const {
    return candidates<Mask>({((std::uint32_t{1} << ejectors) - 1), (topologies::VcMask{1} << class_vcs) - 1},
                            message_class)
           << network_inputs();
  }
};

/// Whether there are other VCs than escape VCs: else no hop counts as an escape.
inline bool has_adaptive_vcs(const topologies::RoutingRelation& relation, const FabricParameters& parameters) {
  return relation.escape_vcs() < parameters.class_vcs();
}

/// What a head may ask for, the best first.
inline constexpr std::size_t kWormTiers = 2;

/// The output VCs that a head requests: of the first of its tiers that has a free one, all that are free, or a drawn
/// one of them; empty if none is free. `draw()`: the draw of its input.
template <class Mask, class Draw>
Mask vc_requests(VcRequestPolicy policy, const Mask* tiers, const Mask& free, const Draw& draw) {
  for (std::size_t tier = 0; tier < kWormTiers; ++tier) {
    const Mask candidates = tiers[tier] & free;
    if (candidates == 0) continue;
    if (policy.is<AllVcRequests>() || one_at_most(candidates)) return candidates;
    return bit_of<Mask>(drawn_bit(candidates, draw()));
  }
  return Mask(0);
}

}  // namespace trenza::microarch
