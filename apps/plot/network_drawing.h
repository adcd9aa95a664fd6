// A network as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/plot/network_layout.h"

namespace trenza::apps {

/// Of more nodes nothing could be told apart.
inline constexpr topologies::NodeId kMostDrawnNodes = 400;

/// A number for each channel, which becomes its colour.
struct ChannelValues {
  std::string title;           ///< "channel use"
  std::string unit;            ///< "flits/cycle"
  std::string window;          ///< "cycles 500 to 1,999"; may be empty
  double most = 0;             ///< the scale goes at least so far, so that drawings can share one
  std::vector<double> values;  ///< by node * ports + port, from 0 on; those of absent channels mean nothing
};

struct DrawingOptions {
  std::vector<std::string> labels = {};        ///< what stands in the nodes; empty: coordinates, or numbers
  std::optional<ChannelValues> channels = {};  ///< none: a link is one line, in the colour of its look
  std::string name = {};                       ///< what stands before the name of the network; may be empty
};

/// Adds nothing but the drawing itself, for pages whose script colours the channels: no legend, no ground, and each
/// line and arrow of a channel in a group `<g data-channel='N'>` with `data-name`, N being node * ports + port.
std::string channel_groups_svg(const topologies::Network& network);

/// The network as SVG, with a legend. With `channels` each channel has a line of its own, with half an arrow at its
/// end, to the right of the link as it travels, in the colour of its value, and a scale. Throws UsageError for more
/// than 400 nodes. NetworkLayout says where nodes and links stand.
std::string network_svg(const topologies::Network& network, const DrawingOptions& options = {});

/// A network with how it is drawn.
struct NetworkPicture {
  topologies::Network network;
  DrawingOptions options;
};

/// Drawings as network_svg() makes them, below each other. Precondition: there is one at least.
std::string networks_svg(const std::vector<NetworkPicture>& pictures);

/// Throws UsageError if network_svg() does: to be asked before long work.
void check_drawable(const std::string& name, topologies::NodeId nodes);

/// A line of the drawing, of a link or of one of its channels, whole or in part.
struct NetworkStroke {
  topologies::NodeId from = -1;
  topologies::NodeId to = -1;
  topologies::PortId port = -1;  ///< of the channel from `from`
  LinkLook look = LinkLook::inside;
  Track track;  ///< begins and ends at the discs of the nodes, or at a loose end
};

/// Width of a line with and without a value, in pixels.
inline constexpr double kChannelWidth = 2.8;
inline constexpr double kLinkWidth = 1.4;

/// The lines of the links, or (`directed`) of the channels.
std::vector<NetworkStroke> network_strokes(const NetworkLayout& layout, bool directed);

}  // namespace trenza::apps
