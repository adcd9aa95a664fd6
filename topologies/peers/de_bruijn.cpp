#include "topologies/peers/de_bruijn.h"

#include <fmt/core.h>

#include <algorithm>

#include "topologies/routing.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

NodeId node_count(int k, int n) {
  std::int64_t nodes = 1;
  for (int i = 0; i < n && k >= 2 && nodes <= kMaxNodes; ++i) nodes *= k;
  if (k < 2 || n < 1 || nodes > kMaxNodes) {
    throw TopologyError(
        fmt::format("de Bruijn graph: words of {} digits from an alphabet of {} were asked for, expected at "
                    "least 1 digit, an alphabet of at least 2 and at most {} words",
                    n, k, kMaxNodes));
  }
  return static_cast<NodeId>(nodes);
}

using Digits = std::vector<int>;

/// The least word that renaming digits makes of these: new digits come in the order 0, 1, 2, ... from the high end,
/// where `from` begins.
template <typename Iterator>
NodeId least_renamed(Iterator from, Iterator end, int k, Digits& names) {
  std::fill(names.begin(), names.end(), -1);
  int known = 0;
  NodeId word = 0;
  for (; from != end; ++from) {
    int& name = names[static_cast<std::size_t>(*from)];
    if (name < 0) name = known++;
    word = word * k + name;
  }
  return word;
}

std::vector<SourceClass> orbits(int k, int n, NodeId nodes, bool reversible) {
  Digits digits(static_cast<std::size_t>(n));  // from the low end on
  Digits names(static_cast<std::size_t>(k));
  std::vector<NodeId> sizes(static_cast<std::size_t>(nodes), 0);
  for (NodeId node = 0; node < nodes; ++node) {
    NodeId rest = node;
    for (int& digit : digits) {
      digit = rest % k;
      rest /= k;
    }
    NodeId least = least_renamed(digits.rbegin(), digits.rend(), k, names);
    if (reversible) least = std::min(least, least_renamed(digits.begin(), digits.end(), k, names));
    ++sizes[static_cast<std::size_t>(least)];
  }
  std::vector<SourceClass> classes;
  for (NodeId node = 0; node < nodes; ++node) {
    if (sizes[static_cast<std::size_t>(node)] > 0) classes.push_back({node, sizes[static_cast<std::size_t>(node)]});
  }
  return classes;
}

}  // namespace

Network de_bruijn(int k, int n, DeBruijnLinks links) {
  const bool both_ways = links == DeBruijnLinks::undirected;
  Network network;
  network.name = fmt::format("de_bruijn({},{}{})", k, n, both_ways ? "" : "; directed");
  network.nodes = node_count(k, n);
  network.ports = both_ways ? 2 * k : k;
  for (int a = 0; a < k; ++a) network.port_names.push_back(fmt::format("f{}", a));
  for (int a = 0; a < k && both_ways; ++a) network.port_names.push_back(fmt::format("b{}", a));
  network.port_classes.assign(network.port_names.size(), "shift");
  network.dimensions.assign(network.port_names.size(), -1);
  const NodeId high = network.nodes / k;
  network.next.assign(static_cast<std::size_t>(network.nodes) * network.port_names.size(), -1);
  for (NodeId node = 0; node < network.nodes; ++node) {
    const auto first = network.next.begin() + static_cast<std::ptrdiff_t>(node) * network.ports;
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId to = port < k ? node % high * k + port : node / k + (port - k) * high;
      if (to != node && std::find(first, first + port, to) == first + port) first[port] = to;
    }
  }
  network.sources = orbits(k, n, network.nodes, both_ways);
  network.symmetry = both_ways ? "digits may be renamed and words reversed" : "digits may be renamed";
  return network;
}

}  // namespace trenza::topologies
