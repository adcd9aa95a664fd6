// The routing relations of the flit-level machine (docs/microarchitecture-flit.md, section 8): which virtual channels a
// head may have, so that worms that hold many of them cannot wait for each other in a circle.
#pragma once

#include <cstdint>
#include <memory>

#include "topologies/topology.h"

namespace trenza::topologies {

enum class WormRoute : std::uint8_t {
  dimension_order,
  duato,    ///< minimal adaptive over escape VCs in dimension order
  up_down,  ///< by a spanning tree; for any network with a way back for every channel
};

/// When a packet in a ring changes its class of virtual channels.
enum class Dateline : std::uint8_t { memoryless, fixed, crossing };

struct WormRouting {
  WormRoute route = WormRoute::dimension_order;
  Dateline dateline = Dateline::memoryless;
  bool sticky_escape = true;  ///< duato: a packet that is on an escape VC stays on escape VCs
  int vcs = 4;                ///< of each channel and class, 1 to 16
};

/// `base` with the routes of a flit-level machine: all is as in `base`, but routing() offers lists of virtual channels
/// (every Tier names its VCs, kAdaptiveVcs is not used) and needs to know the lane of arrival. Throws TopologyError, with
/// what would help, where the network has no such routes.
std::shared_ptr<const Topology> with_worm_routing(std::shared_ptr<const Topology> base, const WormRouting& routing);

}  // namespace trenza::topologies
