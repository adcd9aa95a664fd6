// The commands about networks as graphs, from outside: keys, numbers that are known, files, wrong input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNear = 5e-5;  // of values known to four decimals

/// The document on standard output, which must hold nothing else.
Json graph_document(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.end(), {"--json", "-"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  return Json::parse(result.output);
}

TEST(CliTopology, Rtt7) {
  const Json rtt = graph_document({"topology", "rtt: {a: 7}", "--worst-case"});
  EXPECT_EQ(rtt["nodes"], 98);
  EXPECT_EQ(rtt["degree"], 4);
  EXPECT_EQ(rtt["diameter"], 7);
  // (4a^2 - 1) / 6a over all nodes, times N / (N - 1) over the others.
  EXPECT_NEAR(rtt["mean_distance_with_self"].get<double>(), 195.0 / 42, 1e-9);
  EXPECT_NEAR(rtt["mean_distance"].get<double>(), 195.0 / 42 * 98 / 97, 1e-9);
  EXPECT_NEAR(rtt["mean_distance_per_dimension"][0].get<double>(), 195.0 / 84 * 98 / 97, 1e-9);
  EXPECT_NEAR(rtt["imbalance"].get<double>(), 1, 1e-9);
  EXPECT_EQ(rtt["node_symmetric"], true);
  EXPECT_EQ(rtt["edge_symmetric"], true);
  EXPECT_NEAR(rtt["uniform_even_split"].get<double>(), 4 / rtt["mean_distance"].get<double>(), 1e-9);
  EXPECT_GT(rtt["deviation_with_self"], 0);
  EXPECT_LT(rtt["worst_case_throughput"], rtt["uniform_even_split"]);
  EXPECT_LE(rtt["worst_case_throughput_dimension_order"], rtt["uniform_even_split"]);
  EXPECT_FALSE(graph_document({"topology", "rtt: {a: 7}"}).contains("worst_case_throughput"));
}

TEST(CliTopology, TwistOfThirteen) {
  const Json torus = graph_document({"topology", "twisted_torus: {size: [30, 12], twist: {yx: 13}}"});
  EXPECT_EQ(torus["nodes"], 360);
  EXPECT_EQ(torus["diameter"], 14);
  const double x = torus["mean_distance_per_dimension"][0];
  const double y = torus["mean_distance_per_dimension"][1];
  EXPECT_NEAR(x + y, torus["mean_distance"].get<double>(), 1e-9);
  EXPECT_NEAR(torus["imbalance"].get<double>(), 2 * std::max(x, y) / (x + y), 1e-9);
}

TEST(CliTopology, BypassTorusOf216000Nodes) {
  const Json ibt = graph_document({"topology", "ibt: {n: 60, d: 3, b: [6, 24]}"});
  EXPECT_EQ(ibt["nodes"], 216000);
  EXPECT_EQ(ibt["degree"], 8);
  EXPECT_EQ(ibt["diameter"], 15);
  EXPECT_EQ(ibt["node_symmetric"], false);
  EXPECT_EQ(ibt["exact"], true);
}

TEST(CliTopology, NetworksSideBySide) {
  const Json both = graph_document({"topology", "rt: {a: 4}", "rtt: {a: 4}"});
  EXPECT_NEAR(both["networks"][0]["uniform_even_split"].get<double>(), 0.96875, kNear);
  EXPECT_NEAR(both["networks"][1]["uniform_even_split"].get<double>(), 1.47619, kNear);
  const TemporaryFolder folder;
  const ProgramResult csv = run_program(folder.path(), {"topology", "rt: {a: 4}", "rtt: {a: 4}", "--csv"});
  EXPECT_THAT(csv.output, StartsWith("network,nodes,degree,links,diameter,mean_distance,"));
  EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 3);
}

TEST(CliTopology, DoesNotDependOnThreads) {
  const std::vector<std::string> command{"topology", "ibt: {n: 8, d: 2, b: [4]}", "--worst-case"};
  std::vector<std::string> one = command;
  one.insert(one.end(), {"--threads", "1"});
  std::vector<std::string> three = command;
  three.insert(three.end(), {"--threads", "3"});
  EXPECT_EQ(graph_document(one).dump(), graph_document(three).dump());
}

