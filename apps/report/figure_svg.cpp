#include "apps/report/figure_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "apps/plot/svg_canvas.h"
#include "apps/result_table.h"

namespace trenza::apps {

namespace {

constexpr std::array<const char*, 8> kColours{"#1f5fa8", "#c8501e", "#23804a", "#8b3d8f",
                                              "#a8790a", "#0b7f8c", "#b0305c", "#555555"};
constexpr double kFigureWidth = 620;
constexpr double kPlotHeight = 330;
constexpr double kLeft = 74;
constexpr double kRight = 18;
constexpr double kTop = 16;
constexpr double kBelow = 58;       // numbers and title of the axis of x
constexpr double kLegendLine = 20;  // of the legend
constexpr double kFigureFont = 12;
constexpr double kDecade = 10;
constexpr const char* kBounded = " (dotted: its bound)";

const char* colour_of(std::size_t series) { return kColours[series % kColours.size()]; }

/// Lines of curves: solid while there are colours, then dashed. Bounds are dotted.
constexpr const char* kDotted = "2 3";
const char* dashes_of(std::size_t series) { return series / kColours.size() % 2 == 0 ? "" : "8 4"; }

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

/// Names, each once, in the order in which they come.
class Names {
 public:
  std::size_t number_of(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto number = static_cast<std::size_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(name);
    return number;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// A part of a bar: a rectangle over a text of x.
struct BarPart {
  const FigurePoint* point = nullptr;
  std::size_t bar = 0;   ///< of those that stand side by side
  std::size_t part = 0;  ///< which colour it has
  double foot = 0;       ///< the parts below it
};

struct Bars {
  std::vector<BarPart> parts;
  std::vector<std::string> bar_names;
  std::vector<std::string> part_names;

  /// Whether the colours do not say which bar it is.
  bool want_names() const { return bar_names.size() > 1 && bar_names != part_names; }
};

Bars bars_of(const Figure& figure) {
  Bars bars;
  Names bar_names;
  Names part_names;
  std::map<std::pair<double, std::size_t>, double> heights;  // by x and bar
  for (const FigureCurve& curve : figure.curves) {
    const std::size_t bar = bar_names.number_of(curve.bar);
    const std::size_t part = part_names.number_of(curve.name);
    for (const FigurePoint& point : curve.points) {
      double& height = heights[{point.x, bar}];
      bars.parts.push_back({&point, bar, part, height});
      height += point.y;
    }
  }
  bars.bar_names = bar_names.all();
  bars.part_names = part_names.all();
  return bars;
}

/// All values along an axis of y.
std::vector<double> ys_of(const Figure& figure) {
  std::vector<double> values;
  if (figure.bars) {
    for (const BarPart& part : bars_of(figure).parts) {
      values.push_back(part.foot + part.point->y);
      for (const auto& end : {part.point->high, part.point->bound}) {
        if (end) values.push_back(part.foot + *end);
      }
    }
    return values;
  }
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

/// An axis of x along which equal factors have equal distances. It ends a little beyond its values.
Axis logarithmic_axis(double least, double most) {
  constexpr double kMargin = 0.03;
  const double beyond = std::pow(most > least ? most / least : kDecade, kMargin);
  Axis axis;
  axis.logarithmic = true;
  axis.begin = least / beyond;
  axis.end = most * beyond;
  for (const double tick : logarithmic_ticks(least, most)) {
    if (tick >= axis.begin && tick <= axis.end) axis.ticks.push_back(tick);
  }
  return axis;
}

/// A number at an axis: "0.25", "1,000,000".
std::string tick_text(double tick) {
  constexpr double kLong = 1000;
  constexpr double kLongest = 1e15;
  const bool is_long = tick >= kLong && tick < kLongest && tick == std::floor(tick);
  return is_long ? grouped(static_cast<std::uint64_t>(tick)) : fmt::format("{:.6g}", tick);
}

/// Texts at equal distances.
Axis text_axis(const std::vector<std::string>& texts) {
  Axis axis;
  for (std::size_t k = 0; k < texts.size(); ++k) axis.ticks.push_back(static_cast<double>(k));
  axis.begin = -0.5;
  axis.end = static_cast<double>(texts.size()) - 0.5;
  return axis;
}

Axis x_axis_of(const Figure& figure) {
  if (!figure.x_texts.empty()) return text_axis(figure.x_texts);
  if (figure.x_logarithmic) return logarithmic_axis(figure.x_least, figure.x_most);
  return axis_of({figure.x_least, figure.x_most}, false, std::nullopt);
}

class FigureDrawing {
 public:
  explicit FigureDrawing(const Figure& figure)
      : figure_(figure),
        bars_(figure.bars ? bars_of(figure) : Bars{}),
        x_(x_axis_of(figure)),
        y_(axis_of(ys_of(figure), figure.logarithmic, figure.bars ? 0.0 : figure.y_from)),
        canvas_(kFigureWidth, legend_top() + kLegendLine * static_cast<double>(entries()) + kLegendLine / 2) {}

  std::string text() {
    draw_axes();
    if (figure_.bars) {
      draw_bars();
    } else {
      for (std::size_t k = 0; k < figure_.curves.size(); ++k) draw_curve(k);
    }
    for (std::size_t k = 0; k < entries(); ++k) draw_entry(k);
    return canvas_.document();
  }

 private:
  std::size_t entries() const { return figure_.bars ? bars_.part_names.size() : figure_.curves.size(); }
  double below_bars() const { return bars_.want_names() ? kFigureFont + 2 : 0; }
  double legend_top() const { return kTop + kPlotHeight + kBelow + below_bars(); }

  /// So small that texts do not reach into each other.
  double x_font() const {
    constexpr double kLargest = kFigureFont - 1;
    constexpr double kSmallest = 6;
    constexpr double kLetter = 0.6;  // its width, of its height
    std::size_t longest = 1;
    for (const std::string& text : figure_.x_texts) longest = std::max(longest, text.size());
    const double room =
        (kFigureWidth - kLeft - kRight) / static_cast<double>(std::max<std::size_t>(1, figure_.x_texts.size()));
    return std::clamp(room / (kLetter * static_cast<double>(longest + 1)), kSmallest, kLargest);
  }

  Point at(double x, double y) const {
    return {kLeft + x_.place(x) * (kFigureWidth - kLeft - kRight), kTop + (1 - y_.place(y)) * kPlotHeight};
  }

  void draw_axes() {
    const SvgCanvas::Stroke grid{"#dddddd", 1, "", ""};
    const SvgCanvas::Stroke frame{"#555555", 1, "", ""};
    for (const double y : y_.ticks) {
      canvas_.line({at(x_.begin, y), at(x_.end, y)}, grid);
      canvas_.text_before({kLeft - 6, at(x_.begin, y).y + kFigureFont / 3}, tick_text(y), kFigureFont - 1);
    }
    for (std::size_t k = 0; k < x_.ticks.size(); ++k) {
      const Point foot = at(x_.ticks[k], y_.begin);
      canvas_.line({foot, at(x_.ticks[k], y_.end)}, grid);
      canvas_.text({foot.x, foot.y + kFigureFont + 5 + below_bars()},
                   figure_.x_texts.empty() ? tick_text(x_.ticks[k]) : figure_.x_texts[k], x_font());
    }
    canvas_.line({at(x_.begin, y_.end), at(x_.begin, y_.begin), at(x_.end, y_.begin)}, frame);
    canvas_.text({(kLeft + kFigureWidth - kRight) / 2, legend_top() - kLegendLine}, figure_.x_title, kFigureFont);
    canvas_.text_upwards({16, kTop + kPlotHeight / 2}, figure_.y_title, kFigureFont);
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

  void draw_interval(const FigurePoint& point, const std::string& colour, double x, double foot) {
    constexpr double kCap = 4;
    if (!point.low || !point.high) return;
    const SvgCanvas::Stroke stroke{colour, 1.2, "", ""};
    const Point low = at(x, foot + (figure_.logarithmic ? std::max(*point.low, y_.begin) : *point.low));
    const Point high = at(x, foot + *point.high);
    canvas_.line({low, high}, stroke);
    for (const Point end : {low, high}) canvas_.line({{end.x - kCap, end.y}, {end.x + kCap, end.y}}, stroke);
  }

  /// All bars, over their texts of x, with their intervals and bounds.
  void draw_bars() {
    constexpr double kShare = 0.82;   // of the room of a text
    constexpr double kBarGap = 0.06;  // of a bar
    const SvgCanvas::Stroke bound{"#333333", 1.2, kDotted, ""};
    const double width = kShare / static_cast<double>(bars_.bar_names.size());
    const auto left_of = [&](double x, std::size_t bar) { return x - kShare / 2 + width * static_cast<double>(bar); };
    for (const BarPart& one : bars_.parts) {
      const double left = left_of(one.point->x, one.bar) + kBarGap * width / 2;
      const double right = left + (1 - kBarGap) * width;
      const double top = one.foot + one.point->y;
      canvas_.polygon({at(left, one.foot), at(left, top), at(right, top), at(right, one.foot)}, colour_of(one.part));
      draw_interval(*one.point, "#333333", (left + right) / 2, one.foot);
      if (one.point->bound)
        canvas_.line({at(left, one.foot + *one.point->bound), at(right, one.foot + *one.point->bound)}, bound);
    }
    if (!bars_.want_names()) return;
    for (const double x : x_.ticks) {
      for (std::size_t bar = 0; bar < bars_.bar_names.size(); ++bar) {
        const Point foot = at(left_of(x, bar) + width / 2, y_.begin);
        canvas_.text({foot.x, foot.y + kFigureFont}, bars_.bar_names[bar], kFigureFont - 3);
      }
    }
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
    draw_bounds(curve, {colour_of(series), 1, kDotted, ""});
    std::vector<Point> track;
    for (const FigurePoint& point : curve.points) track.push_back(at(point.x, point.y));
    if (figure_.x_texts.empty()) canvas_.line(track, {colour_of(series), 1.6, dashes_of(series), ""});
    for (const FigurePoint& point : curve.points) draw_interval(point, colour_of(series), point.x, 0);
    for (const Point place : track) draw_mark(place, series);
  }

  void draw_entry(std::size_t series) {
    constexpr double kStroke = 30;
    const double y = legend_top() + kLegendLine * static_cast<double>(series);
    if (figure_.bars) {
      draw_swatch({kLeft, y - kFigureFont + 2}, kStroke, series);
      return;
    }
    const FigureCurve& curve = figure_.curves[series];
    canvas_.line({{kLeft, y - 4}, {kLeft + kStroke, y - 4}}, {colour_of(series), 1.6, dashes_of(series), ""});
    draw_mark({kLeft + kStroke / 2, y - 4}, series);
    canvas_.text({kLeft + kStroke + 8, y}, curve.name + (curve.has_bound() ? kBounded : ""), kFigureFont, false);
  }

  void draw_swatch(Point at, double width, std::size_t part) {
    canvas_.polygon({at, {at.x + width, at.y}, {at.x + width, at.y + kFigureFont}, {at.x, at.y + kFigureFont}},
                    colour_of(part));
    const bool bounded = std::any_of(bars_.parts.begin(), bars_.parts.end(),
                                     [&](const BarPart& one) { return one.part == part && one.point->bound; });
    canvas_.text({at.x + width + 8, at.y + kFigureFont - 2}, bars_.part_names[part] + (bounded ? kBounded : ""),
                 kFigureFont, false);
  }

  const Figure& figure_;
  Bars bars_;
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
  const double power = std::pow(kDecade, std::floor(std::log10(span / kSteps)));
  double step = kDecade * power;
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
      const double tick = factor * std::pow(kDecade, power);
      if (!ticks.empty() && ticks.back() >= most * (1 - kRounding)) break;
      if (ticks.size() == 1 && tick <= least) ticks.clear();
      ticks.push_back(tick);
    }
  }
  if (ticks.size() == 1) ticks.push_back(kDecade * ticks.front());
  return ticks;
}

std::string figure_svg(const Figure& figure) { return FigureDrawing(figure).text(); }

}  // namespace trenza::apps
