#include "apps/plot/network_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "apps/exit_status.h"
#include "apps/plot/svg_canvas.h"

namespace trenza::apps {

namespace {

using topologies::Network;
using topologies::NodeId;
using topologies::PortId;

constexpr NodeId kMostNodes = 400;
constexpr std::size_t kGridDimensions = 4;
constexpr double kCell = 56;
constexpr double kMargin = 60;
constexpr double kLegend = 46;
constexpr double kRadius = 13;

struct Look {
  const char* colour;
  const char* name;
};
constexpr std::array<Look, 4> kLooks{{{"#999999", "link to a neighbour"},
                                      {"#2166ac", "wraparound"},
                                      {"#d6604d", "twisted wraparound"},
                                      {"#1b7837", "bypass"}}};

const Look& look_of(LinkLook look) { return kLooks[static_cast<std::size_t>(look)]; }

std::vector<int> coordinates(const Network& network, NodeId node) {
  std::vector<int> result;
  for (const int size : network.sizes) {
    result.push_back(node % size);
    node /= size;
  }
  return result;
}

bool is_grid(const Network& network) { return network.sizes.size() > 1 && network.sizes.size() <= kGridDimensions; }

/// The positions of the nodes.
class Layout {
 public:
  explicit Layout(const Network& network) : network_(network) {
    if (!is_grid(network)) {
      constexpr double kArc = 34;  // between neighbours on the circle
      constexpr double kSmallest = 90;
      radius_ = std::max(kSmallest, network.nodes * kArc / (2 * M_PI));
      width_ = height_ = 2 * (radius_ + kMargin);
      return;
    }
    const auto size = [&](std::size_t k) { return k < network.sizes.size() ? network.sizes[k] : 1; };
    plane_x_ = kCell * (size(0) + 1);
    plane_y_ = kCell * (size(1) + 1);
    width_ = 2 * kMargin + plane_x_ * size(2) - 2 * kCell;
    height_ = 2 * kMargin + plane_y_ * size(3) - 2 * kCell;
  }

  double width() const { return width_; }
  double height() const { return height_; }

  Point at(NodeId node) const {
    if (!is_grid(network_)) {
      const double angle = 2 * M_PI * node / network_.nodes - M_PI / 2;
      return {width_ / 2 + radius_ * std::cos(angle), height_ / 2 + radius_ * std::sin(angle)};
    }
    const std::vector<int> place = coordinates(network_, node);
    const int z = place.size() > 2 ? place[2] : 0;
    const int w = place.size() > 3 ? place[3] : 0;
    const int rows = network_.sizes[1];
    return {kMargin + plane_x_ * z + kCell * place[0], kMargin + plane_y_ * w + kCell * (rows - 1 - place[1])};
  }

 private:
  const Network& network_;
  double radius_ = 0;
  double plane_x_ = 0;
  double plane_y_ = 0;
  double width_ = 0;
  double height_ = 0;
};

Point moved(Point point, double x, double y) { return {point.x + x, point.y + y}; }

/// A wraparound leaves the grid at one side and comes back at the other.
void draw_wrap(SvgCanvas& canvas, Point from, Point to, int dimension, const char* colour) {
  constexpr double kOut = 0.9 * kCell;
  constexpr double kBow = 0.45 * kCell;
  if (dimension == 0) {
    const double out = from.x > to.x ? kOut : -kOut;
    canvas.curve(from, moved(from, out, kBow), moved(to, -out, kBow), to, colour);
  } else {
    const double out = from.y > to.y ? kOut : -kOut;
    canvas.curve(from, moved(from, kBow, out), moved(to, kBow, -out), to, colour);
  }
}

/// Everything that would run over nodes bows out, at a right angle to its way.
void draw_arc(SvgCanvas& canvas, Point from, Point to, double bow, const char* colour) {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  const double length = std::max(1.0, std::hypot(x, y));
  const double out_x = y / length * bow;
  const double out_y = -x / length * bow;
  constexpr double kThird = 1.0 / 3;
  canvas.curve(from, moved(from, x * kThird + out_x, y * kThird + out_y),
               moved(to, -x * kThird + out_x, -y * kThird + out_y), to, colour, 1.6);
}

/// Links to the same place of another plane are short lines at both ends, up for the next plane and down for the one
/// before: drawn in full they would hide everything else.
void draw_stubs(SvgCanvas& canvas, Point from, Point to, bool forward, const char* colour) {
  constexpr double kLength = 0.4 * kCell;
  const double up = forward ? kLength : -kLength;
  canvas.line(from, moved(from, up, -up), colour);
  canvas.line(to, moved(to, -up, up), colour);
}

void draw_link(SvgCanvas& canvas, const Network& network, const Layout& layout, NodeId from, PortId port) {
  const NodeId to = network.neighbour(from, port);
  const LinkLook look = link_look(network, from, port);
  const Point begin = layout.at(from);
  const Point end = layout.at(to);
  const char* const colour = look_of(look).colour;
  const int dimension = network.dimension(from, port);
  constexpr double kBypassBow = 0.5 * kCell;
  constexpr double kPlaneBow = 0.35 * kCell;
  if (look == LinkLook::bypass) {
    draw_arc(canvas, begin, end, kBypassBow, colour);
  } else if (!is_grid(network)) {
    canvas.line(begin, end, colour);
  } else if (dimension > 1 && look == LinkLook::twisted) {
    draw_arc(canvas, begin, end, kPlaneBow, colour);
  } else if (dimension > 1) {
    draw_stubs(canvas, begin, end, port % 2 == 0, colour);
  } else if (look == LinkLook::inside) {
    canvas.line(begin, end, colour);
  } else {
    draw_wrap(canvas, begin, end, dimension, colour);
  }
}

/// Draws every link once; says which looks there were.
std::set<LinkLook> draw_links(SvgCanvas& canvas, const Network& network, const Layout& layout) {
  std::set<std::tuple<NodeId, NodeId, LinkLook>> done;
  std::set<LinkLook> looks;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId other = network.neighbour(node, port);
      if (other < 0 || other == node) continue;
      const LinkLook look = link_look(network, node, port);
      if (!done.insert({std::min(node, other), std::max(node, other), look}).second) continue;
      looks.insert(look);
      draw_link(canvas, network, layout, node, port);
    }
  }
  return looks;
}

