// Computations of the task mapping paper, and of the paper on Duato-Nbc.
#include <fmt/core.h>

#include <algorithm>

#include "apps/graph/data_table.h"
#include "apps/reproduce/computation.h"
#include "graphs/metrics/summary.h"
#include "graphs/models/duato_nbc.h"
#include "graphs/models/rt_rtt_model.h"
#include "settings/config_error.h"
#include "topologies/mapping/mapping.h"
#include "topologies/topology_error.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::RtKind;
using settings::ConfigError;
using settings::Form;

constexpr int kMostA = 32;

/// A network with a mapping.
struct MappingCase {
  std::string series;
  RtKind kind = RtKind::rt;
  std::string expression;
};

std::vector<MappingCase> read_cases(Form& form, int a) {
  const char* const example = "{RT id: {network: rt, mapping: id}}";
  const settings::Value& cases = form.needed("cases", std::string("a map such as ") + example);
  if (!cases.is_map() || cases.entries.empty())
    throw ConfigError(cases.place, "is " + cases.description() + "; expected a map such as " + example);
  std::vector<MappingCase> read;
  for (const settings::Entry& entry : cases.entries) {
    Form inner(entry.value, "{network: rt, mapping: id}");
    MappingCase one;
    one.series = entry.key;
    one.kind = inner.choice("network", {"rt", "rtt"}) == "rt" ? RtKind::rt : RtKind::rtt;
    one.expression = inner.text("mapping", "id");
    inner.finish();
    try {
      topologies::parse_mapping(one.expression, {2 * a, a});
    } catch (const topologies::UserError& error) {
      throw ConfigError(inner.place("mapping"), error.what());
    }
    read.push_back(one);
  }
  return read;
}

/// `traffic.alpha` of the same traffic: pattern local_global draws what is not local from the processes that are no
/// neighbours, the paper from all others. Nine decimals, as configurations have.
double simulated_alpha(double alpha, const topologies::Mapping& mapping) {
  constexpr double kBillion = 1e9;
  constexpr double kNeighbours = 4;
  const double near = kNeighbours / static_cast<double>(mapping.processes() - 1);
  return std::round((alpha + (1 - alpha) * near) * kBillion) / kBillion;
}

/// The share of the traffic between processes of one node. It never enters the network, so documents count it nowhere.
double staying_share(double alpha, const topologies::Mapping& mapping, const graphs::Dilation& local) {
  double pairs = 0;
  for (const std::int64_t count : local.histogram) pairs += static_cast<double>(count);
  const double inside = local.histogram.empty() ? 0 : static_cast<double>(local.histogram.front()) / pairs;
  return alpha * inside + (1 - alpha) * (mapping.concentration - 1) / static_cast<double>(mapping.processes() - 1);
}

PreparedComputation prepare_mapping_model(Form& form) {
  constexpr int kMostSteps = 100;
  constexpr int kMostCycles = 1000;
  const int a = form.integer("a", 2, kMostA);
  const int steps = form.integer("steps", 1, kMostSteps, 10);
  const int per_hop = form.integer("cycles_per_hop", 1, kMostCycles, 1);
  const int constant = form.integer("cycles_besides", 0, kMostCycles, 0);
  const std::vector<MappingCase> cases = read_cases(form, a);
  PreparedComputation prepared;
  prepared.columns = {"series",
                      "traffic.alpha",
                      "alpha",
                      "dilation",
                      "tau",
                      "tau_closed",
                      "closed",
                      "path_splitting",
                      "ideal_splitting",
                      "stays",
                      "base_latency",
                      "sent_path_splitting",
                      "sent_ideal_splitting"};
  prepared.compute = [=, columns = prepared.columns](int /*threads*/) {
    DataTable table{columns, {}};
    for (const MappingCase& one : cases) {
      const topologies::Mapping mapping = topologies::parse_mapping(one.expression, {2 * a, a});
      const graphs::RtRttModel model(one.kind, a, mapping);
      for (int step = 0; step <= steps; ++step) {
        const double alpha = static_cast<double>(step) / steps;
        const auto closed = graphs::rt_rtt_closed_form(one.kind, a, mapping, alpha);
        const double tau = model.base_latency(alpha);
        const double path = model.maximum_throughput(alpha);
        const double ideal = graphs::rt_rtt_ideal_throughput(one.kind, a, mapping, alpha).at_most;
        const double stays = staying_share(alpha, mapping, model.local());
        table.rows.push_back({one.series, simulated_alpha(alpha, mapping), alpha, model.local().mean, tau,
                              closed ? Json(closed->base_latency) : Json(nullptr),
                              closed ? finite_cell(closed->maximum_throughput) : Json(nullptr), finite_cell(path),
                              finite_cell(ideal), stays, constant + per_hop * tau / (1 - stays),
                              finite_cell(path * (1 - stays)), finite_cell(ideal * (1 - stays))});
      }
    }
    return table;
  };
  return prepared;
}

