// `trenza report` as a user calls it: its numbers are those of the documents, and what is wrong is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"
#include "tests/support/occurrences.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kExperiment = "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n";

Json data_of(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const auto at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

Json at_path(const Json& json, const std::string& path) {
  std::string pointer = "/" + path;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  const Json::json_pointer place(pointer);
  return json.contains(place) ? json[place] : Json();
}

class CliReport : public testing::Test {
 protected:
  void sweep(const std::string& axes, const std::string& run = "{cycles: 2000}", const std::string& out = "out") const {
    folder_.write("a.yaml", "topology: {rtt: 2}\n" + kExperiment + "run: " + run + "\nsweep: " + axes + "\n");
    const ProgramResult result = call({"sweep", "a.yaml", "-o", out, "-q", "--jobs", "2"});
    ASSERT_EQ(result.status, 0) << result.errors;
  }
  ProgramResult call(const std::vector<std::string>& arguments) const { return run_program(folder_.path(), arguments); }
  std::string page(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"report", "out", "-o", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = call(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  }
  Json data(const std::vector<std::string>& more = {}) const { return data_of(page(more)); }
  std::vector<Json> index() const {
    return Json::parse(read_file(folder_.path() / "out" / "index.json"))["points"].get<std::vector<Json>>();
  }
  fs::path document_file(const std::string& point) const {
    return folder_.path() / "out" / "points" / (point + ".json");
  }
  Json document(const std::string& point) const { return Json::parse(read_file(document_file(point))); }
  void expect_refused(const std::vector<std::string>& arguments, const std::string& message) const {
    const auto before = folder_.names();
    const ProgramResult result = call(arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_EQ(result.errors, message + "\n");
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(folder_.names(), before);
  }

  TemporaryFolder folder_;
};

TEST_F(CliReport, HasTheNumbersOfTheDocuments) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.4, 3], seeds: 2}");
  const Json report = data();
  ASSERT_EQ(report["points"].size(), 12U);
  EXPECT_EQ(report["documents"], 12);
  int intervals = 0;
  for (const Json& point : report["points"]) {
    const Json one = document(point["point"]);
    for (std::size_t k = 0; k < report["quantities"].size(); ++k) {
      const auto path = report["quantities"][k]["path"].get<std::string>();
      EXPECT_EQ(point["values"][k], at_path(one, path)) << path;
      if (point["intervals"][k].is_null()) continue;
      ++intervals;
      const auto dot = path.rfind('.');
      const std::string place =
          dot == std::string::npos ? path + "_interval" : path.substr(0, dot) + ".interval" + path.substr(dot);
      EXPECT_EQ(point["intervals"][k], (Json{at_path(one, place + ".low"), at_path(one, place + ".high")})) << path;
    }
  }
  EXPECT_GT(intervals, 24);
  for (const char* const path : {"latency.mean", "accepted_load", "latency.p99", "hops.mean", "link_use.max"}) {
    EXPECT_TRUE(std::any_of(report["quantities"].begin(), report["quantities"].end(), [&](const Json& quantity) {
      return quantity["path"] == path;
    })) << path;
  }
}