TEST(CliTopology, DrawsTheNetwork) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(folder.path(), {"topology", "rtt: {a: 4}", "--plot", "rtt.svg", "-q"});
  EXPECT_EQ(result.output + result.errors, "");
  EXPECT_THAT(read_file(folder.path() / "rtt.svg"), HasSubstr("twisted wraparound"));
}

TEST(CliTwists, FindsTheOptimaOfThePaper) {
  const Json twists = graph_document({"twists", "--rows", "12", "--columns", "22:24"});
  EXPECT_EQ(twists["points"].size(), 12U + 12U + 13U);
  const Json& point = twists["points"].back();
  EXPECT_EQ(point["twist"], 12);
  EXPECT_NEAR(point["mean_distance"].get<double>(), 8.0139, kNear);
  EXPECT_NEAR(point["max_mean_distance_per_dimension"].get<double>(), 4.0070, kNear);
  EXPECT_EQ(point["diameter"], 12);
  int optimal = 0;
  for (const Json& optimum : twists["optima"]) {
    if (optimum["columns"] != 24) continue;
    EXPECT_NE(std::find(optimum["twists"].begin(), optimum["twists"].end(), 12), optimum["twists"].end()) << optimum;
    ++optimal;
  }
  EXPECT_EQ(optimal, 4);
}

TEST(CliTwists, PrintsPointsAsCsv) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(folder.path(), {"twists", "--rows", "12", "--columns", "30", "--csv"});
  EXPECT_THAT(result.output, StartsWith("columns,rows,twist,diameter,mean_distance,"));
  EXPECT_THAT(result.output, HasSubstr("\n30,12,13,14,"));
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 17);
}

TEST(CliBypass, MeasuresSchemes) {
  const Json bypass = graph_document({"bypass", "--d", "3", "--n", "60", "--metrics"});
  EXPECT_EQ(bypass["best_by_diameter"], Json({6, 24}));
  EXPECT_EQ(bypass["schemes"][0]["scheme"], Json({6, 24}));
  EXPECT_EQ(bypass["schemes"][0]["diameter"], 15);
  EXPECT_EQ(bypass["schemes"][0]["formula"], 12);
  EXPECT_TRUE(bypass["schemes"][0].contains("mean_distance_with_self"));
}

TEST(CliBypass, RulesDiffer) {
  const std::vector<std::string> command{"bypass", "--d", "3", "--n", "99"};
  std::vector<std::string> algorithm = command;
  algorithm.insert(algorithm.end(), {"--by", "algorithm"});
  const auto has = [](const Json& schemes, const Json& scheme) {
    return std::any_of(schemes.begin(), schemes.end(), [&](const Json& one) { return one["scheme"] == scheme; });
  };
  EXPECT_TRUE(has(graph_document(command)["schemes"], {9, 18, 36}));
  EXPECT_FALSE(has(graph_document(algorithm)["schemes"], {9, 18, 36}));
}

