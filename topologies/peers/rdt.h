// The recursive diagonal torus RDT(2,4,1)/alpha, a peer of Table 1 of the iBT paper. Source: Yang et al., Recursive
// diagonal torus, IEEE TPDS 12(7), 2001.
#pragma once

#include <string>

#include "topologies/network.h"

namespace trenza::topologies {

/// An alpha assignment whose 1024 x 1024 network has the values that Table 1 prints. So have "12144323", "12234314",
/// "12143432" and "12233441"; the original table of ranks is not at hand.
inline constexpr const char* kRdtAlpha = "12124343";

/// size x size torus (ports "xp", "xm", "yp", "ym", class "torus") in which each node has four links of one upper rank
/// (ports "u0" ... "u3", class "rank", dimension -1), along
///   rank 1: (2,2), (-2,2), (-2,-2), (2,-2);      rank 2: (8,0), (0,8), (-8,0), (0,-8);
///   rank 3: (16,16), (-16,16), ...;              rank 4: (64,0), (0,64), ...:
/// each rank is the one before, turned by 45 degrees and 2 sqrt(2) times as long. The rank of a node is that of its
/// coset ((x + y) mod 4, y mod 2), which all these vectors keep, so links join nodes of equal rank. `assignment` gives
/// the ranks, a digit each, of cosets (0,0), (0,1), (1,0), (1,1), (2,0), (2,1), (3,0), (3,1). Alpha asks that each rank
/// have one coset of even and one of odd x + y: then every node has all ranks within one hop.
///
/// `sources`: the orbits of the maps p -> t + p and p -> t - p that keep the rank of every coset. They keep the torus
/// and the vectors of each rank (which come with their negatives), thus classes and dimensions of ports; t with
/// t_x + t_y = 0 (mod 4) and t_y even are always among them, so there are at most eight.
///
/// Throws TopologyError for a size that is no multiple of 4 or below 128 (64 would be more than half way round) or
/// above 4092, and for an assignment that is not alpha.
Network rdt(int size = 1024, const std::string& assignment = kRdtAlpha);

}  // namespace trenza::topologies
