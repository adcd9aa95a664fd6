// Escapes in dimension order inside a mesh or around a torus.
#pragma once

#include <memory>
#include <vector>

#include "topologies/tables/escape_rule.h"

namespace trenza::topologies {

/// Mesh order: in the lowest dimension in which the coordinate differs from the destination's, towards it inside the
/// grid, never by a wraparound. Channels in an order without cycles: no rings. For conflicting twists.
std::unique_ptr<EscapeRule> mesh_order(const std::vector<int>& sizes);

/// Torus order: in that dimension k by k+ if 2 delta <= d_k, delta = (t_k - x_k) mod d_k, else by k-; in an open
/// dimension (`wrap`, by dimension; empty: all closed) as mesh order. Only torus links, without twists: rings in closed
/// dimensions. For iBT, option A.
std::unique_ptr<EscapeRule> torus_order(const std::vector<int>& sizes, const std::vector<bool>& wrap);

}  // namespace trenza::topologies