TEST_F(CliReport, HasTheMeansAndIntervalsOfTheTableOverSeeds) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.4], seeds: 3}");
  const Json report = data();
  const ProgramResult table = call(
      {"table", "out", "--over", "seeds", "--columns", "latency.mean,accepted_load,hops.mean", "--json-lines", "-"});
  std::istringstream lines(table.output);
  std::string line;
  for (const Json& series : report["series"]) {
    for (const Json& place : series["curve"]) {
      ASSERT_TRUE(std::getline(lines, line));
      const Json row = Json::parse(line);
      EXPECT_EQ(row["series"], series["name"]);
      EXPECT_EQ(row["traffic.load"], place["x"]);
      EXPECT_EQ(place["documents"], 3);
      EXPECT_EQ(place["bound"], document(place["points"][0])["uniform_bound"]);
      for (std::size_t k = 0; k < report["quantities"].size(); ++k) {
        const auto path = report["quantities"][k]["path"].get<std::string>();
        if (!row.contains(path)) continue;
        const Json& estimate = place["estimates"][k];
        const double mean = row[path].get<double>();
        const double width = row[path + ".half_width"].get<double>();
        EXPECT_EQ(estimate, (Json{mean, mean - width, mean + width, 3})) << path;
      }
    }
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(CliReport, OneSeedHasTheIntervalOfItsDocument) {
  sweep("{traffic.load: [0.1, 0.4]}");
  const Json report = data();
  const Json place = report["series"][0]["curve"][1];
  const Json one = document(place["points"][0]);
  const Json& interval = one["latency"]["interval"]["mean"];
  ASSERT_TRUE(interval.is_object());
  EXPECT_EQ(place["estimates"][0], (Json{one["latency"]["mean"], interval["low"], interval["high"], 1}));
  EXPECT_EQ(report["series"][0]["name"], "a");  // that of the experiment
}

TEST_F(CliReport, IsOneSmallFileAndTheSameBytesEveryTime) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.4], seeds: 2}", "{cycles: 1000, stalls: detail}");
  ASSERT_EQ(call({"report", "out", "-o", "a.html"}).output, "a.html: 8 of 8 points have a document\n");
  const std::string first = read_file(folder_.path() / "a.html");
  EXPECT_LT(first.size(), 3'000'000U);
  EXPECT_EQ(first, page());
  fs::create_directory(folder_.path() / "elsewhere");
  fs::rename(folder_.path() / "out", folder_.path() / "elsewhere" / "out");
  ASSERT_EQ(call({"report", "elsewhere/out/", "-o", "b.html"}).status, 0);
  EXPECT_TRUE(first == read_file(folder_.path() / "b.html"));
}

/// Cycles in which a channel moved a flit, and packets at its end that waited: as the documents have them.
std::uint64_t counted(const Json& document, const std::string& router, const char* side, const std::string& place,
                      const std::string& what) {
  std::uint64_t cycles = 0;
  for (const auto& [name, counts] : document["stalls"]["routers"][router][side].items()) {
    if (name == place || name.rfind(place + ".", 0) == 0) cycles += counts.value(what, std::uint64_t{0});
  }
  return cycles;
}

TEST_F(CliReport, CountsOfChannelsAreThoseOfTheDocuments) {
  sweep("{topology: [{rt: 4}, {rtt: 4}], traffic.load: [0.9], seeds: 2}",
        "{cycles: 1500, warmup: 0, stalls: detail, series: 500}");
  const std::string text = page();
  const Json report = data_of(text);
  EXPECT_EQ(occurrences(text, "<div class='network'"), 2);
  EXPECT_EQ(occurrences(text, "<g data-channel="), 2 * 128);
  EXPECT_EQ(report["drawn_every"], 1);
  for (const Json& series : report["series"]) {
    EXPECT_EQ(series["network"].is_number(), true);
    const Json& place = series["curve"][0];
    std::uint64_t use = 0;
    std::uint64_t waiting = 0;
    for (const Json& point : place["points"]) {
      use += counted(document(point), "r_0_1", "outputs", "xp_to_1_1", "moving");
      waiting += counted(document(point), "r_1_1", "inputs", "in_xp_from_0_1", "link_busy");
    }
    const std::size_t channel = 8 * 4;  // from node (0, 1) by port x+
    EXPECT_GT(use, 0U);
    EXPECT_GT(waiting, 0U);
    EXPECT_EQ(place["channels"]["cycles"], 3000);
    EXPECT_EQ(place["channels"]["use"][channel], use);
    EXPECT_EQ(place["channels"]["link_busy"][channel], waiting);
    // The same mean as the document has: all that a channel moves are flits, and there is no warm-up.
    std::uint64_t sum = 0;
    for (const Json& flits : place["channels"]["use"]) sum += flits.get<std::uint64_t>();
    double mean = 0;
    for (const Json& point : place["points"]) mean += document(point)["link_use"]["mean"].get<double>() / 2;
    EXPECT_NEAR(static_cast<double>(sum) / 128 / 3000, mean, 0.01 * mean);
    std::uint64_t empty = 0;
    for (const Json& point : place["points"])
      empty += document(point)["stalls"]["inputs"]["empty"].get<std::uint64_t>();
    EXPECT_EQ(place["stalls"]["inputs"]["empty"], empty);
  }
}

