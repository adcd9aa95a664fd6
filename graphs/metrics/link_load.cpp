#include "graphs/metrics/link_load.h"

#include <algorithm>
#include <memory>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/network_shape.h"
#include "graphs/metrics/parallel.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// Sums are made of this many parts whatever the number of threads, so that they are always the same.
constexpr int kParts = 16;

/// The load that one source puts on the channels. Keeps its memory from source to source.
class PathSplit {
 public:
  explicit PathSplit(const topologies::Network& network) : network_(network), search_(network) {}

  /// Calls add(node, port, load) for every channel on shortest paths, one unit going to each node reached.
  template <typename Add>
  void run(topologies::NodeId source, const Add& add) {
    search_.run(source);
    count_paths(network_, search_, paths_);
    flow_.assign(static_cast<std::size_t>(network_.nodes), 1);
    // Backwards: what ends at or passes through a node came over its last hops in proportion to the paths behind each.
    const std::vector<topologies::NodeId>& order = search_.order();
    for (std::size_t i = order.size(); i-- > 0;) {
      const topologies::NodeId node = order[i];
      const auto here = static_cast<std::size_t>(node);
      for (topologies::PortId port = 0; port < network_.ports; ++port) {
        const topologies::NodeId to = network_.neighbour(node, port);
        if (to < 0 || search_.distance(to) != search_.distance(node) + 1) continue;
        const auto there = static_cast<std::size_t>(to);
        const double share = flow_[there] * paths_[here].ratio(paths_[there]);
        flow_[here] += share;
        add(node, port, share);
      }
    }
  }
  bool reached_all() const { return search_.reached_all(); }

 private:
  const topologies::Network& network_;
  BreadthFirst search_;
  std::vector<PathCount> paths_;
  std::vector<double> flow_;
};

using Sums = std::vector<double>;

/// Sums, over the sources, of what `index(node, port)` gets, weighted by the sources' counts. Throws
/// TopologyError if some node is not reached.
template <typename Index>
Sums sum_loads(const topologies::Network& network, const std::vector<topologies::SourceClass>& sources,
               std::size_t size, int threads, const Index& index) {
  const int parts = std::min(kParts, static_cast<int>(sources.size()));
  std::vector<Sums> sums(static_cast<std::size_t>(parts), Sums(size, 0));
  std::vector<std::unique_ptr<PathSplit>> splits(static_cast<std::size_t>(std::max(1, threads)));
  for_each_block(parts, threads, [&](int part, int worker) {
    std::unique_ptr<PathSplit>& split = splits[static_cast<std::size_t>(worker)];
    if (!split) split = std::make_unique<PathSplit>(network);
    Sums& sum = sums[static_cast<std::size_t>(part)];
    for (std::size_t i = static_cast<std::size_t>(part); i < sources.size(); i += static_cast<std::size_t>(parts)) {
      const auto count = static_cast<double>(sources[i].count);
      split->run(sources[i].node, [&](topologies::NodeId node, topologies::PortId port, double load) {
        sum[index(node, port)] += count * load;
      });
      if (!split->reached_all()) {
        throw topologies::TopologyError("network " + network.name + " is not connected: from node " +
                                        std::to_string(sources[i].node) +
                                        " some nodes have no way, so uniform traffic has no load");
      }
    }
  });
  for (std::size_t part = 1; part < sums.size(); ++part) {
    for (std::size_t i = 0; i < size; ++i) sums[0][i] += sums[part][i];
  }
  return std::move(sums[0]);
}

std::size_t channel_index(const topologies::Network& network, topologies::NodeId node, topologies::PortId port) {
  return static_cast<std::size_t>(node) * static_cast<std::size_t>(network.ports) + static_cast<std::size_t>(port);
}

void divide(Sums& sums, double by) {
  for (double& sum : sums) sum /= by;
}

std::size_t dimension_count(const topologies::Network& network) {
  int largest = -1;
  for (const std::int8_t dimension : network.dimensions) largest = std::max(largest, static_cast<int>(dimension));
  return static_cast<std::size_t>(largest + 1);
}

void set_class_loads(UniformBounds& bounds, const topologies::Network& network, const std::vector<double>& of_port) {
  for (std::size_t port = 0; port < of_port.size(); ++port) {
    const std::string& name = network.port_classes[port];
    auto& classes = bounds.largest_load_by_class;
    const auto at = std::find_if(classes.begin(), classes.end(), [&name](const auto& c) { return c.first == name; });
    if (at == classes.end()) {
      classes.emplace_back(name, of_port[port]);
    } else {
      at->second = std::max(at->second, of_port[port]);
    }
  }
}

}  // namespace

