#include "apps/report/series.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "apps/exit_status.h"
#include "sweeps/axis.h"
#include "sweeps/rows.h"
#include "sweeps/table.h"
#include "topologies/nearest_name.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

const char* const kLoad = "traffic.load";

/// The keys of all axes but seeds, each once.
std::vector<std::string> axis_keys(const ReportSource& source) {
  std::vector<std::string> keys;
  for (const ReportFolder& folder : source.folders) {
    for (const std::string& key : folder.index.keys) {
      if (key != sweeps::kSeedKey && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

/// Along the axis, or in the configuration of a sweep without that axis.
Json choice_of(const ReportSource& source, const ReportPoint& point, const std::string& key) {
  if (point.at.contains(key)) return point.at[key];
  return point.has_document ? value_at(source.configs[point.config], key) : Json();
}

bool is_numeric(const ReportSource& source, const std::string& key) {
  bool any = false;
  for (const ReportPoint& point : source.points) {
    if (!point.at.contains(key)) continue;
    if (!point.at[key].is_number()) return false;
    any = true;
  }
  return any;
}

std::string x_key_of(const ReportSource& source, const std::string& wanted) {
  const std::vector<std::string> keys = axis_keys(source);
  const auto has = [&](const std::string& key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  if (!wanted.empty()) {
    if (has(wanted)) return wanted;
    std::string listed;
    for (const std::string& key : keys) listed += (listed.empty() ? "`" : ", `") + key + "`";
    const std::string near = topologies::nearest_name(wanted, keys);
    throw UsageError(fmt::format("--x: `{}` is no axis of the sweep; expected {}{}", wanted,
                                 listed.empty() ? "none: there is no axis but seeds" : listed,
                                 near.empty() ? "" : "; did you mean `" + near + "`?"));
  }
  if (has(kLoad)) return kLoad;
  for (const std::string& key : keys) {
    if (is_numeric(source, key)) return key;
  }
  return keys.empty() ? "" : keys.front();
}

/// Keys of which every value of x has one value, and of which there are several: those of lists that are zipped with x.
std::vector<std::string> keys_with_x(const ReportSource& source, const std::string& x_key) {
  std::vector<std::string> all;
  for (const std::string& key : axis_keys(source)) {
    if (key == x_key) continue;
    std::map<std::string, std::set<std::string>> by_x;
    std::set<std::string> values;
    for (const ReportPoint& point : source.points) {
      const std::string value = choice_of(source, point, key).dump();
      by_x[choice_of(source, point, x_key).dump()].insert(value);
      values.insert(value);
    }
    const bool one_each = std::all_of(by_x.begin(), by_x.end(), [](const auto& one) { return one.second.size() == 1; });
    if (one_each && values.size() > 1 && by_x.size() > 1) all.push_back(key);
  }
  return all;
}

std::string series_name(const ReportSource& source, std::size_t folder, const Json& rest) {
  std::string name = choices_text(rest);
  const ReportFolder& of = source.folders[folder];
  if (source.folders.size() > 1) return name.empty() ? of.label : of.label + ": " + name;
  if (!name.empty()) return name;
  return of.index.name.empty() ? of.label : of.index.name;
}

sweeps::Quantity quantity_of(const Measured& measured) {
  sweeps::Quantity quantity{measured.value, std::nullopt};
  if (measured.low.is_number() && measured.high.is_number())
    quantity.half_width = (measured.high.get<double>() - measured.low.get<double>()) / 2;
  return quantity;
}

/// The means over the seeds of a place, by the rule of `trenza table --over seeds`.
std::vector<Estimate> estimates_of(const ReportSource& source, const std::vector<std::size_t>& points) {
  sweeps::Rows rows;
  std::vector<Estimate> estimates(report_quantities().size());
  for (const ReportQuantity& quantity : report_quantities()) rows.quantities.push_back(quantity.path);
  for (const std::size_t k : points) {
    const ReportPoint& point = source.points[k];
    if (!point.has_document) continue;
    sweeps::Row row{Json::object(), point.state, {}};
    for (const Measured& measured : point.values) row.quantities.push_back(quantity_of(measured));
    rows.rows.push_back(std::move(row));
    for (std::size_t q = 0; q < estimates.size(); ++q) {
      if (point.values[q].value.is_null()) continue;
      ++estimates[q].seeds;
      estimates[q].low = point.values[q].low;
      estimates[q].high = point.values[q].high;
    }
  }
  if (rows.rows.empty()) return estimates;
  const sweeps::SeedGroup group = sweeps::over_seeds(rows).front();
  for (std::size_t q = 0; q < estimates.size(); ++q) {
    Estimate& estimate = estimates[q];
    estimate.value = group.means[q].value;
    if (estimate.seeds < 2) continue;  // the interval of its document
    estimate.low = estimate.high = Json();
    if (!group.means[q].half_width || !estimate.value.is_number()) continue;
    estimate.low = estimate.value.get<double>() - *group.means[q].half_width;
    estimate.high = estimate.value.get<double>() + *group.means[q].half_width;
  }
  return estimates;
}

void complete(const ReportSource& source, ReportSeries& series) {
  std::set<std::size_t> configs;
  std::set<std::size_t> networks;
  for (CurvePoint& place : series.curve) {
    place.estimates = estimates_of(source, place.points);
    for (const std::size_t k : place.points) {
      const ReportPoint& point = source.points[k];
      if (!point.has_document) continue;
      ++place.documents;
      place.saturated += point.saturated ? 1 : 0;
      if (!place.bound) place.bound = point.bound;
      place.stalls.add(point.stalls);
      place.channels.add(point.channels);
      configs.insert(point.config);
      if (point.network) networks.insert(*point.network);
    }
  }
  series.configs.assign(configs.begin(), configs.end());
  if (networks.size() == 1) series.network = *networks.begin();
}

}  // namespace

std::string choice_text(const Json& choice) {
  if (choice.is_string()) return choice.get<std::string>();
  if (!choice.is_object()) return choice.dump();
  std::string text;
  for (const auto& [key, value] : choice.items())
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, choice_text(value));
  return text;
}

std::string choices_text(const Json& choices) {
  std::string name;
  for (const auto& [key, value] : choices.items()) {
    if (!name.empty()) name += ", ";
    const bool speaks = key == sweeps::kSeriesKey || value.is_object();
    name += speaks ? choice_text(value) : key.substr(key.rfind('.') + 1) + " " + choice_text(value);
  }
  return name;
}

std::string axis_title(const std::string& key) { return key == kLoad ? "Offered load" : key; }

std::string axis_unit(const std::string& key) { return key == kLoad ? "phits/cycle/node" : ""; }

std::vector<std::size_t> used_quantities(const ReportSource& source) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < report_quantities().size(); ++k) {
    if (std::any_of(source.points.begin(), source.points.end(),
                    [&](const ReportPoint& point) { return point.values[k].value.is_number(); }))
      used.push_back(k);
  }
  return used;
}

std::string title_of(const ReportSource& source, std::size_t quantity) {
  const auto found = source.titles.find(report_quantities()[quantity].path);
  return found == source.titles.end() ? report_quantities()[quantity].title : found->second;
}

std::string unit_of(const ReportSource& source, std::size_t quantity) {
  const auto found = source.units.find(report_quantities()[quantity].path);
  return found == source.units.end() ? report_quantities()[quantity].unit : found->second;
}

bool wants_logarithm(const ReportCurves& curves, std::size_t quantity) {
  constexpr double kFactor = 10;
  if (!report_quantities()[quantity].is_time()) return false;
  double least = 0;
  double most = 0;
  for (const ReportSeries& series : curves.series) {
    for (const CurvePoint& place : series.curve) {
      const Json& value = place.estimates[quantity].value;
      if (!value.is_number()) continue;
      const auto number = value.get<double>();
      if (number <= 0) return false;
      least = most == 0 ? number : std::min(least, number);
      most = std::max(most, number);
    }
  }
  return most > kFactor * least;
}

ReportCurves make_curves(const ReportSource& source, const std::string& x_key) {
  ReportCurves curves;
  curves.x_key = x_key_of(source, x_key);
  curves.numeric = is_numeric(source, curves.x_key);
  curves.seriesless_keys = keys_with_x(source, curves.x_key);
  std::map<std::string, std::size_t> number_by_choice;
  for (std::size_t k = 0; k < source.points.size(); ++k) {
    const ReportPoint& point = source.points[k];
    Json rest = point.at;
    rest.erase(sweeps::kSeedKey);
    rest.erase(curves.x_key);
    for (const std::string& key : curves.seriesless_keys) rest.erase(key);
    const std::string choice = std::to_string(point.folder) + rest.dump();
    const auto [found, is_new] = number_by_choice.emplace(choice, curves.series.size());
    if (is_new) {
      curves.series.emplace_back();
      curves.series.back().name = series_name(source, point.folder, rest);
      curves.series.back().folder = point.folder;
    }
    Json x = choice_of(source, point, curves.x_key);
    if (curves.numeric && !x.is_number()) continue;  // no document says where it belongs
    if (!curves.numeric) x = curves.x_key.empty() ? "all points" : choice_text(x);
    std::vector<CurvePoint>& curve = curves.series[found->second].curve;
    auto place = std::find_if(curve.begin(), curve.end(), [&](const CurvePoint& one) { return one.x == x; });
    if (place == curve.end()) {
      curve.emplace_back();
      place = curve.end() - 1;
      place->x = x;
      if (std::find(curves.xs.begin(), curves.xs.end(), x) == curves.xs.end()) curves.xs.push_back(x);
    }
    place->points.push_back(k);
  }
  const auto by_x = [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; };
  for (ReportSeries& series : curves.series) {
    if (curves.numeric) std::stable_sort(series.curve.begin(), series.curve.end(), by_x);
    complete(source, series);
  }
  if (curves.numeric) std::sort(curves.xs.begin(), curves.xs.end());
  return curves;
}

}  // namespace trenza::apps
