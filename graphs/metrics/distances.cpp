#include "graphs/metrics/distances.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/parallel.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// From this many sources on, a batch is faster than single searches.
constexpr std::size_t kBatchFrom = 8;

/// splitmix64 (Steele, Lea and Flood, 2014).
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15U;
  std::uint64_t word = state;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

std::vector<SourceDistances> search_singly(const topologies::Network& network,
                                           const std::vector<topologies::SourceClass>& sources, int threads) {
  std::vector<SourceDistances> all(sources.size());
  std::vector<std::unique_ptr<BreadthFirst>> searches(static_cast<std::size_t>(std::max(1, threads)));
  for_each_block(static_cast<int>(sources.size()), threads, [&](int block, int worker) {
    std::unique_ptr<BreadthFirst>& search = searches[static_cast<std::size_t>(worker)];
    if (!search) search = std::make_unique<BreadthFirst>(network);
    const topologies::NodeId source = sources[static_cast<std::size_t>(block)].node;
    search->run(source);
    all[static_cast<std::size_t>(block)] = {source, search->histogram()};
  });
  return all;
}

std::vector<SourceDistances> search_batches(const topologies::Network& network,
                                            const std::vector<topologies::SourceClass>& sources, int threads) {
  constexpr auto kLanes = static_cast<std::size_t>(DistanceBatch::kLanes);
  std::vector<SourceDistances> all(sources.size());
  std::vector<std::unique_ptr<DistanceBatch>> batches(static_cast<std::size_t>(std::max(1, threads)));
  const auto blocks = static_cast<int>((sources.size() + kLanes - 1) / kLanes);
  for_each_block(blocks, threads, [&](int block, int worker) {
    std::unique_ptr<DistanceBatch>& batch = batches[static_cast<std::size_t>(worker)];
    if (!batch) batch = std::make_unique<DistanceBatch>(network);
    const std::size_t first = static_cast<std::size_t>(block) * kLanes;
    std::vector<topologies::NodeId> nodes;
    for (std::size_t i = first; i < std::min(first + kLanes, sources.size()); ++i) nodes.push_back(sources[i].node);
    std::vector<SourceDistances> found = batch->run(nodes);
    std::move(found.begin(), found.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return all;
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments moments(const std::vector<std::int64_t>& histogram, std::size_t from) {
  double pairs = 0;
  double sum = 0;
  for (std::size_t d = from; d < histogram.size(); ++d) {
    pairs += static_cast<double>(histogram[d]);
    sum += static_cast<double>(histogram[d]) * static_cast<double>(d);
  }
  if (pairs == 0) return {};
  const double mean = sum / pairs;
  double squares = 0;
  for (std::size_t d = from; d < histogram.size(); ++d) {
    const double difference = static_cast<double>(d) - mean;
    squares += static_cast<double>(histogram[d]) * difference * difference;
  }
  return {mean, std::sqrt(squares / pairs)};
}

double standard_error(const std::vector<double>& means) {
  const auto count = static_cast<double>(means.size());
  double sum = 0;
  for (const double mean : means) sum += mean;
  double squares = 0;
  for (const double mean : means) squares += (mean - sum / count) * (mean - sum / count);
  return std::sqrt(squares / (count - 1) / count);
}

void add_source(DistanceSummary& summary, const SourceDistances& source, std::int64_t count, topologies::NodeId nodes) {
  if (source.histogram.size() > summary.histogram.size()) summary.histogram.resize(source.histogram.size(), 0);
  std::int64_t reached = 0;
  for (std::size_t d = 0; d < source.histogram.size(); ++d) {
    summary.histogram[d] += count * source.histogram[d];
    reached += source.histogram[d];
  }
  summary.connected = summary.connected && reached == nodes;
  summary.diameter = std::max(summary.diameter, source.eccentricity());
  summary.radius = std::min(summary.radius, source.eccentricity());
}

void set_spread(DistanceSummary& summary, const std::vector<SourceDistances>& found) {
  std::vector<double> means;
  std::vector<double> means_with_self;
  for (const SourceDistances& source : found) {
    means.push_back(moments(source.histogram, 1).mean);
    means_with_self.push_back(moments(source.histogram, 0).mean);
  }
  summary.least_mean = *std::min_element(means.begin(), means.end());
  summary.largest_mean = *std::max_element(means.begin(), means.end());
  summary.least_mean_with_self = *std::min_element(means_with_self.begin(), means_with_self.end());
  summary.largest_mean_with_self = *std::max_element(means_with_self.begin(), means_with_self.end());
  if (!summary.exact) summary.standard_error = standard_error(means);
}

bool sampled(const topologies::Network& network, const DistanceOptions& options) {
  return options.samples > 0 && static_cast<std::size_t>(options.samples) < network.sources.size();
}

}  // namespace

std::vector<topologies::SourceClass> choose_sources(const topologies::Network& network,
                                                    const DistanceOptions& options) {
  if (options.samples < 0 || options.samples == 1) {
    throw topologies::TopologyError(std::to_string(options.samples) +
                                    " sampled sources given; it must be at least 2, or 0 for all of them");
  }
  if (!sampled(network, options)) return network.sources;
  std::vector<char> chosen(static_cast<std::size_t>(network.nodes), 0);
  std::uint64_t state = options.seed;
  for (int left = options.samples; left > 0;) {
    char& mark = chosen[next_random(state) % chosen.size()];
    if (mark != 0) continue;
    mark = 1;
    --left;
  }
  std::vector<topologies::SourceClass> sources;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    if (chosen[static_cast<std::size_t>(node)] != 0) sources.push_back({node, 1});
  }
  return sources;
}

DistanceSummary summarize_distances(topologies::NodeId nodes, const std::vector<topologies::SourceClass>& sources,
                                    const std::vector<SourceDistances>& found, bool exact) {
  DistanceSummary summary;
  summary.exact = exact;
  summary.sources = static_cast<int>(sources.size());
  summary.radius = nodes;
  for (std::size_t i = 0; i < found.size(); ++i) add_source(summary, found[i], sources[i].count, nodes);
  const Moments others = moments(summary.histogram, 1);
  const Moments all = moments(summary.histogram, 0);
  summary.mean = others.mean;
  summary.deviation = others.deviation;
  summary.mean_with_self = all.mean;
  summary.deviation_with_self = all.deviation;
  set_spread(summary, found);
  return summary;
}

DistanceSummary measure_distances(const topologies::Network& network, const DistanceOptions& options) {
  if (network.nodes < 1 || network.sources.empty()) {
    throw topologies::TopologyError("network " + network.name + " has no nodes to measure distances from");
  }
  const std::vector<topologies::SourceClass> sources = choose_sources(network, options);
  const std::vector<SourceDistances> found = sources.size() < kBatchFrom
                                                 ? search_singly(network, sources, options.threads)
                                                 : search_batches(network, sources, options.threads);
  return summarize_distances(network.nodes, sources, found, !sampled(network, options));
}

}  // namespace trenza::graphs
