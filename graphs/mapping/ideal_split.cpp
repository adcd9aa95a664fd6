#include "graphs/mapping/ideal_split.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

using topologies::Network;
using topologies::NodeId;
using topologies::PortId;

constexpr double kRounding = 1e-10;

std::size_t at(NodeId node) { return static_cast<std::size_t>(node); }

/// The demands of a node by destination, so that they can be compared.
std::vector<double> row_of(const Network& network, const std::vector<Demand>& demands) {
  std::vector<double> row(at(network.nodes), 0.0);
  for (const Demand& demand : demands) row[at(demand.to)] += demand.weight;
  return row;
}

/// Nodes that are alike: they are joined by steps through a port that keep the network and the demands.
std::vector<NodeId> alike_nodes(const Network& network, const std::vector<std::vector<double>>& rows) {
  std::vector<NodeId> first(at(network.nodes));
  std::iota(first.begin(), first.end(), 0);
  const auto root = [&](NodeId node) {
    while (first[at(node)] != node) node = first[at(node)];
    return node;
  };
  const auto keeps = [&](PortId step) {
    for (NodeId node = 0; node < network.nodes; ++node) {
      const NodeId image = network.neighbour(node, step);
      if (image < 0) return false;
      for (PortId port = 0; port < network.ports; ++port) {
        const NodeId next = network.neighbour(node, port);
        const NodeId next_of_image = network.neighbour(image, port);
        if ((next < 0) != (next_of_image < 0)) return false;
        if (next >= 0 && network.neighbour(next, step) != next_of_image) return false;
      }
      for (NodeId to = 0; to < network.nodes; ++to) {
        const NodeId image_of_to = network.neighbour(to, step);
        if (image_of_to < 0 || std::fabs(rows[at(node)][at(to)] - rows[at(image)][at(image_of_to)]) > kRounding)
          return false;
      }
    }
    return true;
  };
  for (PortId step = 0; step < network.ports; ++step) {
    if (!keeps(step)) continue;
    for (NodeId node = 0; node < network.nodes; ++node) {
      const NodeId one = root(node);
      const NodeId other = root(network.neighbour(node, step));
      first[at(std::max(one, other))] = std::min(one, other);
    }
  }
  for (NodeId node = 0; node < network.nodes; ++node) first[at(node)] = root(node);
  return first;
}

/// A source that stands for others, and the channels on its shortest paths, nearest first.
struct Source {
  struct Edge {
    NodeId from = 0;
    NodeId to = 0;
    std::size_t row = 0;
  };
  double nodes = 0;  ///< that it stands for
  NodeId node = 0;
  std::vector<NodeId> order;
  std::vector<Edge> edges;
  std::vector<double> demand;  ///< by destination
};

/// The rows of the linear program, and routings as its columns.
class Routings {
 public:
  Routings(const Network& network, const DemandMatrix& demands) : network_(network) {
    std::vector<std::vector<double>> rows;
    for (const std::vector<Demand>& of_node : demands) rows.push_back(row_of(network, of_node));
    const std::vector<NodeId> first = alike_nodes(network, rows);
    std::vector<int> class_of(at(network.nodes), -1);
    for (NodeId node = 0; node < network.nodes; ++node) {
      if (first[at(node)] == node) class_of[at(node)] = classes_++;
    }
    size_.assign(static_cast<std::size_t>(classes_), 0.0);
    for (NodeId node = 0; node < network.nodes; ++node) {
      class_of[at(node)] = class_of[at(first[at(node)])];
      ++size_[static_cast<std::size_t>(class_of[at(node)])];
    }
    class_of_ = std::move(class_of);
    for (NodeId node = 0; node < network.nodes; ++node) {
      if (first[at(node)] == node) sources_.push_back(source_at(node, std::move(rows[at(node)])));
    }
  }

  std::size_t rows() const { return static_cast<std::size_t>(classes_) * static_cast<std::size_t>(network_.ports); }

  /// The loads of the cheapest routing, by row, where a channel costs what its row says. Channels of equal cost share.
  std::vector<double> cheapest(const std::vector<double>& costs) const {
    std::vector<double> loads(rows(), 0.0);
    for (const Source& source : sources_) add(source, costs, loads);
    return loads;
  }

