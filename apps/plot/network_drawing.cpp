#include "apps/plot/network_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "apps/exit_status.h"
#include "apps/plot/colour_scale.h"

namespace trenza::apps {

namespace {

using topologies::Network;
using topologies::NodeId;
using topologies::PortId;

struct Look {
  const char* colour;
  const char* dashes;  ///< where the colour is that of a value
  const char* name;
};
constexpr std::array<Look, 4> kLooks{{{"#999999", "", "link to a neighbour"},
                                      {"#2166ac", "", "wraparound"},
                                      {"#d6604d", "8 3", "twisted wraparound"},
                                      {"#1b7837", "3 2", "bypass"}}};

const Look& look_of(LinkLook look) { return kLooks[static_cast<std::size_t>(look)]; }

Point moved(Point point, double x, double y) { return {point.x + x, point.y + y}; }

std::string node_label(const Network& network, NodeId node) {
  if (network.sizes.size() < 2) return std::to_string(node);
  std::string label;
  for (const int x : coordinates_of(network, node)) label += (label.empty() ? "" : ",") + std::to_string(x);
  return label;
}

std::string channel_label(const Network& network, NodeId node, PortId port) {
  return node_label(network, node) + " " + network.port_names[static_cast<std::size_t>(port)];
}

/// Adds the lines of one direction of a way, `right` to the right of it.
void add_strokes(std::vector<NetworkStroke>& strokes, const LinkWay& way, bool back, double right) {
  const NetworkLink& link = way.link;
  NetworkStroke stroke{link.from, link.to, link.port, link.look, {}};
  if (back) stroke = {link.to, link.from, link.back, link.look, {}};
  std::vector<Track> pieces = way.pieces;
  if (back) {
    std::reverse(pieces.begin(), pieces.end());
    for (Track& piece : pieces) piece = reversed(piece);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Track track = right == 0 ? pieces[i] : beside(pieces[i], right);
    if (i == 0) track = without_begin(track, kNodeRadius);
    if (i + 1 == pieces.size()) track = without_end(track, kNodeRadius);
    stroke.track = std::move(track);
    strokes.push_back(stroke);
  }
}

/// Half an arrow at the end of a line, on its right side.
void draw_barb(SvgCanvas& canvas, const Track& track, const std::string& colour) {
  constexpr double kLength = 7;
  constexpr double kWidth = 4.5;
  if (track.size() < 2) return;
  const Point tip = track.back();
  const Point before = track[track.size() - 2];
  const double length = std::hypot(tip.x - before.x, tip.y - before.y);
  if (length == 0) return;
  const double x = (tip.x - before.x) / length;
  const double y = (tip.y - before.y) / length;
  const Point foot = moved(tip, -kLength * x, -kLength * y);
  canvas.polygon({tip, moved(foot, -kWidth * y, kWidth * x), foot}, colour);
}

void draw_plain(SvgCanvas& canvas, const Network& network, const NetworkLayout& layout) {
  for (const NetworkStroke& stroke : network_strokes(layout, false)) {
    const std::string title = node_label(network, stroke.from) + " - " + node_label(network, stroke.to);
    canvas.line(stroke.track, {look_of(stroke.look).colour, kLinkWidth, "", title});
  }
}

void draw_values(SvgCanvas& canvas, const Network& network, const NetworkLayout& layout, const ChannelValues& channels,
                 const ColourScale& scale) {
  std::vector<NetworkStroke> strokes = network_strokes(layout, true);
  const auto value_of = [&](const NetworkStroke& stroke) {
    return channels.values[static_cast<std::size_t>(stroke.from) * static_cast<std::size_t>(network.ports) +
                           static_cast<std::size_t>(stroke.port)];
  };
  // Where lines cross, the greater value lies above.
  std::stable_sort(strokes.begin(), strokes.end(),
                   [&](const NetworkStroke& a, const NetworkStroke& b) { return value_of(a) < value_of(b); });
  for (const NetworkStroke& stroke : strokes) {
    const std::string colour = scale.colour(value_of(stroke));
    const std::string title = fmt::format("{} to {}: {:.3g} {}", channel_label(network, stroke.from, stroke.port),
                                          node_label(network, stroke.to), value_of(stroke), channels.unit);
    canvas.line(stroke.track, {colour, kChannelWidth, look_of(stroke.look).dashes, title});
    draw_barb(canvas, stroke.track, colour);
  }
}

/// Names where the loose ends lead that do not lead to the same place of the next plane.
void draw_end_names(SvgCanvas& canvas, const Network& network, const NetworkLayout& layout) {
  constexpr double kFont = 7;
  constexpr double kBaseline = 0.35;
  constexpr double kBeyond = 9;
  const auto name = [&](NodeId at, Point end, NodeId other) {
    const Point centre = layout.at(at);
    const double length = std::hypot(end.x - centre.x, end.y - centre.y);
    const Point place = moved(end, kBeyond * (end.x - centre.x) / length, kBeyond * (end.y - centre.y) / length);
    canvas.text_on_lines(moved(place, 0, kFont * kBaseline), node_label(network, other), kFont);
  };
  for (const LinkWay& way : layout.ways()) {
    if (!way.names_ends) continue;
    name(way.link.from, way.pieces[0].back(), way.link.to);
    name(way.link.to, way.pieces[1].front(), way.link.from);
  }
}

void draw_nodes(SvgCanvas& canvas, const Network& network, const NetworkLayout& layout,
                const std::vector<std::string>& labels) {
  constexpr double kFont = 9;
  constexpr std::size_t kFits = 4;
  constexpr double kBaseline = 0.35;
  for (NodeId node = 0; node < network.nodes; ++node) {
    const std::string label = labels.empty() ? node_label(network, node) : labels[static_cast<std::size_t>(node)];
    const double font = label.size() <= kFits ? kFont : kFont * kFits / static_cast<double>(label.size()) + 1;
    canvas.circle(layout.at(node), kNodeRadius, "#f7f7f7");
    canvas.text(moved(layout.at(node), 0, font * kBaseline), label, font);
  }
}

constexpr double kLegendFont = 12;
constexpr double kLegendLineHeight = 24;  // of the legend

void draw_looks(SvgCanvas& canvas, Point at, const NetworkLayout& layout, bool has_values) {
  constexpr double kEntry = 160;
  constexpr double kStroke = 24;
  std::set<LinkLook> looks;
  for (const LinkWay& way : layout.ways()) looks.insert(way.link.look);
  for (const LinkLook look : looks) {
    const Track sample{moved(at, 0, -4), moved(at, kStroke, -4)};
    if (has_values) {
      canvas.line(sample, {"#666666", 3, look_of(look).dashes, ""});
    } else {
      canvas.line(sample, {look_of(look).colour, 3, "", ""});
    }
    canvas.text(moved(at, kStroke + 6, 0), look_of(look).name, kLegendFont, false);
    at.x += kEntry;
  }
}

void draw_scale(SvgCanvas& canvas, Point at, const ColourScale& scale, const std::string& words) {
  constexpr int kSteps = 60;
  constexpr double kWidth = 300;
  constexpr double kHeight = 10;
  canvas.text(at, words, kLegendFont, false);
  at.y += kNodeRadius - kHeight + 4;
  for (int i = 0; i < kSteps; ++i) {
    const double left = kWidth * i / kSteps;
    const double right = kWidth * (i + 1) / kSteps;
    canvas.polygon({moved(at, left, 0), moved(at, right, 0), moved(at, right, kHeight), moved(at, left, kHeight)},
                   scale.colour(scale.end() * (i + 0.5) / kSteps));
  }
  for (const double tick : scale.ticks()) {
    const double x = kWidth * tick / scale.end();
    canvas.line({moved(at, x, 0), moved(at, x, kHeight + 3)}, {"#333333", 1, "", ""});
    canvas.text(moved(at, x, kHeight + kLegendFont + 3), fmt::format("{:.4g}", tick), kLegendFont - 2);
  }
}

/// What a scale is of, and which numbers there are.
std::string summary(const Network& network, const ChannelValues& channels) {
  double sum = 0;
  std::size_t count = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < network.next.size(); ++i) {
    if (network.next[i] < 0) continue;
    if (count == 0 || channels.values[i] > channels.values[most]) most = i;
    sum += channels.values[i];
    ++count;
  }
  std::string head =
      fmt::format("{} in {}{}{}", channels.title, channels.unit, channels.window.empty() ? "" : ", ", channels.window);
  if (count == 0) return head;
  const auto ports = static_cast<std::size_t>(network.ports);
  return fmt::format("{}; mean {:.3g}, most {:.3g} ({})", head, sum / static_cast<double>(count), channels.values[most],
                     channel_label(network, static_cast<NodeId>(most / ports), static_cast<PortId>(most % ports)));
}

double greatest(const Network& network, const ChannelValues& channels) {
  double most = channels.most;
  for (std::size_t i = 0; i < network.next.size(); ++i) {
    if (network.next[i] >= 0) most = std::max(most, channels.values[i]);
  }
  return most;
}

/// A network with its legend, on a canvas that others may share.
class NetworkDrawing {
 public:
  /// Throws UsageError for a network of too many nodes. Both arguments must live as long as this.
  NetworkDrawing(const Network& network, const DrawingOptions& options)
      : network_(network), options_(options), layout_(checked(network)) {}

