#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/exit_status.h"
#include "apps/plot/colour_scale.h"
#include "apps/plot/curve_plot.h"
#include "apps/plot/network_drawing.h"
#include "apps/plot/network_links.h"
#include "settings/network_spec.h"
#include "tests/places.h"
#include "tests/support/occurrences.h"
#include "topologies/custom_network.h"
#include "topologies/tables/table_topology.h"

namespace trenza::apps {
namespace {

using settings::network_of;
using test::occurrences;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(LinkLook, FollowsTheCoordinates) {
  const topologies::Network rtt = network_of("rtt: {a: 4}");
  EXPECT_EQ(link_look(rtt, 0, 0), LinkLook::inside);   // (0,0) -> (1,0)
  EXPECT_EQ(link_look(rtt, 0, 1), LinkLook::wrap);     // (0,0) -> (7,0)
  EXPECT_EQ(link_look(rtt, 0, 3), LinkLook::twisted);  // (0,0) -> (4,3)
  const topologies::Network ibt = network_of("ibt: {n: 12, d: 2, b: [4]}");
  EXPECT_EQ(link_look(ibt, 0, 4), LinkLook::bypass);
}

/// Its nodes are numbered along a line, but its links are in no dimension.
TEST(LinkLook, OfANetworkFromAFileIsThatOfALink) {
  const auto custom =
      topologies::read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net");
  const auto topology = topologies::make_up_down_network(custom.network, custom.graph);
  for (const topologies::Network& network : {custom.network, wiring_of(*topology)}) {
    for (const NetworkLink& link : network_links(network)) EXPECT_EQ(link.look, LinkLook::inside);
  }
  EXPECT_THAT(network_svg(wiring_of(*topology)), Not(HasSubstr("wraparound")));
}

TEST(NetworkDrawing, HasEveryNodeAndLinkOnce) {
  const std::string svg = network_svg(network_of("rtt: {a: 4}"));
  EXPECT_EQ(occurrences(svg, "<circle"), 32);
  EXPECT_EQ(occurrences(svg, "<polyline"), 64 + 3);  // links, legend
  for (const char* const part : {"rtt(4)", "twisted wraparound", ">3,2</text>", "<title>4,3 - 0,0</title>"})
    EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_THAT(svg, Not(HasSubstr("bypass")));
}

TEST(NetworkDrawing, ShowsBypassLinks) {
  const std::string svg = network_svg(network_of("ibt: {n: 12, d: 2, b: [4]}"));
  EXPECT_THAT(svg, HasSubstr("bypass"));
  EXPECT_EQ(occurrences(svg, "<polyline"), 3 * 144 + 3);  // two links of the torus and a bypass for each node; legend
}

TEST(NetworkDrawing, NetworksWithoutGridStandOnACircle) {
  const std::string svg = network_svg(network_of("de_bruijn: {k: 2, n: 4}"));
  EXPECT_EQ(occurrences(svg, "<circle"), 16);
  EXPECT_THAT(svg, HasSubstr(">15</text>"));
}

TEST(NetworkDrawing, LinksBetweenPlanesNameWhereTheyLead) {
  const std::string svg = network_svg(network_of("pdtt: {a: 2}"));
  EXPECT_THAT(svg, HasSubstr("z = 1"));
  EXPECT_EQ(occurrences(svg, ">2,1,0</text>"), 2);  // the node, and the end of the twisted link from (0,1,1)
}

TEST(NetworkDrawing, ChannelsHaveTheColoursOfTheirValues) {
  const topologies::Network network = network_of("mesh: {size: [2, 2]}");
  DrawingOptions options;
  options.name = "run";
  options.channels =
      ChannelValues{"use", "flits/cycle", "cycles 0 to 9", 0.9, std::vector<double>(network.next.size(), 0.0)};
  options.channels->values[0] = 0.5;   // (0,0) x+
  options.channels->values[3] = 0.25;  // (0,0) y-, which is absent
  const std::string svg = network_svg(network, options);
  const ColourScale scale(0.9);
  EXPECT_EQ(occurrences(svg, "stroke-width='2.8'"), 8);
  EXPECT_EQ(occurrences(svg, "stroke='" + scale.colour(0) + "'"), 7);
  EXPECT_EQ(occurrences(svg, "stroke='" + scale.colour(0.5) + "'"), 1);
  EXPECT_THAT(svg, HasSubstr("<title>0,0 xp to 1,0: 0.5 flits/cycle</title>"));
  EXPECT_THAT(svg, HasSubstr("use in flits/cycle, cycles 0 to 9; mean 0.0625, most 0.5 (0,0 xp)"));
  EXPECT_THAT(svg, HasSubstr(">run: mesh(2x2)</text>"));
}

TEST(NetworkDrawing, SeveralStandBelowEachOther) {
  const topologies::Network small = network_of("mesh: {size: [2, 2]}");
  const topologies::Network large = network_of("mesh: {size: [3, 3]}");
  const auto height_of = [](const std::string& svg) { return std::stod(svg.substr(svg.find("height='") + 8)); };
  const auto body_of = [](const std::string& svg) {
    const auto begin = svg.find("/>\n") + 3;  // behind the white ground
    return svg.substr(begin, svg.rfind("</svg>") - begin);
  };
  const std::string both = networks_svg({{small, {}}, {large, {}}});
  const std::string one = network_svg(small);
  const std::string other = network_svg(large);
  const std::string moved = "<g transform='translate(0 ";
  EXPECT_EQ(body_of(both), moved + "0.0)'>\n" + body_of(one) + "</g>\n" + moved +
                               std::to_string(static_cast<int>(height_of(one)) + 12) + ".0)'>\n" + body_of(other) +
                               "</g>\n");
  EXPECT_EQ(height_of(both), height_of(one) + height_of(other) + 12);
  EXPECT_THROW(networks_svg({{small, {}}, {network_of("torus: {size: [21, 20]}"), {}}}), UsageError);
}

TEST(ColourScale, EndsAtARoundNumber) {
  EXPECT_THAT(ColourScale(0.43).ticks(), ElementsAre(0, DoubleEq(0.1), DoubleEq(0.2), DoubleEq(0.30000000000000004),
                                                     DoubleEq(0.4), DoubleEq(0.5)));
  EXPECT_DOUBLE_EQ(ColourScale(1).end(), 1);
  EXPECT_DOUBLE_EQ(ColourScale(0.61).end(), 0.8);
  EXPECT_DOUBLE_EQ(ColourScale(7300).end(), 8000);
  EXPECT_DOUBLE_EQ(ColourScale(0).end(), 1);
  EXPECT_EQ(ColourScale(2).colour(-1), ColourScale(2).colour(0));
  EXPECT_EQ(ColourScale(2).colour(2), "#5c001e");
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
