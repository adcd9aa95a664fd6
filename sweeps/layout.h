// The points of a sweep by number: the product of its axes, the first axis slowest.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trenza::sweeps {

/// What decides which points run.
enum class Walk {
  all,   ///< every point
  stop,  ///< along an axis, up to the first value that is saturated
  find,  ///< the first value along an axis that is saturated, by bisection
};

/// Axes by number, and how they are walked.
struct Layout {
  std::vector<std::size_t> sizes;        ///< values of each axis, one at least
  Walk walk = Walk::all;
  std::size_t walk_axis = 0;             ///< of stop and find
  std::optional<std::size_t> seed_axis;  ///< seeds judge together whether a value is saturated; never the walk axis

  /// The number of points.
  std::size_t size() const;
  /// The value of each axis at a point.
  std::vector<std::size_t> positions(std::size_t point) const;
  std::size_t point(const std::vector<std::size_t>& positions) const;
  /// The points at which the axes of the walk and of seeds are at their first value.
  std::vector<std::size_t> starts() const;
};

}  // namespace trenza::sweeps
