#include "apps/plot/network_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace trenza::apps {

namespace {

using topologies::Network;
using topologies::NodeId;

constexpr std::size_t kGridDimensions = 4;
constexpr double kCell = 56;           // between neighbours, at least
constexpr double kCutCell = 70;        // the same where links are cut
constexpr double kNetworkMargin = 60;  // around everything
constexpr double kFirstLane = 20;      // from the middle of a row
constexpr double kLane = 9.5;          // between lanes
constexpr double kPlaneSide = 48;      // around a plane
constexpr double kQuarter = M_PI / 4;

double depth_of(int lane) { return kFirstLane + kLane * lane; }

double pitch(int lanes, double least) { return lanes == 0 ? least : std::max(least, depth_of(lanes) + kNodeRadius); }

/// What is taken of a lane, in nodes of its row.
struct Stretch {
  int length = 0;
  int begin = 0;
  std::size_t plan = 0;
};

/// Puts stretches into lanes, short ones first. Returns the number of lanes.
template <class SetLane>
int fill_lanes(std::vector<Stretch>& stretches, const SetLane& set_lane) {
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
    return std::tie(a.length, a.begin, a.plan) < std::tie(b.length, b.begin, b.plan);
  });
  std::vector<std::vector<Stretch>> lanes;
  for (const Stretch& stretch : stretches) {
    const auto is_apart = [&](const Stretch& other) {
      return stretch.begin + stretch.length <= other.begin || other.begin + other.length <= stretch.begin;
    };
    std::size_t lane = 0;
    while (lane < lanes.size() && !std::all_of(lanes[lane].begin(), lanes[lane].end(), is_apart)) ++lane;
    if (lane == lanes.size()) lanes.emplace_back();
    lanes[lane].push_back(stretch);
    set_lane(stretch.plan, static_cast<int>(lane));
  }
  return static_cast<int>(lanes.size());
}

}  // namespace

NetworkLayout::NetworkLayout(const Network& network)
    : network_(network),
      is_grid_(network.sizes.size() > 1 && network.sizes.size() <= kGridDimensions),
      places_(static_cast<std::size_t>(network.nodes)),
      loose_ends_(static_cast<std::size_t>(network.nodes)) {
  if (is_grid_) std::copy(network.sizes.begin(), network.sizes.end(), size_.begin());
  std::vector<Plan> plans;
  for (const NetworkLink& link : network_links(network))
    plans.push_back(is_grid_ ? plan_of(link) : plan_on_circle(link));
  if (is_grid_) {
    assign_lanes(plans);
    place_on_grid(plans);
  } else {
    place_on_circle();
  }
  for (const Plan& plan : plans) ways_.push_back(way_of(plan));
}

NetworkLayout::Plan NetworkLayout::plan_on_circle(const NetworkLink& link) const {
  const int apart = std::abs(link.from - link.to);
  const bool are_neighbours = apart == 1 || apart == network_.nodes - 1;
  return {link, are_neighbours && link.parallel == 0 ? Form::straight : Form::chord, 0, 0};
}

NetworkLayout::Plan NetworkLayout::plan_of(const NetworkLink& link) const {
  const std::vector<int> a = coordinates_of(network_, link.from);
  const std::vector<int> b = coordinates_of(network_, link.to);
  for (std::size_t k = 2; k < a.size(); ++k) {
    if (a[k] != b[k]) return {link, Form::cut, 0, 0};
  }
  const bool is_row = a[1] == b[1];
  const bool is_column = a[0] == b[0];
  const int axis = is_row ? 0 : is_column ? 1 : network_.dimension(link.from, link.port);
  if (axis < 0 || axis > 1) return {link, Form::cut, 0, 0};
  const auto k = static_cast<std::size_t>(axis);
  const int distance = std::abs(a[k] - b[k]);
  const bool is_across = distance == network_.sizes[k] - 1;
  if (!is_row && !is_column)
    return {link, is_across && link.look == LinkLook::twisted ? Form::wrap : Form::cut, axis, 0};
  if (distance == 1 && link.parallel == 0 && link.look == LinkLook::inside) return {link, Form::straight, axis, 0};
  return {link, is_across && link.look == LinkLook::wrap ? Form::wrap : Form::run, axis, 0};
}

