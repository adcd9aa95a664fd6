#include "apps/report/configurations.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// Dotted keys and their values; lists are values.
void flatten(const Json& value, const std::string& path, std::map<std::string, Json>& flat) {
  if (!value.is_object() || value.empty()) {
    flat[path] = value;
    return;
  }
  for (const auto& [key, child] : value.items()) {
    std::string longer = path;
    if (!longer.empty()) longer += '.';
    flatten(child, longer + key, flat);
  }
}

std::vector<std::map<std::string, Json>> flat_configs(const ReportSource& source) {
  std::vector<std::map<std::string, Json>> all(source.configs.size());
  for (std::size_t k = 0; k < all.size(); ++k) flatten(source.configs[k], "", all[k]);
  return all;
}

Json axes_of(const ReportSource& source) {
  Json axes = Json::array();
  std::vector<std::string> keys;
  for (const ReportFolder& folder : source.folders) {
    for (const std::string& key : folder.index.keys) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  for (const std::string& key : keys) {
    Json values = Json::array();
    std::set<std::string> seen;
    for (const ReportPoint& point : source.points) {
      if (point.at.contains(key) && seen.insert(point.at[key].dump()).second) values.push_back(point.at[key]);
    }
    axes.push_back({{"key", key}, {"values", std::move(values)}});
  }
  return axes;
}

}  // namespace

Json configurations(const ReportSource& source, const ReportCurves& curves) {
  const std::vector<std::map<std::string, Json>> flat = flat_configs(source);
  std::map<std::string, std::size_t> counts;
  std::set<std::string> differing;
  for (const auto& config : flat) {
    for (const auto& [key, value] : config) {
      ++counts[key];
      const auto first = flat.front().find(key);
      if (first == flat.front().end() || first->second != value) differing.insert(key);
    }
  }
  for (const auto& [key, count] : counts) {
    if (count < flat.size()) differing.insert(key);
  }
  Json shared = Json::array();
  for (const auto& [key, value] : flat.front()) {
    if (differing.count(key) == 0) shared.push_back({{"key", key}, {"value", value}});
  }
  Json rows = Json::array();
  for (const ReportSeries& series : curves.series) {
    Json values = Json::array();
    for (const std::string& key : differing) {
      Json found = Json::array();
      for (const std::size_t config : series.configs) {
        const auto entry = flat[config].find(key);
        const Json value = entry == flat[config].end() ? Json() : entry->second;
        if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
      }
      values.push_back(std::move(found));
    }
    rows.push_back({{"series", series.name}, {"values", std::move(values)}});
  }
  return {{"axes", axes_of(source)}, {"shared", std::move(shared)}, {"keys", differing}, {"rows", std::move(rows)}};
}

}  // namespace trenza::apps
