// The routing relations of the flit-level machine (docs/microarchitecture-flit.md, section 8): which virtual channels a
// head may have, so that worms that hold many of them cannot wait for each other in a circle.
#pragma once

#include <cstdint>
#include <memory>

#include "topologies/topology.h"

namespace trenza::topologies {

enum class WormRoute : std::uint8_t {
  dimension_order,
  duato,      ///< minimal adaptive over escape VCs in dimension order
  up_down,    ///< by a spanning tree; for any network with a way back for every channel
  duato_nbc,  ///< minimal adaptive over escape VCs by negative hops (negative_hops.h), with bonus cards
  nbc,        ///< minimal adaptive, all VCs by negative hops with bonus cards
  nhop,       ///< minimal adaptive, all VCs by negative hops
};

/// When a packet in a ring changes its class of virtual channels.
enum class Dateline : std::uint8_t { memoryless, fixed, crossing };

/// Which of the classes that its hops leave open a packet asks for.
enum class BonusCards : std::uint8_t {
  any,  ///< all of them
  all,  ///< the highest
};

/// The highest class of a hop.
enum class ClassCaps : std::uint8_t {
  exact,
  equation_15,  ///< one too high for positive hops of an even distance, as printed in the paper
};

struct WormRouting {
  WormRoute route = WormRoute::dimension_order;
  Dateline dateline = Dateline::memoryless;
  bool sticky_escape = true;                 ///< duato: a packet that is on an escape VC stays on escape VCs
  int vcs = 4;                               ///< of each channel and class, 1 to 16
  int escape_vcs = 0;                        ///< duato_nbc: classes of negative hops; 0: as many as the network needs
  BonusCards bonus_cards = BonusCards::any;  ///< duato_nbc and nbc
  ClassCaps class_caps = ClassCaps::exact;   ///< duato_nbc and nbc
  bool flit_bubble =
      false;  ///< dimension_order and duato: rings keep a flit of room instead of having dateline classes
};

/// `base` with the routes of a flit-level machine. All is as in `base`, but for routing():
/// - `choices` offers lists of virtual channels: bits 0 .. vcs - 1 of a Tier, kAdaptiveVcs is not used. It wants the
///   lane of arrival, with the VC's number in its class. Escape VCs, and all VCs of routes without adaptive ones, are
///   in RouteChoice::kEscape, adaptive ones in kAdaptive; `advance` wants to know from which the lane was taken.
/// - `initial` gives a header that has arrived for a packet to its own node.
/// - `escape_vcs` is the number of VCs, from 0 on, that are offered in kEscape: the lanes that must not wait for each
///   other in a circle.
/// - `record_steps` is null.
/// Throws TopologyError, with what would help, where the network has no such routes.
std::shared_ptr<const Topology> with_worm_routing(std::shared_ptr<const Topology> base, const WormRouting& routing);

}  // namespace trenza::topologies
