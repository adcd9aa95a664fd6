// The ways of links in a picture, as lines of points. A way keeps off the nodes that are not its ends.
#pragma once

#include <vector>

#include "apps/plot/svg_canvas.h"

namespace trenza::apps {

/// A line through points, in pixels.
using Track = std::vector<Point>;

inline constexpr double kNodeRadius = 13;

/// A straight line.
Track straight_track(Point from, Point to);

/// A line between two points of a circle that bows to the centre, first by `depth`.
Track chord_track(Point from, Point to, Point centre, double depth);

/// Lines beside a row of the grid, along x (axis 0; `depth` below the row), or beside a column, along y (axis 1;
/// `depth` to the right). A run joins two nodes of the row.
Track run_track(Point from, Point to, int axis, double depth);

/// A wrap leaves the grid beyond `from`, goes back beside the row of `from`, and beyond the other side of the grid
/// turns to the row of `to`. See wrap_bulge.
Track wrap_track(Point from, Point to, int axis, double depth);

/// How far a wrap goes beyond the grid where it turns to a row at a distance of `across`.
double wrap_bulge(double across);

/// The same way with every point `right` to the right of it.
Track beside(const Track& track, double right);

Track reversed(const Track& track);

/// The part of a track outside the disc of a node around its first point, or its last one.
Track without_begin(const Track& track, double radius);
Track without_end(const Track& track, double radius);

}  // namespace trenza::apps
