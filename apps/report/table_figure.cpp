#include "apps/report/table_figure.h"

#include <algorithm>

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// Where x is a number its ends, else its texts; numbers too, if their places are to stand at equal distances.
void take_xs(const DataTable& table, const settings::PaperPicture& picture, Figure& figure) {
  bool any_number = false;
  for (const auto& row : table.rows) {
    const Json& x = table_cell(table, row, picture.x);
    if (x.is_number() && !picture.equal_steps) {
      const auto value = x.get<double>();
      figure.x_least = any_number ? std::min(figure.x_least, value) : value;
      figure.x_most = any_number ? std::max(figure.x_most, value) : value;
      any_number = true;
    } else if (const std::string text = cell_text(x);
               std::find(figure.x_texts.begin(), figure.x_texts.end(), text) == figure.x_texts.end()) {
      figure.x_texts.push_back(text);
    }
  }
  if (any_number) figure.x_texts.clear();
}

double place_of(const Figure& figure, const Json& x) {
  if (figure.x_texts.empty()) return x.get<double>();
  return static_cast<double>(std::find(figure.x_texts.begin(), figure.x_texts.end(), cell_text(x)) -
                             figure.x_texts.begin());
}

/// A curve of a column for each series.
void add_curves(const DataTable& table, const settings::PaperPicture& picture, const std::string& column,
                Figure& figure) {
  const bool names_column = picture.series.empty() || picture.y.size() > 1;
  for (const auto& row : table.rows) {
    const Json& x = table_cell(table, row, picture.x);
    const Json& y = table_cell(table, row, column);
    if (!y.is_number() || (figure.x_texts.empty() && !x.is_number())) continue;
    if (picture.logarithmic && y.get<double>() <= 0) continue;
    const std::string series = picture.series.empty() ? "" : cell_text(table_cell(table, row, picture.series));
    std::string name = series;
    if (names_column) name += (name.empty() ? "" : ", ") + column;
    auto curve = std::find_if(figure.curves.begin(), figure.curves.end(),
                              [&](const FigureCurve& known) { return known.name == name; });
    if (curve == figure.curves.end()) curve = figure.curves.insert(curve, FigureCurve{name, {}, series});
    FigurePoint point;
    point.x = place_of(figure, x);
    point.y = y.get<double>();
    const Json& half = table_cell(table, row, column + ".half_width");
    if (half.is_number()) {
      point.low = point.y - half.get<double>();
      point.high = point.y + half.get<double>();
    }
    const Json& bound = table_cell(table, row, picture.bound);
    if (bound.is_number()) point.bound = bound.get<double>();
    curve->points.push_back(point);
  }
}

}  // namespace

Figure table_figure(const DataTable& table, const settings::PaperPicture& picture) {
  Figure figure;
  figure.x_title = picture.x_title;
  figure.y_title = picture.y_title;
  figure.logarithmic = picture.logarithmic;
  figure.y_from = picture.y_from;
  take_xs(table, picture, figure);
  for (const std::string& column : picture.y) add_curves(table, picture, column, figure);
  for (FigureCurve& curve : figure.curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const FigurePoint& one, const FigurePoint& other) { return one.x < other.x; });
  }
  return figure;
}

}  // namespace trenza::apps
