// trenza bypass: the qualified bypass schemes of iBT(n^d; b), and which is best.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/report.h"
#include "apps/graph/step_progress.h"
#include "apps/plot/curve_plot.h"
#include "apps/threads.h"
#include "graphs/ibt/diameter_formula.h"
#include "graphs/ibt/scheme_search.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::SchemeResult;
using topologies::BypassScheme;
using topologies::SchemeRule;

struct BypassOptions {
  OutputOptions output;
  int dimensions = 0;
  int size = 0;
  int threads = 0;
  std::string rule = "conditions";
  bool metrics = false;
};

const char* const kBypassExamples =
    "Examples:\n"
    "  trenza bypass --d 3 --n 60                       all qualified schemes, with the paper's diameter formulas\n"
    "  trenza bypass --d 3 --n 60 --metrics             exact diameters and means, best scheme first\n"
    "  trenza bypass --d 3 --n 99 --metrics --by algorithm --csv\n"
    "  trenza bypass --d 3 --n 60 --metrics --plot schemes.svg";

/// Whether the one scheme is better: by diameter, then by mean distance.
bool is_better(const SchemeResult& a, const SchemeResult& b) {
  const auto& left = a.metrics.distances;
  const auto& right = b.metrics.distances;
  if (left.diameter != right.diameter) return left.diameter < right.diameter;
  return left.mean_with_self < right.mean_with_self;
}

Json scheme_record(const SchemeResult& result) {
  const auto& distances = result.metrics.distances;
  return {{"scheme", result.scheme},
          {"lengths", result.scheme.size()},
          {"in_conditions", result.in_conditions},
          {"in_algorithm", result.in_algorithm},
          {"formula", result.formula ? Json(*result.formula) : Json(nullptr)},
          {"diameter", distances.diameter},
          {"mean_distance", distances.mean},
          {"mean_distance_with_self", distances.mean_with_self},
          {"deviation_with_self", distances.deviation_with_self}};
}

Json unmeasured_record(const BypassOptions& options, const BypassScheme& scheme, bool in_conditions,
                       bool in_algorithm) {
  const auto formula = graphs::diameter_formula(options.dimensions, options.size, scheme);
  return {{"scheme", scheme},
          {"lengths", scheme.size()},
          {"in_conditions", in_conditions},
          {"in_algorithm", in_algorithm},
          {"formula", formula ? Json(*formula) : Json(nullptr)}};
}