TEST(CliMap, DilationAndByteHops) {
  const Json map =
      graph_document({"map", "rtt: {a: 4}", "--mapping", "f_d", "--trace", trace_file("cg.A.32.i1.goal.zst")});
  EXPECT_EQ(map["process_grid"], Json({8, 4}));
  EXPECT_NEAR(map["dilation"]["mean"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(map["dilation"]["max"], 2);
  EXPECT_EQ(map["trace"]["messages"], 8416);
  const double hops = map["trace"]["byte_hops"].get<double>() / map["trace"]["bytes"].get<double>();
  EXPECT_NEAR(map["trace"]["mean_hops"].get<double>(), hops, 1e-9);
}

TEST(CliMap, WritesAPlacementThatItReadsAgain) {
  const TemporaryFolder folder;
  const ProgramResult written = run_program(
      folder.path(), {"map", "rtt: {a: 4}", "--mapping", "f_d . f_v(2)", "--placement", "map.txt", "--json", "a.json"});
  EXPECT_EQ(written.status, 0) << written.errors;
  EXPECT_THAT(read_file(folder.path() / "map.txt"), HasSubstr("\n63 "));
  const ProgramResult read = run_program(
      folder.path(), {"map", "rtt: {a: 4}", "--mapping", "map.txt", "--grid", "8,8", "--json", "b.json", "-q"});
  EXPECT_EQ(read.status, 0) << read.errors;
  Json first = Json::parse(read_file(folder.path() / "a.json"));
  Json second = Json::parse(read_file(folder.path() / "b.json"));
  EXPECT_EQ(second["mapping"], "map.txt");
  first.erase("mapping");
  second.erase("mapping");
  EXPECT_EQ(first.dump(), second.dump());
}

TEST(CliMap, SetsMappingsSideBySide) {
  const std::vector<std::string> command{"map", "pdtt: {a: 4}", "--mapping", "id", "--mapping", "f_d(yx) . f_d(zx)"};
  const Json map = graph_document(command);
  ASSERT_EQ(map["mappings"].size(), 2U);
  EXPECT_EQ(map["mappings"][0]["dilation"]["max"], 3);
  EXPECT_EQ(map["mappings"][1]["dilation"]["max"], 2);
  EXPECT_NEAR(map["mappings"][1]["dilation"]["mean"].get<double>(), 5.0 / 3, 1e-12);
  EXPECT_FALSE(map.contains("search"));
  const TemporaryFolder folder;
  std::vector<std::string> csv = command;
  csv.emplace_back("--csv");
  EXPECT_THAT(run_program(folder.path(), csv).output, StartsWith("quantity,id,f_d(yx) . f_d(zx)\n"));
}

TEST(CliMap, SearchesAPlacementThatARunReads) {
  const TemporaryFolder folder;
  const std::string cg = trace_file("cg.A.32.i1.goal.zst");
  const ProgramResult found = run_program(
      folder.path(), {"map", "rtt: {a: 4}", "--mapping", "id", "--mapping", "f_d", "--trace", cg, "--search", "--steps",
                      "100000", "--placement", "best.map", "--json", "a.json", "-q"});
  EXPECT_EQ(found.status, 0) << found.errors;
  const Json map = Json::parse(read_file(folder.path() / "a.json"));
  ASSERT_EQ(map["mappings"].size(), 3U);
  EXPECT_EQ(map["mappings"][2]["mapping"], "found");
  EXPECT_EQ(map["search"]["objective"], "byte-hops");
  EXPECT_EQ(map["search"]["start"], "id");
  // 128 pairs of very different weight: 44 % less than id and f_d.
  EXPECT_LE(map["mappings"][2]["trace"]["byte_hops"], 58'295'296);
  EXPECT_NEAR(map["search"]["saved"].get<double>(),
              1 - map["mappings"][2]["trace"]["byte_hops"].get<double>() /
                      map["mappings"][0]["trace"]["byte_hops"].get<double>(),
              1e-12);
  const Json read = [&] {
    const ProgramResult again =
        run_program(folder.path(), {"map", "rtt: {a: 4}", "--mapping", "./best.map", "--trace", cg, "--json", "-"});
    return Json::parse(again.output);
  }();
  EXPECT_EQ(read["trace"]["byte_hops"], map["mappings"][2]["trace"]["byte_hops"]);
  folder.write("a.yaml", "topology: {rtt: 4}\ntraffic: {trace: " + cg + "}\nmapping: best.map\n");
  EXPECT_EQ(run_program(folder.path(), {"check", "a.yaml"}).status, 0);
}

TEST(CliMap, SearchesByAMatrix) {
  const TemporaryFolder folder;
  folder.write("ring.txt", "# from to bytes\n0 5 10\n5 1 10\n1 4 10\n4 2 10\n2 3 10\n3 0 10\n");
  const auto map = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"map", "torus: [6]", "--matrix", "ring.txt", "--json", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return Json::parse(result.output);
  };
  const Json id = map({});
  EXPECT_EQ(id["matrix"]["byte_hops"], 10 * (1 + 2 + 3 + 2 + 1 + 3));
  EXPECT_EQ(id["matrix"]["processes"], 6);
  const Json found = map({"--search", "--steps", "10000"});
  EXPECT_EQ(found["mappings"][1]["matrix"]["byte_hops"], 60);
  EXPECT_EQ(found["mappings"][1]["matrix"]["max_hops"], 1);
  // The neighbours of the grid and not the matrix: id cannot be better.
  const Json plain = map({"--search", "--steps", "10000", "--objective", "dilation"});
  EXPECT_EQ(plain["search"]["objective"], "dilation");
  EXPECT_EQ(plain["search"]["saved"], 0.0);
  EXPECT_TRUE(plain["search"]["best_descent"].is_null());
}

TEST(CliMap, DoesNotDependOnThreads) {
  const std::vector<std::string> command{"map", "ptt: {a: 3}", "--mapping", "f_h(2)", "--search", "--steps", "5000"};
  std::vector<std::string> one = command;
  one.insert(one.end(), {"--threads", "1"});
  std::vector<std::string> three = command;
  three.insert(three.end(), {"--threads", "3"});
  EXPECT_EQ(graph_document(one).dump(), graph_document(three).dump());
}

TEST(CliMap, NeighboursOnALogicalMesh) {
  const Json mesh = graph_document({"map", "rtt: {a: 4}", "--logical", "mesh"});
  EXPECT_EQ(mesh["logical"], "mesh");
  EXPECT_EQ(mesh["dilation"]["max"], 1);
  EXPECT_EQ(graph_document({"map", "rtt: {a: 4}"})["dilation"]["max"], 3);
}

/// Hops of neighbours on paper, and of packets that are drawn and carried.
TEST(CliModel, NeighboursOnAMeshAreThoseOfTheTraffic) {
  for (const std::string logical : {"mesh", "torus"}) {
    for (const std::string mapping : {"f_d", "f_v(2)"}) {
      const Json model =
          graph_document({"model", "rtt", "--a", "4", "--mapping", mapping, "--logical", logical, "--alpha", "1"});
      EXPECT_EQ(model["logical"], logical);
      EXPECT_EQ(model["tau_closed"].is_null(), logical == "mesh");
      const TemporaryFolder folder;
      folder.write("a.yaml", "topology: {rtt: 4}\nmapping: " + mapping +
                                 "\ntraffic: {pattern: local_global, alpha: 1, load: 0.3, packet_flits: 1, wrap: " +
                                 (logical == "mesh" ? "off" : "on") + "}\nrun: {cycles: 40000}\n");
      const ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "--json", "-"});
      ASSERT_EQ(result.status, 0) << result.errors;
      const Json run = Json::parse(result.output);
      // Packets to the own node are not created, but count on paper: with f_v(2) every process of a torus has one such
      // neighbour of four; of a mesh those of the first and the last row one of three, or of two in the corners.
      double stays = 0;
      if (mapping == "f_v(2)")
        stays = logical == "torus" ? 0.25 : (2 * 2 * 0.5 + 2 * 6 / 3.0 + 6 * 2 / 3.0 + 6 * 6 * 0.25) / 64;
      EXPECT_NEAR(run["hops"]["mean"].get<double>() * (1 - stays), model["tau_exact"].get<double>(), 0.01)
          << logical << " " << mapping;
    }
  }
}

