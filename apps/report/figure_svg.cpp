#include "apps/report/figure_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/plot/svg_canvas.h"

namespace trenza::apps {

namespace {

constexpr std::array<const char*, 8> kColours{"#1f5fa8", "#c8501e", "#23804a", "#8b3d8f",
                                              "#a8790a", "#0b7f8c", "#b0305c", "#555555"};
constexpr double kWidth = 620;
constexpr double kPlotHeight = 330;
constexpr double kLeft = 74;
constexpr double kRight = 18;
constexpr double kTop = 16;
constexpr double kBelow = 58;  // numbers and title of the axis of x
constexpr double kLine = 20;   // of the legend
constexpr double kFont = 12;
constexpr double kTen = 10;

const char* colour_of(std::size_t series) { return kColours[series % kColours.size()]; }

/// An axis: its ends, and where it has numbers.
struct Axis {
  std::vector<double> ticks;
  double begin = 0;
  double end = 1;
  bool logarithmic = false;

  /// From 0 to 1.
  double place(double value) const {
    if (logarithmic) return (std::log10(value) - std::log10(begin)) / (std::log10(end) - std::log10(begin));
    return (value - begin) / (end - begin);
  }
};

/// All values along an axis of y.
std::vector<double> ys_of(const Figure& figure) {
  std::vector<double> values;
  for (const FigureCurve& curve : figure.curves) {
    for (const FigurePoint& point : curve.points) {
      values.push_back(point.y);
      for (const auto& end : {point.low, point.high, point.bound}) {
        if (end && (*end > 0 || !figure.logarithmic)) values.push_back(*end);
      }
    }
  }
  return values;
}

Axis axis_of(const std::vector<double>& values, bool logarithmic, std::optional<double> from) {
  Axis axis;
  axis.logarithmic = logarithmic;
  if (values.empty()) {
    axis.ticks = linear_ticks(0, 1);
  } else {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    axis.ticks =
        logarithmic ? logarithmic_ticks(*least, *most) : linear_ticks(std::min(from.value_or(*least), *least), *most);
  }
  axis.begin = axis.ticks.front();
  axis.end = axis.ticks.back();
  return axis;
}

/// Texts at equal distances.
Axis text_axis(const std::vector<std::string>& texts) {
  Axis axis;
  for (std::size_t k = 0; k < texts.size(); ++k) axis.ticks.push_back(static_cast<double>(k));
  axis.begin = -0.5;
  axis.end = static_cast<double>(texts.size()) - 0.5;
  return axis;
}

class Drawing {
 public:
  explicit Drawing(const Figure& figure)
      : figure_(figure),
        x_(figure.x_texts.empty() ? axis_of({figure.x_least, figure.x_most}, false, std::nullopt)
                                  : text_axis(figure.x_texts)),
        y_(axis_of(ys_of(figure), figure.logarithmic, figure.y_from)),
        canvas_(kWidth, kTop + kPlotHeight + kBelow + kLine * static_cast<double>(figure.curves.size()) + kLine / 2) {}

  std::string text() {
    draw_axes();
    for (std::size_t k = 0; k < figure_.curves.size(); ++k) draw_curve(k);
    for (std::size_t k = 0; k < figure_.curves.size(); ++k) draw_entry(k);
    return canvas_.document();
  }

 private:
  Point at(double x, double y) const {
    return {kLeft + x_.place(x) * (kWidth - kLeft - kRight), kTop + (1 - y_.place(y)) * kPlotHeight};
  }

  void draw_axes() {
    const SvgCanvas::Stroke grid{"#dddddd", 1, "", ""};
    const SvgCanvas::Stroke frame{"#555555", 1, "", ""};
    for (const double y : y_.ticks) {
      canvas_.line({at(x_.begin, y), at(x_.end, y)}, grid);
      canvas_.text_before({kLeft - 6, at(x_.begin, y).y + kFont / 3}, fmt::format("{:.6g}", y), kFont - 1);
    }
    for (std::size_t k = 0; k < x_.ticks.size(); ++k) {
      const Point foot = at(x_.ticks[k], y_.begin);
      canvas_.line({foot, at(x_.ticks[k], y_.end)}, grid);
      canvas_.text({foot.x, foot.y + kFont + 5},
                   figure_.x_texts.empty() ? fmt::format("{:.6g}", x_.ticks[k]) : figure_.x_texts[k], kFont - 1);
    }
    canvas_.line({at(x_.begin, y_.end), at(x_.begin, y_.begin), at(x_.end, y_.begin)}, frame);
    canvas_.text({(kLeft + kWidth - kRight) / 2, kTop + kPlotHeight + kBelow - kLine}, figure_.x_title, kFont);
    canvas_.text_upwards({16, kTop + kPlotHeight / 2}, figure_.y_title, kFont);
  }

