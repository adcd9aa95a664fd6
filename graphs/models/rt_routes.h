// Routes of RT(a) and RTT(a) by their minimal records, and what they put on the links.
#pragma once

#include <memory>
#include <string>

#include "graphs/mapping/link_loads.h"
#include "topologies/network.h"
#include "topologies/rt_records.h"

namespace trenza::graphs {

/// Rectangular torus and rectangular twisted torus of "Task Mapping in Rectangular Twisted Tori", section 2.
enum class RtKind { rt, rtt };

/// The rule by which traffic is spread over the minimal routes to a destination.
enum class RouteSplit {
  path,          ///< every shortest path weighs the same
  record,        ///< every minimal record weighs the same, and within it every path
  record_xy,     ///< every minimal record weighs the same; X before Y
  algorithm_xy,  ///< the one record of the paper's Algorithms 1 and 2 (ties always to the negative side); X before Y
};

/// "rt(4)".
std::string rt_name(RtKind kind, int a);

/// The wiring of RT(a) or RTT(a). Throws TopologyError for a < 2 and more nodes than a network may have.
topologies::Network rt_network(RtKind kind, int a);

/// Loads under a split. `network` must be rt_network(kind, a) and outlive the result.
std::unique_ptr<LinkLoads> rt_routes(const topologies::Network& network, RtKind kind, int a, RouteSplit split);

}  // namespace trenza::graphs
