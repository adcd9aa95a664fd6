#include "testbench/results_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "microarch/place_names.h"

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// `whole`: both ends are values that occurred, in cycles.
Json interval_json(const std::optional<Interval>& interval, bool whole = false) {
  if (!interval) return nullptr;
  const auto end = [&](double value) { return whole ? Json(static_cast<std::uint64_t>(value)) : Json(value); };
  return {{"low", end(interval->low)},
          {"high", end(interval->high)},
          {"batches", interval->batches},
          {"independent", interval->independent}};
}

Json intervals_json(const std::optional<LatencySummary>& latency) {
  if (!latency || !latency->intervals) return nullptr;
  const LatencyIntervals& intervals = *latency->intervals;
  return {{"mean", interval_json(intervals.mean)},
          {"p50", interval_json(intervals.p50, true)},
          {"p95", interval_json(intervals.p95, true)},
          {"p99", interval_json(intervals.p99, true)}};
}

Json drift_json(const std::optional<Drift>& drift) {
  if (!drift) return nullptr;
  Json json = {{"change", drift->change}, {"within", drift->is_within()}};
  json.update(interval_json(drift->interval));
  return json;
}

Json shares_json(const std::vector<std::optional<double>>& shares) {
  Json json = Json::array();
  for (const std::optional<double>& share : shares) json.push_back(optional_json(share));
  return json;
}

Json saturation_json(const std::optional<Saturation>& saturation) {
  if (!saturation) return nullptr;
  Json json = {{"saturated", saturation->saturated},
               {"accepted_share", saturation->accepted_share},
               {"hops_ratio", saturation->hops_ratio},
               {"empty_latency", optional_json(saturation->empty_latency)},
               {"by_latency", optional_json(saturation->by_latency)},
               {"by_backlog", saturation->by_backlog}};
  if (saturation->mix) {
    json["mix"] = {{"by_dimension", shares_json(saturation->mix->by_dimension)},
                   {"by_distance", shares_json(saturation->mix->by_distance)}};
  }
  return json;
}

Json latency_json(const std::optional<LatencySummary>& latency) {
  Json json;
  json["mean"] = latency ? Json(latency->mean) : Json(nullptr);
  json["p50"] = latency ? Json(latency->p50) : Json(nullptr);
  json["p95"] = latency ? Json(latency->p95) : Json(nullptr);
  json["p99"] = latency ? Json(latency->p99) : Json(nullptr);
  json["max"] = latency ? Json(latency->max) : Json(nullptr);
  json["interval"] = intervals_json(latency);
  return json;
}

Json classes_json(const std::vector<ClassResults>& classes) {
  Json json = Json::array();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    json.push_back({{"name", microarch::class_name(static_cast<int>(c))},
                    {"packets", classes[c].packets},
                    {"latency_mean", optional_json(classes[c].latency_mean)},
                    {"network_latency_mean", optional_json(classes[c].network_latency_mean)}});
  }
  return json;
}

/// Columns: a number for each window.
Json series_json(const SeriesResults& series) {
  const auto windows = (series.end + series.window_cycles - 1) / series.window_cycles;
  Json begins = Json::array();
  std::vector<microarch::Cycle> cycles;
  for (microarch::Cycle k = 0; k < windows; ++k) {
    begins.push_back(k * series.window_cycles);
    cycles.push_back(std::min(series.end, (k + 1) * series.window_cycles) - k * series.window_cycles);
  }
  Json json = {{"window_cycles", series.window_cycles}, {"begin", begins}, {"end", series.end}};
  json["channels"] = Json::array();
  for (const ChannelSeriesResults& channel : series.channels) {
    Json row = {{"channel", channel.channel},    {"vc", channel.vc},         {"use", Json::array()},
                {"flits", Json::array()},        {"packets", Json::array()}, {"occupancy_mean", Json::array()},
                {"occupancy_max", Json::array()}};
    for (std::size_t k = 0; k < channel.windows.size(); ++k) {
      const ChannelWindow& window = channel.windows[k];
      const auto length = static_cast<double>(cycles[k]);
      row["use"].push_back(static_cast<double>(window.flits) / length);
      row["flits"].push_back(window.flits);
      row["packets"].push_back(window.packets);
      row["occupancy_mean"].push_back(static_cast<double>(window.occupancy_sum) / length);
      row["occupancy_max"].push_back(window.occupancy_max);
    }
    json["channels"].push_back(std::move(row));
  }
  return json;
}

