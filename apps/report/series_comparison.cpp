#include "apps/report/series_comparison.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "sweeps/axis.h"
#include "testbench/statistics/batch_means.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

const CurvePoint* place_at(const ReportSeries& series, const Json& x) {
  const auto found =
      std::find_if(series.curve.begin(), series.curve.end(), [&](const CurvePoint& place) { return place.x == x; });
  return found == series.curve.end() ? nullptr : &*found;
}

Json summary_of(const ReportSeries& series) {
  Json row = {{"series", series.name}, {"lowest_x", Json()},        {"latency", Json()}, {"highest_accepted", Json()},
              {"last_below", Json()},  {"first_saturated", Json()}, {"bound", Json()}};
  for (const CurvePoint& place : series.curve) {
    if (place.documents == 0) continue;
    const Json& latency = place.estimates[quantity_index(kLatency)].value;
    const Json& accepted = place.estimates[quantity_index(kAccepted)].value;
    if (row["lowest_x"].is_null() && latency.is_number()) {
      row["lowest_x"] = place.x;
      row["latency"] = latency;
    }
    // At overload the mix is another one, and accepts more than the network carries of what is offered.
    if (place.saturated == 0 && accepted.is_number() &&
        (row["highest_accepted"].is_null() || accepted > row["highest_accepted"]))
      row["highest_accepted"] = accepted;
    if (row["first_saturated"].is_null()) row[place.saturated == 0 ? "last_below" : "first_saturated"] = place.x;
    if (row["bound"].is_null() && place.bound) row["bound"] = *place.bound;
  }
  return row;
}

/// The values of a quantity by seed.
std::map<std::string, double> by_seed(const ReportSource& source, const CurvePoint& place, std::size_t quantity) {
  std::map<std::string, double> values;
  for (const std::size_t k : place.points) {
    const ReportPoint& point = source.points[k];
    if (point.has_document && point.values[quantity].value.is_number() && point.at.contains(sweeps::kSeedKey))
      values[point.at[sweeps::kSeedKey].dump()] = point.values[quantity].value.get<double>();
  }
  return values;
}

double half_width(const Estimate& estimate) {
  if (!estimate.low.is_number() || !estimate.high.is_number()) return 0;
  return (estimate.high.get<double>() - estimate.low.get<double>()) / 2;
}

Json difference_of(const ReportSource& source, const CurvePoint& first, const CurvePoint& other, std::size_t quantity) {
  const Estimate& a = first.estimates[quantity];
  const Estimate& b = other.estimates[quantity];
  if (!a.value.is_number() || !b.value.is_number()) return nullptr;
  std::vector<double> base;
  std::vector<double> others;
  const std::map<std::string, double> partners = by_seed(source, other, quantity);
  for (const auto& [seed, value] : by_seed(source, first, quantity)) {
    const auto partner = partners.find(seed);
    if (partner == partners.end()) continue;
    base.push_back(value);
    others.push_back(partner->second);
  }
  Json row = {{"first", a.value}, {"other", b.value}};
  if (const auto paired = testbench::paired_difference(base, others)) {
    row.update(
        {{"difference", paired->mean}, {"low", paired->low()}, {"high", paired->high()}, {"seeds", base.size()}});
    return row;
  }
  const double difference = b.value.get<double>() - a.value.get<double>();
  const double width = half_width(a) + half_width(b);
  row["difference"] = difference;
  row["low"] = width > 0 ? Json(difference - width) : Json();
  row["high"] = width > 0 ? Json(difference + width) : Json();
  row["seeds"] = 1;
  return row;
}

}  // namespace

Json compare_series(const ReportSource& source, const ReportCurves& curves) {
  Json summary = Json::array();
  Json differences = Json::array();
  for (const ReportSeries& series : curves.series) summary.push_back(summary_of(series));
  for (std::size_t s = 1; s < curves.series.size(); ++s) {
    for (const char* const path : {kLatency, kAccepted}) {
      for (const CurvePoint& place : curves.series[s].curve) {
        const CurvePoint* const first = place_at(curves.series.front(), place.x);
        if (first == nullptr) continue;
        const Json found = difference_of(source, *first, place, quantity_index(path));
        if (found.is_null()) continue;
        Json row = {{"series", curves.series[s].name}, {"x", place.x}, {"quantity", path}};
        row.update(found);
        differences.push_back(std::move(row));
      }
    }
  }
  return {{"summary", std::move(summary)}, {"differences", std::move(differences)}};
}

}  // namespace trenza::apps
