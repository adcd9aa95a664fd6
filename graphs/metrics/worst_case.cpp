#include "graphs/metrics/worst_case.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>
#include <utility>

#include "graphs/metrics/assignment.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/pair_loads.h"
#include "graphs/metrics/parallel.h"
#include "graphs/metrics/port_orbits.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// Loads are rounded to multiples of this: then all sums of the assignment problem are exact.
constexpr double kLoadUnit = 0x1p-40;

std::vector<PickedChannel> channels_to_try(const topologies::Network& network, MinimalRouting routing, bool commute) {
  std::vector<PickedChannel> channels;
  if (commute) {
    const std::vector<topologies::PortId> orbits = port_orbits(network, routing == MinimalRouting::even_paths);
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      if (orbits[static_cast<std::size_t>(port)] == port) channels.push_back({0, port});
    }
    return channels;
  }
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      if (network.neighbour(node, port) >= 0) channels.push_back({node, port});
    }
  }
  return channels;
}

/// No permutation loads the channel more: the sum of the largest entries of the rows, or of the columns.
double bound(const std::vector<double>& cost, std::size_t nodes) {
  std::vector<double> column(nodes, 0);
  double rows = 0;
  for (std::size_t s = 0; s < nodes; ++s) {
    double row = 0;
    for (std::size_t d = 0; d < nodes; ++d) {
      row = std::min(row, cost[s * nodes + d]);
      column[d] = std::min(column[d], cost[s * nodes + d]);
    }
    rows -= row;
  }
  double columns = 0;
  for (const double least : column) columns -= least;
  return std::min(rows, columns);
}

struct HeaviestPermutation {
  double load = -1;  ///< in units of kLoadUnit; -1: not above another channel's
  std::vector<int> column;
};

}  // namespace

WorstCase worst_case_throughput(const topologies::Network& network, MinimalRouting routing, int threads) {
  if (network.nodes > kWorstCaseNodes) {
    throw topologies::TopologyError("network " + network.name + " has " + std::to_string(network.nodes) +
                                    " nodes; the exact worst case is computed for at most " +
                                    std::to_string(kWorstCaseNodes));
  }
  const bool commute = steps_commute(network);
  const std::vector<PickedChannel> channels = channels_to_try(network, routing, commute);
  if (channels.empty()) throw topologies::TopologyError("network " + network.name + " has no channels");
  const auto loads = make_pair_loads(network, routing, channels, commute);
  const auto nodes = static_cast<std::size_t>(network.nodes);
  std::vector<HeaviestPermutation> found(channels.size());
  std::mutex guard;
  double best = 0;
  for_each_block(static_cast<int>(channels.size()), threads, [&](int block, int /*worker*/) {
    const auto channel = static_cast<std::size_t>(block);
    std::vector<double> cost;
    loads->fill(channel, cost);
    for (double& entry : cost) entry = -std::round(entry / kLoadUnit);
    {
      // Only channels that are certainly below the best are left out, so the result does not depend on the order.
      const std::lock_guard<std::mutex> lock(guard);
      if (bound(cost, nodes) < best) return;
    }
    HeaviestPermutation& here = found[channel];
    here.column = least_cost_assignment(cost, network.nodes);
    here.load = 0;
    for (std::size_t s = 0; s < nodes; ++s) here.load -= cost[s * nodes + static_cast<std::size_t>(here.column[s])];
    const std::lock_guard<std::mutex> lock(guard);
    best = std::max(best, here.load);
  });
  const auto worst = std::max_element(
      found.begin(), found.end(),
      [](const HeaviestPermutation& one, const HeaviestPermutation& other) { return one.load < other.load; });
  const PickedChannel& channel = channels[static_cast<std::size_t>(worst - found.begin())];
  WorstCase result;
  result.largest_load = worst->load * kLoadUnit;
  result.throughput = result.largest_load > 0 ? 1 / result.largest_load : 0;
  result.node = channel.node;
  result.port = channel.port;
  result.destination.assign(worst->column.begin(), worst->column.end());
  return result;
}

std::vector<double> permutation_load(const topologies::Network& network, MinimalRouting routing,
                                     const std::vector<topologies::NodeId>& destination) {
  std::vector<PickedChannel> channels;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      if (network.neighbour(node, port) >= 0) channels.push_back({node, port});
    }
  }
  const auto loads = make_pair_loads(network, routing, channels, false);
  const auto nodes = static_cast<std::size_t>(network.nodes);
  std::vector<double> load(network.next.size(), 0);
  std::vector<double> pairs;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    loads->fill(i, pairs);
    double& sum = load[static_cast<std::size_t>(channels[i].node) * static_cast<std::size_t>(network.ports) +
                       static_cast<std::size_t>(channels[i].port)];
    for (std::size_t s = 0; s < nodes; ++s) sum += pairs[s * nodes + static_cast<std::size_t>(destination[s])];
  }
  return load;
}

}  // namespace trenza::graphs
