// The de Bruijn graph, a peer of Table 1 of the iBT paper.
#pragma once

#include "topologies/network.h"

namespace trenza::topologies {

enum class DeBruijnLinks {
  directed,    ///< p -> (k p + a) mod N only: at most k channels out of a node
  undirected,  ///< both ways, as Table 1 counts it: at most 2k
};

/// DG(k, n): N = k^n nodes, the words of n digits. Port "f<a>" shifts the digit a in at the low end, p -> (k p + a) mod
/// N; port "b<a>" (undirected) shifts it in at the high end, p -> floor(p / k) + a N / k, the way back. Ports that
/// would lead to the node itself, or where another port leads already, have no channel. Throws TopologyError for k < 2,
/// n < 1 or more than 2^24 - 1 nodes.
///
/// `sources`: the orbits of two kinds of automorphism, which take links to links of the same (only) class. Renaming the
/// digits of all words commutes with shifting. Reading all words backwards turns shifts at the low end into shifts at
/// the high end, so it is one of the undirected graph only. An orbit is known by its least word. DG(4,10) has 22,187 of
/// them undirected.
Network de_bruijn(int k, int n, DeBruijnLinks links = DeBruijnLinks::undirected);

}  // namespace trenza::topologies
