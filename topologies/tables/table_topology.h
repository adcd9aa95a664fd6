// Networks that are routed by table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "topologies/ibt/ibt_spec.h"
#include "topologies/network.h"
#include "topologies/topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

/// A torus of any twists, also conflicting ones, whose escapes go in mesh order: dimension by dimension inside the
/// grid, never by a wraparound. Throws TopologyError as torus_network does and for tables that are too large.
std::unique_ptr<Topology> make_mesh_ordered_torus(const std::string& name, const TorusShape& shape);

/// The escape routes of an iBT.
enum class IbtEscape {
  torus_order,    ///< option A: by torus links in dimension order; mesh order in open dimensions
  three_classes,  ///< option B: also by bypass links; two escape virtual channels
};

/// An interlaced bypass torus, or a torus or mesh with all bypass links. Throws TopologyError as check_ibt does, for
/// more than 32 ports, tables that are too large, and three_classes where it cannot be.
std::unique_ptr<Topology> make_ibt(const IbtSpec& spec, IbtEscape escape = IbtEscape::torus_order);

/// The wiring as a graph in which the links of two nodes have two ways: the j-th lowest port that leads from u to v and
/// the j-th lowest one that leads from v to u belong to the same link, and what leaves by the one enters by the other.
/// Channels without a partner enter by the lowest input port that is left.
Graph paired_graph(const Network& network);

/// A network of any shape with the channels of `graph`, whose escapes go up and down a tree. Throws TopologyError as
/// up_down does, for more than 32 ports, and for tables that are too large.
std::unique_ptr<Topology> make_up_down_network(const Network& network, Graph graph);
std::unique_ptr<Topology> make_up_down_network(const Network& network);

}  // namespace trenza::topologies
