#include "graphs/ibt/diameter_formula.h"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "topologies/ibt/ibt_spec.h"

namespace trenza::graphs {

namespace {

/// Hops per dimension on the way between the most distant nodes. Equation (5).
DiameterParts uniform_hops(int size, int length) {
  const int alpha = size / length;
  return {0, alpha / 2, (length - (alpha + 1) % 2) / 2};
}

/// tau(r_2, kappa) of equation (6); where the paper prints "r - kappa + 1", r is r_2.
int tau(int rest, int kappa) {
  if (2 * rest > 3 * kappa + 1) return rest - kappa + 1;
  if (rest > kappa) return 2 * kappa - rest + 2;
  return rest > (kappa - 1) / 2 ? rest : kappa - 1;
}

/// Equation (6).
DiameterParts mixed_hops(int size, int shorter, int longer) {
  const int short_hops = tau(size % (2 * longer) / shorter, longer / shorter);
  return {size / (2 * longer), short_hops / 2, (shorter - (short_hops + 1) % 2) / 2};
}

struct Point {
  double x = 0;
  double y = 0;
};

struct Line {
  double slope = 0;
  double intercept = 0;
};

Line least_squares(const std::vector<Point>& points) {
  const auto count = static_cast<double>(points.size());
  Point mean;
  for (const auto& point : points) {
    mean.x += point.x / count;
    mean.y += point.y / count;
  }
  double products = 0;
  double squares = 0;
  for (const auto& point : points) {
    products += (point.x - mean.x) * (point.y - mean.y);
    squares += (point.x - mean.x) * (point.x - mean.x);
  }
  const double slope = products / squares;
  return {slope, mean.y - slope * mean.x};
}

}  // namespace

std::optional<DiameterParts> diameter_parts(int dimensions, int size, const topologies::BypassScheme& scheme) {
  topologies::check_ibt(topologies::symmetric_ibt(dimensions, size, scheme));
  if (scheme.empty() || scheme.size() > 2 || size % scheme[0] != 0) return std::nullopt;
  DiameterParts hops = scheme.size() == 1 ? uniform_hops(size, scheme[0]) : mixed_hops(size, scheme[0], scheme[1]);
  for (int* const part : {&hops.longer_bypass, &hops.bypass, &hops.torus}) *part *= dimensions;
  return hops;
}

std::optional<int> diameter_formula(int dimensions, int size, const topologies::BypassScheme& scheme) {
  const std::optional<DiameterParts> parts = diameter_parts(dimensions, size, scheme);
  return parts ? std::optional(parts->diameter()) : std::nullopt;
}

UniformDiameterFit fit_uniform_diameter(int dimensions, int size) {
  std::vector<Point> bypass;
  std::vector<Point> torus;
  for (const auto& scheme : topologies::qualified_schemes(dimensions, size)) {
    if (scheme.size() > 1 || size % scheme[0] != 0) continue;
    const DiameterParts hops = uniform_hops(size, scheme[0]);
    bypass.push_back({std::log(scheme[0]), std::log(dimensions * hops.bypass)});
    torus.push_back({static_cast<double>(scheme[0]), static_cast<double>(dimensions * hops.torus)});
  }
  if (bypass.size() < 2) {
    throw topologies::TopologyError(
        fmt::format("{} bypass lengths of {}^{} divide {}, a fit of the diameter needs at least 2", bypass.size(), size,
                    dimensions, size));
  }
  const Line power = least_squares(bypass);
  const Line line = least_squares(torus);
  UniformDiameterFit fit;
  fit.power_factor = std::exp(power.intercept);
  fit.power_exponent = power.slope;
  fit.slope = line.slope;
  fit.intercept = line.intercept;
  fit.points = static_cast<int>(bypass.size());
  return fit;
}

double UniformDiameterFit::diameter(double length) const {
  return power_factor * std::pow(length, power_exponent) + slope * length + intercept;
}

double UniformDiameterFit::best_length() const {
  const double base = -slope / (power_factor * power_exponent);
  if (!(base > 0) || !(power_exponent < 0)) throw topologies::TopologyError("the fitted diameter has no minimum");
  return std::pow(base, 1 / (power_exponent - 1));
}

}  // namespace trenza::graphs
