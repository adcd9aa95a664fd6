// All ways that a routing relation leaves open to the packets of one destination.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace trenza::graphs {

/// A hop from a state, by a channel of a class (ChannelClasses).
struct RouteHop {
  std::uint32_t channel_class = 0;
  std::uint32_t to = 0;  ///< state
};

/// States (node, header) of the packets to one destination. Every hop leads to a state with a higher number; a state
/// without hops has arrived.
struct RouteGraph {
  double destinations = 1;               ///< that it stands for
  std::vector<std::uint32_t> first_hop;  ///< by state, and one more: hops first_hop[s] .. first_hop[s + 1] - 1
  std::vector<RouteHop> hops;            ///< of a state: first the hop by the lowest escape channel, if it has one
  std::vector<double> sent;              ///< by state: what begins there; 1 for each source in all

  std::size_t states() const { return sent.size(); }
  bool has_choice() const;
};

/// Channels that automorphisms of the network and its routing carry to each other: they have the same load where
/// traffic is uniform and as symmetric as they are.
struct ChannelClasses {
  topologies::PortId ports = 0;
  std::vector<std::int32_t> class_of;     ///< by node
  std::vector<topologies::NodeId> first;  ///< by class of nodes: a node
  std::vector<double> members;            ///< by class of nodes
  std::vector<double> channels;           ///< by class of channels: how many are there

  std::uint32_t of(topologies::NodeId node, topologies::PortId port) const {
    return static_cast<std::uint32_t>(class_of[static_cast<std::size_t>(node)] * ports + port);
  }
};

ChannelClasses channel_classes(const topologies::Topology& topology);

/// Follows every header that the relation draws for a pair, each as often as it is drawn, over every hop that it
/// offers without regard of the lane on which it came: no packet takes another way. Keeps its memory from destination
/// to destination.
class RouteFinder {
 public:
  /// `adaptive`: routers have adaptive VCs, without which only the escape channels of a relation are taken. Both must
  /// outlive this.
  RouteFinder(const topologies::Topology& topology, const ChannelClasses& classes, bool adaptive);

  /// False if packets can go in a circle, or are lost: then `graph` means nothing.
  bool find(topologies::NodeId destination, RouteGraph& graph);

 private:
  struct State {
    topologies::NodeId node = 0;
    topologies::HeaderWord header = 0;
    std::int32_t next = -1;  ///< another state of the node
  };

  std::uint32_t state_of(topologies::NodeId node, topologies::HeaderWord header);
  bool add_hops(std::uint32_t state);
  void add_hop(std::uint32_t state, topologies::PortId port, bool escape, std::size_t begin);
  bool sort(RouteGraph& graph);

  const topologies::Topology& topology_;
  const ChannelClasses& classes_;
  bool adaptive_;
  std::vector<std::int32_t> states_at_;  ///< by node: the first of a list
  std::vector<State> states_;
  std::vector<double> sent_;
  std::vector<std::uint32_t> first_hop_;
  std::vector<RouteHop> hops_;
  std::vector<std::uint32_t> arriving_;  ///< hops to a state that are left
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> place_;
};

}  // namespace trenza::graphs