DataTable scheme_table(const Json& schemes) {
  DataTable table;
  for (const Json& scheme : schemes) {
    if (table.columns.empty()) {
      for (const auto& item : scheme.items()) table.columns.push_back(item.key());
    }
    std::vector<Json> row;
    for (const auto& item : scheme.items())
      row.push_back(item.key() == "scheme" ? Json(topologies::scheme_text(item.value().get<std::vector<int>>()))
                                           : item.value());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Json header(const BypassOptions& options) {
  return {{"d", options.dimensions},
          {"n", options.size},
          {"by", options.rule},
          {"max_length", topologies::max_bypass_length(options.dimensions, options.size)},
          {"max_lengths", topologies::max_bypass_lengths(options.dimensions, options.size)}};
}

Report listed_schemes(const BypassOptions& options, SchemeRule rule) {
  const auto all = topologies::qualified_schemes(options.dimensions, options.size, rule);
  if (all.empty()) {
    throw UsageError(fmt::format(
        "--n: no bypass scheme qualifies for {} dimensions of {} nodes; expected a multiple of {}, at least {}",
        options.dimensions, options.size, options.dimensions, 2 * options.dimensions));
  }
  const auto other =
      topologies::qualified_schemes(options.dimensions, options.size,
                                    rule == SchemeRule::conditions ? SchemeRule::algorithm : SchemeRule::conditions);
  Report report;
  report.document = header(options);
  report.document["schemes"] = Json::array();
  for (const BypassScheme& scheme : all) {
    const bool in_other = std::find(other.begin(), other.end(), scheme) != other.end();
    const bool by_conditions = rule == SchemeRule::conditions;
    report.document["schemes"].push_back(
        unmeasured_record(options, scheme, by_conditions || in_other, !by_conditions || in_other));
  }
  return report;
}

Report measured_schemes(const BypassOptions& options, SchemeRule rule) {
  StepProgress bar("bypass", 0, !options.output.quiet);
  graphs::SchemeSearchOptions how;
  how.rule = rule;
  how.threads = threads_of(options.threads);
  how.progress = [&](std::size_t done, std::size_t total) { bar.set(done, total); };
  graphs::SchemeSearch search = graphs::search_schemes(options.dimensions, options.size, how);
  Report report;
  report.document = header(options);
  report.document["best_by_diameter"] = search.results[search.best_by_diameter].scheme;
  report.document["best_by_mean"] = search.results[search.best_by_mean].scheme;
  std::stable_sort(search.results.begin(), search.results.end(), is_better);
  report.document["schemes"] = Json::array();
  for (const SchemeResult& result : search.results) report.document["schemes"].push_back(scheme_record(result));
  return report;
}

/// Diameter, formula and mean distance over the schemes, best first.
std::string scheme_curves(const Json& document) {
  const std::string ibt = fmt::format("iBT({}^{})", document["n"].get<int>(), document["d"].get<int>());
  Panel diameters{"diameter of " + ibt, "scheme, best first", "hops", {}};
  Panel means{"mean distance of " + ibt, "scheme, best first", "hops, self included", {}};
  Curve exact{"exact", {}};
  Curve formula{"formula of the paper", {}};
  Curve mean{"exact", {}};
  double number = 0;
  for (const Json& scheme : document["schemes"]) {
    ++number;
    if (!scheme["formula"].is_null()) formula.points.push_back({number, scheme["formula"].get<double>()});
    if (!scheme.contains("diameter")) continue;
    exact.points.push_back({number, scheme["diameter"].get<double>()});
    mean.points.push_back({number, scheme["mean_distance_with_self"].get<double>()});
  }
  for (Curve* const curve : {&exact, &formula}) {
    if (!curve->points.empty()) diameters.curves.push_back(*curve);
  }
  if (mean.points.empty()) return curves_svg({diameters});
  means.curves.push_back(mean);
  return curves_svg({diameters, means});
}

std::string summary(const Json& document) {
  std::string text =
      fmt::format("iBT({}^{}), qualified by {}: {} schemes, lengths up to {}, at most {} different\n",
                  document["n"].get<int>(), document["d"].get<int>(), document["by"].get<std::string>(),
                  document["schemes"].size(), document["max_length"].get<int>(), document["max_lengths"].get<int>());
  for (const char* const key : {"best_by_diameter", "best_by_mean"}) {
    if (document.contains(key))
      text += fmt::format("{}: {}\n", key, topologies::scheme_text(document[key].get<std::vector<int>>()));
  }
  return text + "\n";
}

int run_bypass(const BypassOptions& options) {
  OutputPlan plan;
  check_outputs(options.output, plan);
  if (!options.output.plot.empty()) check_gnuplot();
  const SchemeRule rule = options.rule == "algorithm" ? SchemeRule::algorithm : SchemeRule::conditions;
  Report report = options.metrics ? measured_schemes(options, rule) : listed_schemes(options, rule);
  report.table = scheme_table(report.document["schemes"]);
  report.text = summary(report.document) + people_table(report.table);
  report.drawing = [&] { return scheme_curves(report.document); };
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_bypass_command(Command& program) {
  Command command = program.add_command("bypass", "qualified bypass schemes of iBT(n^d; b), and the best");
  command.footer(kBypassExamples);
  const auto options = std::make_shared<BypassOptions>();
  constexpr int kMostDimensions = 6;
  constexpr int kLargest = 1'000'000;
  command.add_option("--d", options->dimensions, "dimensions").required().in_range(1, kMostDimensions);
  command.add_option("--n", options->size, "nodes in each dimension").required().in_range(2, kLargest);
  command
      .add_option("--by", options->rule,
                  "which schemes qualify: those that meet the paper's conditions, or those that its algorithm yields")
      .one_of({"conditions", "algorithm"})
      .shows_default();
  command.add_flag("--metrics", options->metrics, "measure every scheme exactly: diameter, means, deviation");
  add_threads_option(command, options->threads);
  add_output_options(command, options->output, "draw diameter, formula and mean distance over the schemes");
  return {command, [options] { return run_bypass(*options); }};
}

}  // namespace trenza::apps
