// The uniform traffic that the channels of a network carry under the routing that it is given.
#pragma once

#include <optional>

#include "topologies/topology.h"

namespace trenza::graphs {

/// Every node sends the same load, evenly to all other nodes, in phits/cycle/node; a channel carries a phit a
/// cycle.
struct RoutingBound {
  double at_most = 0;     ///< no steady state carries more: the dual of the linear program over all shares of ways
  double at_least = 0;    ///< shares that carry so much were found
  bool is_fixed = false;  ///< the routing leaves no choice that changes the load of a channel: both are exact
};

/// Ways are those of the relation, whatever the lanes: each header that it draws for a pair as often as it is drawn,
/// and of the hops that it offers any shares. `adaptive`: routers have adaptive VCs, without which only escape channels
/// are taken. Where the relation leaves a choice the program is solved by the flow deviation method (Fratta, Gerla,
/// Kleinrock, Networks 3, 1973) with a limited number of steps, and every step proves an upper bound: `at_most` holds
/// however far the search came, which ends within 1 % if it is not cut short. The same on every machine.
///
/// None: packets can go in a circle, or there are more than kMostBoundNodes nodes of which none is known to be like
/// another. Time: nodes^2 * hops offered; nodes * routes where headers are by difference.
std::optional<RoutingBound> routing_bound(const topologies::Topology& topology, bool adaptive);

inline constexpr topologies::NodeId kMostBoundNodes = 1'296;

}  // namespace trenza::graphs
