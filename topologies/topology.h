// A network that can be built: its graph, its names, its rings and its routing relation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "topologies/graph.h"
#include "topologies/routing.h"

namespace trenza::topologies {

/// A ring (orbit): channels that close on each other, in the order of travel, in one escape virtual channel. Bubble
/// flow control keeps a slot free in it.
struct Ring {
  std::string name;   ///< unique: port name and running number, for example "yp0"
  PortId port = -1;   ///< output port of all its channels
  int vc = 0;         ///< escape virtual channel
  int dimension = 0;  ///< 0-based dimension of its channels
  std::vector<ChannelId> channels;
};

/// A built network. Immutable.
class Topology {
 public:
  virtual ~Topology() = default;

  /// Kind and parameters as a user writes them, for example "rtt(8)" or "twisted_torus(12x5, yx=3)".
  virtual std::string name() const = 0;
  virtual const Graph& graph() const = 0;
  virtual const RoutingRelation& routing() const = 0;

  /// Size of every dimension.
  virtual const std::vector<int>& sizes() const = 0;
  /// Coordinates of a node, dimension 1 first.
  virtual std::vector<int> coordinates(NodeId node) const = 0;
  virtual NodeId node_at(const std::vector<int>& coordinates) const = 0;

  /// "3_2" for coordinates (3, 2).
  std::string node_name(NodeId node) const;
  /// "xp" for direction x+.
  virtual std::string port_name(PortId port) const = 0;

  virtual const std::vector<Ring>& rings() const = 0;
  /// Index into rings() of the ring of an escape virtual channel of a channel; -1 if it is in none (then no bubble is
  /// kept and no cycle of channels may come back to it).
  virtual int ring_of(ChannelId channel, int vc) const = 0;

  /// 0-based dimension of the channels of a port, -1 if they have none (a bypass port that differs from node to node).
  virtual int port_dimension(PortId port) const = 0;
  /// Whether the channels of a port leave out nodes.
  virtual bool port_bypasses(PortId /*port*/) const { return false; }
};

/// The input of a channel's receiver: "xp_from_2_2", with "_wrap" or "_twist" for a channel that closes a ring.
std::string input_name(const Topology& topology, const Channel& channel);
/// The output of its sender: "xp_to_4_2", likewise.
std::string output_name(const Topology& topology, const Channel& channel);

/// Mean distance over the other N - 1 nodes, by the routing relation.
double mean_distance(const Topology& topology);
int diameter(const Topology& topology);

/// Uniform load in phits/cycle/node at which the busiest channel is full if every pair's traffic is spread evenly over
/// its minimal paths (self excluded). No bound of a router that spreads it otherwise.
double uniform_even_split(const Topology& topology);

/// The bound of uniform traffic where headers and the ports that they ask for are by difference: all channels of a port
/// have the same load, whichever way of its header a packet takes. Every header that RoutingRelation::initial draws
/// among weighs the same. Paths and records weigh the routes of a destination differently with some twists, so this is
/// not always uniform_even_split(). 0 for other relations (graphs/bounds/routing_bound.h has the bounds of all).
double uniform_route_bound(const Topology& topology);

}  // namespace trenza::topologies
