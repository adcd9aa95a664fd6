#include "graphs/metrics/twist_matrix.h"

#include <cstddef>

namespace trenza::graphs {

namespace {

bool is_grid_of_pairs(const topologies::Network& network) {
  const auto ports = static_cast<std::size_t>(network.ports);
  if (network.sizes.empty() || ports != 2 * network.sizes.size() || network.dimensions.size() != ports) return false;
  for (std::size_t port = 0; port < ports; ++port) {
    const std::string& kind = network.port_classes[port];
    if (network.dimensions[port] != static_cast<int>(port / 2) || (kind != "torus" && kind != "mesh")) return false;
  }
  return true;
}

std::vector<int> coordinates(const topologies::Network& network, topologies::NodeId node) {
  std::vector<int> all;
  for (const int size : network.sizes) {
    all.push_back(node % size);
    node /= size;
  }
  return all;
}

/// The numbers that the wraparound of an axis adds to the coordinates; empty if they differ from node to node.
std::vector<int> shifts_of(const topologies::Network& network, std::size_t axis) {
  std::vector<int> shifts(network.sizes.size(), 0);
  bool is_first = true;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    const std::vector<int> from = coordinates(network, node);
    const topologies::NodeId end = network.neighbour(node, static_cast<topologies::PortId>(2 * axis));
    if (from[axis] != network.sizes[axis] - 1 || end < 0) continue;
    const std::vector<int> to = coordinates(network, end);
    std::vector<int> here(shifts.size(), 0);
    for (std::size_t k = 0; k < here.size(); ++k) {
      if (k != axis) here[k] = (to[k] - from[k] + network.sizes[k]) % network.sizes[k];
    }
    if (!is_first && here != shifts) return {};
    shifts = here;
    is_first = false;
  }
  return shifts;
}

}  // namespace

std::vector<std::vector<int>> twist_matrix(const topologies::Network& network) {
  if (!is_grid_of_pairs(network)) return {};
  std::vector<std::vector<int>> matrix;
  bool is_twisted = false;
  for (std::size_t axis = 0; axis < network.sizes.size(); ++axis) {
    matrix.push_back(shifts_of(network, axis));
    if (matrix.back().empty()) return {};
    for (const int shift : matrix.back()) is_twisted = is_twisted || shift != 0;
  }
  return is_twisted ? matrix : std::vector<std::vector<int>>{};
}

}  // namespace trenza::graphs
