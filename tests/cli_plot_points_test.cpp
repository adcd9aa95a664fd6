// `trenza plot` as a user calls it: what is drawn are the numbers of `trenza table`, and what is wrong is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"
#include "tests/places.h"
#include "tests/support/occurrences.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// An attribute of all elements of a kind, in their order.
std::vector<double> numbers_of(const std::string& svg, const std::string& element, const std::string& attribute) {
  std::vector<double> numbers;
  for (auto at = svg.find("<" + element + " "); at != std::string::npos; at = svg.find("<" + element + " ", at + 1))
    numbers.push_back(std::stod(svg.substr(svg.find(attribute + "='", at) + attribute.size() + 2)));
  return numbers;
}

class CliPlotPoints : public testing::Test {
 protected:
  void sweep(const std::string& axes, const std::string& run = "{cycles: 2000}") const {
    folder_.write("a.yaml", "topology: {rtt: 2}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.3}\nrun: " + run +
                                "\nsweep: " + axes + "\n");
    const ProgramResult result = call({"sweep", "a.yaml", "-o", "out", "-q", "--jobs", "2"});
    ASSERT_EQ(result.status, 0) << result.errors;
  }
  ProgramResult call(const std::vector<std::string>& arguments) const { return run_program(folder_.path(), arguments); }
  std::string plot(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"plot", "out", "-o", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = call(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("<rect width='100%' height='100%' fill='#ffffff'/>"));
    return result.output;
  }
  /// The values of a column, in the order of the table.
  std::vector<double> column(const std::string& key, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"table", "out", "--columns", key, "--json-lines", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::istringstream lines(call(arguments).output);
    std::vector<double> values;
    for (std::string line; std::getline(lines, line);) values.push_back(Json::parse(line)[key].get<double>());
    return values;
  }
  void expect_refused(const std::vector<std::string>& more, const std::string& message) const {
    std::vector<std::string> arguments{"plot", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto before = folder_.names();
    const ProgramResult result = call(arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_EQ(result.errors, message + "\n");
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(folder_.names(), before);
  }

  TemporaryFolder folder_;
};

// Places on a linear axis differ as the values do.
void expect_proportional(const std::vector<double>& places, const std::vector<double>& values) {
  ASSERT_EQ(places.size(), values.size());
  const double scale = (places.back() - places.front()) / (values.back() - values.front());
  for (std::size_t k = 0; k < places.size(); ++k)
    EXPECT_NEAR(places[k], places[0] + scale * (values[k] - values[0]), 0.2) << k;
}

TEST_F(CliPlotPoints, CurvesGoThroughTheMeansOverSeeds) {
  sweep("{traffic.load: [0.1, 0.2, 0.4], seeds: 2}");
  const std::string svg = plot({"--y", "latency.p99"});
  std::vector<double> ys = numbers_of(svg, "circle", "cy");
  ys.pop_back();  // the legend
  expect_proportional(ys, column("latency.p99", {"--over", "seeds"}));
  std::vector<double> xs = numbers_of(svg, "circle", "cx");
  xs.pop_back();
  expect_proportional(xs, {0.1, 0.2, 0.4});
  EXPECT_EQ(occurrences(svg, "stroke-width='1.2'"), 3 * 3);  // intervals
  EXPECT_THAT(svg, HasSubstr(">99th percentile of the latency (cycles)</text>"));
  EXPECT_THAT(svg, HasSubstr(">Offered load (phits/cycle/node)</text>"));
}

TEST_F(CliPlotPoints, SeriesQuantitiesAndBoundsHaveTheirCurves) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.2]}");
  EXPECT_THAT(plot({"--y", "accepted_load", "--bound", "uniform_bound"}), HasSubstr(">rt (dotted: its bound)</text>"));
  const std::string svg = plot({"--y", "tail=latency.p99,median=latency.p50", "--y-title", "cycles < all"});
  for (const char* const name : {"rt, tail", "rtt, tail", "rt, median", "rtt, median"})
    EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "</text>"));
  EXPECT_THAT(svg, HasSubstr(">cycles &lt; all</text>"));
  const std::string one = plot({"--y", "tail=latency.p99,median=latency.p50", "--where", "series=rtt"});
  EXPECT_THAT(one, HasSubstr(">tail</text>"));
  EXPECT_THAT(one, Not(HasSubstr("rtt")));
}