void NetworkLayout::assign_lanes(std::vector<Plan>& plans) {
  std::map<std::vector<int>, std::vector<Stretch>> rows;  // by axis and the coordinates that do not change
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const Plan& plan = plans[i];
    if (plan.form != Form::run && plan.form != Form::wrap) continue;
    const auto axis = static_cast<std::size_t>(plan.axis);
    std::vector<int> row = coordinates_of(network_, plan.link.from);
    const int from = row[axis];
    const int to = coordinates_of(network_, plan.link.to)[axis];
    row[axis] = plan.axis;
    row.push_back(plan.axis);
    const bool is_run = plan.form == Form::run;
    rows[row].push_back({is_run ? std::abs(from - to) : network_.sizes[axis] + 1, is_run ? std::min(from, to) : -1, i});
  }
  for (auto& [row, stretches] : rows) {
    const auto axis = static_cast<std::size_t>(row.back());
    const int lanes = fill_lanes(stretches, [&](std::size_t plan, int lane) { plans[plan].lane = lane; });
    lanes_[axis] = std::max(lanes_[axis], lanes);
  }
}

void NetworkLayout::place_on_circle() {
  constexpr double kArc = 34;  // between neighbours
  constexpr double kSmallest = 90;
  const double radius = std::max(kSmallest, network_.nodes * kArc / (2 * M_PI));
  width_ = height_ = 2 * (radius + kNetworkMargin);
  for (NodeId node = 0; node < network_.nodes; ++node) {
    const double angle = 2 * M_PI * node / network_.nodes - M_PI / 2;
    places_[static_cast<std::size_t>(node)] = {width_ / 2 + radius * std::cos(angle),
                                               height_ / 2 + radius * std::sin(angle)};
  }
}

void NetworkLayout::place_on_grid(const std::vector<Plan>& plans) {
  const bool is_cut = std::any_of(plans.begin(), plans.end(), [](const Plan& plan) { return plan.form == Form::cut; });
  const double least = is_cut ? kCutCell : kCell;
  const double pitch_x = pitch(lanes_[1], least);
  const double pitch_y = pitch(lanes_[0], least);
  // Wraps turn to the left of the grid and below it; above it and to the right they only turn round.
  double left = kPlaneSide;
  double below = kPlaneSide + depth_of(lanes_[0]);
  for (const Plan& plan : plans) {
    if (plan.form != Form::wrap) continue;
    const std::vector<int> a = coordinates_of(network_, plan.link.from);
    const std::vector<int> b = coordinates_of(network_, plan.link.to);
    const double depth = depth_of(plan.lane);
    const double rows = (a[1] - b[1]) * pitch_y - depth;  // y goes up in the network, down in the picture
    const double columns = (b[0] - a[0]) * pitch_x - depth;
    double& side = plan.axis == 0 ? left : below;
    side = std::max(side, wrap_bulge(plan.axis == 0 ? rows : columns) + kNodeRadius);
  }
  const double right = kPlaneSide + depth_of(lanes_[1]);
  const double plane_x = left + pitch_x * (size_[0] - 1) + right;
  const double plane_y = kPlaneSide + pitch_y * (size_[1] - 1) + below;
  width_ = plane_x * size_[2];
  height_ = plane_y * size_[3];
  for (NodeId node = 0; node < network_.nodes; ++node) {
    std::vector<int> place = coordinates_of(network_, node);
    place.resize(kGridDimensions);
    places_[static_cast<std::size_t>(node)] = {plane_x * place[2] + left + pitch_x * place[0],
                                               plane_y * place[3] + kPlaneSide + pitch_y * (size_[1] - 1 - place[1])};
  }
  if (size_[2] * size_[3] == 1) return;
  for (int w = 0; w < size_[3]; ++w) {
    for (int z = 0; z < size_[2]; ++z) {
      const std::string words = "z = " + std::to_string(z) + (size_[3] > 1 ? ", w = " + std::to_string(w) : "");
      titles_.push_back({{plane_x * z + left + pitch_x * (size_[0] - 1) / 2, plane_y * w + kNodeRadius}, words});
    }
  }
}

