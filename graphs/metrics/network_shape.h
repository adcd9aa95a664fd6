// Rings, classes of links, and bisection of a network.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// True if every channel has one back: as many channels from a to b as from b to a, for all a and b.
bool bidirectional(const topologies::Network& network);

/// Calls look(node, port, neighbour) for every channel.
template <typename Look>
void for_each_channel(const topologies::Network& network, const Look& look) {
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      if (network.neighbour(node, port) >= 0) look(node, port, network.neighbour(node, port));
    }
  }
}

/// Channels of all nodes; a bidirectional link is two.
std::int64_t channel_count(const topologies::Network& network);

/// Links of one kind. Of a bidirectional network a link is a pair of opposite channels, otherwise a channel.
struct LinkClass {
  /// "mesh" (joins neighbours inside the grid), "wrap" (closes a ring), "twist" (closes it and shifts other
  /// coordinates), for ports of class "torus" or "mesh" of a network with coordinates; the port class for all others.
  std::string kind;
  int dimension = -1;  ///< 0-based; -1 if its channels have none
  double links = 0;    ///< a whole number but for links whose two channels are of different kinds
};

/// By dimension, then in the order mesh, wrap, twist, others by name. The two parallel links of an axis of size 2 are a
/// mesh and a wrap.
std::vector<LinkClass> link_classes(const topologies::Network& network);

/// Rings of one port: from a channel by the port follow the channel that leaves its end by the same port.
struct PortRings {
  topologies::PortId port = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>>
      lengths;                        ///< (channels of a ring, number of such rings), ascending
  std::int64_t channels_outside = 0;  ///< that are on no ring: of open axes, or leading into a ring from aside
};

/// For every port that has channels.
std::vector<PortRings> port_rings(const topologies::Network& network);

/// Links between two halves of the nodes (of equal size, or differing by one). Of a bidirectional network a link is a
/// pair of opposite channels, otherwise a channel from either half to the other.
struct Bisection {
  double links = 0;
  /// True: the least of all halvings, by search. False: the least of the cuts of `method`, which the true bisection
  /// width does not exceed.
  bool exact = false;
  std::string method;  ///< "search", "search, not finished", "half cut across y", "half of the node numbers"
};

/// The least of: for every axis of a network with coordinates, the cut that puts the lower half of the coordinate apart
/// (ties of an odd size broken by the other coordinates, so that the halves are equal); without coordinates, the lower
/// half of the node numbers. Then, for at most `search_limit` nodes, branch and bound over all halvings, given up after
/// a fixed number of steps.
Bisection bisection(const topologies::Network& network, int search_limit = 32);

}  // namespace trenza::graphs