TEST(CliTwists, SetsOfThreeDimensions) {
  const Json sets = graph_document({"twists", "--size", "8,4,4"});
  EXPECT_EQ(sets["sets"], 145);
  std::map<std::string, Json> by_name;
  for (const Json& point : sets["points"]) by_name[point["twists"]] = point;
  EXPECT_EQ(by_name.at("none")["diameter"], 8);
  EXPECT_NEAR(by_name.at("yx=4 zx=4")["uniform_even_split"].get<double>(), 1.73182, kNear);
  EXPECT_NEAR(by_name.at("yx=4 zx=4")["imbalance"].get<double>(), 1, 1e-9);
  EXPECT_EQ(by_name.at("yx=4 zx=4")["node_symmetric"], true);
  const double best = sets["points"][0]["uniform_even_split"];
  for (const Json& point : sets["points"]) EXPECT_LE(point["uniform_even_split"], best + 1e-9);
  EXPECT_THAT(sets["points"][0]["best_in"], testing::Contains("even_split"));
  const TemporaryFolder folder;
  const ProgramResult text = run_program(folder.path(), {"twists", "--size", "8,4,4"});
  EXPECT_THAT(text.output, StartsWith("145 sets of twists of 8x4x4 without a conflict: "));
  EXPECT_THAT(text.output, HasSubstr("\nnone "));
}

