#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/exit_status.h"
#include "apps/plot/curve_plot.h"
#include "apps/plot/network_drawing.h"
#include "settings/network_spec.h"

namespace trenza::apps {
namespace {

using settings::network_of;
using testing::HasSubstr;
using testing::Not;

/// Number of times that a text contains another.
int count(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

TEST(LinkLook, FollowsTheCoordinates) {
  const topologies::Network rtt = network_of("rtt: {a: 4}");
  EXPECT_EQ(link_look(rtt, 0, 0), LinkLook::inside);   // (0,0) -> (1,0)
  EXPECT_EQ(link_look(rtt, 0, 1), LinkLook::wrap);     // (0,0) -> (7,0)
  EXPECT_EQ(link_look(rtt, 0, 3), LinkLook::twisted);  // (0,0) -> (4,3)
  const topologies::Network ibt = network_of("ibt: {n: 12, d: 2, b: [4]}");
  EXPECT_EQ(link_look(ibt, 0, 4), LinkLook::bypass);
}

TEST(NetworkDrawing, HasEveryNodeAndLinkOnce) {
  const std::string svg = network_svg(network_of("rtt: {a: 4}"));
  EXPECT_EQ(count(svg, "<circle"), 32);
  EXPECT_EQ(count(svg, "<path"), 12);           // 4 wraps of rows, 8 twisted wraps of columns
  EXPECT_EQ(count(svg, "<line"), 28 + 24 + 3);  // inside rows, inside columns, legend
  for (const char* const part : {"rtt(4)", "twisted wraparound", ">3,2</text>"}) EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_THAT(svg, Not(HasSubstr("bypass")));
}

TEST(NetworkDrawing, BypassLinksAreArcs) {
  const std::string svg = network_svg(network_of("ibt: {n: 12, d: 2, b: [4]}"));
  EXPECT_THAT(svg, HasSubstr("bypass"));
  EXPECT_EQ(count(svg, "<path"), 24 + 144);  // wraps, and one bypass link for each node
}

TEST(NetworkDrawing, NetworksWithoutGridStandOnACircle) {
  const std::string svg = network_svg(network_of("de_bruijn: {k: 2, n: 4}"));
  EXPECT_EQ(count(svg, "<circle"), 16);
  EXPECT_THAT(svg, HasSubstr(">15</text>"));
}

TEST(NetworkDrawing, RefusesLargeNetworks) {
  EXPECT_THROW(network_svg(network_of("torus: {size: [21, 20]}")), UsageError);
}

TEST(CurvePlot, ScriptQuotesTitlesAndHoldsTheData) {
  const std::string script = gnuplot_script({{"a \"b\"", "x", "y", {{"one", {{1, 2}, {3, 4.5}}}}}}, "out.svg");
  EXPECT_THAT(script, HasSubstr("set title \"a \\\"b\\\"\""));
  EXPECT_THAT(script, HasSubstr("$p0c0 << EOD\n1 2\n3 4.5\nEOD\n"));
  EXPECT_THAT(script, Not(HasSubstr("multiplot")));
}

TEST(CurvePlot, GnuplotMakesAnSvg) {
  const std::string svg =
      curves_svg({{"t", "x", "y", {{"one", {{1, 2}, {3, 4}}}}}, {"u", "x", "y", {{"two", {{1, 2}}}}}});
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(svg, HasSubstr("one"));
}

}  // namespace
}  // namespace trenza::apps
