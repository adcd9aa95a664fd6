// N-dimensional tori with any node-symmetric set of twists, meshes, and what lies between. Source: "Peripheral twists
// for torus topologies with arbitrary aspect ratio" (section IV: the twist matrix; its theorem: which twists conflict);
// RT, RTT: "Task Mapping in Rectangular Twisted Tori".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/network.h"
#include "topologies/record_format.h"
#include "topologies/topology.h"
#include "topologies/topology_error.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// The parameters of a torus, a mesh or a mixture of both.
struct TorusShape {
  std::vector<int> sizes;
  std::vector<Twist> twists;
  std::vector<bool> wrap;  ///< by dimension: closed or open; empty: all closed
  int size_two_links = 2;  ///< links between the two nodes of a closed dimension of size 2 that has no twist: 1 or 2
  bool one_way = false;  ///< only directions k+ are there; precondition: all dimensions are closed, and none is twisted

  bool closed(std::size_t dimension) const { return wrap.empty() || wrap[dimension]; }
  /// A closed dimension in which one hop leads from each of the two nodes to the other.
  bool one_link(const TorusLattice& lattice, int dimension) const {
    const auto k = static_cast<std::size_t>(dimension);
    return (size_two_links == 1 || one_way) && sizes[k] == 2 && closed(k) && !lattice.twists(dimension);
  }
  /// Whether direction k- of a closed dimension is left out.
  bool plus_alone(const TorusLattice& lattice, int dimension) const { return one_way || one_link(lattice, dimension); }
};

/// Minimal records of a difference, given as coordinates 0 <= delta_k < d_k of the node that the same steps reach from
/// node 0.
using RecordFormula = std::function<std::vector<Record>(const std::vector<int>& difference)>;

/// The wiring (torus_network.h; throws as that does).
Network torus_wiring(const std::string& name, const TorusShape& shape);

/// Builds the network, routed by records (docs/microarchitecture.md, section 1, item 5) with escapes in dimension
/// order: rings in closed dimensions, none in open ones and in those with one link. Throws TopologyError as
/// torus_network does, for routes too long for a header, and for conflicting twists (a dimension that both receives a
/// twist and has one on its own wraparound), naming the two twists and why records would be wrong. Records come from
/// `formula` (of a torus without open dimensions) or, without one, from a search.
std::unique_ptr<Topology> make_twisted_torus(const std::string& name, const TorusShape& shape,
                                             const RecordFormula& formula = {});

/// The same with all dimensions closed.
std::unique_ptr<Topology> make_twisted_torus(const std::string& name, const std::vector<int>& sizes,
                                             const std::vector<Twist>& twists, const RecordFormula& formula = {});

}  // namespace trenza::topologies
