// Routers as people name them: alone, or all that a ring visits.
#pragma once

#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// The nodes that `text` names, each once, by number: a router ("r_3_2"), or "ring:" and a ring ("ring:yp0"; "ring:y0"
/// for short: the ring "ym0" goes against it through the same routers). Throws TopologyError, with what was expected
/// and the nearest name.
std::vector<NodeId> named_routers(const Topology& topology, const std::string& text);

}  // namespace trenza::topologies
