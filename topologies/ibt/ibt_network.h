// The wiring of interlaced bypass tori and of tori and meshes with express links. Source: the iBT paper, definition 1.
#pragma once

#include <vector>

#include "topologies/ibt/ibt_spec.h"
#include "topologies/network.h"

namespace trenza::topologies {

/// The bypass links of a node of residue c = (x_1 + ... + x_m) mod m k.
struct BypassClass {
  int dimension = 0;  ///< 0-based bd - 1 = c mod m
  int length = 0;     ///< bl = b_h, h = floor(c / m) + 1
};

/// By residue; empty unless the placement is `interlaced` and there is a bypass length.
std::vector<BypassClass> bypass_classes(const IbtSpec& spec);

/// The network. Ports 2k, 2k + 1 are the torus directions "xp", "xm", "yp", ... (class "torus"; "mesh" on an open
/// dimension). Then come the bypass ports (class "bypass"): `interlaced`: "bp", "bm", the bypass length up and down the
/// node's own bypass dimension; `all`: for each of the first m dimensions and each length b "xp<b>", "xm<b>".
/// Coordinates are modulo the sizes, so a closed size of 2 and b = n/2 give two parallel links; on an open dimension
/// links that would leave the grid are absent (-1). Every link is there from both sides. Throws TopologyError as
/// check_ibt does.
///
/// `sources` stand for the orbits of these automorphisms, which keep every port: translations by t with t_i = 0 on open
/// dimensions and t_1 + ... + t_m = 0 (mod m k). Adding t modulo the sizes keeps torus and mesh links, and it keeps the
/// residue s mod m k (closed N_i with i <= m are multiples of m k, so no reduction changes it), hence each node's
/// bypass dimension and length. On a torus that leaves the m k residues, of N / (m k) nodes each: every residue occurs
/// equally often along a closed dimension i <= m. On open dimensions each combination of coordinates is kept apart. For
/// placement `all` nothing depends on the residue: one class on a torus.
Network ibt_network(const IbtSpec& spec);

/// By node: which entry of ibt_network(spec).sources stands for it. The automorphisms behind it keep port numbers.
/// Throws TopologyError as check_ibt does.
std::vector<int> source_class_of(const IbtSpec& spec);

/// Fewer sources where only distances matter, since these automorphisms turn dimensions into others. `sources` of a
/// closed interlaced torus with N_1 = ... = N_m are merged as follows; others are returned as they are.
/// k = 1: (x_1, ..., x_m) -> (x_m + 1, x_1, ..., x_{m-1}) takes dimension i to i + 1 and residue s to s + 1, so a
/// bypass link of dimension s mod m to one of dimension (s + 1) mod m of the same length: all nodes are equivalent.
/// k = 2: x_i -> -x_{m+1-i}, plus m - 1 on the first coordinate, takes dimension i to m + 1 - i and residue
/// s = h m + r to (m - 1 - r) - h m = h m + (m - 1 - r) (mod 2m): the same length h and the mirrored dimension, so
/// residues pair up.
std::vector<SourceClass> distance_classes(const IbtSpec& spec);

}  // namespace trenza::topologies
