#include "testbench/comparison.h"

#include <nlohmann/json.hpp>

#include "testbench/statistics/precision.h"

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;

std::optional<double> number(const Json& results, const char* pointer) {
  const Json::json_pointer path(pointer);
  if (!results.contains(path) || !results[path].is_number()) return std::nullopt;
  return results[path].get<double>();
}

std::optional<double> ratio(const std::optional<double>& over, const std::optional<double>& under) {
  if (!over || !under || *under == 0) return std::nullopt;
  return *over / *under;
}

/// `unit`: what the values are divided by.
Json difference_json(const MeanInterval& difference, double unit) {
  return {{"value", difference.mean / unit},
          {"low", difference.low() / unit},
          {"high", difference.high() / unit},
          {"batches", difference.spread.batches},
          {"independent", difference.spread.independent}};
}

}  // namespace

std::optional<double> speedup(const Json& base, const Json& run) {
  return ratio(number(base, "/execution_cycles"), number(run, "/execution_cycles"));
}

Json comparison(const std::vector<Json>& results, const std::vector<BatchSeries>& batches) {
  const Json& base = results.at(0);
  Json runs = Json::array();
  for (std::size_t i = 1; i < results.size(); ++i) {
    Json entry = {{"name", results[i]["config"]["name"]}};
    const auto add = [&](const char* key, const std::optional<double>& value) {
      if (value) entry[key] = *value;
    };
    add("speedup", speedup(base, results[i]));
    add("accepted_load_ratio", ratio(number(results[i], "/accepted_load"), number(base, "/accepted_load")));
    add("latency_ratio", ratio(number(results[i], "/latency/mean"), number(base, "/latency/mean")));
    add("hops_ratio", ratio(number(results[i], "/hops/mean"), number(base, "/hops/mean")));
    SeriesDifference difference;
    if (!batches.empty()) difference = difference_of(batches[0], batches[i]);
    const auto nodes = number(base, "/nodes");
    if (difference.latency) entry["latency_difference"] = difference_json(*difference.latency, 1);
    if (difference.flits_per_cycle && nodes == number(results[i], "/nodes"))
      entry["accepted_load_difference"] = difference_json(*difference.flits_per_cycle, *nodes);
    runs.push_back(std::move(entry));
  }
  return {{"base", base["config"]["name"]}, {"runs", std::move(runs)}};
}

}  // namespace trenza::testbench
