#include "apps/plot/link_tracks.h"

#include <algorithm>
#include <cmath>

namespace trenza::apps {

namespace {

constexpr double kTurn = 36;     // of a wrap beyond its first node
constexpr double kShare = 0.75;  // of the distance of the middle control points, that a Bézier curve reaches

double length_of(Point from, Point to) { return std::hypot(to.x - from.x, to.y - from.y); }

Point between(Point from, Point to, double share) {
  return {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

/// Adds a cubic Bézier curve from the last point of the track.
void add_curve(Track& track, Point control_1, Point control_2, Point to) {
  constexpr double kStep = 6;
  constexpr double kFewest = 8;
  constexpr double kMost = 40;
  const Point from = track.back();
  const double length = length_of(from, control_1) + length_of(control_1, control_2) + length_of(control_2, to);
  const int steps = static_cast<int>(std::clamp(length / kStep, kFewest, kMost));
  for (int i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double s = 1 - t;
    const double a = s * s * s;
    const double b = 3 * s * s * t;
    const double c = 3 * s * t * t;
    const double d = t * t * t;
    track.push_back({a * from.x + b * control_1.x + c * control_2.x + d * to.x,
                     a * from.y + b * control_1.y + c * control_2.y + d * to.y});
  }
}

/// Rows become columns.
Point turned(Point point, int axis) { return axis == 0 ? point : Point{point.y, point.x}; }

Track turned(Track track, int axis) {
  for (Point& point : track) point = turned(point, axis);
  return track;
}

/// A unit vector at a right angle to the way between two points, to the right of it (y goes down).
Point right_of(Point from, Point to) {
  const double length = length_of(from, to);
  if (length == 0) return {0, 0};
  return {-(to.y - from.y) / length, (to.x - from.x) / length};
}

}  // namespace

Track straight_track(Point from, Point to) { return {from, to}; }

Track chord_track(Point from, Point to, Point centre, double depth) {
  const auto inward = [&](Point point) { return between(point, centre, depth / length_of(point, centre)); };
  Track track{from};
  add_curve(track, inward(from), inward(to), to);
  return track;
}

Track run_track(Point from, Point to, int axis, double depth) {
  constexpr double kLeave = 2;
  constexpr double kBend = 8;
  constexpr double kCorner = 20;
  const Point a = turned(from, axis);
  const Point b = turned(to, axis);
  const double ahead = a.x < b.x ? 1 : -1;
  const double lane = a.y + depth;
  Track track{a};
  add_curve(track, {a.x + ahead * kLeave, lane}, {a.x + ahead * kBend, lane}, {a.x + ahead * kCorner, lane});
  track.push_back({b.x - ahead * kCorner, lane});
  add_curve(track, {b.x - ahead * kBend, lane}, {b.x - ahead * kLeave, lane}, b);
  return turned(std::move(track), axis);
}

double wrap_bulge(double across) {
  constexpr double kSlope = 0.3;
  return kShare * (kTurn + kSlope * std::abs(across));
}

Track wrap_track(Point from, Point to, int axis, double depth) {
  const Point a = turned(from, axis);
  const Point b = turned(to, axis);
  const double out = a.x > b.x ? 1 : -1;
  const double lane = a.y + depth;
  const double far = wrap_bulge(b.y - lane) / kShare;
  Track track{a};
  add_curve(track, {a.x + out * kTurn, a.y}, {a.x + out * kTurn, lane}, {a.x, lane});
  track.push_back({b.x, lane});
  add_curve(track, {b.x - out * far, lane}, {b.x - out * far, b.y}, b);
  return turned(std::move(track), axis);
}

Track beside(const Track& track, double right) {
  Track result;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const Point way = right_of(track[i == 0 ? 0 : i - 1], track[std::min(i + 1, track.size() - 1)]);
    result.push_back({track[i].x + right * way.x, track[i].y + right * way.y});
  }
  return result;
}

Track reversed(const Track& track) { return {track.rbegin(), track.rend()}; }

Track without_begin(const Track& track, double radius) {
  const Point centre = track.front();
  std::size_t first = 1;
  while (first < track.size() && length_of(track[first], centre) < radius) ++first;
  if (first == track.size()) return {track.back()};
  const double inside = length_of(track[first - 1], centre);
  const double outside = length_of(track[first], centre);
  Track result{between(track[first - 1], track[first], (radius - inside) / (outside - inside))};
  result.insert(result.end(), track.begin() + static_cast<std::ptrdiff_t>(first), track.end());
  return result;
}

Track without_end(const Track& track, double radius) { return reversed(without_begin(reversed(track), radius)); }

}  // namespace trenza::apps
