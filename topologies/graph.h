// A directed multigraph of routers: nodes, and unidirectional channels between numbered ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trenza::topologies {

/// Index of a node (router), 0 <= node < Graph::nodes().
using NodeId = std::int32_t;
/// Index of a network port of a router, 0 <= port < Graph::ports().
using PortId = std::int32_t;
/// Network ports of a router.
inline constexpr PortId kMostPorts = 32;
/// Index of a channel: node * ports + output port.
using ChannelId = std::int32_t;

/// The role of a channel in a drawing of the network.
enum class ChannelKind : std::uint8_t {
  mesh,    ///< joins neighbours inside the grid
  wrap,    ///< closes a row or column without a twist
  twist,   ///< closes a row or column and shifts other coordinates
  bypass,  ///< leaves out nodes in between
};

/// One unidirectional channel. It leaves `from` by output port `out_port` and enters `to` by input port `in_port`. A
/// node of -1 marks a channel that is not there.
struct Channel {
  NodeId from = -1;
  PortId out_port = -1;
  NodeId to = -1;
  PortId in_port = -1;
  ChannelKind kind = ChannelKind::mesh;
};

/// Every node has the same number of network ports; at most one channel leaves and one enters by each of them. The
/// number of a channel is that of its output port, whether or not there is one.
class Graph {
 public:
  Graph(NodeId nodes, PortId ports) : nodes_(nodes), ports_(ports), out_(count()), in_(count(), -1) {}

  NodeId nodes() const { return nodes_; }
  PortId ports() const { return ports_; }
  /// Numbers of channels, 0 <= id < channels(); those without a channel included.
  ChannelId channels() const { return static_cast<ChannelId>(out_.size()); }
  /// Channels that are there.
  ChannelId connected() const { return connected_; }

  ChannelId id(NodeId node, PortId out_port) const { return node * ports_ + out_port; }
  const Channel& channel(ChannelId id) const { return out_[static_cast<std::size_t>(id)]; }
  bool has(ChannelId id) const { return channel(id).from >= 0; }
  bool has_out(NodeId node, PortId out_port) const { return has(id(node, out_port)); }
  bool has_in(NodeId node, PortId in_port) const { return in_[static_cast<std::size_t>(node * ports_ + in_port)] >= 0; }

  /// The channel that leaves `node` by `out_port`.
  const Channel& out(NodeId node, PortId out_port) const { return channel(id(node, out_port)); }
  /// The channel that enters `node` by `in_port`. Precondition: has_in.
  const Channel& in(NodeId node, PortId in_port) const {
    return channel(in_[static_cast<std::size_t>(node * ports_ + in_port)]);
  }

  /// Adds the channel; its `from`, `out_port` and `to`, `in_port` must be free (std::logic_error otherwise).
  void connect(const Channel& channel);

 private:
  std::size_t count() const { return static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(ports_); }

  NodeId nodes_;
  PortId ports_;
  std::vector<Channel> out_;
  std::vector<ChannelId> in_;
  ChannelId connected_ = 0;
};

}  // namespace trenza::topologies
