// A network as its wiring alone, in the smallest form: what metrics, searches and models need. Millions of nodes fit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

/// A node that stands for `count` nodes (itself included) which see the same network as it does.
struct SourceClass {
  NodeId node = 0;
  std::int64_t count = 0;
};

/// Nodes with numbered ports and the neighbour behind each. Parallel links are separate ports. Node
/// n = x_1 + d_1 * (x_2 + d_2 * (x_3 + ...)) has coordinates x_k where `sizes` are given.
struct Network {
  std::string name;  ///< as a user writes it, for example "rtt(8)"
  NodeId nodes = 0;
  PortId ports = 0;
  std::vector<NodeId> next;               ///< next[node * ports + port]; -1: the node has no channel out by this port
  std::vector<std::string> port_names;    ///< "xp", by port
  std::vector<std::string> port_classes;  ///< link class of a port: "torus", "bypass", ...; by port
  /// 0-based dimension of a port's channels, -1 if they have none. One entry per port, or one per node and port (index
  /// as in `next`) where nodes differ.
  std::vector<std::int8_t> dimensions;
  std::vector<int> sizes;  ///< of the coordinates; may be empty
  /// Sources that stand for all nodes. Reduced only where an automorphism that keeps ports' classes and dimensions is
  /// proved for each node of a class; `symmetry` says why in a few words ("node-symmetric: steps commute"), or "none".
  std::vector<SourceClass> sources;
  std::string symmetry;

  NodeId neighbour(NodeId node, PortId port) const {
    return next[static_cast<std::size_t>(node) * static_cast<std::size_t>(ports) + static_cast<std::size_t>(port)];
  }
  int dimension(NodeId node, PortId port) const {
    const bool by_node = dimensions.size() != static_cast<std::size_t>(ports);
    return dimensions[(by_node ? static_cast<std::size_t>(node) * static_cast<std::size_t>(ports) : 0) +
                      static_cast<std::size_t>(port)];
  }
};

/// All nodes as classes of one.
std::vector<SourceClass> every_source(NodeId nodes);

}  // namespace trenza::topologies
