#include "graphs/models/rt_routes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "graphs/mapping/shortest_path_loads.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {

namespace {

/// Steps in one direction.
struct Leg {
  topologies::PortId port = 0;
  int hops = 0;
};

class RecordLoads : public LinkLoads {
 public:
  RecordLoads(const topologies::Network& network, RtKind kind, int a, RouteSplit split)
      : LinkLoads(network), network_(network), kind_(kind), a_(a), split_(split) {}

  std::vector<int> add(topologies::NodeId source, const std::vector<Demand>& demands) override {
    std::vector<int> distances;
    distances.reserve(demands.size());
    for (const Demand& demand : demands) {
      const std::vector<topologies::Record> records = records_to(source, demand.to);
      distances.push_back(std::abs(records[0][0]) + std::abs(records[0][1]));
      for (const topologies::Record& record : records)
        spread(source, record, demand.weight / static_cast<double>(records.size()));
    }
    return distances;
  }

 private:
  std::vector<topologies::Record> records_to(topologies::NodeId source, topologies::NodeId destination) const {
    const int columns = 2 * a_;
    const int x = destination % columns - source % columns;
    const int y = destination / columns - source / columns;
    std::vector<topologies::Record> all =
        kind_ == RtKind::rt ? topologies::rt_records(a_, x, y) : topologies::rtt_records(a_, x, y);
    if (split_ != RouteSplit::algorithm_xy) return all;
    // The paper's remainders take the lower side of every tie: of x' and y' in Algorithm 1, and of p and q, which are
    // y' + x' and y' - x' up to a constant, in Algorithm 2. Every choice of sides is among the records.
    const auto sides = [this](const topologies::Record& r) {
      return kind_ == RtKind::rt ? std::make_pair(r[0], r[1]) : std::make_pair(r[1] + r[0], r[1] - r[0]);
    };
    return {*std::min_element(all.begin(), all.end(), [&](const topologies::Record& r, const topologies::Record& s) {
      return sides(r) < sides(s);
    })};
  }

  void spread(topologies::NodeId source, const topologies::Record& record, double weight) {
    const Leg x{record[0] < 0 ? 1 : 0, std::abs(record[0])};
    const Leg y{record[1] < 0 ? 3 : 2, std::abs(record[1])};
    if (split_ == RouteSplit::record) {
      spread_evenly(source, x, y, weight);
    } else {
      walk(walk(source, x, weight), y, weight);
    }
  }

  topologies::NodeId walk(topologies::NodeId node, Leg leg, double weight) {
    for (int i = 0; i < leg.hops; ++i) node = step(node, leg.port, weight);
    return node;
  }

  /// All orders of the steps weigh the same: with p steps in x and q in y to go, p / (p + q) of them begin with x.
  void spread_evenly(topologies::NodeId node, Leg x, Leg y, double weight) {
    std::vector<double> flow(static_cast<std::size_t>(x.hops) + 1, 0.0);  // into the nodes of a row
    flow[0] = weight;
    for (int row = 0; row <= y.hops; ++row) {
      topologies::NodeId here = node;
      for (int i = 0; i <= x.hops; ++i) {
        double& passing = flow[static_cast<std::size_t>(i)];
        const int to_go = x.hops - i + y.hops - row;
        if (to_go == 0) return;
        const double in_x = passing * (x.hops - i) / to_go;
        const double in_y = passing * (y.hops - row) / to_go;
        const topologies::NodeId next = i < x.hops ? step(here, x.port, in_x) : here;
        if (i < x.hops) flow[static_cast<std::size_t>(i) + 1] += in_x;
        if (row < y.hops) step(here, y.port, in_y);
        passing = in_y;
        here = next;
      }
      node = network_.neighbour(node, y.port);
    }
  }

  topologies::NodeId step(topologies::NodeId node, topologies::PortId port, double weight) {
    carry(static_cast<std::size_t>(node) * static_cast<std::size_t>(network_.ports) + static_cast<std::size_t>(port),
          weight);
    return network_.neighbour(node, port);
  }

  const topologies::Network& network_;
  RtKind kind_;
  int a_;
  RouteSplit split_;
};

}  // namespace

std::string rt_name(RtKind kind, int a) { return fmt::format("{}({})", kind == RtKind::rt ? "rt" : "rtt", a); }

topologies::Network rt_network(RtKind kind, int a) {
  constexpr int kMaxA = 1 << 16;  // far beyond the largest network, small enough for 2a
  const std::string name = rt_name(kind, a);
  if (a < 2 || a > kMaxA) {
    throw topologies::TopologyError(fmt::format("{}: a is {}; it must be from 2 to {}", name, a, kMaxA));
  }
  std::vector<topologies::Twist> twists;
  if (kind == RtKind::rtt) twists.push_back({1, 0, a});
  return topologies::torus_network(name, {2 * a, a}, twists);
}

std::unique_ptr<LinkLoads> rt_routes(const topologies::Network& network, RtKind kind, int a, RouteSplit split) {
  if (split == RouteSplit::path) return std::make_unique<ShortestPathLoads>(network);
  return std::make_unique<RecordLoads>(network, kind, a, split);
}

}  // namespace trenza::graphs