std::optional<LinkLoad> uniform_link_load_by_port(const topologies::Network& network) {
  if (network.sources.size() != 1 || !steps_commute(network)) return std::nullopt;
  // The other sources load the channels of a port like the first loads the others of that port.
  LinkLoad result;
  result.by_port = true;
  result.load =
      sum_loads(network, {{0, 1}}, static_cast<std::size_t>(network.ports), 1,
                [](topologies::NodeId /*node*/, topologies::PortId port) { return static_cast<std::size_t>(port); });
  divide(result.load, std::max(1, network.nodes - 1));
  return result;
}

LinkLoad uniform_link_load(const topologies::Network& network, int threads) {
  if (std::optional<LinkLoad> by_port = uniform_link_load_by_port(network)) return std::move(*by_port);
  LinkLoad result;
  result.load =
      sum_loads(network, topologies::every_source(network.nodes), network.next.size(), threads,
                [&](topologies::NodeId node, topologies::PortId port) { return channel_index(network, node, port); });
  divide(result.load, std::max(1, network.nodes - 1));
  return result;
}

LinkLoad uniform_link_load(const topologies::Network& network, const std::vector<int>& class_of, int threads) {
  if (class_of.size() != static_cast<std::size_t>(network.nodes)) {
    throw topologies::TopologyError("classes of " + std::to_string(class_of.size()) + " nodes given; network " +
                                    network.name + " has " + std::to_string(network.nodes));
  }
  const auto classes = static_cast<std::size_t>(*std::max_element(class_of.begin(), class_of.end())) + 1;
  const auto index = [&](topologies::NodeId node, topologies::PortId port) {
    return channel_index(network, class_of[static_cast<std::size_t>(node)], port);
  };
  Sums sums = sum_loads(network, network.sources, classes * static_cast<std::size_t>(network.ports), threads, index);
  divide(sums, std::max(1, network.nodes - 1));
  std::vector<double> members(classes, 0);
  for (const int member : class_of) ++members[static_cast<std::size_t>(member)];
  LinkLoad result;
  result.load.assign(network.next.size(), 0);
  for_each_channel(network, [&](topologies::NodeId node, topologies::PortId port, topologies::NodeId /*to*/) {
    const auto of = static_cast<std::size_t>(class_of[static_cast<std::size_t>(node)]);
    result.load[channel_index(network, node, port)] = sums[index(node, port)] / members[of];
  });
  return result;
}

std::vector<double> mean_distance_per_dimension(const topologies::Network& network,
                                                const std::vector<topologies::SourceClass>& sources, int threads) {
  // The last entry takes the channels without a dimension.
  const std::size_t dimensions = dimension_count(network);
  Sums sums =
      sum_loads(network, sources, dimensions + 1, threads, [&](topologies::NodeId node, topologies::PortId port) {
        const int dimension = network.dimension(node, port);
        return dimension < 0 ? dimensions : static_cast<std::size_t>(dimension);
      });
  sums.pop_back();
  double all = 0;
  for (const topologies::SourceClass& source : sources) all += static_cast<double>(source.count);
  divide(sums, all * std::max(1, network.nodes - 1));
  return sums;
}

UniformBounds uniform_bounds(const topologies::Network& network, const LinkLoad& load) {
  UniformBounds bounds;
  std::vector<double> of_port(static_cast<std::size_t>(network.ports), 0);
  std::vector<double> hops(dimension_count(network), 0);
  std::vector<double> channels(hops.size(), 0);
  double total = 0;
  double count = 0;
  for_each_channel(network, [&](topologies::NodeId node, topologies::PortId port, topologies::NodeId /*to*/) {
    const double here = load.at(network, node, port);
    if (here > bounds.largest_load) {
      bounds.largest_load = here;
      bounds.node = node;
      bounds.port = port;
    }
    double& largest = of_port[static_cast<std::size_t>(port)];
    largest = std::max(largest, here);
    total += here;
    ++count;
    const int dimension = network.dimension(node, port);
    if (dimension < 0) return;
    hops[static_cast<std::size_t>(dimension)] += here;
    ++channels[static_cast<std::size_t>(dimension)];
  });
  set_class_loads(bounds, network, of_port);
  if (total == 0) return bounds;
  bounds.throughput = 1 / bounds.largest_load;
  bounds.throughput_with_self = bounds.throughput * network.nodes / (network.nodes - 1);
  bounds.mean_load = total / count;
  bounds.all_links = count / total;
  bounds.busiest_dimension = hops.empty() ? bounds.all_links : 0;
  for (std::size_t k = 0; k < hops.size(); ++k) {
    const double bound = hops[k] > 0 ? channels[k] / hops[k] : 0;
    if (bound > 0 && (bounds.busiest_dimension == 0 || bound < bounds.busiest_dimension))
      bounds.busiest_dimension = bound;
  }
  divide(hops, network.nodes);
  bounds.mean_distance_per_dimension = std::move(hops);
  return bounds;
}

}  // namespace trenza::graphs
