// trenza twists: every twist of rectangular tori of some rows and a range of columns, and the best; or every set of
// twists of one torus.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/graph/step_progress.h"
#include "apps/graph/twist_sets_report.h"
#include "apps/plot/curve_plot.h"
#include "apps/threads.h"
#include "graphs/searches/twist_search.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::Averaging;
using graphs::DimensionMeans;
using graphs::TwistMetric;
using graphs::TwistOptimum;
using graphs::TwistPoint;

struct TwistsOptions {
  OutputOptions output;
  int rows = 0;
  std::string columns;
  std::string averaging = "path";
  bool optima = false;
  TwistSetsOptions sets;
};

const char* const kTwistExamples =
    "The wraparound of y adds the twist to x. `none` is the plain torus, `mid` the twist columns / 2, `rows` the twist "
    "rows.\n"
    "With --size all sets of twists of one torus of 2 to 4 dimensions: yx=4 means that the wraparound of y adds 4 to "
    "x.\n"
    "\n"
    "Examples:\n"
    "  trenza twists --rows 12 --columns 12:48                      the best twist of each size, in four metrics\n"
    "  trenza twists --rows 12 --columns 30 --csv                   every twist of one size\n"
    "  trenza twists --rows 12 --columns 12:48 --plot twists.svg    four figures: none, mid, rows and the optimum\n"
    "  trenza twists --size 8,4,4                                   every set of twists whose steps commute, best "
    "first\n"
    "  trenza twists --size 4,4,3 --conflicting --csv               every set of twists";

const std::map<std::string, Averaging>& averagings() {
  static const std::map<std::string, Averaging> names{
      {"path", Averaging::path}, {"record", Averaging::record}, {"absolute", Averaging::absolute}};
  return names;
}

/// Names in documents, in the order of TwistMetric.
constexpr std::array<const char*, 4> kMetricKeys{"diameter", "mean_distance", "max_mean_distance_per_dimension",
                                                 "imbalance"};

const char* metric_key(TwistMetric metric) { return kMetricKeys.at(static_cast<std::size_t>(metric)); }

Json twist_record(const TwistPoint& point, Averaging averaging) {
  const DimensionMeans& means = averaging == Averaging::record     ? point.by_record
                                : averaging == Averaging::absolute ? point.by_absolute
                                                                   : point.by_path;
  return {{"columns", point.columns},
          {"rows", point.rows},
          {"twist", point.twist},
          {"diameter", point.diameter},
          {"mean_distance", point.mean},
          {"mean_distance_with_self", point.mean_with_self},
          {"mean_distance_x", means.x},
          {"mean_distance_y", means.y},
          {"max_mean_distance_per_dimension", means.largest()},
          {"imbalance", means.imbalance()}};
}

Json optimum_record(const TwistOptimum& optimum) {
  return {{"columns", optimum.columns},
          {"aspect", optimum.aspect()},
          {"metric", metric_key(optimum.metric)},
          {"optimum", optimum.value},
          {"twists", optimum.twists},
          {"none", optimum.no_twist},
          {"mid_twist", optimum.mid_twist},
          {"mid", optimum.mid},
          {"rows_twist", optimum.rows_twist},
          {"rows", optimum.rows_value},
          {"none_ratio", optimum.no_twist_ratio()},
          {"mid_ratio", optimum.mid_ratio()},
          {"rows_ratio", optimum.rows_ratio()}};
}