PreparedComputation prepare_rt_distances(Form& form) {
  const std::vector<int> sizes = form.integers("a", 2, kMostA);
  PreparedComputation prepared;
  prepared.columns = {
      "network", "a",           "diameter", "printed_diameter", "mean", "mean_of_others", "printed_mean",
      "k_x",     "printed_k_x", "k_y",      "printed_k_y"};
  prepared.compute = [sizes, columns = prepared.columns](int /*threads*/) {
    DataTable table{columns, {}};
    for (const RtKind kind : {RtKind::rt, RtKind::rtt}) {
      for (const int a : sizes) {
        graphs::MetricOptions options;
        options.symmetry_nodes = 0;
        const graphs::NetworkMetrics found = graphs::measure(graphs::rt_network(kind, a), options);
        const double with_self = found.distances.mean_with_self / found.distances.mean;
        const bool twisted = kind == RtKind::rtt;
        table.rows.push_back({twisted ? "RTT" : "RT", a, found.distances.diameter, twisted ? 1.0 * a : 1.5 * a,
                              found.distances.mean_with_self, found.distances.mean, twisted ? 2.0 * a / 3 : 0.75 * a,
                              found.by_path->mean[0] * with_self, twisted ? a / 3.0 : a / 2.0,
                              found.by_path->mean[1] * with_self, twisted ? a / 3.0 : a / 4.0});
      }
    }
    return table;
  };
  return prepared;
}

PreparedComputation prepare_duato_nbc(Form& form) {
  constexpr int kMostK = 64;
  constexpr int kMostFlits = 1024;
  constexpr int kMostChannels = 64;
  constexpr int kMostPoints = 1000;
  const std::vector<int> sides = form.integers("k", 4, kMostK);
  const std::vector<int> lengths = form.integers("flits", 1, kMostFlits);
  const int channels = form.integer("virtual_channels", 1, kMostChannels, 10);
  const bool by_load = form.has("loads");
  const std::vector<double> loads = by_load ? form.numbers("loads") : std::vector<double>{};
  if (std::any_of(loads.begin(), loads.end(), [](double load) { return load <= 0; }))
    throw ConfigError(form.place("loads"), "has a load that is not above 0; expected phits/cycle/node");
  const int points = by_load ? static_cast<int>(loads.size()) - 1 : form.integer("points", 2, kMostPoints, 20);
  const std::string prefix = by_load ? "model_" : "";
  const auto parameters_of = [channels](int k, int flits) {
    graphs::NbcParameters parameters;
    parameters.k = k;
    parameters.message_flits = flits;
    parameters.virtual_channels = channels;
    return parameters;
  };
  for (const int k : sides) {
    try {
      graphs::DuatoNbcModel{parameters_of(k, lengths.front())};
    } catch (const topologies::UserError& error) {
      throw ConfigError(form.place("k"), error.what());
    }
  }
  PreparedComputation prepared;
  prepared.columns = {"series",          "k",           "flits", "rate", "of_saturation", prefix + "latency",
                      "network_latency", "multiplexing"};
  if (by_load) prepared.columns.insert(prepared.columns.begin() + 1, "traffic.load");
  prepared.compute = [=, columns = prepared.columns](int /*threads*/) {
    DataTable table{columns, {}};
    for (const int k : sides) {
      for (const int flits : lengths) {
        const graphs::DuatoNbcModel model(parameters_of(k, flits));
        const std::string series = fmt::format("{0}x{0}, M = {1}", k, flits);
        const double end = model.saturation().rate;
        for (int point = 0; point <= points; ++point) {
          const double share =
              by_load ? loads[static_cast<std::size_t>(point)] / flits / end : static_cast<double>(point) / points;
          const auto found = !by_load && point == points ? model.saturation() : model.at(share * end);
          if (!found) continue;
          std::vector<nlohmann::ordered_json> row{
              series, k, flits, found->rate, share, found->latency, found->network_latency, found->multiplexing};
          if (by_load) row.insert(row.begin() + 1, loads[static_cast<std::size_t>(point)]);
          table.rows.push_back(std::move(row));
        }
      }
    }
    return table;
  };
  return prepared;
}

}  // namespace

std::vector<Computation> mapping_computations() {
  return {{"mapping_model", "a network with a mapping, and a share of local traffic: latency and throughput on paper",
           "{a: 4, cases: {RT id: {network: rt, mapping: id}}}", prepare_mapping_model},
          {"rt_distances", "RT(a) or RTT(a): distances, and the printed formulas", "{a: [4, 8]}", prepare_rt_distances},
          {"duato_nbc", "a rate of messages, or one of the `loads` of a simulation: latency by the model",
           "{k: [8], flits: [32]}", prepare_duato_nbc}};
}

}  // namespace trenza::apps
