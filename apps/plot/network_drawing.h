// A network as a picture.
#pragma once

#include <string>
#include <vector>

#include "topologies/network.h"

namespace trenza::apps {

/// How a link looks in the drawing.
enum class LinkLook { inside, wrap, twisted, bypass };

/// Links of class "bypass" are bypass links; those between nodes whose coordinates differ by one step are inside; those
/// that close a line of the grid are wraps; all other links of a grid are twisted. Without coordinates every other link
/// is inside.
LinkLook link_look(const topologies::Network& network, topologies::NodeId from, topologies::PortId port);

/// The network as SVG: one, two, three or four dimensions as grids (planes of z side by side, of w below each other,
/// short diagonal lines leading to the same place of the next plane and the one before), others on a circle; wraps, twisted links and bypass links each in a colour, and a legend. Throws UsageError for more
/// than 400 nodes.
/// `labels`: what stands in the nodes; empty: coordinates, or numbers.
std::string network_svg(const topologies::Network& network, const std::vector<std::string>& labels = {});

}  // namespace trenza::apps
