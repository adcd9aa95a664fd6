// The wiring of tori with any twists, meshes and what lies between.
#pragma once

#include <string>
#include <vector>

#include "topologies/network.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// The torus of these sizes and twists (also conflicting ones), each axis closed (`wrap`, empty: all) or open. Ports 2k
/// and 2k + 1 are directions k+ and k-; their class is "torus", or "mesh" for an open axis. A closed axis of size 2 has
/// two parallel links, or one (`size_two_links` = 1: then only port 2k is there; an axis whose wraparound is twisted
/// keeps two, which lead to different nodes). With `one_way` only ports 2k are there, all axes being closed and
/// untwisted. One source class if all axes are closed and no twists conflict, otherwise every node. Throws
/// TopologyError for no dimension or more than 6, sizes below 2, more than 2^24 - 1 nodes, a twist of a dimension over
/// itself, duplicate twists, a twist of or over an open axis, `wrap` of another length than `sizes`, `size_two_links`
/// other than 1 and 2.
Network torus_network(std::string name, const std::vector<int>& sizes, const std::vector<Twist>& twists = {},
                      const std::vector<bool>& wrap = {}, int size_two_links = 2, bool one_way = false);

}  // namespace trenza::topologies
