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

  bool has_bound() const;
};

/// One pair of axes.
struct Figure {
  std::string file;  ///< without an ending
  std::string x_title, y_title;
  std::vector<std::string> x_texts;  ///< empty: x is a number
  double x_least = 0, x_most = 0;    ///< where x is a number: of all series, also where they have no value
  bool logarithmic = false;          ///< the axis of y
  double y_from = 0;                 ///< where it begins, at most
  std::vector<FigureCurve> curves;   ///< those that have a point
};

/// A figure for each quantity that a document has.
std::vector<Figure> figures(const ReportSource& source, const ReportCurves& curves);

}  // namespace trenza::apps