std::string node_label(const Network& network, NodeId node) {
  if (!is_grid(network)) return std::to_string(node);
  std::string label;
  for (const int x : coordinates(network, node)) label += (label.empty() ? "" : ",") + std::to_string(x);
  return label;
}

void draw_nodes(SvgCanvas& canvas, const Network& network, const Layout& layout,
                const std::vector<std::string>& labels) {
  constexpr double kFont = 9;
  constexpr std::size_t kFits = 4;
  constexpr double kBaseline = 0.35;
  for (NodeId node = 0; node < network.nodes; ++node) {
    const std::string label = labels.empty() ? node_label(network, node) : labels[static_cast<std::size_t>(node)];
    const double font = label.size() <= kFits ? kFont : kFont * kFits / static_cast<double>(label.size()) + 1;
    canvas.circle(layout.at(node), kRadius, "#f7f7f7");
    canvas.text(moved(layout.at(node), 0, font * kBaseline), label, font);
  }
}

void draw_legend(SvgCanvas& canvas, const std::string& name, const std::set<LinkLook>& looks) {
  constexpr double kFont = 12;
  constexpr double kTop = 20;
  constexpr double kEntry = 160;
  constexpr double kStroke = 24;
  canvas.text({kRadius, kTop}, name, kFont + 2, false);
  Point at{kRadius, kTop + kStroke};
  for (const LinkLook look : looks) {
    canvas.line(moved(at, 0, -4), moved(at, kStroke, -4), look_of(look).colour, 3);
    canvas.text(moved(at, kStroke + 6, 0), look_of(look).name, kFont, false);
    at.x += kEntry;
  }
}

}  // namespace

LinkLook link_look(const Network& network, NodeId from, PortId port) {
  if (network.port_classes[static_cast<std::size_t>(port)] == "bypass") return LinkLook::bypass;
  if (network.sizes.empty()) return LinkLook::inside;
  const std::vector<int> a = coordinates(network, from);
  const std::vector<int> b = coordinates(network, network.neighbour(from, port));
  int differing = 0;
  int distance = 0;
  int size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == b[k]) continue;
    ++differing;
    distance = std::abs(a[k] - b[k]);
    size = network.sizes[k];
  }
  if (differing == 1 && distance == 1) return LinkLook::inside;
  return differing == 1 && distance == size - 1 ? LinkLook::wrap : LinkLook::twisted;
}

std::string network_svg(const Network& network, const std::vector<std::string>& labels) {
  if (network.nodes > kMostNodes) {
    throw UsageError(fmt::format("--plot: {} has {} nodes; a drawing can have {}, draw a smaller network of the kind",
                                 network.name, network.nodes, kMostNodes));
  }
  const Layout layout(network);
  constexpr double kNarrowest = 680;  // the legend fits
  SvgCanvas canvas(std::max(kNarrowest, layout.width()), layout.height() + kLegend);
  // The drawing stands below the legend.
  canvas.begin_group(kLegend);
  const std::set<LinkLook> looks = draw_links(canvas, network, layout);
  draw_nodes(canvas, network, layout, labels);
  canvas.end_group();
  draw_legend(canvas, network.name, looks);
  return canvas.document();
}

}  // namespace trenza::apps