LinkWay NetworkLayout::way_of(const Plan& plan) {
  const NetworkLink& link = plan.link;
  const Point from = at(link.from);
  const Point to = at(link.to);
  switch (plan.form) {
    case Form::straight:
      return {link, {straight_track(from, to)}, false};
    case Form::chord:
      return {link, {chord_of(link)}, false};
    case Form::run:
      return {link, {run_track(from, to, plan.axis, depth_of(plan.lane))}, false};
    case Form::wrap:
      return {link, {wrap_track(from, to, plan.axis, depth_of(plan.lane))}, false};
    case Form::cut:
      break;
  }
  return {link, cut_pieces(link), !is_next_plane(link)};
}

Track NetworkLayout::chord_of(const NetworkLink& link) const {
  constexpr double kDepth = 30;
  constexpr double kSlope = 0.3;
  constexpr double kBeside = 10;
  const Point from = at(link.from);
  const Point to = at(link.to);
  const double depth = kDepth + kSlope * std::hypot(to.x - from.x, to.y - from.y) + kBeside * link.parallel;
  return chord_track(from, to, {width_ / 2, height_ / 2}, depth);
}

bool NetworkLayout::is_next_plane(const NetworkLink& link) const {
  const std::vector<int> a = coordinates_of(network_, link.from);
  const std::vector<int> b = coordinates_of(network_, link.to);
  int steps = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == b[k]) continue;
    if (b[k] != a[k] + 1) return false;
    ++steps;
  }
  return steps == 1;
}

double NetworkLayout::loose_angle(NodeId node, double angle) {
  constexpr std::array<double, 5> kTurns{0, 0.42, -0.42, 0.21, -0.21};
  const auto eighth = static_cast<std::size_t>(std::lround(angle / kQuarter) + 8) % 8;
  const int before = loose_ends_[static_cast<std::size_t>(node)][eighth]++;
  return angle + kTurns[static_cast<std::size_t>(before) % kTurns.size()];
}

std::vector<Track> NetworkLayout::cut_pieces(const NetworkLink& link) {
  // By dimension: to the right, up, up and to the right (z), up and to the left (w).
  constexpr std::array<double, 4> kAngles{0, 2 * kQuarter, kQuarter, 3 * kQuarter};
  constexpr double kLength = 27;
  const std::vector<int> a = coordinates_of(network_, link.from);
  const std::vector<int> b = coordinates_of(network_, link.to);
  int dimension = network_.dimension(link.from, link.port);
  for (int k = 0; k < static_cast<int>(a.size()) && dimension < 0; ++k) {
    const auto index = static_cast<std::size_t>(k);
    if (a[index] != b[index]) dimension = k;
  }
  const double angle = kAngles[static_cast<std::size_t>(std::max(dimension, 0))];
  const auto end_of = [&](NodeId node, double at_angle) {
    const Point centre = at(node);
    return Point{centre.x + kLength * std::cos(at_angle), centre.y - kLength * std::sin(at_angle)};
  };
  const double leaves = loose_angle(link.from, angle);
  const double arrives = loose_angle(link.to, angle + M_PI);
  return {straight_track(at(link.from), end_of(link.from, leaves)),
          straight_track(end_of(link.to, arrives), at(link.to))};
}

}  // namespace trenza::apps