TEST_F(CliReport, SeriesOfWindowsGiveTheUseOfChannelsAlone) {
  sweep("{traffic.load: [0.3]}", "{cycles: 1000, series: 400}");
  const Json report = data();
  const Json& place = report["series"][0]["curve"][0];
  const Json one = document(place["points"][0]);
  std::uint64_t flits = 0;
  for (const Json& lane : one["series"]["channels"]) {
    if (lane["channel"] != "r_1_0.ym") continue;
    for (const Json& window : lane["flits"]) flits += window.get<std::uint64_t>();
  }
  EXPECT_GT(flits, 0U);
  EXPECT_EQ(place["channels"]["use"][1 * 4 + 3], flits);
  EXPECT_EQ(place["channels"].size(), 2U);  // the cycles, the use
  EXPECT_FALSE(place.contains("stalls"));
}

TEST_F(CliReport, NamesWhatFailed) {
  folder_.write("a.yaml",
                "topology: {rtt: 2}\n" + kExperiment +
                    "run: {cycles: 500}\nsweep: {traffic.load: [0.1, 0.2, 0.3, 0.4], run.cycles: [500, 200000000], "
                    "limit: 0.3}\n");
  ASSERT_EQ(call({"sweep", "a.yaml", "-o", "out", "-q"}).status, 1);
  const std::vector<Json> points = index();
  const auto name = [&](std::size_t k) { return points[k]["point"].get<std::string>(); };
  fs::remove(document_file(name(2)));
  fs::resize_file(document_file(name(4)), 300);
  folder_.write("out/notes.txt", "mine");
  const Json report = data();
  EXPECT_EQ(report["documents"], 2);
  std::map<std::string, std::string> states;
  for (const Json& problem : report["problems"]) states[problem["point"]] = problem["state"];
  EXPECT_EQ(states, (std::map<std::string, std::string>{{name(1), "failed: took longer than the limit of 0.3 s"},
                                                        {name(3), "failed: took longer than the limit of 0.3 s"},
                                                        {name(5), "failed: took longer than the limit of 0.3 s"},
                                                        {name(7), "failed: took longer than the limit of 0.3 s"},
                                                        {name(2), "missing"},
                                                        {name(4), "damaged: the document is cut off"}}));
  EXPECT_THAT(report["folders"][0]["strange"],
              ElementsAre("notes.txt is not of a sweep", "points/" + name(4) + ".json is cut off"));
  EXPECT_EQ(report["series"].size(), 2U);
}

TEST_F(CliReport, NamesRunsThatEndedEarly) {
  folder_.write("a.yaml",
                "topology: {rtt: 4}\nrouter: {bubble: off, virtual_channels: {adaptive: 0}, buffer_packets: 2}\n"
                "traffic: {pattern: uniform, packet_flits: 4, load: 4}\nrun: {cycles: 100000}\nsweep: {seeds: 1}\n");
  const ProgramResult swept = call({"sweep", "a.yaml", "-o", "out", "-q", "--unsafe"});
  const Json report = data();
  ASSERT_EQ(report["problems"].size(), 1U) << swept.errors;
  EXPECT_EQ(report["problems"][0]["state"], "deadlock");
  EXPECT_THAT(report["problems"][0]["note"].get<std::string>(), HasSubstr("deadlock"));
}

TEST_F(CliReport, SaysWhatDiffersAndWhatAllHaveInCommon) {
  sweep("{" + kTwoSeries + ", router.virtual_channels.adaptive: [1, 2], traffic.load: [0.1, 0.2]}");
  const Json report = data();
  std::vector<std::string> names;
  for (const Json& series : report["series"]) names.push_back(series["name"]);
  EXPECT_THAT(names, ElementsAre("rt, adaptive 1", "rt, adaptive 2", "rtt, adaptive 1", "rtt, adaptive 2"));
  const Json& configurations = report["configurations"];
  EXPECT_EQ(configurations["keys"], (Json{"topology.kind"}));
  EXPECT_EQ(configurations["rows"][2], (Json{{"series", "rtt, adaptive 1"}, {"values", {{"rtt"}}}}));
  const auto shared = [&](const std::string& key) {
    for (const Json& one : configurations["shared"]) {
      if (one["key"] == key) return one["value"];
    }
    return Json();
  };
  EXPECT_EQ(shared("traffic.packet_flits"), 4);
  EXPECT_EQ(shared("topology.a"), 2);
  EXPECT_EQ(shared("traffic.load"), Json());
  EXPECT_EQ(configurations["axes"][1], (Json{{"key", "router.virtual_channels.adaptive"}, {"values", {1, 2}}}));
}

