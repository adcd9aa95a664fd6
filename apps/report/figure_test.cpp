#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/report/figure_pgf.h"
#include "apps/report/figure_svg.h"

namespace trenza::apps {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

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
  EXPECT_EQ(count(svg, "stroke-dasharray='6 4'"), 1);  // one curve has a bound
  EXPECT_EQ(count(svg, "<circle"), 2 + 1);             // points, legend
  EXPECT_EQ(count(svg, "stroke-width='1.2'"), 2 * 3);  // two intervals with their caps
  EXPECT_THAT(svg, HasSubstr(">&lt;c&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">50 % &amp; more</text>"));
  EXPECT_THAT(svg, HasSubstr(">a_b (dashed: its bound)</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
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
  EXPECT_EQ(count(tex, "{throughput.csv}"), 3);  // two curves, a bound
  EXPECT_EQ(count(tex, "{"), count(tex, "}"));
  EXPECT_THAT(tex, Not(HasSubstr("ymode=log")));
}

}  // namespace
}  // namespace trenza::apps
