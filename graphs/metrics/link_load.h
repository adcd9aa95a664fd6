// Load of channels under uniform traffic with an even split over all shortest paths, and what follows from it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// Every node sends one unit per cycle, evenly to the N - 1 others; every shortest path to a destination carries the
/// same. Load in that unit, per channel and cycle.
struct LinkLoad {
  bool by_port = false;      ///< all channels of a port carry the same: `load` has one entry per port
  std::vector<double> load;  ///< otherwise one per node * ports + port

  double at(const topologies::Network& network, topologies::NodeId node, topologies::PortId port) const {
    const std::size_t row = by_port ? 0 : static_cast<std::size_t>(node) * static_cast<std::size_t>(network.ports);
    return load[row + static_cast<std::size_t>(port)];
  }
};

/// From one source if steps commute, otherwise from all nodes (time nodes^2 * ports). These functions throw
/// TopologyError if some node has no way to another.
LinkLoad uniform_link_load(const topologies::Network& network, int threads = 1);

/// The same if one source is enough, otherwise nothing.
std::optional<LinkLoad> uniform_link_load_by_port(const topologies::Network& network);

/// The same from network.sources alone, `class_of` (by node, 0-based) being classes of nodes such that for every two
/// nodes of a class there is an automorphism that keeps port numbers and carries one to the other, and whose classes
/// are those that the sources stand for. Throws TopologyError also if its length is not the number of nodes.
LinkLoad uniform_link_load(const topologies::Network& network, const std::vector<int>& class_of, int threads = 1);

/// Mean hops by channels of each dimension, every shortest path weighing the same, over the N - 1 others; from the
/// given sources (by their counts). The dimensions are 0 .. largest in Network::dimensions.
std::vector<double> mean_distance_per_dimension(const topologies::Network& network,
                                                const std::vector<topologies::SourceClass>& sources, int threads = 1);

/// Upper bounds of uniform traffic, in units per node and cycle (phits/node/cycle for channels of one phit per cycle),
/// self excluded unless it says otherwise.
struct UniformBounds {
  double throughput = 0;            ///< 1 / largest load
  double throughput_with_self = 0;  ///< for a generator that also draws the node itself, which costs no channel
  double all_links = 0;             ///< channels / (nodes * mean distance): all channels busy
  double busiest_dimension = 0;     ///< least of channels / (nodes * mean distance) of one dimension
  double largest_load = 0;
  double mean_load = 0;
  topologies::NodeId node = -1;  ///< of the first channel with the largest load
  topologies::PortId port = -1;
  std::vector<std::pair<std::string, double>> largest_load_by_class;  ///< by port class, in the order of ports
  std::vector<double> mean_distance_per_dimension;                    ///< over paths
};

UniformBounds uniform_bounds(const topologies::Network& network, const LinkLoad& load);
inline UniformBounds uniform_bounds(const topologies::Network& network, int threads = 1) {
  return uniform_bounds(network, uniform_link_load(network, threads));
}

}  // namespace trenza::graphs