TEST_F(CliReport, ComparesSeriesByPairsOfSeeds) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 3], seeds: 3}");
  const Json report = data();
  const Json& comparison = report["comparison"];
  ASSERT_EQ(comparison["summary"].size(), 2U);
  EXPECT_EQ(comparison["summary"][0]["last_below"], 0.1);
  EXPECT_EQ(comparison["summary"][0]["first_saturated"], 3);
  EXPECT_EQ(comparison["summary"][1]["lowest_x"], 0.1);
  const Json& row = comparison["differences"][0];
  EXPECT_EQ(row["series"], "rtt");
  EXPECT_EQ(row["quantity"], "latency.mean");
  EXPECT_EQ(row["seeds"], 3);
  double difference = 0;
  for (int seed = 0; seed < 3; ++seed) {
    difference += document(report["series"][1]["curve"][0]["points"][seed])["latency"]["mean"].get<double>() / 3;
    difference -= document(report["series"][0]["curve"][0]["points"][seed])["latency"]["mean"].get<double>() / 3;
  }
  EXPECT_NEAR(row["difference"].get<double>(), difference, 1e-9);
  EXPECT_LT(row["low"], row["difference"]);
}

TEST_F(CliReport, ChoosesTheAxisOfTheCurves) {
  sweep("{router.virtual_channels.adaptive: [1, 2], traffic.load: [0.1, 0.2, 0.3]}");
  EXPECT_EQ(data()["x"]["key"], "traffic.load");
  const Json other = data({"--x", "router.virtual_channels.adaptive"});
  EXPECT_EQ(other["x"]["values"], (Json{1, 2}));
  EXPECT_EQ(other["series"].size(), 3U);
  EXPECT_EQ(other["series"][1]["name"], "load 0.2");
  expect_refused({"report", "out", "-o", "a.html", "--x", "trafic.load"},
                 "--x: `trafic.load` is no axis of the sweep; expected `router.virtual_channels.adaptive`, "
                 "`traffic.load`; did you mean `traffic.load`?");
}

TEST_F(CliReport, TakesTextsAsAnAxisWhereThereAreNoNumbers) {
  sweep("{topology: [{rt: 2}, {rtt: 2}]}");
  const Json report = data({"--svg", "figures"});
  EXPECT_EQ(report["x"]["numeric"], false);
  EXPECT_EQ(report["x"]["values"], (Json{"rt: 2", "rtt: 2"}));
  EXPECT_EQ(report["series"].size(), 1U);
  EXPECT_THAT(read_file(folder_.path() / "figures" / "latency.svg"), HasSubstr(">rtt: 2</text>"));
}

TEST_F(CliReport, ListsThatAreZippedWithTheAxisMakeNoSeries) {
  sweep("{zip: {traffic.load: [0.1, 0.2, 0.3], run.cycles: [1000, 1500, 2000]}}");
  const Json report = data();
  ASSERT_EQ(report["series"].size(), 1U);
  EXPECT_EQ(report["series"][0]["curve"].size(), 3U);
}

