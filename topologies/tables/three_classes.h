// Escapes of an iBT that use bypass links: per dimension torus hops, bypass hops, torus hops.
#pragma once

#include <memory>

#include "topologies/ibt/ibt_spec.h"
#include "topologies/tables/escape_rule.h"

namespace trenza::topologies {

/// A way along one dimension (docs/microarchitecture.md, section 1, item 6). Signed hops.
struct BypassPlan {
  int length = 0;  ///< h: which bypass length, from 1; 0: no bypass
  int before = 0;  ///< p: to a node that has the bypass
  int bypass = 0;  ///< q: by bypass links
  int after = 0;   ///< g: the rest

  int hops() const;
};

/// The plan from a node of residue (x_1 + ... + x_m) mod m k over `delta` = (t - x) mod d hops in 0-based `dimension`:
/// the fewest hops, then the lowest h, p, q, g. Precondition: an interlaced spec, no open dimensions, 0 < delta < d.
BypassPlan best_plan(const IbtSpec& spec, int residue, int dimension, int delta);

/// The rule, with two escape virtual channels: 0 for hops p and q, 1 for hops g. Bypass ports are 2D and 2D + 1. Throws
/// TopologyError for placement `all`, open dimensions, and plans too long for a header.
std::unique_ptr<EscapeRule> three_classes(const IbtSpec& spec);

}  // namespace trenza::topologies