TEST_F(CliPlotPoints, BarsAreAsHighAsTheValuesByAnotherOne) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.4]}", "{cycles: 2000, stalls: on}");
  const std::string svg =
      plot({"--form", "stacked", "--per", "cycles", "--y", "moving=stalls.inputs.moving,empty=stalls.inputs.empty"});
  std::vector<double> heights;
  for (auto at = svg.find("<polygon"); at != std::string::npos; at = svg.find("<polygon", at + 1)) {
    double x[2], y[2];
    ASSERT_EQ(std::sscanf(svg.c_str() + at, "<polygon points='%lf,%lf %lf,%lf", x, y, x + 1, y + 1), 4);
    if (x[0] == x[1]) heights.push_back(y[0] - y[1]);
  }
  std::vector<double> values;
  for (const char* const key : {"stalls.inputs.moving", "stalls.inputs.empty"})
    for (const double cycles : column(key)) values.push_back(cycles / 2000);
  ASSERT_THAT(heights, SizeIs(8));
  for (std::size_t k = 0; k < heights.size(); ++k)
    EXPECT_NEAR(heights[k], values[k] * heights[7] / values[7], 0.2) << k;
  EXPECT_EQ(occurrences(svg, ">rtt</text>"), 2);
  EXPECT_EQ(occurrences(svg, ">0.4</text>"), 1);
  EXPECT_EQ(occurrences(svg, ">empty</text>"), 1);
  const std::string one = plot({"--form", "stacked", "--y", "flits=stalls.inputs.moving"});
  EXPECT_EQ(occurrences(one, ">flits</text>"), 2);  // the axis, and the legend
  EXPECT_EQ(occurrences(one, ">rtt</text>"), 2);
}

TEST_F(CliPlotPoints, ChannelsHaveTheirUseAsColour) {
  sweep("{" + kTwoSeries + ", seeds: 2}", "{cycles: 2000, stalls: detail}");
  const std::string svg = plot({"--channels", "use"});
  EXPECT_THAT(svg, HasSubstr(">rt: rt(2)</text>"));
  EXPECT_THAT(svg, HasSubstr(">rtt: rtt(2)</text>"));
  EXPECT_THAT(svg, HasSubstr("channel use in flits/cycle, 4,000 cycles; mean "));
  // The flits of both runs over the channels of RT(2), 8 x 4, and their cycles: all of the run, not only those after
  // the warm-up.
  const std::string of_rt = svg.substr(0, svg.find(">rt: "));  // a drawing stands before its title
  double sum = 0;
  int channels = 0;
  for (auto at = of_rt.find(" flits/cycle</title>"); at != std::string::npos;
       at = of_rt.find(" flits/cycle</title>", at + 1), ++channels)
    sum += std::stod(of_rt.substr(of_rt.rfind(": ", at) + 2));
  EXPECT_EQ(channels, 32);
  double moving = 0;
  const Json index = Json::parse(read_file(folder_.path() / "out/index.json"));
  for (const Json& point : index["points"]) {
    if (point["at"]["series"] != "rt") continue;
    const Json document =
        Json::parse(read_file(folder_.path() / "out/points" / (point["point"].get<std::string>() + ".json")));
    for (const auto& [name, router] : document["stalls"]["routers"].items())
      for (const auto& [output, uses] : router["outputs"].items())
        if (output.find("_to_") != std::string::npos) moving += uses.value("moving", 0.0);
  }
  EXPECT_NEAR(sum, moving / 4000, 0.01 * sum);
  const std::string one = plot({"--channels", "no_credit", "--where", "series=rtt"});
  EXPECT_THAT(one, HasSubstr(">rtt(2)</text>"));  // nothing else could be meant
  EXPECT_THAT(one, Not(HasSubstr(">rt: rt(2)</text>")));
}

