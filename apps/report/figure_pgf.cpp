#include "apps/report/figure_pgf.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace trenza::apps {

namespace {

/// The distance to an end of an interval; 0: there is none.
double distance(const std::optional<double>& from, const std::optional<double>& to) {
  return from && to ? *to - *from : 0;
}

/// A field of CSV that PGFPlots reads whole.
std::string field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == '"' || c == '\n'; }, ';');
  return text;
}

/// Text without a letter that means something to TeX.
std::string tex_text(const std::string& text) {
  static const std::string kSpecial = "#$%&_{}";
  std::string result;
  for (const char letter : text) {
    if (kSpecial.find(letter) != std::string::npos) {
      result += fmt::format("\\{}", letter);
    } else if (letter == '\\') {
      result += "\\textbackslash{}";
    } else if (letter == '^') {
      result += "\\textasciicircum{}";
    } else if (letter == '~') {
      result += "\\textasciitilde{}";
    } else {
      result += letter;
    }
  }
  return result;
}

/// Text that may hold commas and brackets within a list of options.
std::string option_text(const std::string& text) { return "{" + tex_text(text) + "}"; }

std::string curve_tex(const Figure& figure, std::size_t curve) {
  const std::string number = std::to_string(curve + 1);
  std::string text = fmt::format(
      "  \\addplot+[error bars/.cd, y dir=both, y explicit]\n"
      "    table[col sep=comma, x=x, y=y{0}, y error minus=minus{0}, y error plus=plus{0}] {{{1}.csv}};\n"
      "  \\addlegendentry{{{2}}}\n",
      number, figure.file, tex_text(figure.curves[curve].name));
  if (!figure.curves[curve].has_bound()) return text;
  return text +
         fmt::format(
             "  \\addplot[dotted, thick, mark=none, forget plot] table[col sep=comma, x=x, y=bound{}] {{{}.csv}};\n",
             number, figure.file);
}

}  // namespace

std::string figure_csv(const Figure& figure) {
  const bool bounded = std::any_of(figure.curves.begin(), figure.curves.end(),
                                   [](const FigureCurve& curve) { return curve.has_bound(); });
  std::set<double> xs;
  for (const FigureCurve& curve : figure.curves) {
    for (const FigurePoint& point : curve.points) xs.insert(point.x);
  }
  std::string text = figure.x_texts.empty() ? "x" : "x,label";
  for (std::size_t k = 1; k <= figure.curves.size(); ++k) {
    text += fmt::format(",y{0},minus{0},plus{0}", k);
    if (bounded) text += fmt::format(",bound{}", k);
  }
  text += "\n";
  for (const double x : xs) {
    text += fmt::format("{}", x);
    if (!figure.x_texts.empty()) text += "," + field(figure.x_texts[static_cast<std::size_t>(x)]);
    for (const FigureCurve& curve : figure.curves) {
      const auto point =
          std::find_if(curve.points.begin(), curve.points.end(), [&](const FigurePoint& one) { return one.x == x; });
      if (point == curve.points.end()) {
        text += bounded ? ",nan,0,0,nan" : ",nan,0,0";
        continue;
      }
      text += fmt::format(",{},{},{}", point->y, distance(point->low, point->y), distance(point->y, point->high));
      if (bounded) text += point->bound ? fmt::format(",{}", *point->bound) : ",nan";
    }
    text += "\n";
  }
  return text;
}

std::string figure_tex(const Figure& figure) {
  std::string text =
      "% Needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}. Bars are 95 % intervals.\n\\begin{tikzpicture}\n";
  text += fmt::format("\\begin{{axis}}[\n  xlabel={}, ylabel={},\n", option_text(figure.x_title),
                      option_text(figure.y_title));
  if (figure.logarithmic) text += "  ymode=log,\n";
  if (!figure.x_texts.empty()) {
    std::string places;
    std::string labels;
    for (std::size_t k = 0; k < figure.x_texts.size(); ++k) {
      places += fmt::format("{}{}", k == 0 ? "" : ",", k);
      labels += (k == 0 ? "" : ",") + option_text(figure.x_texts[k]);
    }
    text += fmt::format("  xtick={{{}}}, xticklabels={{{}}},\n", places, labels);
  }
  text += "  legend pos=north west, legend cell align=left, grid=major, unbounded coords=discard]\n";
  for (std::size_t k = 0; k < figure.curves.size(); ++k) text += curve_tex(figure, k);
  return text + "\\end{axis}\n\\end{tikzpicture}\n";
}

}  // namespace trenza::apps
