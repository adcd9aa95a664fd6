// The links of a network, as a picture shows them.
#pragma once

#include <vector>

#include "topologies/network.h"
#include "topologies/topology.h"

namespace trenza::apps {

/// How a link looks in the drawing.
enum class LinkLook { inside, wrap, twisted, bypass };

/// Links of class "bypass" are bypass links; those between nodes whose coordinates differ by one step are inside; those
/// that close a line of the grid are wraps; all other links in a dimension of a grid are twisted. Links in no
/// dimension, and all links of a network without coordinates, are inside.
LinkLook link_look(const topologies::Network& network, topologies::NodeId from, topologies::PortId port);

/// A channel and the one that leads back.
struct NetworkLink {
  topologies::NodeId from = -1;
  topologies::NodeId to = -1;
  topologies::PortId port = -1;  ///< of the channel from `from`; that of direction + if one of the two is
  topologies::PortId back = -1;  ///< of the channel from `to`; -1: there is none
  LinkLook look = LinkLook::inside;
  int parallel = 0;  ///< number of links between the same two nodes before this one
};

/// All links, ascending by the nodes and ports that are met first. Channels from a node to itself are left out.
std::vector<NetworkLink> network_links(const topologies::Network& network);

/// The coordinates of a node, by the sizes of the network.
std::vector<int> coordinates_of(const topologies::Network& network, topologies::NodeId node);

/// The wiring of a network that can be run. Channels keep their numbers: node * ports + port.
topologies::Network wiring_of(const topologies::Topology& topology);

}  // namespace trenza::apps
