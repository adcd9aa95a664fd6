#include "graphs/metrics/breadth_first.h"

#include <algorithm>
#include <cmath>

namespace trenza::graphs {

namespace {

constexpr std::size_t kSeenWordBits = 64;
constexpr int kUnitBits = 512;
constexpr double kMantissaUnit = 0x1p512;

}  // namespace

BreadthFirst::BreadthFirst(const topologies::Network& network)
    : network_(network),
      distance_(static_cast<std::size_t>(network.nodes), -1),
      seen_((static_cast<std::size_t>(network.nodes) + kSeenWordBits - 1) / kSeenWordBits, 0) {
  order_.reserve(static_cast<std::size_t>(network.nodes));
}

void BreadthFirst::run(topologies::NodeId source) {
  std::fill(seen_.begin(), seen_.end(), 0);
  order_.clear();
  order_.push_back(source);
  distance_[static_cast<std::size_t>(source)] = 0;
  seen_[static_cast<std::size_t>(source) / kSeenWordBits] |= std::uint64_t{1}
                                                             << (static_cast<std::size_t>(source) % kSeenWordBits);
  const auto ports = static_cast<std::size_t>(network_.ports);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto node = static_cast<std::size_t>(order_[i]);
    const topologies::NodeId* neighbours = network_.next.data() + node * ports;
    const std::int32_t hops = distance_[node] + 1;
    for (std::size_t p = 0; p < ports; ++p) {
      if (neighbours[p] < 0) continue;
      const auto to = static_cast<std::size_t>(neighbours[p]);
      const std::uint64_t bit = std::uint64_t{1} << (to % kSeenWordBits);
      if ((seen_[to / kSeenWordBits] & bit) != 0) continue;
      seen_[to / kSeenWordBits] |= bit;
      distance_[to] = hops;
      order_.push_back(neighbours[p]);
    }
  }
  if (reached_all()) return;
  for (std::size_t node = 0; node < distance_.size(); ++node) {
    if ((seen_[node / kSeenWordBits] >> (node % kSeenWordBits) & 1) == 0) distance_[node] = -1;
  }
}

std::vector<std::int64_t> BreadthFirst::histogram() const {
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(eccentricity()) + 1, 0);
  for (const topologies::NodeId node : order_) ++nodes[static_cast<std::size_t>(distance(node))];
  return nodes;
}

void PathCount::add(const PathCount& other) {
  if (other.exponent == exponent) {
    mantissa += other.mantissa;
  } else if (other.exponent > exponent) {
    mantissa = other.mantissa + std::ldexp(mantissa, kUnitBits * (exponent - other.exponent));
    exponent = other.exponent;
  } else {
    mantissa += std::ldexp(other.mantissa, kUnitBits * (other.exponent - exponent));
  }
  if (mantissa >= kMantissaUnit) {
    mantissa /= kMantissaUnit;
    ++exponent;
  }
}

double PathCount::ratio(const PathCount& other) const {
  const double quotient = mantissa / other.mantissa;
  return exponent == other.exponent ? quotient : std::ldexp(quotient, kUnitBits * (exponent - other.exponent));
}

void count_paths(const topologies::Network& network, const BreadthFirst& search, std::vector<PathCount>& paths) {
  paths.assign(static_cast<std::size_t>(network.nodes), {});
  paths[static_cast<std::size_t>(search.order().front())] = {1, 0};
  for (const topologies::NodeId node : search.order()) {
    const PathCount here = paths[static_cast<std::size_t>(node)];
    for (topologies::PortId p = 0; p < network.ports; ++p) {
      const topologies::NodeId to = network.neighbour(node, p);
      if (to >= 0 && search.distance(to) == search.distance(node) + 1) paths[static_cast<std::size_t>(to)].add(here);
    }
  }
}

}  // namespace trenza::graphs