TEST(CliTwists, ConflictingSetsCountAsTheComputationOfThePaperSays) {
  // trenza reproduce: computation twist_sets of 3x3x3 has 27^2 sets, and those without a conflict are symmetric.
  const Json sets = graph_document({"twists", "--size", "3,3,3", "--conflicting", "--all-twists"});
  EXPECT_EQ(sets["sets"], 729);
  EXPECT_EQ(sets["points"].size(), 729U);
  for (const Json& point : sets["points"]) EXPECT_NE(point["conflicting"], point["node_symmetric"]) << point;
}

TEST(CliModel, RttOfThePaper) {
  const Json model =
      graph_document({"model", "rtt", "--topology", "rtt", "--a", "4", "--mapping", "f_d . f_v(2)", "--alpha", "0.5"});
  for (const char* const key : {"tau_closed", "tau_exact", "throughput_closed", "throughput_exact"})
    EXPECT_TRUE(model.contains(key)) << key;
  EXPECT_NEAR(model["throughput_exact"].get<double>(), 1.920, kNear);
  const Json rt = graph_document({"model", "rtt", "--topology", "rt", "--a", "4", "--alpha", "0,1"});
  EXPECT_NEAR(rt["points"][0]["throughput_exact"].get<double>(), 0.96875, 1e-9);
  EXPECT_NEAR(rt["points"][1]["throughput_closed"].get<double>(), 4, 1e-9);
}

TEST(CliModel, DuatoNbcOfThePaper) {
  const Json model =
      graph_document({"model", "duato-nbc", "--k", "8", "--flits", "32", "--vcs", "10", "--rate", "0.01"});
  EXPECT_NEAR(model["saturation_rate"].get<double>(), 0.018489, 1e-6);
  EXPECT_NEAR(model["zero_load_latency"].get<double>(), 36.0635, kNear);
  EXPECT_GT(model["latency"], model["zero_load_latency"]);
  const Json beyond = graph_document({"model", "duato-nbc", "--k", "8", "--flits", "32", "--rate", "0.02"});
  EXPECT_TRUE(beyond["latency"].is_null());
}

