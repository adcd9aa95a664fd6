#include "apps/report/figure.h"

#include <algorithm>
#include <utility>

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

std::optional<double> number(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

double place_of(const ReportCurves& curves, const Json& x) {
  if (curves.numeric) return x.get<double>();
  return static_cast<double>(std::find(curves.xs.begin(), curves.xs.end(), x) - curves.xs.begin());
}

FigureCurve curve_of(const ReportCurves& curves, const ReportSeries& series, std::size_t quantity) {
  FigureCurve curve{series.name, {}};
  const bool bounded = quantity == quantity_index(kAccepted);
  for (const CurvePoint& place : series.curve) {
    const Estimate& estimate = place.estimates[quantity];
    const std::optional<double> y = number(estimate.value);
    if (!y) continue;
    curve.points.push_back({place_of(curves, place.x), *y, number(estimate.low), number(estimate.high),
                            bounded ? place.bound : std::nullopt});
  }
  return curve;
}

}  // namespace

std::string with_unit(const std::string& title, const std::string& unit) {
  return unit.empty() ? title : title + " (" + unit + ")";
}

bool FigureCurve::has_bound() const {
  return std::any_of(points.begin(), points.end(), [](const FigurePoint& point) { return point.bound.has_value(); });
}

std::vector<Figure> figures(const ReportSource& source, const ReportCurves& curves) {
  std::vector<Figure> all;
  for (const std::size_t quantity : used_quantities(source)) {
    Figure figure;
    figure.file = report_quantities()[quantity].file;
    figure.x_title = with_unit(axis_title(curves.x_key), axis_unit(curves.x_key));
    figure.y_title = with_unit(title_of(source, quantity), unit_of(source, quantity));
    figure.logarithmic = wants_logarithm(curves, quantity);
    if (curves.numeric) {
      figure.x_least = curves.xs.front().get<double>();
      figure.x_most = curves.xs.back().get<double>();
    } else {
      for (const Json& x : curves.xs) figure.x_texts.push_back(x.get<std::string>());
    }
    for (const ReportSeries& series : curves.series) {
      FigureCurve curve = curve_of(curves, series, quantity);
      if (!curve.points.empty()) figure.curves.push_back(std::move(curve));
    }
    all.push_back(std::move(figure));
  }
  return all;
}

}  // namespace trenza::apps
