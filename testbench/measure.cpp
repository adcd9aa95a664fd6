#include "testbench/measure.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kBillionthsInOne = 1e9;
/// Of the papers: 0.01 packets per cycle and node, of 1 phit, so that no packet waits for another or for its own tail.
constexpr std::uint64_t kBaseLoad = 10'000'000;
constexpr const char* kLoadUnit = "phits/cycle/node";

/// What is asked for beyond the rule of saturation; 0: nothing.
double request_share(const MeasureRequest& request) {
  const bool is_rule = request.accepted_ppb == MeasureRequest{}.accepted_ppb;
  return is_rule ? 0 : static_cast<double>(request.accepted_ppb);
}

double load_of(std::uint64_t ppb) { return static_cast<double>(ppb) / kBillionthsInOne; }

bool is_saturated(const Results& results, const MeasureRequest& request) {
  const bool stuck = results.outcome == Outcome::deadlock || results.outcome == Outcome::blocked;
  if (stuck || !results.saturation) return stuck;
  return results.saturation->saturated ||
         results.saturation->accepted_share * kBillionthsInOne < request_share(request);
}

bool is_slow(const Results& results, const MeasureRequest& request) {
  return is_saturated(results, request) || (results.saturation && results.saturation->by_latency.value_or(false));
}

/// The runs of a search, each load once.
class Loads {
 public:
  Loads(const Experiment& experiment, const RunOnce& run) : experiment_(experiment), run_(run) {
    experiment_.records = {};
    experiment_.run.stalls = microarch::StallDetail::off;
  }

  const Results& at(std::uint64_t load) {
    const auto known = results_.find(load);
    if (known != results_.end()) return known->second;
    experiment_.synthetic->load_ppb = load;
    return results_.emplace(load, run_(experiment_)).first->second;
  }
  std::uint64_t runs() const { return results_.size(); }

  /// By bisection: the highest load known to be good, at most `within_ppb` below one that is not; 0: none is known.
  /// `bad` is a load that is not good.
  std::uint64_t highest(std::uint64_t bad, const MeasureRequest& request,
                        bool (*is_bad)(const Results&, const MeasureRequest&)) {
    std::uint64_t good = 0;
    while (bad - good > request.within_ppb) {
      const std::uint64_t middle = good + (bad - good) / 2;
      (is_bad(at(middle), request) ? bad : good) = middle;
    }
    return good;
  }

 private:
  Experiment experiment_;
  const RunOnce& run_;
  std::map<std::uint64_t, Results> results_;
};

ThroughputSearch search_throughput(const MeasureRequest& request, const Experiment& experiment, const RunOnce& run) {
  Loads loads(experiment, run);
  ThroughputSearch search;
  const std::uint64_t highest = experiment.synthetic->load_ppb;
  const Results& top = loads.at(highest);
  search.highest_load = highest;
  search.accepted_at_highest = top.accepted_load;
  search.is_limited = !is_saturated(top, request);
  search.accepted = search.is_limited ? highest : loads.highest(highest, request, is_saturated);
  const bool has_latency = top.saturation && top.saturation->empty_latency;
  if (has_latency && search.accepted > 0) {
    const bool fast = !is_slow(loads.at(search.accepted), request);
    search.by_latency = fast ? search.accepted : loads.highest(search.accepted, request, is_slow);
  }
  search.runs = loads.runs();
  return search;
}

Json throughput_json(const Measurement& measurement) {
  const ThroughputSearch& search = *measurement.search;
  Json json = {{"value", nullptr}, {"unit", kLoadUnit}, {"reason", ""}};
  if (search.accepted > 0) {
    json["value"] = load_of(search.accepted);
  } else {
    json["reason"] = fmt::format("saturated at the least load looked at, {} phits/cycle/node",
                                 load_of(measurement.experiment.synthetic->load_ppb));
  }
  json["settings"] = {{"within", load_of(measurement.request.within_ppb)},
                      {"highest_load", load_of(search.highest_load)}};
  if (request_share(measurement.request) > 0) json["settings"]["accepted"] = load_of(measurement.request.accepted_ppb);
  json["limited"] = search.is_limited;
  json["by_latency"] = search.by_latency ? Json(load_of(*search.by_latency)) : Json(nullptr);
  json["at_highest_load"] = search.accepted_at_highest;
  json["runs"] = search.runs + 1;
  return json;
}

Json base_latency_json(const Results& results) {
  Json json = {{"value", nullptr}, {"unit", "cycles"}, {"reason", results.steady_reason}};
  if (results.latency) json["value"] = results.latency->mean;
  json["settings"] = {{"load", load_of(kBaseLoad)}, {"packet_flits", 1}};
  const bool has_interval = results.latency && results.latency->intervals && results.latency->intervals->mean;
  json["low"] = has_interval ? Json(results.latency->intervals->mean->low) : Json(nullptr);
  json["high"] = has_interval ? Json(results.latency->intervals->mean->high) : Json(nullptr);
  return json;
}

Json execution_time_json(const Results& results) {
  Json json = {{"value", nullptr}, {"unit", "cycles"}, {"reason", ""}, {"settings", Json::object()}};
  if (results.execution_cycles) {
    json["value"] = *results.execution_cycles;
  } else {
    json["reason"] = results.report;
  }
  json["milliseconds"] = results.execution_milliseconds ? Json(*results.execution_milliseconds) : Json(nullptr);
  return json;
}

}  // namespace

const std::vector<MeasureName>& measure_names() {
  static const std::vector<MeasureName> names = {
      {MeasureKind::maximum_throughput, "maximum_throughput",
       "the highest load up to `traffic.load` that is accepted to 98 % with the mix of traffic intact (`within`: how "
       "near "
       "below one that is not; `accepted`: the share that must be accepted, from 0.98; phits/cycle/node)"},
      {MeasureKind::base_latency, "base_latency",
       "the mean latency of packets of 1 flit at load 0.01, whatever `traffic` says of load, lengths and replies"},
      {MeasureKind::execution_time, "execution_time", "the cycles of traffic that ends"}};
  return names;
}

std::uint64_t most_runs(const MeasureRequest& request, const Experiment& experiment) {
  if (request.kind != MeasureKind::maximum_throughput) return 0;
  std::uint64_t runs = 1;
  for (std::uint64_t width = experiment.synthetic->load_ppb; width > request.within_ppb; width -= width / 2) runs += 2;
  return runs;
}

Measurement prepare_measure(const MeasureRequest& request, const Experiment& experiment, const RunOnce& run) {
  Measurement measurement{request, experiment, std::nullopt};
  if (request.kind == MeasureKind::maximum_throughput) {
    measurement.search = search_throughput(request, experiment, run);
    const std::uint64_t least = std::min(request.within_ppb, measurement.search->highest_load);
    measurement.experiment.synthetic->load_ppb = std::max(measurement.search->accepted, least);
  } else if (request.kind == MeasureKind::base_latency) {
    measurement.experiment.synthetic->load_ppb = kBaseLoad;
    measurement.experiment.synthetic->lengths = {{1, 1}};
    measurement.experiment.synthetic->reply_flits = 0;
  }
  return measurement;
}

Json measure_json(const Measurement& measurement, const Results& results) {
  const auto kind = measurement.request.kind;
  Json json = {{"name", measure_names()[static_cast<std::size_t>(kind)].name}};
  if (kind == MeasureKind::maximum_throughput) json.update(throughput_json(measurement));
  if (kind == MeasureKind::base_latency) json.update(base_latency_json(results));
  if (kind == MeasureKind::execution_time) json.update(execution_time_json(results));
  return json;
}

}  // namespace trenza::testbench