 private:
  Source source_at(NodeId node, std::vector<double> demand) const {
    Source source;
    source.node = node;
    source.nodes = size_[static_cast<std::size_t>(class_of_[at(node)])];
    std::vector<int> distance(at(network_.nodes), -1);
    distance[at(node)] = 0;
    source.order.push_back(node);
    for (std::size_t next = 0; next < source.order.size(); ++next) {
      const NodeId here = source.order[next];
      for (PortId port = 0; port < network_.ports; ++port) {
        const NodeId to = network_.neighbour(here, port);
        if (to < 0) continue;
        if (distance[at(to)] < 0) {
          distance[at(to)] = distance[at(here)] + 1;
          source.order.push_back(to);
        }
        if (distance[at(to)] != distance[at(here)] + 1) continue;
        const std::size_t row =
            static_cast<std::size_t>(class_of_[at(here)]) * static_cast<std::size_t>(network_.ports) +
            static_cast<std::size_t>(port);
        source.edges.push_back({here, to, row});
      }
    }
    for (NodeId to = 0; to < network_.nodes; ++to) {
      if (demand[at(to)] > 0 && distance[at(to)] < 0)
        throw topologies::TopologyError(
            fmt::format("{}: there is no way from node {} to node {}", network_.name, node, to));
    }
    source.demand = std::move(demand);
    return source;
  }

  void add(const Source& source, const std::vector<double>& costs, std::vector<double>& loads) const {
    std::vector<double> cost(at(network_.nodes), std::numeric_limits<double>::infinity());
    std::vector<int> ways(at(network_.nodes), 0);
    cost[at(source.node)] = 0;
    const auto through = [&](const Source::Edge& edge) { return cost[at(edge.from)] + costs[edge.row]; };
    for (const Source::Edge& edge : source.edges) {  // of a node after all that lead there
      const double price = through(edge);
      double& best = cost[at(edge.to)];
      if (price < best - kRounding) {
        best = price;
        ways[at(edge.to)] = 1;
      } else if (price < best + kRounding) {
        ++ways[at(edge.to)];
      }
    }
    std::vector<double> flow = source.demand;
    for (auto edge = source.edges.rbegin(); edge != source.edges.rend(); ++edge) {
      const double arriving = flow[at(edge->to)];
      if (arriving == 0 || through(*edge) > cost[at(edge->to)] + kRounding) continue;
      const double share = arriving / ways[at(edge->to)];
      flow[at(edge->from)] += share;
      const std::size_t of_row = edge->row / static_cast<std::size_t>(network_.ports);
      loads[edge->row] += share * source.nodes / size_[of_row];
    }
  }

  const Network& network_;
  int classes_ = 0;
  std::vector<int> class_of_;  ///< by node
  std::vector<double> size_;   ///< nodes of a class
  std::vector<Source> sources_;
};

/// maximise y_1 + ... subject to L y <= 1, y >= 0, a column of L being a routing: the sum is the throughput. Revised
/// simplex method from the basis of slacks; the right side differs by row in its last digits, against cycling.
class Simplex {
 public:
  explicit Simplex(const Routings& routings) : routings_(routings), rows_(routings.rows()) {
    constexpr double kApart = 1e-9;
    inverse_.assign(rows_ * rows_, 0.0);
    for (std::size_t row = 0; row < rows_; ++row) {
      inverse_[row * rows_ + row] = 1;
      right_.push_back(1 + kApart * static_cast<double>(row % 97 + row));
    }
    is_routing_.assign(rows_, false);
    columns_.resize(rows_);
  }

  IdealSplit solve() {
    constexpr int kMostRounds = 20'000;
    constexpr double kEnough = 1e-7;
    IdealSplit best;
    best.at_most = std::numeric_limits<double>::infinity();
    std::vector<double> column = try_split(std::vector<double>(rows_, 1.0), best);  // before there are prices
    while (best.rounds < kMostRounds && best.at_most > best.at_least * (1 + kEnough)) {
      ++best.rounds;
      if (!enter(column, true)) break;
      note_split(best);
      std::vector<double> prices = row_prices();
      for (std::size_t row = cheapest_row(prices); prices[row] < -kRounding; row = cheapest_row(prices)) {
        std::vector<double> slack(rows_, 0.0);  // leaves this row with less than it can carry
        slack[row] = 1;
        if (++best.rounds > kMostRounds || !enter(slack, false)) return best;
        prices = row_prices();
      }
      for (double& price : prices) price = std::max(price, 0.0);
      column = try_split(prices, best);
    }
    return best;
  }

