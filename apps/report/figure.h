// Figures for papers: the curves of a report without the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/report/series.h"

namespace trenza::apps {

/// A place of a curve. Where x is a text, it is its number among the xs, from 0.
struct FigurePoint {
  double x = 0;
  double y = 0;
  std::optional<double> low, high;  ///< of the 95 % interval
  std::optional<double> bound;      ///< of the accepted load
};

struct FigureCurve {
  std::string name;
  std::vector<FigurePoint> points;  ///< places without a value are left out
  std::string bar = {};             ///< where there are bars: the one that this is a part of

  bool has_bound() const;
};

/// "latency (cycles)".
std::string with_unit(const std::string& title, const std::string& unit);

/// One pair of axes.
struct Figure {
  std::string file;  ///< without an ending
  std::string x_title, y_title;
  std::vector<std::string> x_texts;  ///< empty: x is a number
  double x_least = 0, x_most = 0;    ///< where x is a number: of all series, also where they have no value
  bool logarithmic = false;          ///< the axis of y
  bool x_logarithmic = false;        ///< where x is a number; all are above 0
  bool bars = false;                 ///< x is a text: a bar for each `bar`, of its curves upon each other
  double y_from = 0;                 ///< where the axis of y begins, at most; bars begin at 0
  std::vector<FigureCurve> curves;   ///< those that have a point
};

/// A figure for each quantity that a document has.
std::vector<Figure> figures(const ReportSource& source, const ReportCurves& curves);

}  // namespace trenza::apps