TEST_F(CliReport, PutsSweepsSideBySide) {
  sweep("{traffic.load: [0.1, 0.2]}", "{cycles: 1000}");
  sweep("{traffic.load: [0.2, 0.3]}", "{cycles: 1500}", "other");
  const ProgramResult result = call({"report", "out", "other", "-o", "-", "--title", "Both"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const Json report = data_of(result.output);
  EXPECT_EQ(report["title"], "Both");
  EXPECT_EQ(report["series"][0]["name"], "out");
  EXPECT_EQ(report["series"][1]["name"], "other");
  EXPECT_EQ(report["x"]["values"], (Json{0.1, 0.2, 0.3}));
  EXPECT_EQ(report["configurations"]["keys"], (Json{"run.cycles"}));
  expect_refused({"report", "out", "./out", "-o", "a.html"}, "./out: is given twice; expected each folder once");
}

TEST_F(CliReport, WritesFiguresForPapers) {
  sweep("{" + kTwoSeries + ", traffic.load: [0.1, 0.2], seeds: 2}");
  const ProgramResult result = call({"report", "out", "--svg", "figures/svg", "--pgf", "figures/tex"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("8 of 8 points have a document; "));
  const Json report = data();
  const auto files = [&](const char* folder) {
    return std::distance(fs::directory_iterator(folder_.path() / "figures" / folder), fs::directory_iterator());
  };
  EXPECT_EQ(files("svg"), report["quantities"].size());
  EXPECT_EQ(files("tex"), 2 * report["quantities"].size());
  const std::string svg = read_file(folder_.path() / "figures" / "svg" / "throughput.svg");
  EXPECT_EQ(occurrences(svg, "<svg "), occurrences(svg, "</svg>"));
  EXPECT_EQ(occurrences(svg, "<text "), occurrences(svg, "</text>"));
  EXPECT_THAT(svg, HasSubstr("rtt (dotted: its bound)"));
  std::istringstream csv(read_file(folder_.path() / "figures" / "tex" / "latency.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "x,y1,minus1,plus1,y2,minus2,plus2");
  std::getline(csv, line);
  const Json& first = report["series"][0]["curve"][0]["estimates"][0];
  EXPECT_EQ(line.substr(0, line.find(',', 4)), "0.1," + first[0].dump());
  EXPECT_THAT(read_file(folder_.path() / "figures" / "tex" / "latency.tex"), HasSubstr("{latency.csv}"));
}

TEST_F(CliReport, RefusesWhatIsNoSweep) {
  fs::create_directory(folder_.path() / "empty");
  fs::create_directory(folder_.path() / "foreign");
  folder_.write("foreign/notes.txt", "mine");
  folder_.write("file", "");
  expect_refused({"report", "nowhere", "-o", "a.html"}, "nowhere is no folder; expected one that `trenza sweep` made");
  expect_refused({"report", "empty", "-o", "a.html"}, "empty holds no index.json; expected the folder of a sweep");
  expect_refused({"report", "foreign", "-o", "a.html"},
                 "foreign holds `notes.txt` and no sweep; expected a new folder, or that of a sweep");
  expect_refused({"report", "empty"},
                 "trenza report: has nothing to write; expected -o FILE, --svg FOLDER or --pgf FOLDER");
  sweep("{traffic.load: [0.1]}", "{cycles: 300}");
  expect_refused({"report", "out", "-o", "x.pdf"},
                 "-o x.pdf: expected a name that ends in .html; --svg FOLDER and --pgf FOLDER write figures for other "
                 "documents");
  expect_refused({"report", "out", "--svg", "file"}, "--svg file: is no folder; expected one, or a new name");
  expect_refused({"report", "out", "-o", "no/a.html"}, "--output: there is no folder no for no/a.html");
  fs::create_symlink("out", folder_.path() / "link");
  const std::string before = read_file(folder_.path() / "out" / "index.json");
  expect_refused({"report", "out", "-o", "out/index.json"},
                 "--output: out/index.json lies in out, the folder of a sweep; expected a place outside");
  expect_refused({"report", "./out", "-o", "link/new.html"},
                 "--output: link/new.html lies in ./out, the folder of a sweep; expected a place outside");
  expect_refused({"report", "out", "--pgf", "out/points"},
                 "--pgf: out/points lies in out, the folder of a sweep; expected a place outside");
  EXPECT_EQ(read_file(folder_.path() / "out" / "index.json"), before);
  fs::remove(document_file(index()[0]["point"]));
  expect_refused(
      {"report", "out", "-o", "a.html"},
      "out holds no document of a point that was run; expected the folder of a sweep that has run, see `trenza "
      "table out`");
}

TEST_F(CliReport, SaysWhyANetworkIsNotDrawn) {
  folder_.write("net", "nodes 3\n0:0 1:0\n1:1 2:0\n2:1 0:1\n");
  folder_.write(
      "a.yaml",
      "topology: {custom: net}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 300}\nsweep: {seeds: 1}\n");
  ASSERT_EQ(call({"sweep", "a.yaml", "-o", "out", "-q"}).status, 0);
  EXPECT_EQ(data()["networks"][0]["drawn"], true);
  fs::remove(folder_.path() / "net");
  const Json gone = data();
  EXPECT_EQ(gone["networks"][0]["drawn"], false);
  EXPECT_THAT(gone["networks"][0]["fault"].get<std::string>(), HasSubstr("net"));
  folder_.write(
      "a.yaml",
      "topology: {torus: [25, 20]}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 50}\nsweep: {seeds: 1}\n");
  ASSERT_EQ(call({"sweep", "a.yaml", "-o", "out", "-q"}).status, 0);
  EXPECT_EQ(data()["networks"][0]["fault"], "500 nodes; a drawing can have 400");
}

}  // namespace
}  // namespace trenza::test
