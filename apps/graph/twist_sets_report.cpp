#include "apps/graph/twist_sets_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/exit_status.h"
#include "apps/graph/number_list.h"
#include "apps/graph/step_progress.h"
#include "apps/threads.h"
#include "graphs/searches/twist_set_search.h"
#include "topologies/directions.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::TwistSetPoint;

/// What a set can be best in.
struct Metric {
  const char* name;
  double (*value)(const TwistSetPoint&);  ///< the less the better
};

constexpr std::array<Metric, 5> kSetMetrics{{
    {"even_split", [](const TwistSetPoint& point) { return -point.throughput; }},
    {"diameter", [](const TwistSetPoint& point) { return static_cast<double>(point.diameter); }},
    {"mean", [](const TwistSetPoint& point) { return point.mean; }},
    {"max_mean_per_dimension", [](const TwistSetPoint& point) { return point.largest_dimension(); }},
    {"imbalance", [](const TwistSetPoint& point) { return point.imbalance(); }},
}};

/// By point: the metrics in which none is better.
std::vector<Json> best_of(const std::vector<TwistSetPoint>& points) {
  constexpr double kSame = 1e-9;
  std::vector<Json> best(points.size(), Json::array());
  for (const Metric& metric : kSetMetrics) {
    double least = metric.value(points.front());
    for (const TwistSetPoint& point : points) least = std::min(least, metric.value(point));
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (metric.value(points[i]) <= least + kSame) best[i].push_back(metric.name);
    }
  }
  return best;
}

Json set_record(const TwistSetPoint& point, const Json& best) {
  Json record = {{"twists", point.set.text()},
                 {"images", point.images},
                 {"conflicting", point.conflicting},
                 {"node_symmetric", point.node_symmetric ? Json(*point.node_symmetric) : Json(nullptr)},
                 {"diameter", point.diameter},
                 {"mean_distance", point.mean}};
  for (std::size_t k = 0; k < point.per_dimension.size(); ++k)
    record[fmt::format("mean_distance_{}", topologies::dimension_letter(static_cast<int>(k)))] = point.per_dimension[k];
  record["max_mean_distance_per_dimension"] = point.largest_dimension();
  record["imbalance"] = point.imbalance();
  record["uniform_even_split"] = point.throughput;
  record["best_in"] = best;
  return record;
}

std::vector<Json> row_of(const Json& record) {
  std::vector<Json> row;
  for (const auto& item : record.items())
    row.push_back(item.value().is_array() ? Json(cell_text(item.value())) : item.value());
  return row;
}

/// The first ten, those that are best in something, and the torus without twists.
std::string text_of(const Json& points) {
  constexpr std::size_t kShown = 10;
  DataTable table{{"twists", "images"}, {}};
  const bool conflicting =
      std::any_of(points.begin(), points.end(), [](const Json& one) { return one["conflicting"] == true; });
  if (conflicting) table.columns.insert(table.columns.end(), {"conflict", "symmetric"});
  table.columns.insert(table.columns.end(),
                       {"diameter", "mean", "max mean per dim.", "imbalance", "even split", "best in"});
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Json& one = points[i];
    const bool best = i == 0 || !one["best_in"].empty();
    if (table.rows.size() >= kShown && one["twists"] != "none" && (!best || table.rows.size() >= 2 * kShown)) {
      ++left_out;
      continue;
    }
    std::vector<Json> row{one["twists"], one["images"]};
    if (conflicting) row.insert(row.end(), {one["conflicting"], one["node_symmetric"]});
    for (const char* const key :
         {"diameter", "mean_distance", "max_mean_distance_per_dimension", "imbalance", "uniform_even_split"})
      row.push_back(one[key]);
    row.push_back(one["best_in"].empty() ? Json(nullptr) : Json(cell_text(one["best_in"])));
    table.rows.push_back(std::move(row));
  }
  return people_table(table) + (left_out > 0 ? fmt::format("\n{} more: --csv or --json\n", left_out) : "");
}

std::vector<int> sizes_of(const std::string& text) {
  constexpr int kMostSize = 10'000;
  std::vector<int> sizes = parse_integers("--size", text, 2, kMostSize);
  if (sizes.size() < 2 || sizes.size() > graphs::kMaxTwistSetDimensions)
    throw UsageError(fmt::format("--size: has {} sizes; expected 2 to {}, x first, such as 8,4,4", sizes.size(),
                                 graphs::kMaxTwistSetDimensions));
  return sizes;
}

}  // namespace

Report twist_sets_report(const TwistSetsOptions& options, bool quiet) {
  graphs::TwistSetSearch search;
  search.sizes = sizes_of(options.size);
  search.conflicting = options.conflicting;
  search.all = options.all;
  search.most = static_cast<std::uint64_t>(options.most);
  search.threads = threads_of(options.threads);
  StepProgress bar("sets of twists", 1, !quiet);
  const graphs::TwistSetResult result =
      graphs::search_twist_sets(search, [&](std::size_t done, std::size_t of) { bar.set(done, of); });
  const std::vector<Json> best = best_of(result.points);
  Report report;
  report.document = {{"sizes", search.sizes},
                     {"conflicting", search.conflicting},
                     {"sets", result.sets},
                     {"networks", result.points.size()},
                     {"points", Json::array()}};
  Json& points = report.document["points"];
  for (std::size_t i = 0; i < result.points.size(); ++i) points.push_back(set_record(result.points[i], best[i]));
  for (const auto& item : points.front().items()) report.table.columns.push_back(item.key());
  for (const Json& point : points) report.table.rows.push_back(row_of(point));
  report.text = fmt::format(
      "{} sets of twists of {}{}: {} networks, the highest load of evenly split uniform traffic first\n\n{}",
      result.sets, fmt::join(search.sizes, "x"), search.conflicting ? "" : " without a conflict", result.points.size(),
      text_of(points));
  return report;
}

}  // namespace trenza::apps
