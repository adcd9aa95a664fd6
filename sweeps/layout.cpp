#include "sweeps/layout.h"

namespace trenza::sweeps {

std::size_t Layout::size() const {
  std::size_t product = 1;
  for (const std::size_t values : sizes) product *= values;
  return product;
}

std::vector<std::size_t> Layout::positions(std::size_t point) const {
  std::vector<std::size_t> all(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0; point /= sizes[axis]) all[axis] = point % sizes[axis];
  return all;
}

std::size_t Layout::point(const std::vector<std::size_t>& positions) const {
  std::size_t number = 0;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) number = number * sizes[axis] + positions[axis];
  return number;
}

std::vector<std::size_t> Layout::starts() const {
  Layout others = *this;
  others.sizes[walk_axis] = 1;
  if (seed_axis) others.sizes[*seed_axis] = 1;
  std::vector<std::size_t> points(others.size());
  for (std::size_t number = 0; number < points.size(); ++number) points[number] = point(others.positions(number));
  return points;
}

}  // namespace trenza::sweeps