TEST(CliModel, DrawsCurves) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program(folder.path(), {"model", "duato-nbc", "--k", "8", "--flits", "32", "--plot", "a.svg"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(read_file(folder.path() / "a.svg"), HasSubstr("</svg>"));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.svg"});
}

struct PrintedRow {
  std::string network;  ///< how its name begins
  int diameter;
  double mean;
  double deviation;
};

/// The numbers that the paper prints, to two decimals.
void expect_computed(const Json& row, const std::vector<PrintedRow>& printed, int& found) {
  constexpr double kHalfOfLastDigit = 0.005;
  for (const PrintedRow& expected : printed) {
    if (row["network"].get<std::string>().rfind(expected.network, 0) != 0) continue;
    ++found;
    // The mean of a sample may be off by three standard errors.
    const double error = row["evidence"] == "sampled" ? 3 * row["standard_error"].get<double>() : 0;
    const Json& computed = row["computed"];
    EXPECT_EQ(computed["diameter"], expected.diameter) << row;
    EXPECT_NEAR(computed["mean_distance_with_self"].get<double>(), expected.mean, kHalfOfLastDigit + error) << row;
    EXPECT_NEAR(computed["deviation_with_self"].get<double>(), expected.deviation, kHalfOfLastDigit + error) << row;
  }
}

TEST(CliCompare, ConfirmsTable1Slow) {
  const Json table = graph_document({"compare"});
  ASSERT_EQ(table["rows"].size(), 9U);
  int found = 0;
  for (const Json& row : table["rows"]) {
    expect_computed(row,
                    {{"Torus (102", 153, 76.50, 25.51},
                     {"Torus (32", 64, 32.00, 9.27},
                     {"iBT(102", 16, 11.44, 1.95},
                     {"Hypercube", 20, 10.00, 2.24},
                     {"Scalable barrel", 10, 6.78, 1.26},
                     {"de Bruijn", 10, 9.00, 0.92}},
                    found);
  }
  EXPECT_EQ(found, 6);
  int confirmed = 0;
  for (const Json& row : table["rows"]) {
    if (row["evidence"] == "literature") {
      EXPECT_TRUE(row["computed"].is_null());
    } else {
      EXPECT_EQ(row["confirmed"], true) << row;
      ++confirmed;
    }
  }
  EXPECT_EQ(confirmed, 7);
}

struct WrongUse {
  std::vector<std::string> arguments;
  std::string message;  ///< how standard error begins
};

std::vector<WrongUse> wrong_uses() {
  return {
      {{"topology"}, "trenza: SPEC is required"},
      {{"topology", ""}, "trenza: SPEC: is empty; expected a value"},
      {{"topology", "rtt:{a: 4}"}, "SPEC:1:1: "},
      {{"map", "[rtt]"}, "SPEC:1:1: is a list"},
      {{"topology", "rtt: {a: 4"}, "SPEC:1:"},
      {{"topology", "rttt: {a: 4}"}, "SPEC:1:1: "},
      {{"topology", "rtt: {b: 4}"}, "SPEC:1:7: rtt.b: "},
      {{"topology", "rtt: {a: four}"}, "SPEC:1:10: rtt.a: is `four`"},
      {{"topology", "rtt: {a: 1}"}, "SPEC:1:"},
      {{"topology", "ibt: {n: 12, d: 3, b: [5]}"}, "SPEC:1:1: ibt(12^3; <5>): condition"},
      {{"topology", "twisted_torus: {size: [8, 4], twist: {yy: 2}}"}, "SPEC:1:"},
      {{"topology", "rtt: {a: 4}", "--plot", "a.png"}, "--plot: `a.png` does not end in .svg"},
      {{"topology", "rtt: {a: 40}", "--plot", "a.svg"}, "--plot: rtt(40) has 3200 nodes"},
      {{"topology", "rt: {a: 4}", "rtt: {a: 4}", "--plot", "a.svg"}, "--plot: draws one network"},
      {{"topology", "rtt: {a: 4}", "--json", "-", "--csv"}, "--csv: --json - writes to standard output already"},
      {{"topology", "rtt: {a: 4}", "--json", "absent/a.json"}, "--json: there is no folder absent"},
      {{"twists", "--rows", "12", "--columns", "48:12"}, "--columns: the range is empty"},
      {{"twists", "--rows", "1", "--columns", "12"}, "trenza: --rows"},
      {{"twists", "--rows", "12", "--columns", "12,16"}, "--columns: has gaps"},
      {{"twists", "--rows", "12"}, "--columns: is missing; expected --rows and --columns, or --size"},
      {{"twists"}, "--rows: is missing"},
      {{"twists", "--rows", "12", "--columns", "12", "--conflicting"}, "--conflicting: is for the sets of --size"},
      {{"twists", "--size", "8"}, "--size: has 1 sizes; expected 2 to 4"},
      {{"twists", "--size", "8,1"}, "--size: 1 is out of range"},
      {{"twists", "--size", "8,4", "--rows", "4"}, "--size: --rows or --columns are given as well"},
      {{"twists", "--size", "8,4", "--optima"}, "--optima: is for --rows and --columns"},
      {{"twists", "--size", "8,4", "--plot", "a.svg"}, "--plot: draws metrics over the columns"},
      {{"twists", "--size", "8,8,8", "--at-most", "5"}, "trenza: the sets of twists of a torus of 8x8x8 are "},
      {{"twists", "--size", "16,16,16", "--conflicting"}, "trenza: a torus of 16x16x16 has 16777216 sets"},
      {{"bypass", "--d", "3", "--n", "25"}, "--n: no bypass scheme qualifies"},
      {{"bypass", "--d", "3", "--n", "24", "--by", "luck"}, "trenza: --by"},
      {{"map", "rtt: {a: 4}", "--mapping", "f_w"}, "trenza: mapping \"f_w\": column 1"},
      {{"map", "rtt: {a: 4}", "--mapping", "absent.txt"}, "trenza: absent.txt: "},
      {{"map", "rtt: {a: 2}", "--trace", trace_file("cg.A.32.i1.goal.zst")}, "--trace: "},
      {{"map", "rtt: {a: 4}", "--grid", "8,4"}, "--grid: is for mappings in files"},
      {{"map", "ptt: {a: 4}", "--mapping", "f_d"}, "trenza: mapping \"f_d\": column 1: f_d is for nodes of two"},
      {{"map", "rtt: {a: 4}", "--mapping", "f_d(zx)"}, "trenza: mapping \"f_d(zx)\": column 1: f_d(zx) is about"},
      {{"map", "rtt: {a: 4}", "--mapping", "id", "--mapping", "f_d", "--placement", "a.map"},
       "--placement: writes one"},
      {{"map", "rtt: {a: 4}", "--mapping", "id", "--mapping", "f_d", "--plot", "a.svg"}, "--plot: draws one mapping"},
      {{"map", "rtt: {a: 4}", "--mapping", "id", "--mapping", "f_v(2)", "--search"}, "--search: the mappings are of"},
      {{"map", "rtt: {a: 4}", "--search", "--objective", "byte-hops"}, "--objective: byte-hops are of messages"},
      {{"map", "rtt: {a: 4}", "--objective", "dilation"}, "--objective: is for a search"},
      {{"map", "rtt: {a: 4}", "--search", "--objective", "luck"}, "trenza: --objective"},
      {{"map", "rtt: {a: 4}", "--search", "--descents", "0"}, "trenza: --descents"},
      {{"map", "rtt: {a: 4}", "--matrix", "absent.txt"}, "trenza: absent.txt: the communication matrix cannot"},
      {{"map", "rtt: {a: 4}", "--matrix", "a.txt", "--trace", "b.goal"}, "--matrix: --trace is given as well"},
      {{"map", "rtt: {a: 4}", "--logical", "tube"}, "trenza: --logical"},
      {{"map", "torus: [128, 65]", "--search"}, "trenza: torus(128x65): 8320 nodes; the search"},
      {{"model"}, "trenza: A subcommand is required"},
      {{"model", "rtt", "--a", "4", "--alpha", "1.5"}, "--alpha: 1.5 is out of range"},
      {{"model", "rtt", "--a", "4", "--mapping", "f_v"}, "trenza: mapping \"f_v\": column"},
      {{"model", "duato-nbc", "--k", "7", "--flits", "32"}, "trenza: "},
      {{"model", "duato-nbc", "--k", "8", "--flits", "32", "--rate", "fast"}, "--rate: `fast` is no number"},
  };
}

TEST(CliGraph, WrongUseIsRefusedInOneLine) {
  for (const WrongUse& use : wrong_uses()) {
    const TemporaryFolder folder;
    const ProgramResult result = run_program(folder.path(), use.arguments);
    const std::string words = testing::PrintToString(use.arguments);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_THAT(result.errors, StartsWith(use.message)) << words;
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_EQ(result.output, "") << words;
    EXPECT_EQ(folder.names(), std::set<std::string>{}) << words;
  }
}

TEST(CliGraph, HelpHasExamples) {
  const TemporaryFolder folder;
  for (const char* const command : {"topology", "twists", "bypass", "map", "compare"})
    EXPECT_THAT(run_program(folder.path(), {command, "--help"}).output, HasSubstr(std::string("  trenza ") + command));
  for (const char* const model : {"rtt", "duato-nbc"})
    EXPECT_THAT(run_program(folder.path(), {"model", model, "--help"}).output, HasSubstr("  trenza model "));
}

TEST(CliGraph, CurvesWithoutGnuplotAreRefusedBeforeTheWork) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program(folder.path(), {"twists", "--rows", "4", "--columns", "8", "--plot", "a.svg"}, "env PATH=/nowhere");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("gnuplot-nox"));
}

}  // namespace
}  // namespace trenza::test
