#include "graphs/metrics/network_record.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "graphs/metrics/twist_matrix.h"

namespace trenza::graphs {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Network;

/// Numbers of links are whole but for some odd networks.
Json whole(double number) {
  return number == std::floor(number) ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

Json symmetry(const SymmetryResult& result) { return result.known ? Json(result.symmetric) : Json(nullptr); }

void add_dimensions(Json& record, const char* suffix, const std::optional<DimensionSummary>& summary) {
  record[fmt::format("mean_distance_per_dimension{}", suffix)] =
      summary && !summary->mean.empty() ? Json(summary->mean) : Json(nullptr);
  record[fmt::format("imbalance{}", suffix)] =
      summary && !summary->mean.empty() ? Json(summary->imbalance) : Json(nullptr);
}

void add_distances(Json& record, const DistanceSummary& distances) {
  record["diameter"] = distances.diameter;
  record["mean_distance"] = distances.mean;
  record["mean_distance_with_self"] = distances.mean_with_self;
  record["deviation"] = distances.deviation;
  record["deviation_with_self"] = distances.deviation_with_self;
  record["connected"] = distances.connected;
  record["exact"] = distances.exact;
  record["sources"] = distances.sources;
  if (!distances.exact) record["standard_error"] = distances.standard_error;
}

std::string port_name(const Network& network, topologies::PortId port) {
  return network.port_names[static_cast<std::size_t>(port)];
}

void add_bounds(Json& record, const Network& network, const NetworkMetrics& metrics) {
  const auto& uniform = metrics.uniform;
  record["uniform_even_split"] = uniform ? Json(uniform->throughput) : Json(nullptr);
  record["uniform_even_split_with_self"] = uniform ? Json(uniform->throughput_with_self) : Json(nullptr);
  record["all_links_bound"] = uniform ? Json(uniform->all_links) : Json(nullptr);
  if (!uniform) return;
  record["busiest_link"] = {{"node", uniform->node},
                            {"port", uniform->port < 0 ? "" : port_name(network, uniform->port)},
                            {"load", uniform->largest_load}};
  Json loads = Json::object();
  for (const auto& [name, load] : uniform->largest_load_by_class) loads[name] = load;
  record["largest_load_by_class"] = std::move(loads);
}

Json ring_records(const Network& network, const std::vector<PortRings>& rings) {
  Json records = Json::array();
  for (const auto& port : rings) {
    Json lengths = Json::array();
    for (const auto& [length, count] : port.lengths) lengths.push_back({{"length", length}, {"rings", count}});
    records.push_back({{"port", port_name(network, port.port)},
                       {"lengths", std::move(lengths)},
                       {"channels_outside", port.channels_outside}});
  }
  return records;
}

Json class_records(const std::vector<LinkClass>& classes) {
  Json records = Json::array();
  for (const auto& one : classes) {
    records.push_back({{"class", one.kind}, {"dimension", one.dimension}, {"links", whole(one.links)}});
    if (one.dimension < 0) records.back()["dimension"] = nullptr;
  }
  return records;
}

void add_worst_case(Json& record, const NetworkMetrics& metrics) {
  const auto throughput = [](const std::optional<WorstCase>& worst) {
    return worst ? Json(worst->throughput) : Json(nullptr);
  };
  record["worst_case_throughput"] = throughput(metrics.worst_case);
  record["worst_case_throughput_dimension_order"] = throughput(metrics.worst_case_dimension_order);
  const auto destinations = [](const std::optional<WorstCase>& worst) {
    return worst ? Json(worst->destination) : Json(nullptr);
  };
  record["worst_case_destinations"] = destinations(metrics.worst_case);
  record["worst_case_destinations_dimension_order"] = destinations(metrics.worst_case_dimension_order);
}

}  // namespace

Json network_record(const Network& network, const NetworkMetrics& metrics, bool worst_case) {
  Json record = {
      {"network", metrics.name}, {"nodes", metrics.nodes}, {"degree", metrics.degree}, {"links", metrics.links}};
  add_distances(record, metrics.distances);
  add_dimensions(record, "", metrics.by_path);
  add_dimensions(record, "_by_record", metrics.by_record);
  record["node_symmetric"] = symmetry(metrics.node_symmetric);
  record["edge_symmetric"] = symmetry(metrics.edge_symmetric);
  record["symmetry"] = metrics.node_symmetric.why;
  add_bounds(record, network, metrics);
  if (worst_case) add_worst_case(record, metrics);
  record["bisection_links"] = whole(metrics.bisection.links);
  record["bisection"] = metrics.bisection.exact ? "exact" : "upper bound: " + metrics.bisection.method;
  const auto twists = twist_matrix(network);
  record["twist_matrix"] = twists.empty() ? Json(nullptr) : Json(twists);
  record["histogram"] = metrics.distances.histogram;
  record["link_classes"] = class_records(metrics.link_classes);
  record["rings"] = ring_records(network, metrics.rings);
  return record;
}

std::string limits_text(const NetworkMetrics& metrics) {
  std::string text;
  if (!metrics.distances.exact) {
    text += fmt::format("{}: distances from {} random sources; standard error of the mean {:.2g}\n", metrics.name,
                        metrics.distances.sources, metrics.distances.standard_error);
  }
  if (metrics.by_path_samples > 0) {
    text += fmt::format("{}: means per dimension from {} random sources\n", metrics.name, metrics.by_path_samples);
  }
  if (!metrics.uniform)
    text += fmt::format("{}: no load of uniform traffic: too large, or not connected\n", metrics.name);
  if (!metrics.node_symmetric.known)
    text += fmt::format("{}: node symmetry unknown: {}\n", metrics.name, metrics.node_symmetric.why);
  return text;
}

}  // namespace trenza::graphs
