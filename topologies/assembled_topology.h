// A network put together from its parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "topologies/network.h"
#include "topologies/topology.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// The parts of a network that can run.
struct TopologyParts {
  std::string name;
  Graph graph{0, 0};
  std::vector<int> sizes;  ///< of the grid; {nodes} for networks without one
  std::vector<std::string> port_names;
  std::vector<int> port_dimensions;  ///< Topology::port_dimension, by port
  std::vector<bool> bypasses;        ///< Topology::port_bypasses, by port
  std::vector<Ring> rings;
  std::unique_ptr<RoutingRelation> routing;
};

/// The parts as a network. Throws std::logic_error for a lane in two rings or sizes that do not fit the graph.
std::unique_ptr<Topology> assemble(TopologyParts parts);

/// Everything of a grid but its rings and its relation. Ports 0 .. 2D - 1 are those of the lattice, all others bypass
/// ports; channels enter by the input port with the number of their output port. The network must have been made from
/// the sizes, and for its torus ports the twists, of `lattice`.
TopologyParts grid_parts(const Network& network, const TorusLattice& lattice);

}  // namespace trenza::topologies