TEST_F(CliPlotPoints, DrawsTablesThatWereComputed) {
  const auto stored = std::filesystem::path(TRENZA_SOURCE_DIR) / "tests/reproduced/ibt/figure-5.computed";
  const ProgramResult drawn = call({"plot", stored.string(), "-o", "-", "--x", "nodes", "--y", "diameter",
                                    "--logarithmic", "xy", "--x-title", "nodes"});
  EXPECT_EQ(drawn.status, 0) << drawn.errors;
  EXPECT_THAT(drawn.output, HasSubstr(">torus 4-D (8)</text>"));
  std::vector<double> xs = numbers_of(drawn.output, "circle", "cx");  // 8^3, 16^3 ... 102^3
  EXPECT_NEAR((xs[3] - xs[1]) / (xs[1] - xs[0]), 1, 0.02);
  const ProgramResult wrong = call({"plot", stored.string(), "-o", "-", "--x", "node", "--y", "diameter"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(
      wrong.errors,
      "--x: `node` is no column of the table; expected `series`, `network`, `nodes`, `degree`, `diameter`, `mean`, "
      "`exact`; did you mean `nodes`?\n");
}

TEST_F(CliPlotPoints, WrongInputIsNamedAndNothingIsWritten) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.2]}");
  expect_refused({"-o", "a.svg"}, "--y: is missing; expected KEY or NAME=KEY, separated by commas");
  expect_refused({"-o", "a.png", "--y", "hops.mean"},
                 "--output: `a.png` does not end in .svg; expected the name of an SVG file, or -");
  expect_refused({"-o", "no/a.svg", "--y", "hops.mean"}, "--output: there is no folder no for no/a.svg");
  expect_refused(
      {"-o", "a.svg", "--y", "hops.men"},
      "--y, --per or --bound: hops.men: no document has it; expected a key path such as latency.mean; did you "
      "mean `hops.mean`?");
  expect_refused({"-o", "a.svg", "--y", "=hops.mean"},
                 "--y: `=hops.mean` is no quantity; expected KEY or NAME=KEY, separated by commas");
  expect_refused({"-o", "a.svg", "--y", "a=hops.mean,a=latency.mean"},
                 "--y: `a` is given twice; expected different names, as in NAME=KEY");
  expect_refused({"-o", "a.svg", "--y", "digest"},
                 "--y digest: there is no number to draw; expected quantities that are numbers");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--x", "traffic.laod"},
                 "--x: `traffic.laod` is no axis of the sweep; expected `series`, `traffic.load`; did you mean "
                 "`traffic.load`?");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--where", "series"},
                 "--where: `series` is not KEY=VALUE; expected such as `traffic.load=0.4`");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--where", "serie=rt"},
                 "--where: `serie` is no axis of the sweep; expected `series`, `traffic.load`; did you mean `series`?");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--where", "series=rtx"},
                 "--where series: no point has the value `rtx`; expected `rt`, `rtt`; did you mean `rt`?");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--logarithmic", "x", "--x", "series"},
                 "--logarithmic x: what stands along x are texts; expected numbers, and `--form curves`");
  expect_refused({"-o", "a.svg", "--y", "hops.mean", "--logarithmic", "y", "--form", "bars"},
                 "--logarithmic y: bars begin at 0; expected `x`, or `--form curves`");
  expect_refused({"-o", "a.svg", "--channels", "use", "--y", "hops.mean"},
                 "--y: is for curves and bars; expected --channels without it");
  expect_refused({"-o", "out/a.svg", "--y", "hops.mean"},
                 "--output: out/a.svg lies in out, the folder of a sweep; expected a place outside");
  const ProgramResult uncounted = call({"plot", "out", "-o", "a.svg", "--channels", "use"});
  EXPECT_EQ(uncounted.status, 2);
  EXPECT_THAT(uncounted.errors,
              HasSubstr("has no counts by channel; expected points that ran with `run.stalls: detail`"));
  const ProgramResult form = call({"plot", "out", "-o", "a.svg", "--y", "hops.mean", "--form", "pie"});
  EXPECT_EQ(form.status, 2);
  EXPECT_THAT(form.errors, HasSubstr("--form"));
  const ProgramResult strange = call({"plot", ".", "-o", "a.svg", "--y", "hops.mean"});
  EXPECT_EQ(strange.status, 2);
}

}  // namespace
}  // namespace trenza::test
