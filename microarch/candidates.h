// What a waiting header may be granted (docs/microarchitecture.md, section 7): the one enumeration of its candidates,
// best tier first. Selection, wake-up, watchdog, snapshots and plugs go through it.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "microarch/parameters.h"
#include "microarch/request_mask.h"
#include "topologies/topology.h"

namespace trenza::microarch {

/// Constants of a router that its candidates and their selection depend on.
struct SelectionShape {
  SelectionPolicy policy;
  int ports = 0;
  int class_vcs = 0;  ///< VCs of each class of a channel
  int ejectors = 0;
  int escape_vcs = 1;               ///< the first VCs of a class are escape VCs
  bool escape_last_resort = false;  ///< topologies::EscapeTraits::last_resort
  int message_classes = 1;

  bool is_escape(int vc) const { return vc % class_vcs < escape_vcs; }
  /// VCs of a channel.
  int vcs() const { return message_classes * class_vcs; }
  /// Escape VCs of a class, and its others.
  topologies::VcMask escape_mask() const { return (topologies::VcMask{1} << escape_vcs) - 1; }
  topologies::VcMask adaptive_mask() const { return (topologies::VcMask{1} << class_vcs) - 1 - escape_mask(); }
};

/// The shape of the routers of a network.
inline SelectionShape selection_shape(const topologies::Topology& topology, const FabricParameters& parameters) {
  return {parameters.selection,      topology.graph().ports(), parameters.class_vcs(),
          parameters.ejectors,       parameters.escape_vcs,    topology.routing().escape_traits().last_resort,
          parameters.message_classes};
}

/// Calls visit(port, vc, escape) for the lanes of a tier on the ports of `among`, ascending by port and VC: `vc` counts
/// all VCs of a channel, of which `first_vc` is the first of the packet's class; `escape` is a std::bool_constant.
template <class Visit>
void for_each_lane(const SelectionShape& shape, topologies::Tier tier, std::uint32_t among, int first_vc,
                   const Visit& visit) {
  const topologies::VcMask named = (tier.vcs & topologies::kAdaptiveVcs) != 0 ? shape.adaptive_mask() : 0;
  for (std::uint32_t ports = tier.ports & among; ports != 0; ports &= ports - 1) {
    const int port = lowest_bit(ports);
    for (topologies::VcMask vcs = tier.vcs & shape.escape_mask(); vcs != 0; vcs &= vcs - 1)
      visit(port, first_vc + lowest_bit(vcs), std::true_type());
    for (topologies::VcMask vcs = named | (tier.vcs & shape.adaptive_mask()); vcs != 0; vcs &= vcs - 1)
      visit(port, first_vc + lowest_bit(vcs), std::false_type());
  }
}

/// Whether the VCs that a tier names exist.
inline bool has_lanes(const SelectionShape& shape, topologies::Tier tier) {
  return (tier.vcs & (shape.escape_mask() | shape.adaptive_mask())) != 0 ||
         ((tier.vcs & topologies::kAdaptiveVcs) != 0 && shape.adaptive_mask() != 0);
}

inline constexpr std::uint32_t kAllPorts = ~std::uint32_t{0};

/// Calls visit(port, vc, escape) for every lane that a header waits for, its output busy or not, tier by tier; `visit`
/// returns whether the lane has the credits that the packet needs. A tier of last resort is left out when a lane of a
/// tier before it has them. `Offer` is a topologies::RouteChoice, or has its `tiers`.
template <std::size_t K = 0, class Offer, class Visit>
void for_each_candidate(const SelectionShape& shape, const Offer& offer, int first_vc, const Visit& visit,
                        bool credits = false) {
  if constexpr (K < std::tuple_size_v<decltype(Offer::tiers)>) {
    if (K != topologies::RouteChoice::kEscape || !shape.escape_last_resort || !credits) {
      for_each_lane(shape, offer.tiers[K], kAllPorts, first_vc,
                    [&](int port, int vc, auto escape) { credits |= visit(port, vc, escape); });
    }
    for_each_candidate<K + 1>(shape, offer, first_vc, visit, credits);
  }
}

/// Whether a lane of a tier before number k, its output busy or not, has the credits that the packet needs.
template <class Offer, class Surplus>
[[gnu::noinline]] bool any_credits_before(const SelectionShape& shape, const Offer& offer, std::size_t k, int first_vc,
                                          const Surplus& surplus) {
  bool credits = false;
  for (std::size_t before = 0; before < k; ++before) {
    for_each_lane(shape, offer.tiers[before], kAllPorts, first_vc,
                  [&](int port, int vc, auto escape) { credits |= surplus(port, vc, escape) >= 0; });
  }
  return credits;
}

/// Calls take(tier) for the tiers that a header may take a lane of now, the best first, until it returns true: take()
/// tells whether it found a lane that is grantable. `surplus(port, vc, escape)`: the credits of a lane beyond those
/// that the packet needs; negative if they are too few. Returns whether one was found.
template <std::size_t K = 0, class Offer, class Surplus, class Take>
bool best_tier(const SelectionShape& shape, const Offer& offer, int first_vc, const Surplus& surplus,
               const Take& take) {
  if constexpr (K < std::tuple_size_v<decltype(Offer::tiers)>) {
    // A busy link is no reason for a last resort.
    const bool out_of_question =
        offer.tiers[K].ports == 0 || (K == topologies::RouteChoice::kEscape && shape.escape_last_resort &&
                                      any_credits_before(shape, offer, K, first_vc, surplus));
    if (!out_of_question && take(offer.tiers[K])) return true;
    return best_tier<K + 1>(shape, offer, first_vc, surplus, take);
  } else {
    return false;
  }
}

/// Whether a lane is among those that a header waits for, last resort or not.
template <class Offer>
bool is_offered(const SelectionShape& shape, const Offer& offer, int first_vc, int port, int vc) {
  bool found = false;
  for (const topologies::Tier& tier : offer.tiers)
    for_each_lane(shape, tier, kAllPorts, first_vc, [&](int p, int v, auto) { found |= p == port && v == vc; });
  return found;
}

/// Ejection ports of `outputs`, as bits from 0.
inline OutputMask ejectors_of(const SelectionShape& shape, OutputMask outputs) {
  return (outputs >> shape.ports) & ((OutputMask{1} << shape.ejectors) - 1U);
}

}  // namespace trenza::microarch
