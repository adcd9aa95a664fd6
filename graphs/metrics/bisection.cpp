#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/network_shape.h"
#include "topologies/directions.h"

namespace trenza::graphs {

namespace {

std::string axis_name(std::size_t axis) {
  const auto k = static_cast<int>(axis);
  return k < topologies::kMaxDimensions ? std::string(1, topologies::dimension_letter(k))
                                        : "dimension " + std::to_string(k + 1);
}

/// Channels that join different halves.
std::int64_t cut(const topologies::Network& network, const std::vector<char>& upper) {
  std::int64_t channels = 0;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      if (to >= 0 && upper[static_cast<std::size_t>(to)] != upper[static_cast<std::size_t>(node)]) ++channels;
    }
  }
  return channels;
}

/// The upper half of the nodes when they are ordered by coordinate `axis` first and by number second.
std::vector<char> upper_half(const topologies::Network& network, std::size_t axis) {
  topologies::NodeId stride = 1;
  for (std::size_t k = 0; k < axis; ++k) stride *= network.sizes[k];
  std::vector<topologies::NodeId> order(static_cast<std::size_t>(network.nodes));
  std::iota(order.begin(), order.end(), 0);
  if (!network.sizes.empty()) {
    const auto coordinate = [&](topologies::NodeId node) { return node / stride % network.sizes[axis]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](topologies::NodeId a, topologies::NodeId b) { return coordinate(a) < coordinate(b); });
  }
  std::vector<char> upper(order.size(), 0);
  for (std::size_t i = order.size() / 2; i < order.size(); ++i) upper[static_cast<std::size_t>(order[i])] = 1;
  return upper;
}

/// Branch and bound over all halvings: nodes are given to a half in the order of a search from node 0; the bound is
/// what is cut already, plus for each open node the cheaper of its two halves.
class HalvingSearch {
 public:
  HalvingSearch(const topologies::Network& network, std::int64_t upper_bound)
      : nodes_(static_cast<std::size_t>(network.nodes)), best_(upper_bound), joined_(nodes_ * nodes_, 0) {
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      for (topologies::PortId port = 0; port < network.ports; ++port) {
        const topologies::NodeId to = network.neighbour(node, port);
        if (to < 0 || to == node) continue;
        ++joined_[static_cast<std::size_t>(node) * nodes_ + static_cast<std::size_t>(to)];
        ++joined_[static_cast<std::size_t>(to) * nodes_ + static_cast<std::size_t>(node)];
      }
    }
    BreadthFirst search(network);
    search.run(0);
    for (const topologies::NodeId node : search.order()) order_.push_back(static_cast<std::size_t>(node));
    for (std::size_t node = 0; node < nodes_; ++node) {
      if (search.distance(static_cast<topologies::NodeId>(node)) < 0) order_.push_back(node);
    }
    for (std::vector<std::int64_t>& pull : pull_) pull.assign(nodes_, 0);
  }

  /// False if it was given up.
  bool run() {
    place(order_[0], 0, 1);
    members_[0] = 1;
    descend(1, 0);
    return steps_ < kMaxSteps;
  }
  std::int64_t best() const { return best_; }

 private:
  static constexpr std::int64_t kMaxSteps = 4'000'000;

  void place(std::size_t node, std::size_t half, int sign) {
    const std::int64_t* row = joined_.data() + node * nodes_;
    for (std::size_t other = 0; other < nodes_; ++other) pull_[half][other] += sign * row[other];
  }

  std::int64_t bound(std::size_t depth, std::int64_t channels) const {
    for (std::size_t i = depth; i < nodes_; ++i) channels += std::min(pull_[0][order_[i]], pull_[1][order_[i]]);
    return channels;
  }

  void descend(std::size_t depth, std::int64_t channels) {
    if (++steps_ >= kMaxSteps || bound(depth, channels) >= best_) return;
    if (depth == nodes_) {
      best_ = channels;
      return;
    }
    const std::size_t node = order_[depth];
    const std::size_t nearer = pull_[0][node] >= pull_[1][node] ? 0 : 1;
    for (const std::size_t half : {nearer, 1 - nearer}) {
      if (members_[half] == (nodes_ + 1) / 2) continue;
      const std::int64_t across = pull_[1 - half][node];
      place(node, half, 1);
      ++members_[half];
      descend(depth + 1, channels + across);
      --members_[half];
      place(node, half, -1);
    }
  }

  std::size_t nodes_;
  std::int64_t best_;
  std::vector<std::int64_t> joined_;  ///< channels between two nodes, both ways
  std::vector<std::size_t> order_;
  std::vector<std::int64_t> pull_[2];  ///< channels between a node and what each half has
  std::size_t members_[2] = {0, 0};
  std::int64_t steps_ = 0;
};

}  // namespace

Bisection bisection(const topologies::Network& network, int search_limit) {
  const double links = bidirectional(network) ? 0.5 : 1.0;
  Bisection result;
  std::int64_t least = -1;
  for (std::size_t axis = 0; axis < std::max<std::size_t>(1, network.sizes.size()); ++axis) {
    const std::int64_t channels = cut(network, upper_half(network, axis));
    if (least >= 0 && channels >= least) continue;
    least = channels;
    result.method =
        network.sizes.empty() ? std::string("half of the node numbers") : "half cut across " + axis_name(axis);
  }
  if (network.nodes >= 2 && network.nodes <= search_limit) {
    HalvingSearch search(network, least);
    result.exact = search.run();
    if (result.exact || search.best() < least) result.method = result.exact ? "search" : "search, not finished";
    least = search.best();
  }
  result.links = links * static_cast<double>(least);
  return result;
}

}  // namespace trenza::graphs