Json flows_json(const std::vector<FlowResults>& flows) {
  Json json = Json::array();
  for (const FlowResults& flow : flows) {
    Json row = {{"source", flow.source}};
    if (!flow.destination.empty()) row["destination"] = flow.destination;
    row["packets"] = flow.packets;
    row["flits"] = flow.flits;
    row["accepted_load"] = flow.accepted_load;
    row["latency_mean"] = optional_json(flow.latency_mean);
    row["network_latency_mean"] = optional_json(flow.network_latency_mean);
    json.push_back(std::move(row));
  }
  return json;
}

Json collective_json(const CollectiveResults& collective) {
  return {{"kind", collective.kind},
          {"algorithm", collective.algorithm},
          {"members", collective.members},
          {"groups", collective.groups},
          {"repetitions", collective.repetitions},
          {"cycles", collective.cycles},
          {"algorithm_bandwidth", collective.algorithm_bandwidth},
          {"bus_bandwidth", collective.bus_bandwidth},
          {"bus_bandwidth_bound", collective.bus_bandwidth_bound}};
}

}  // namespace

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return "finished";
    case Outcome::deadlock:
      return "deadlock";
    case Outcome::starvation:
      return "starvation";
    case Outcome::blocked:
      return "blocked";
  }
  return "unknown";
}

Json to_json(const Results& results) {
  Json json;
  json["nodes"] = results.nodes;
  json["cycles"] = results.cycles;
  json["warmup_cycles"] = results.warmup_cycles;
  json["outcome"] = outcome_name(results.outcome);
  json["report"] = results.report;
  json["steady"] = optional_json(results.steady);
  json["steady_reason"] = results.steady_reason;
  json["precise"] = optional_json(results.precise);
  json["precise_reason"] = results.precise_reason;
  json["offered_load"] = results.offered_load;
  json["accepted_load"] = results.accepted_load;
  json["accepted_load_interval"] = interval_json(results.accepted_load_interval);
  json["accepted_load_min_source"] = results.accepted_load_min_source;
  json["accepted_load_max_source"] = results.accepted_load_max_source;
  json["latency"] = latency_json(results.latency);
  json["latency"]["drift"] = drift_json(results.drift);
  json["network_latency"] = latency_json(results.network_latency);
  json["saturation"] = saturation_json(results.saturation);
  if (!results.classes.empty()) json["classes"] = classes_json(results.classes);
  json["hops"]["mean"] = results.hops_mean;
  json["hops"]["offered_mean"] = results.hops_offered_mean;
  json["packets"] = results.packets;
  json["flits"] = results.flits;
  json["flit_hops"] = results.flit_hops;
  json["escape_share"] = results.escape_share;
  json["link_use"]["mean"] = results.link_use_mean;
  json["link_use"]["max"] = results.link_use_max;
  json["link_use"]["max_name"] = results.link_use_max_name;
  json["uniform_bound"] = optional_json(results.uniform_bound);
  json["bound_exceeded"] = results.bound_exceeded;
  json["execution_cycles"] = optional_json(results.execution_cycles);
  json["execution_milliseconds"] = optional_json(results.execution_milliseconds);
  json["ideal_cycles"] = optional_json(results.ideal_cycles);
  json["messages"] = results.messages;
  json["self_messages"] = results.self_messages;
  if (results.collective) json["collective"] = collective_json(*results.collective);
  json["digest"] = fmt::format("{:016x}", results.digest);
  if (results.sources) {
    json["sources"] = {{"jain_index", optional_json(results.sources->jain_index)},
                       {"list", flows_json(results.sources->sources)}};
  }
  if (results.flows) json["flows"] = flows_json(*results.flows);
  if (results.series) json["series"] = series_json(*results.series);
  return json;
}

}  // namespace trenza::testbench