  double width() const {
    constexpr double kNarrowest = 680;  // the legend fits
    return std::max(kNarrowest, layout_.width());
  }
  double height() const { return legend_height() + layout_.height(); }

  void draw(SvgCanvas& canvas) const {
    const bool has_values = options_.channels.has_value();
    const ColourScale scale(has_values ? greatest(network_, *options_.channels) : 1);
    canvas.begin_group(legend_height());  // the drawing stands below the legend
    if (has_values) {
      draw_values(canvas, network_, layout_, *options_.channels, scale);
    } else {
      draw_plain(canvas, network_, layout_);
    }
    draw_nodes(canvas, network_, layout_, options_.labels);
    draw_end_names(canvas, network_, layout_);
    for (const NetworkLayout::Title& title : layout_.plane_titles())
      canvas.text(title.at, title.words, kLegendFont - 1);
    canvas.end_group();
    const std::string& name = options_.name;
    canvas.text({kNodeRadius, kTop}, name.empty() ? network_.name : name + ": " + network_.name, kLegendFont + 2,
                false);
    draw_looks(canvas, {kNodeRadius, kTop + kLegendLineHeight}, layout_, has_values);
    if (has_values)
      draw_scale(canvas, {kNodeRadius, kTop + 2 * kLegendLineHeight}, scale, summary(network_, *options_.channels));
  }

