// N-dimensional tori with any node-symmetric set of twists. Source: "Peripheral twists for torus topologies with
// arbitrary aspect ratio" (section IV: the twist matrix; its theorem: which twists conflict); RT, RTT: "Task Mapping in
// Rectangular Twisted Tori".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/record_format.h"
#include "topologies/topology.h"
#include "topologies/topology_error.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// Minimal records of a difference, given as coordinates 0 <= delta_k < d_k of the node that the same steps reach from
/// node 0.
using RecordFormula = std::function<std::vector<Record>(const std::vector<int>& difference)>;

/// Builds the torus of the given sizes and twists. Throws TopologyError for no dimension or more than 6, sizes below 2,
/// more than 2^24 - 1 nodes, duplicate twists, a twist of a dimension over itself or of a dimension that is not there,
/// routes too long for a header, and for conflicting twists (a dimension that both receives a twist and has one on its
/// own wraparound), naming the two twists and why records would be wrong. Records come from `formula` or, without one,
/// from a search.
std::unique_ptr<Topology> make_twisted_torus(std::string name, const std::vector<int>& sizes,
                                             const std::vector<Twist>& twists, const RecordFormula& formula = {});

}  // namespace trenza::topologies
