#include "graphs/metrics/summary.h"

#include <algorithm>
#include <utility>

namespace trenza::graphs {

namespace {

/// A batch of searches visits a channel about so many times less often than single searches.
constexpr double kBatchGain = 16;

int largest_degree(const topologies::Network& network) {
  int largest = 0;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    int degree = 0;
    for (topologies::PortId port = 0; port < network.ports; ++port)
      degree += network.neighbour(node, port) >= 0 ? 1 : 0;
    largest = std::max(largest, degree);
  }
  return largest;
}

DimensionSummary summary_of(std::vector<double> mean) {
  const double balance = imbalance(mean);
  return {std::move(mean), balance};
}

bool within(const MetricOptions& options, double sources, std::int64_t channels) {
  return sources * static_cast<double>(channels) <= options.work_limit;
}

DistanceOptions distance_options(const topologies::Network& network, const MetricOptions& options,
                                 std::int64_t channels) {
  DistanceOptions result{options.threads, options.samples, options.seed};
  const auto classes = static_cast<double>(network.sources.size());
  if (result.samples == 0 && !within(options, classes / kBatchGain, channels)) result.samples = kAutomaticSamples;
  return result;
}

void set_loads(NetworkMetrics& metrics, const topologies::Network& network, const MetricOptions& options) {
  if (!options.class_of.empty()) {
    metrics.uniform = uniform_bounds(network, uniform_link_load(network, options.class_of, options.threads));
  } else if (const std::optional<LinkLoad> by_port = uniform_link_load_by_port(network)) {
    metrics.uniform = uniform_bounds(network, *by_port);
  } else if (within(options, network.nodes, metrics.channels)) {
    metrics.uniform = uniform_bounds(network, options.threads);
  }
  if (metrics.uniform) {
    metrics.by_path = summary_of(metrics.uniform->mean_distance_per_dimension);
    return;
  }
  DistanceOptions choice{options.threads, options.samples, options.seed};
  if (!within(options, static_cast<double>(network.sources.size()), metrics.channels)) {
    const double affordable = options.work_limit / static_cast<double>(metrics.channels);
    choice.samples = std::max(2, static_cast<int>(std::min<double>(kAutomaticSamples, affordable)));
  }
  const std::vector<topologies::SourceClass> sources = choose_sources(network, choice);
  metrics.by_path = summary_of(mean_distance_per_dimension(network, sources, options.threads));
  if (sources.size() < network.sources.size()) metrics.by_path_samples = static_cast<int>(sources.size());
}

void set_records(NetworkMetrics& metrics, const topologies::Network& network, const MetricOptions& options) {
  if (!within(options, static_cast<double>(network.sources.size()), metrics.channels)) return;
  std::optional<RecordMeans> means = record_means(network, options.threads);
  if (!means) return;
  metrics.by_record = summary_of(std::move(means->by_record));
  metrics.by_absolute = summary_of(std::move(means->by_absolute));
}

bool nodes_differ(const DistanceSummary& distances) {
  constexpr double kSame = 1e-12;
  return distances.radius != distances.diameter || distances.largest_mean > distances.least_mean * (1 + kSame);
}

SymmetryResult too_large(const MetricOptions& options) {
  return {false, false, "more than " + std::to_string(options.symmetry_nodes) + " nodes: not searched"};
}

void set_symmetry(NetworkMetrics& metrics, const topologies::Network& network, const MetricOptions& options) {
  const bool small = network.nodes <= options.symmetry_nodes;
  metrics.edge_symmetric = small ? edge_symmetric_exhaustive(network) : too_large(options);
  if (network.sources.size() == 1) {
    metrics.node_symmetric = {true, true, network.symmetry};
  } else if (nodes_differ(metrics.distances)) {
    metrics.node_symmetric = {true, false, "distances differ between nodes"};
  } else {
    metrics.node_symmetric = small ? node_symmetric_exhaustive(network) : too_large(options);
  }
}

void set_worst_case(NetworkMetrics& metrics, const topologies::Network& network, const MetricOptions& options) {
  metrics.worst_case = worst_case_throughput(network, MinimalRouting::even_paths, options.threads);
  if (!has_dimension_order(network)) return;
  metrics.worst_case_dimension_order = worst_case_throughput(network, MinimalRouting::dimension_order, options.threads);
}

}  // namespace

double DimensionSummary::largest() const { return mean.empty() ? 0 : *std::max_element(mean.begin(), mean.end()); }

NetworkMetrics measure(const topologies::Network& network, const MetricOptions& options) {
  NetworkMetrics metrics;
  metrics.name = network.name;
  metrics.nodes = network.nodes;
  metrics.channels = channel_count(network);
  metrics.distances = measure_distances(network, distance_options(network, options, metrics.channels));
  metrics.degree = largest_degree(network);
  metrics.bidirectional = bidirectional(network);
  metrics.links = metrics.bidirectional ? metrics.channels / 2 : metrics.channels;
  metrics.rings = port_rings(network);
  metrics.link_classes = link_classes(network);
  metrics.bisection = bisection(network, options.bisection_nodes);
  if (metrics.distances.connected && network.nodes > 1) {
    set_loads(metrics, network, options);
    set_records(metrics, network, options);
  }
  set_symmetry(metrics, network, options);
  if (options.worst_case) set_worst_case(metrics, network, options);
  return metrics;
}

}  // namespace trenza::graphs