 private:
  static constexpr double kTop = 20;

  static const Network& checked(const Network& network) {
    check_drawable(network.name, network.nodes);
    return network;
  }
  double legend_height() const {
    constexpr double kScaleHeight = 54;
    return kTop + kLegendLineHeight + (options_.channels ? kScaleHeight : 0) + 6;
  }

  const Network& network_;
  const DrawingOptions& options_;
  NetworkLayout layout_;
};

}  // namespace

std::vector<NetworkStroke> network_strokes(const NetworkLayout& layout, bool directed) {
  constexpr double kBeside = 2.3;  // of the two channels of a link
  std::vector<NetworkStroke> strokes;
  for (const LinkWay& way : layout.ways()) {
    const bool two_way = directed && way.link.back >= 0;
    add_strokes(strokes, way, false, two_way ? kBeside : 0);
    if (two_way) add_strokes(strokes, way, true, kBeside);
  }
  return strokes;
}

void check_drawable(const std::string& name, NodeId nodes) {
  if (nodes <= kMostDrawnNodes) return;
  throw UsageError(fmt::format("--plot: {} has {} nodes; a drawing can have {}, draw a smaller network of the kind",
                               name, nodes, kMostDrawnNodes));
}

std::string channel_groups_svg(const Network& network) {
  const NetworkLayout layout(network);
  SvgCanvas canvas(layout.width(), layout.height());
  for (const NetworkStroke& stroke : network_strokes(layout, true)) {
    canvas.begin_group(fmt::format("data-channel='{}' data-name='{} to {}'", stroke.from * network.ports + stroke.port,
                                   channel_label(network, stroke.from, stroke.port), node_label(network, stroke.to)));
    canvas.line(stroke.track, {"currentColor", kChannelWidth, look_of(stroke.look).dashes, ""});
    draw_barb(canvas, stroke.track, "currentColor");
    canvas.end_group();
  }
  draw_nodes(canvas, network, layout, {});
  draw_end_names(canvas, network, layout);
  for (const NetworkLayout::Title& title : layout.plane_titles()) canvas.text(title.at, title.words, kLegendFont - 1);
  return canvas.inline_document();
}

std::string network_svg(const Network& network, const DrawingOptions& options) {
  const NetworkDrawing drawing(network, options);
  SvgCanvas canvas(drawing.width(), drawing.height());
  drawing.draw(canvas);
  return canvas.document();
}

std::string networks_svg(const std::vector<NetworkPicture>& pictures) {
  constexpr double kBetween = 12;
  std::vector<NetworkDrawing> drawings;
  double width = 0;
  double height = -kBetween;
  for (const NetworkPicture& picture : pictures) {
    const NetworkDrawing& drawing = drawings.emplace_back(picture.network, picture.options);
    width = std::max(width, drawing.width());
    height += drawing.height() + kBetween;
  }
  SvgCanvas canvas(width, height);
  double top = 0;
  for (const NetworkDrawing& drawing : drawings) {
    canvas.begin_group(top);
    drawing.draw(canvas);
    canvas.end_group();
    top += drawing.height() + kBetween;
  }
  return canvas.document();
}

}  // namespace trenza::apps