DataTable twist_table(const Json& records) {
  DataTable table;
  for (const auto& item : records[0].items()) table.columns.push_back(item.key());
  for (const Json& record : records) {
    std::vector<Json> row;
    for (const auto& item : record.items()) {
      const bool list = item.value().is_array();
      row.push_back(list ? Json(cell_text(item.value())) : item.value());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// One line for each size: the best twists and values of all four metrics.
std::string optima_text(const Json& optima) {
  DataTable table{
      {"columns", "diameter", "twists", "mean", "twists", "max mean per dim.", "twists", "imbalance", "twists"}, {}};
  constexpr std::size_t kShown = 4;  // twists; there may be dozens with the same diameter
  for (std::size_t i = 0; i < optima.size(); i += kMetricKeys.size()) {
    std::vector<Json> row{optima[i]["columns"]};
    for (std::size_t k = 0; k < kMetricKeys.size(); ++k) {
      const Json& twists = optima[i + k]["twists"];
      std::string text;
      for (std::size_t j = 0; j < std::min(kShown, twists.size()); ++j)
        text += (j == 0 ? "" : " ") + cell_text(twists[j]);
      row.push_back(k == 0 ? Json(optima[i]["optimum"].get<int>()) : optima[i + k]["optimum"]);
      row.emplace_back(text + (twists.size() > kShown ? " ..." : ""));
    }
    table.rows.push_back(std::move(row));
  }
  return people_table(table);
}

std::string distance_curves(const Json& optima, int rows) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kLines{
      {{"no twist", "none"}, {"twist columns / 2", "mid"}, {"twist rows", "rows"}, {"optimum", "optimum"}}};
  std::vector<Panel> panels;
  for (const char* const metric : kMetricKeys) {
    Panel panel{fmt::format("{}, {} rows", metric, rows), "columns", metric, {}};
    for (const auto& [title, key] : kLines) {
      Curve curve{title, {}};
      for (const Json& one : optima) {
        if (one["metric"] == metric) curve.points.push_back({one["columns"].get<double>(), one[key].get<double>()});
      }
      panel.curves.push_back(std::move(curve));
    }
    panels.push_back(std::move(panel));
  }
  return curves_svg(panels);
}

graphs::TwistSearchResult search(const TwistsOptions& options, const std::vector<int>& columns) {
  graphs::TwistSearch search;
  search.rows = options.rows;
  search.first_columns = columns.front();
  search.last_columns = columns.back();
  search.all_twists = options.sets.all;
  StepProgress bar("twists", columns.size(), !options.output.quiet);
  return graphs::search_twists(
      search, [&](int done, int of) { bar.set(static_cast<std::size_t>(done), static_cast<std::size_t>(of)); });
}

int run_twist_sets(const TwistsOptions& options) {
  if (options.rows > 0 || !options.columns.empty())
    throw UsageError("--size: --rows or --columns are given as well; expected --rows and --columns, or --size");
  if (!options.output.plot.empty()) throw UsageError("--plot: draws metrics over the columns; expected no --size");
  if (options.optima)
    throw UsageError("--optima: is for --rows and --columns; with --size, `best_in` says what is best");
  const Report report = twist_sets_report(options.sets, options.output.quiet || is_for_programs(options.output));
  write_report(report, options.output);
  return 0;
}

int run_twists(const TwistsOptions& options) {
  OutputPlan plan;
  check_outputs(options.output, plan);
  if (!options.sets.size.empty()) return run_twist_sets(options);
  if (options.rows == 0 || options.columns.empty())
    throw UsageError(fmt::format("--{}: is missing; expected --rows and --columns, or --size",
                                 options.rows == 0 ? "rows" : "columns"));
  if (options.sets.conflicting) throw UsageError("--conflicting: is for the sets of --size");
  if (!options.output.plot.empty()) check_gnuplot();
  const std::vector<int> columns = parse_integers("--columns", options.columns, 2, graphs::kMaxTwistSearchSides);
  for (std::size_t i = 1; i < columns.size(); ++i) {
    if (columns[i] != columns[i - 1] + 1)
      throw UsageError("--columns: has gaps; expected one number, or a range such as 12:48");
  }
  const Averaging averaging = averagings().at(options.averaging);
  const graphs::TwistSearchResult result = search(options, columns);
  Report report;
  report.document = {{"rows", options.rows}, {"columns", columns}, {"averaging", options.averaging}};
  report.document["points"] = Json::array();
  report.document["optima"] = Json::array();
  for (const TwistPoint& point : result.points) report.document["points"].push_back(twist_record(point, averaging));
  for (const TwistOptimum& optimum : result.optimums) {
    if (optimum.averaging == Averaging::any || optimum.averaging == averaging)
      report.document["optima"].push_back(optimum_record(optimum));
  }
  report.table = twist_table(report.document[options.optima ? "optima" : "points"]);
  report.text = fmt::format("The best twists of tori with {} rows (t_yx; per dimension: {} average)\n\n{}",
                            options.rows, options.averaging, optima_text(report.document["optima"]));
  report.drawing = [&] { return distance_curves(report.document["optima"], options.rows); };
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_twists_command(Command& program) {
  Command command =
      program.add_command("twists", "every twist of rectangular tori, or every set of one torus, and the best");
  command.footer(kTwistExamples);
  const auto options = std::make_shared<TwistsOptions>();
  command.add_option("--rows", options->rows, "nodes in y").in_range(2, graphs::kMaxTwistSearchSides);
  command.add_option("--columns", options->columns, "nodes in x: 30, or 12:48").value_name("A:B");
  command
      .add_option("--averaging", options->averaging,
                  "what weighs the same in means per dimension: every shortest path, every signed hop vector, or every "
                  "vector of absolute values")
      .one_of({"path", "record", "absolute"})
      .shows_default();
  command.add_flag("--all-twists", options->sets.all,
                   "mirror images too: all twists below the columns, all sets of --size");
  command.add_option("--size", options->sets.size, "one torus, x first: all sets of its twists").value_name("8,4,4");
  command.add_flag("--conflicting", options->sets.conflicting,
                   "with --size, sets too in which a dimension both twists and is twisted");
  constexpr int kMostNetworks = 1'000'000;
  command.add_option("--at-most", options->sets.most, "networks of --size to measure; more are refused")
      .in_range(1, kMostNetworks)
      .shows_default();
  add_threads_option(command, options->sets.threads);
  command.add_flag("--optima", options->optima, "--csv prints the optima in the place of the points");
  add_output_options(command, options->output, "draw the four metrics over the columns");
  return {command, [options] { return run_twists(*options); }};
}

}  // namespace trenza::apps
