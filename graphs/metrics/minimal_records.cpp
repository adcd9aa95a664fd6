#include "graphs/metrics/minimal_records.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/parallel.h"

namespace trenza::graphs {

namespace {

constexpr int kKeyBits = 64;

using Found = std::pair<topologies::NodeId, std::uint64_t>;

/// Means of one source; every source's are kept apart until they are summed in order.
struct SourceMeans {
  bool defined = false;
  RecordMeans means;
};

/// Adds the mean over `vectors` (of equal weight) of the absolute hops to `sums`, by dimension of the pair.
void add_mean(const std::vector<std::vector<int>>& vectors, const std::vector<int>& dimension,
              std::vector<double>& sums) {
  for (std::size_t pair = 0; pair < dimension.size(); ++pair) {
    int total = 0;
    for (const std::vector<int>& vector : vectors) total += std::abs(vector[pair]);
    if (total == 0) continue;
    sums[static_cast<std::size_t>(dimension[pair])] += static_cast<double>(total) / static_cast<double>(vectors.size());
  }
}

SourceMeans means_of(const topologies::Network& network, topologies::NodeId source, const std::vector<int>& dimension,
                     std::size_t dimensions) {
  const std::optional<MinimalRecords> records = MinimalRecords::from(network, source);
  if (!records) return {};
  SourceMeans result{true, {std::vector<double>(dimensions, 0), std::vector<double>(dimensions, 0), 0}};
  std::vector<std::vector<int>> vectors;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    vectors.assign(records->count(node), std::vector<int>(dimension.size()));
    for (std::size_t number = 0; number < vectors.size(); ++number) {
      for (int pair = 0; pair < records->pairs(); ++pair) {
        vectors[number][static_cast<std::size_t>(pair)] = records->hops(node, number, pair);
      }
    }
    if (vectors.size() > 1) ++result.means.tied_pairs;
    add_mean(vectors, dimension, result.means.by_record);
    for (std::vector<int>& vector : vectors) {
      for (int& hops : vector) hops = std::abs(hops);
    }
    std::sort(vectors.begin(), vectors.end());
    vectors.erase(std::unique(vectors.begin(), vectors.end()), vectors.end());
    add_mean(vectors, dimension, result.means.by_absolute);
  }
  return result;
}

/// The dimension of each pair of ports; empty if some pair has none or two.
std::vector<int> pair_dimensions(const topologies::Network& network) {
  if (network.ports % 2 != 0 || network.dimensions.size() != static_cast<std::size_t>(network.ports)) return {};
  std::vector<int> all;
  for (topologies::PortId port = 0; port < network.ports; port += 2) {
    const int plus = network.dimension(0, port);
    const int minus = network.dimension(0, port + 1);
    if (plus < 0 || (minus != plus && minus != -1)) return {};
    all.push_back(plus);
  }
  return all;
}

}  // namespace

int MinimalRecords::field(std::uint64_t key, int pair) const {
  const std::uint64_t shifted = key >> ((pairs_ - 1 - pair) * bits_);
  const std::uint64_t mask = bits_ == kKeyBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1;
  return static_cast<int>(static_cast<std::int64_t>(shifted & mask) - (std::int64_t{1} << (bits_ - 1)));
}

std::optional<MinimalRecords> MinimalRecords::from(const topologies::Network& network, topologies::NodeId source) {
  if (network.ports < 2 || network.ports % 2 != 0) return std::nullopt;
  const int pairs = network.ports / 2;
  if (pairs > kKeyBits / 2) return std::nullopt;
  BreadthFirst search(network);
  search.run(source);
  constexpr int kMostBits = 32;
  MinimalRecords records(pairs, std::min(kMostBits, kKeyBits / pairs));
  if (search.eccentricity() >= std::int64_t{1} << (records.bits_ - 1)) return std::nullopt;
  const std::vector<topologies::NodeId>& order = search.order();
  std::vector<std::vector<std::uint64_t>> keys(static_cast<std::size_t>(network.nodes));
  std::uint64_t zero = 0;
  for (int pair = 0; pair < pairs; ++pair) zero |= std::uint64_t{1} << (pair * records.bits_ + records.bits_ - 1);
  keys[static_cast<std::size_t>(source)] = {zero};
  for (const topologies::NodeId node : order) {
    // All that lead here are nearer, so the list is complete.
    std::vector<std::uint64_t>& here = keys[static_cast<std::size_t>(node)];
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      if (to < 0 || search.distance(to) != search.distance(node) + 1) continue;
      const int pair = port / 2;
      const std::uint64_t unit = std::uint64_t{1} << ((pairs - 1 - pair) * records.bits_);
      for (const std::uint64_t key : here) {
        const int hops = records.field(key, pair);
        if (port % 2 == 0 ? hops < 0 : hops > 0) return std::nullopt;
        keys[static_cast<std::size_t>(to)].push_back(port % 2 == 0 ? key + unit : key - unit);
      }
    }
  }
  records.first_.push_back(0);
  for (const std::vector<std::uint64_t>& of_node : keys) {
    records.keys_.insert(records.keys_.end(), of_node.begin(), of_node.end());
    records.first_.push_back(records.keys_.size());
  }
  return records;
}

std::optional<RecordMeans> record_means(const topologies::Network& network, int threads) {
  const std::vector<int> dimension = pair_dimensions(network);
  if (dimension.empty()) return std::nullopt;
  const auto dimensions = static_cast<std::size_t>(*std::max_element(dimension.begin(), dimension.end())) + 1;
  std::vector<SourceMeans> found(network.sources.size());
  for_each_block(static_cast<int>(found.size()), threads, [&](int block, int /*worker*/) {
    const auto i = static_cast<std::size_t>(block);
    found[i] = means_of(network, network.sources[i].node, dimension, dimensions);
  });
  RecordMeans sum{std::vector<double>(dimensions, 0), std::vector<double>(dimensions, 0), 0};
  double pairs = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].defined) return std::nullopt;
    const auto count = static_cast<double>(network.sources[i].count);
    pairs += count * std::max(1, network.nodes - 1);
    sum.tied_pairs += network.sources[i].count * found[i].means.tied_pairs;
    for (std::size_t k = 0; k < dimensions; ++k) {
      sum.by_record[k] += count * found[i].means.by_record[k];
      sum.by_absolute[k] += count * found[i].means.by_absolute[k];
    }
  }
  for (std::size_t k = 0; k < dimensions; ++k) {
    sum.by_record[k] /= pairs;
    sum.by_absolute[k] /= pairs;
  }
  return sum;
}

double imbalance(const std::vector<double>& mean_per_dimension) {
  double sum = 0;
  double largest = 0;
  for (const double mean : mean_per_dimension) {
    sum += mean;
    largest = std::max(largest, mean);
  }
  return sum > 0 ? static_cast<double>(mean_per_dimension.size()) * largest / sum : 0;
}

}  // namespace trenza::graphs
