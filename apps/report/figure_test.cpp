#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "apps/report/figure_pgf.h"
#include "apps/report/figure_svg.h"
#include "tests/support/occurrences.h"

namespace trenza::apps {
namespace {

using test::occurrences;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Figure two_curves() {
  Figure figure;
  figure.file = "throughput";
  figure.x_title = "Offered load";
  figure.y_title = "50 % & more";
  figure.x_least = 0.1;
  figure.x_most = 0.8;
  figure.curves = {{"a_b", {{0.1, 1.5, 1.25, 2.0, 3.0}, {0.2, 4, std::nullopt, std::nullopt, 3.0}}},
                   {"<c>", {{0.2, 2, 1.5, 2.5, std::nullopt}}}};
  return figure;
}

TEST(FigureTicks, AreRoundAndHoldAllValues) {
  EXPECT_THAT(linear_ticks(0, 0.74), ElementsAre(0, DoubleEq(0.2), DoubleEq(0.4), DoubleEq(0.6), DoubleEq(0.8)));
  EXPECT_THAT(linear_ticks(-3, 3), ElementsAre(-3, -2, -1, 0, 1, 2, 3));
  EXPECT_THAT(linear_ticks(5, 5), ElementsAre(5, 6));
  EXPECT_THAT(logarithmic_ticks(27, 190), ElementsAre(20, 50, 100, 200));
  EXPECT_THAT(logarithmic_ticks(20, 50), ElementsAre(20, 50));
  EXPECT_THAT(logarithmic_ticks(3, 30000), ElementsAre(1, 10, 100, 1000, 10000, 100000));
  for (const double least : {0.003, 0.7, 1.0, 12.0, 999.0}) {
    for (const double factor : {1.0, 1.01, 3.0, 170.0, 1e7}) {
      const double most = least * factor;
      for (const auto& ticks : {linear_ticks(least, most), logarithmic_ticks(least, most)}) {
        EXPECT_LE(ticks.front(), least * (1 + 1e-9));
        EXPECT_GE(ticks.back(), most * (1 - 1e-9));
        EXPECT_GE(ticks.size(), 2U);
        EXPECT_LE(ticks.size(), 12U);
      }
    }
  }
}

TEST(FigureSvg, HasCurvesBarsBoundsAndLegend) {
  const std::string svg = figure_svg(two_curves());
  EXPECT_EQ(occurrences(svg, "stroke-dasharray='2 3'"), 1);  // one curve has a bound
  EXPECT_EQ(occurrences(svg, "<circle"), 2 + 1);             // points, legend
  EXPECT_EQ(occurrences(svg, "stroke-width='1.2'"), 2 * 3);  // two intervals with their caps
  EXPECT_THAT(svg, HasSubstr(">&lt;c&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">50 % &amp; more</text>"));
  EXPECT_THAT(svg, HasSubstr(">a_b (dotted: its bound)</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(FigureSvg, TellsMoreSeriesApartThanItHasColours) {
  Figure figure = two_curves();
  const FigureCurve one = figure.curves.front();
  figure.curves.assign(9, one);
  for (FigureCurve& curve : figure.curves) {
    for (FigurePoint& point : curve.points) point.bound.reset();
  }
  EXPECT_EQ(occurrences(figure_svg(figure), "stroke-dasharray='8 4'"), 2);  // the ninth curve and its legend
}

TEST(FigureSvg, PutsHigherValuesHigher) {
  Figure figure = two_curves();
  for (const bool logarithmic : {false, true}) {
    figure.logarithmic = logarithmic;
    const std::string svg = figure_svg(figure);
    const auto first = svg.find("<circle");
    const auto y_of = [&](std::size_t at) { return std::stod(svg.substr(svg.find("cy='", at) + 4)); };
    EXPECT_GT(y_of(first), y_of(svg.find("<circle", first + 1)));
  }
}

TEST(FigureSvg, WritesTextsAlongAnAxisWithoutNumbers) {
  Figure figure = two_curves();
  figure.x_texts = {"rt: 8", "rtt: 8"};
  figure.curves = {{"all", {{0, 1.5, {}, {}, {}}, {1, 2, {}, {}, {}}}}};
  const std::string svg = figure_svg(figure);
  EXPECT_THAT(svg, HasSubstr(">rt: 8</text>"));
  EXPECT_THAT(svg, HasSubstr(">rtt: 8</text>"));
}

TEST(FigureSvg, ALogarithmicAxisOfXHasEqualDistancesForEqualFactors) {
  Figure figure = two_curves();
  figure.x_least = 1;
  figure.x_most = 100;
  figure.curves = {{"a", {{1, 1, {}, {}, {}}, {10, 1, {}, {}, {}}, {100, 1, {}, {}, {}}}}};
  const auto xs_of = [&] {
    std::vector<double> xs;
    const std::string svg = figure_svg(figure);
    for (auto at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1))
      xs.push_back(std::stod(svg.substr(svg.find("cx='", at) + 4)));
    return xs;
  };
  EXPECT_LT(xs_of()[1] - xs_of()[0], 0.2 * (xs_of()[2] - xs_of()[1]));
  figure.x_logarithmic = true;
  EXPECT_NEAR(xs_of()[1] - xs_of()[0], xs_of()[2] - xs_of()[1], 0.2);
}

/// A rectangle of a drawing.
struct Rectangle {
  double left, bottom, top, right;
  std::string colour;
};

/// The bars, in the order of the drawing; swatches of the legend are 12 pixels high.
std::vector<Rectangle> bars_of(const std::string& svg) {
  std::vector<Rectangle> bars;
  for (auto at = svg.find("<polygon"); at != std::string::npos; at = svg.find("<polygon", at + 1)) {
    double x[4], y[4];
    char colour[8];
    const char* const form = "<polygon points='%lf,%lf %lf,%lf %lf,%lf %lf,%lf' fill='%7s";
    if (std::sscanf(svg.c_str() + at, form, x, y, x + 1, y + 1, x + 2, y + 2, x + 3, y + 3, colour) != 9) continue;
    if (x[0] == x[1]) bars.push_back({x[0], y[0], y[1], x[2], colour});
  }
  return bars;
}

Figure three_bars() {
  Figure figure;
  figure.bars = true;
  figure.x_texts = {"islip", "pim"};
  figure.curves = {{"one", {{0, 2, 1.5, 2.5, 3.0}, {1, 1, {}, {}, {}}}, "one"}, {"two", {{1, 4, {}, {}, {}}}, "two"}};
  return figure;
}

TEST(FigureSvg, BarsStandSideBySideAndAreAsHighAsTheirValues) {
  const std::string svg = figure_svg(three_bars());
  const std::vector<Rectangle> bars = bars_of(svg);
  ASSERT_EQ(bars.size(), 3U);
  const double unit = bars[1].bottom - bars[1].top;
  EXPECT_GT(unit, 20);
  EXPECT_NEAR(bars[0].bottom - bars[0].top, 2 * unit, 0.2);
  EXPECT_NEAR(bars[2].bottom - bars[2].top, 4 * unit, 0.2);
  for (const Rectangle& bar : bars) EXPECT_EQ(bar.bottom, bars[0].bottom);
  EXPECT_GT(bars[1].left, bars[0].right);
  EXPECT_GE(bars[2].left, bars[1].right);
  EXPECT_EQ(bars[0].colour, bars[1].colour);
  EXPECT_NE(bars[0].colour, bars[2].colour);
  EXPECT_EQ(occurrences(svg, "stroke-width='1.2'"), 3 + 1);           // an interval with its caps, and a bound
  EXPECT_EQ(occurrences(svg, ">one (dotted: its bound)</text>"), 1);  // the legend alone has the names
  EXPECT_EQ(occurrences(svg, ">two</text>"), 1);
}

TEST(FigureSvg, StackedBarsStandUponEachOtherAndHaveNames) {
  Figure figure = three_bars();
  figure.curves = {{"link", {{0, 1, {}, {}, {}}}, "RT"},
                   {"link", {{0, 2, {}, {}, {}}}, "RTT"},
                   {"credit", {{0, 3, {}, {}, {}}}, "RT"},
                   {"credit", {{0, 1, {}, {}, {}}}, "RTT"}};
  const std::string svg = figure_svg(figure);
  const std::vector<Rectangle> bars = bars_of(svg);
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_EQ(bars[2].bottom, bars[0].top);
  EXPECT_EQ(bars[3].bottom, bars[1].top);
  EXPECT_EQ(bars[2].left, bars[0].left);
  EXPECT_EQ(bars[3].left, bars[1].left);
  EXPECT_GT(bars[1].left, bars[0].right);
  EXPECT_NEAR(bars[2].bottom - bars[2].top, 3 * (bars[0].bottom - bars[0].top), 0.2);
  EXPECT_EQ(bars[0].colour, bars[1].colour);
  EXPECT_NE(bars[0].colour, bars[2].colour);
  EXPECT_EQ(occurrences(svg, ">RT</text>"), 2);    // below each x
  EXPECT_EQ(occurrences(svg, ">link</text>"), 1);  // legend
  EXPECT_GE(bars[2].top, 16);                      // the axis ends above the sum, 4
}

TEST(FigurePgf, HasAllDigitsAndDistances) {
  EXPECT_EQ(figure_csv(two_curves()),
            "x,y1,minus1,plus1,bound1,y2,minus2,plus2,bound2\n"
            "0.1,1.5,0.25,0.5,3,nan,0,0,nan\n"
            "0.2,4,0,0,3,2,0.5,0.5,nan\n");
}

TEST(FigurePgf, EscapesWhatTexReads) {
  const std::string tex = figure_tex(two_curves());
  EXPECT_THAT(tex, HasSubstr("ylabel={50 \\% \\& more}"));
  EXPECT_THAT(tex, HasSubstr("\\addlegendentry{a\\_b}"));
  EXPECT_EQ(occurrences(tex, "{throughput.csv}"), 3);  // two curves, a bound
  EXPECT_EQ(occurrences(tex, "{"), occurrences(tex, "}"));
  EXPECT_THAT(tex, Not(HasSubstr("ymode=log")));
}

}  // namespace
}  // namespace trenza::apps