  void draw_mark(Point centre, std::size_t series) {
    constexpr double kSize = 4;
    const char* const colour = colour_of(series);
    const double x = centre.x;
    const double y = centre.y;
    switch (series % 4) {
      case 0:
        canvas_.dot(centre, kSize, colour);
        return;
      case 1:
        canvas_.polygon(
            {{x - kSize, y - kSize}, {x + kSize, y - kSize}, {x + kSize, y + kSize}, {x - kSize, y + kSize}}, colour);
        return;
      case 2:
        canvas_.polygon({{x, y - kSize - 1}, {x + kSize + 1, y + kSize}, {x - kSize - 1, y + kSize}}, colour);
        return;
      default:
        canvas_.polygon({{x, y - kSize - 1}, {x + kSize + 1, y}, {x, y + kSize + 1}, {x - kSize - 1, y}}, colour);
    }
  }

  void draw_bar(const FigurePoint& point, std::size_t series) {
    constexpr double kCap = 4;
    if (!point.low || !point.high) return;
    const SvgCanvas::Stroke stroke{colour_of(series), 1.2, "", ""};
    const Point low = at(point.x, figure_.logarithmic ? std::max(*point.low, y_.begin) : *point.low);
    const Point high = at(point.x, *point.high);
    canvas_.line({low, high}, stroke);
    for (const Point end : {low, high}) canvas_.line({{end.x - kCap, end.y}, {end.x + kCap, end.y}}, stroke);
  }

  void draw_bounds(const FigureCurve& curve, const SvgCanvas::Stroke& stroke) {
    constexpr double kBeside = 0.3;  // of a text
    std::vector<Point> track;
    for (const FigurePoint& point : curve.points) {
      if (!point.bound) continue;
      track.push_back(at(point.x, *point.bound));
      if (!figure_.x_texts.empty())
        canvas_.line({at(point.x - kBeside, *point.bound), at(point.x + kBeside, *point.bound)}, stroke);
    }
    if (figure_.x_texts.empty() && !track.empty()) canvas_.line(track, stroke);
  }

  void draw_curve(std::size_t series) {
    const FigureCurve& curve = figure_.curves[series];
    draw_bounds(curve, {colour_of(series), 1, "6 4", ""});
    std::vector<Point> track;
    for (const FigurePoint& point : curve.points) track.push_back(at(point.x, point.y));
    if (figure_.x_texts.empty()) canvas_.line(track, {colour_of(series), 1.6, "", ""});
    for (const FigurePoint& point : curve.points) draw_bar(point, series);
    for (const Point place : track) draw_mark(place, series);
  }

  void draw_entry(std::size_t series) {
    constexpr double kStroke = 30;
    const FigureCurve& curve = figure_.curves[series];
    const double y = kTop + kPlotHeight + kBelow + kLine * static_cast<double>(series);
    canvas_.line({{kLeft, y - 4}, {kLeft + kStroke, y - 4}}, {colour_of(series), 1.6, "", ""});
    draw_mark({kLeft + kStroke / 2, y - 4}, series);
    canvas_.text({kLeft + kStroke + 8, y}, curve.name + (curve.has_bound() ? " (dashed: its bound)" : ""), kFont,
                 false);
  }

  const Figure& figure_;
  Axis x_;
  Axis y_;
  SvgCanvas canvas_;
};

}  // namespace

std::vector<double> linear_ticks(double least, double most) {
  constexpr double kSteps = 6;
  constexpr std::array<double, 5> kRound{1, 2, 2.5, 5, 10};
  constexpr double kRounding = 1e-9;
  const double span = most > least ? most - least : std::max(std::fabs(most), 1.0);
  const double power = std::pow(kTen, std::floor(std::log10(span / kSteps)));
  double step = kTen * power;
  for (const double factor : kRound) {
    if (factor * power * kSteps >= span * (1 - kRounding)) {
      step = factor * power;
      break;
    }
  }
  const double first = std::floor(least / step + kRounding);
  double last = std::ceil(most / step - kRounding);
  if (last <= first) last = first + 1;
  std::vector<double> ticks;
  for (double k = first; k <= last; ++k) ticks.push_back(k * step);
  return ticks;
}

std::vector<double> logarithmic_ticks(double least, double most) {
  constexpr double kMany = 2.5;  // powers of ten
  constexpr double kRounding = 1e-9;
  const bool powers_alone = std::log10(most / least) > kMany;
  std::vector<double> ticks;
  for (double power = std::floor(std::log10(least)); ticks.empty() || ticks.back() < most * (1 - kRounding); ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (powers_alone && factor > 1) break;
      const double tick = factor * std::pow(kTen, power);
      if (!ticks.empty() && ticks.back() >= most * (1 - kRounding)) break;
      if (ticks.size() == 1 && tick <= least) ticks.clear();
      ticks.push_back(tick);
    }
  }
  if (ticks.size() == 1) ticks.push_back(kTen * ticks.front());
  return ticks;
}

std::string figure_svg(const Figure& figure) { return Drawing(figure).text(); }

}  // namespace trenza::apps
