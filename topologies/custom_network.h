// Networks of any shape, from a list of links.
#pragma once

#include <string>

#include "topologies/graph.h"
#include "topologies/network.h"

namespace trenza::topologies {

/// A network with the ports that its file gives.
struct CustomNetwork {
  Network network;  ///< ports "p0", "p1", ...
  Graph graph;
};

/// Reads a list of links, one a line; `#` begins a comment:
///   nodes 10          the number of nodes; without this line one more than the highest that a link names
///   0 1               a link between nodes 0 and 1: a channel each way
///   0:2 5:1           the same, at port 2 of node 0 and port 1 of node 5
///   3 -> 4            a channel from node 3 to node 4 alone
///   3:0 -> 4:2        the same, by output port 0 of node 3 and input port 2 of node 4
/// Ports are numbered from 0. A link joins a port of one node with a port of the other: the channel that leaves by the
/// one enters by the other. Ports that are not given are numbered after all that are, in the order of the lines: the
/// lowest that is free, for a link in both directions. Several links may join two nodes. Throws TopologyError,
/// beginning with "<name>:<line>:<column>: ", for anything else, ports that are taken, ports above 31, links of a node
/// to itself, nodes beyond the given number or 2^24 - 2, and for a list without links.
CustomNetwork parse_custom_network(const std::string& text, const std::string& name);

/// The network of a file. Throws TopologyError also if it cannot be read.
CustomNetwork read_custom_network(const std::string& file);

}  // namespace trenza::topologies
