// Node and edge symmetry by search for automorphisms.
#pragma once

#include <string>

#include "graphs/metrics/link_count.h"
#include "topologies/network.h"

namespace trenza::graphs {

struct SymmetryResult {
  bool known = false;      ///< false: the network is too large, or the search was given up
  bool symmetric = false;  ///< only if `known`
  std::string why;         ///< "exhaustive search", "distances differ between nodes", ...
};

/// Whether for every two nodes an automorphism (of the directed multigraph; ports need not be kept) carries one to the
/// other. By backtracking that keeps all distances and numbers of channels, after a test of distance profiles.
SymmetryResult node_symmetric_exhaustive(const topologies::Network& network, LinkCount count = LinkCount::multiple);

/// Whether for every two links (pairs of nodes that are joined; both ways count as one link) an automorphism carries
/// one to the other.
SymmetryResult edge_symmetric_exhaustive(const topologies::Network& network, LinkCount count = LinkCount::multiple);

}  // namespace trenza::graphs
