// Rings (orbits) from the wiring.
#pragma once

#include <string>
#include <vector>

#include "topologies/lanes.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// Which channels form rings: those of an output port, in an escape virtual channel.
struct RingPort {
  PortId port = 0;
  int vc = 0;
  std::string name;    ///< of the port
  int dimension = -1;  ///< of its channels
};

/// The rings of a port: from a channel by port p follow the channel that leaves its end by the same port p until the
/// first channel comes again. Ordered by port as given, then by the lowest node, which is where each ring starts. Named
/// "yp0", "yp1", ..., with "_vc1" in escape virtual channel 1. Throws std::logic_error if the channels of a port do not
/// close into rings.
std::vector<Ring> find_rings(const Graph& graph, const std::vector<RingPort>& ports);

/// The rings of all ports of a torus, whose ports 2k and 2k + 1 are directions k+ and k-.
std::vector<Ring> find_rings(const Graph& graph);

/// For each lane the index of its ring, -1 if it is in none. Throws std::logic_error for a lane in two rings.
std::vector<int> rings_of_lanes(const Graph& graph, const std::vector<Ring>& rings, const Lanes& lanes);

}  // namespace trenza::topologies
