// Negative hops: on a network of two colours, every hop from a node of colour 1 takes a higher class of virtual
// channels (docs/microarchitecture-flit.md, section 8.2). Sources: Boppana and Chalasani, "A comparison of adaptive
// wormhole routing algorithms" (1993); bonus cards and adaptive VCs beside them: "Performance modeling of fully
// adaptive wormhole routing in 2D tori".
#pragma once

#include <string>

#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// The classes that packets need for minimal routes: one, and one more for every negative hop after the first hop.
constexpr int negative_hop_classes(int diameter) { return diameter / 2 + 1; }

/// A hop of a packet that has `hops` left, this one included (1 or more).
struct ClassedHop {
  int hops = 1;
  bool negative = false;  ///< it leaves a node of colour 1
  int last_class = -1;    ///< class of the VC in which the packet stands; -1: it stands in none
};

/// The lowest class that a hop may have.
constexpr int lowest_class(const ClassedHop& hop) {
  if (hop.last_class < 0) return 0;
  return hop.negative ? hop.last_class + 1 : hop.last_class;
}

/// The highest class of `classes` that a hop may have, such that there are classes left for the negative hops after it.
/// If it is less than lowest_class(), the hop may have none.
constexpr int highest_class(const ClassedHop& hop, int classes, ClassCaps caps) {
  if (hop.negative || caps == ClassCaps::equation_15) return classes - (hop.hops + 1) / 2;
  return classes - 1 - hop.hops / 2;
}

/// duato_nbc, nbc or nhop.
constexpr bool is_by_negative_hops(WormRoute route) {
  return route == WormRoute::duato_nbc || route == WormRoute::nbc || route == WormRoute::nhop;
}

/// Its name in a configuration.
std::string negative_hop_name(WormRoute route);

/// The classes of a routing by negative hops, in a network of this diameter. Throws TopologyError, with `network` as
/// its name, if there are too few VCs.
int checked_negative_hop_classes(const std::string& network, int diameter, const WormRouting& routing);

/// The VCs of `classes` classes, as groups, and adaptive ones. Precondition: there are enough of them.
WormVcs negative_hop_vcs(const WormRouting& routing, int classes);

}  // namespace trenza::topologies
