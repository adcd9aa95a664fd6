#include "testbench/results_json.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "microarch/place_names.h"

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json latency_json(const std::optional<LatencySummary>& latency) {
  Json json;
  json["mean"] = latency ? Json(latency->mean) : Json(nullptr);
  json["p50"] = latency ? Json(latency->p50) : Json(nullptr);
  json["p95"] = latency ? Json(latency->p95) : Json(nullptr);
  json["p99"] = latency ? Json(latency->p99) : Json(nullptr);
  json["max"] = latency ? Json(latency->max) : Json(nullptr);
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
  json["offered_load"] = results.offered_load;
  json["accepted_load"] = results.accepted_load;
  json["accepted_load_min_source"] = results.accepted_load_min_source;
  json["accepted_load_max_source"] = results.accepted_load_max_source;
  json["latency"] = latency_json(results.latency);
  json["network_latency"] = latency_json(results.network_latency);
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
  json["digest"] = fmt::format("{:016x}", results.digest);
  return json;
}

}  // namespace trenza::testbench
