// A figure as SVG.
#pragma once

#include <string>

#include "apps/report/figure.h"

namespace trenza::apps {

/// Curves with points, bars for their 95 % intervals, dashed lines for bounds, and a legend below. Series differ in
/// colour and in the shape of their points.
std::string figure_svg(const Figure& figure);

/// Where a linear axis has its numbers: three to eight round ones, of which the first is not above `least` and the last
/// not below `most`. Precondition: both are finite, least <= most.
std::vector<double> linear_ticks(double least, double most);
/// The same for a logarithmic axis: 1, 2 and 5 times powers of ten, or the powers alone where these are many.
std::vector<double> logarithmic_ticks(double least, double most);

}  // namespace trenza::apps