 private:
  /// The sum of the rows of the inverse whose basic variable is a routing.
  std::vector<double> row_prices() const {
    std::vector<double> prices(rows_, 0.0);
    for (std::size_t basic = 0; basic < rows_; ++basic) {
      if (!is_routing_[basic]) continue;
      for (std::size_t row = 0; row < rows_; ++row) prices[row] += inverse_[basic * rows_ + row];
    }
    return prices;
  }

  static std::size_t cheapest_row(const std::vector<double>& prices) {
    return static_cast<std::size_t>(std::min_element(prices.begin(), prices.end()) - prices.begin());
  }

  /// The cheapest routing; whatever the prices are, throughput <= sum of prices / cost of that routing.
  std::vector<double> try_split(const std::vector<double>& prices, IdealSplit& best) {
    std::vector<double> column = routings_.cheapest(prices);
    double cost = 0;
    double sum = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
      cost += prices[row] * column[row];
      sum += prices[row];
    }
    if (cost > 0) best.at_most = std::min(best.at_most, sum / cost);
    const double most = *std::max_element(column.begin(), column.end());
    if (most > 0) best.at_least = std::max(best.at_least, 1 / most);
    return column;
  }

  /// The split of the basis: its routings with their shares.
  void note_split(IdealSplit& best) const {
    std::vector<double> loads(rows_, 0.0);
    double sum = 0;
    for (std::size_t basic = 0; basic < rows_; ++basic) {
      if (!is_routing_[basic]) continue;
      const double share = std::max(basic_value(basic), 0.0);
      sum += share;
      for (std::size_t row = 0; row < rows_; ++row) loads[row] += share * columns_[basic][row];
    }
    const double most = *std::max_element(loads.begin(), loads.end());
    if (most > 0) best.at_least = std::max(best.at_least, sum / most);
  }

  double basic_value(std::size_t basic) const {
    double value = 0;
    for (std::size_t row = 0; row < rows_; ++row) value += inverse_[basic * rows_ + row] * right_[row];
    return value;
  }

  /// A routing or a slack becomes basic. False: nothing bounds it, which only rounding can bring about.
  bool enter(const std::vector<double>& column, bool is_routing) {
    std::vector<double> direction(rows_, 0.0);
    for (std::size_t basic = 0; basic < rows_; ++basic) {
      for (std::size_t row = 0; row < rows_; ++row) direction[basic] += inverse_[basic * rows_ + row] * column[row];
    }
    std::size_t leaving = rows_;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t basic = 0; basic < rows_; ++basic) {
      if (direction[basic] <= kRounding) continue;
      const double ratio = basic_value(basic) / direction[basic];
      if (ratio < least) {
        least = ratio;
        leaving = basic;
      }
    }
    if (leaving == rows_) return false;
    for (std::size_t row = 0; row < rows_; ++row) inverse_[leaving * rows_ + row] /= direction[leaving];
    for (std::size_t basic = 0; basic < rows_; ++basic) {
      if (basic == leaving || direction[basic] == 0) continue;
      for (std::size_t row = 0; row < rows_; ++row)
        inverse_[basic * rows_ + row] -= direction[basic] * inverse_[leaving * rows_ + row];
    }
    is_routing_[leaving] = is_routing;
    columns_[leaving] = column;
    return true;
  }

  const Routings& routings_;
  std::size_t rows_;
  std::vector<double> inverse_;  ///< of the basis, by basic variable and row
  std::vector<double> right_;
  std::vector<bool> is_routing_;  ///< by basic variable; otherwise it is the slack of that row
  std::vector<std::vector<double>> columns_;
};

}  // namespace

IdealSplit ideal_split(const Network& network, const DemandMatrix& demands) {
  if (demands.size() != at(network.nodes))
    throw topologies::TopologyError(
        fmt::format("{}: demands of {} nodes; it has {}", network.name, demands.size(), network.nodes));
  bool leaves = false;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (const Demand& demand : demands[at(node)]) leaves = leaves || (demand.to != node && demand.weight > 0);
  }
  if (!leaves) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
  const Routings routings(network, demands);
  return Simplex(routings).solve();
}

}  // namespace trenza::graphs
