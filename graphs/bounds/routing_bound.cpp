#include "graphs/bounds/routing_bound.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "graphs/bounds/route_graph.h"

namespace trenza::graphs {

namespace {

/// By class of channels.
using Values = std::vector<double>;

/// Which hop of a state packets take.
enum class Share : std::uint8_t {
  even,      ///< all that are offered
  first,     ///< the first
  cheapest,  ///< those on the cheapest ways
};

/// The loads of classes if each pair of nodes has a packet, and what the cheapest ways of all cost.
struct Scan {
  Values load;
  double cost = 0;
};

/// The route graphs of a network, kept if they are small enough and else found again for each scan.
class Routes {
 public:
  Routes(const topologies::Topology& topology, bool adaptive)
      : classes_(channel_classes(topology)), finder_(topology, classes_, adaptive) {}

  /// False if packets can go in a circle.
  bool find() {
    is_fixed_ = true;
    for (const topologies::NodeId node : classes_.first) {
      RouteGraph graph;
      if (!finder_.find(node, graph)) return false;
      is_fixed_ = is_fixed_ && !graph.has_choice();
      hops_ += graph.hops.size();
      if (hops_ <= kMostKeptHops) kept_.push_back(std::move(graph));
    }
    if (hops_ > kMostKeptHops) kept_.clear();
    return true;
  }

  const ChannelClasses& classes() const { return classes_; }
  bool is_fixed() const { return is_fixed_; }
  std::size_t hops() const { return hops_; }
  bool is_kept() const { return !kept_.empty(); }

  Scan scan(Share share, const Values& weights) {
    Scan result;
    result.load.assign(classes_.channels.size(), 0);
    if (is_kept()) {
      for (const RouteGraph& graph : kept_) add(graph, share, weights, result);
      return result;
    }
    RouteGraph graph;
    for (const topologies::NodeId node : classes_.first) {
      finder_.find(node, graph);
      add(graph, share, weights, result);
    }
    return result;
  }

 private:
  static constexpr std::size_t kMostKeptHops = 12'000'000;

  void add(const RouteGraph& graph, Share share, const Values& weights, Scan& result) {
    const std::size_t states = graph.states();
    cost_.assign(states, 0);
    flow_ = graph.sent;
    const auto price = [&](const RouteHop& hop) { return weights[hop.channel_class] + cost_[hop.to]; };
    for (std::size_t s = share == Share::cheapest ? states : 0; s-- > 0;) {
      const std::uint32_t begin = graph.first_hop[s];
      const std::uint32_t end = graph.first_hop[s + 1];
      if (begin == end) continue;
      double least = price(graph.hops[begin]);
      for (std::uint32_t h = begin + 1; h < end; ++h) least = std::min(least, price(graph.hops[h]));
      cost_[s] = least;
      result.cost += graph.destinations * graph.sent[s] * least;
    }
    for (std::size_t s = 0; s < states; ++s) {
      const std::uint32_t begin = graph.first_hop[s];
      const std::uint32_t end = graph.first_hop[s + 1];
      if (begin == end || flow_[s] == 0) continue;
      taken_.clear();
      for (std::uint32_t h = begin; h < end; ++h) {
        if (share == Share::cheapest && price(graph.hops[h]) > cost_[s]) continue;
        taken_.push_back(h);
        if (share == Share::first) break;
      }
      const double part = flow_[s] / static_cast<double>(taken_.size());
      for (const std::uint32_t h : taken_) {
        flow_[graph.hops[h].to] += part;
        result.load[graph.hops[h].channel_class] += graph.destinations * part;
      }
    }
  }

  ChannelClasses classes_;
  RouteFinder finder_;
  std::vector<RouteGraph> kept_;
  std::size_t hops_ = 0;
  bool is_fixed_ = true;
  Values cost_;
  Values flow_;
  std::vector<std::uint32_t> taken_;
};

/// base^exponent by products only: the same on every machine.
double power(double base, unsigned exponent) {
  double result = 1;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result *= base;
    base *= base;
  }
  return result;
}

/// The program, and the best that is known of it from both sides.
class Program {
 public:
  Program(const topologies::Topology& topology, Routes& routes) : topology_(topology), routes_(routes) {}

  RoutingBound solve() {
    take(routes_.scan(Share::even, {}).load);
    if (routes_.is_fixed()) return {at_least_, at_least_, true};
    take(routes_.scan(Share::first, {}).load);
    for (const Values& cut : cuts()) prove(cut);
    Values mixture = best_;
    unsigned exponent = kLeastExponent;
    for (int step = 0; step < steps() && !is_solved(); ++step) {
      if (step > 0 && step % kStepsOfExponent == 0) exponent = std::min(kMostExponent, 2 * exponent);
      const Values cheapest = prove(gradient(mixture, exponent));
      mixture = between(mixture, cheapest, best_part(mixture, cheapest, exponent));
      take(mixture);
    }
    return {at_most_, at_least_, false};
  }

 private:
  static constexpr double kGap = 1.01;  ///< the search ends within it
  static constexpr unsigned kLeastExponent = 8;
  static constexpr unsigned kMostExponent = 512;
  static constexpr int kStepsOfExponent = 100;

  /// Steps that take about as long as reading the network, and fewer where every step must find the routes anew.
  int steps() const {
    constexpr std::size_t kWork = 40'000'000;
    constexpr std::size_t kMostSteps = 1'000;
    if (!routes_.is_kept()) return 2;
    return static_cast<int>(std::min(kMostSteps, kWork / routes_.hops()));
  }
  bool is_solved() const { return at_most_ <= kGap * at_least_; }
  double others() const { return topology_.graph().nodes() - 1; }
  double of_channel(const Values& load, std::size_t k) const {
    return load[k] == 0 ? 0 : load[k] / routes_.classes().channels[k];
  }
  double largest(const Values& load) const {
    double most = 0;
    for (std::size_t k = 0; k < load.size(); ++k) most = std::max(most, of_channel(load, k));
    return most;
  }

  /// Shares with these loads were found.
  void take(const Values& load) {
    const double carried = others() / largest(load);
    if (carried <= at_least_) return;
    at_least_ = carried;
    best_ = load;
  }

  /// The channels cannot carry more than what costs all that they are worth on the cheapest ways. Returns their loads.
  Values prove(const Values& weights) {
    Scan scan = routes_.scan(Share::cheapest, weights);
    double worth = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) worth += weights[k] * routes_.classes().channels[k];
    if (scan.cost > 0) at_most_ = std::min(at_most_, others() * worth / scan.cost);
    return std::move(scan.load);
  }

  /// Of each dimension the channels across its middle in one direction: they prove the bound of a mesh.
  std::vector<Values> cuts() const {
    const topologies::Graph& graph = topology_.graph();
    const ChannelClasses& classes = routes_.classes();
    std::vector<Values> all;
    if (classes.first.size() != classes.class_of.size()) return all;
    for (std::size_t k = 0; k < topology_.sizes().size(); ++k) {
      const int half = topology_.sizes()[k] / 2;
      for (const bool up : {true, false}) {
        Values cut(classes.channels.size(), 0);
        bool any = false;
        for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
          if (!graph.has(id)) continue;
          const topologies::Channel& channel = graph.channel(id);
          const bool from = topology_.coordinates(channel.from)[k] >= half;
          if (from == up || (topology_.coordinates(channel.to)[k] >= half) == from) continue;
          cut[classes.of(channel.from, channel.out_port)] = 1;
          any = true;
        }
        if (any) all.push_back(std::move(cut));
      }
    }
    return all;
  }

  /// Of the sum of the powers of the loads.
  Values gradient(const Values& load, unsigned exponent) const {
    const double most = largest(load);
    Values weights(load.size(), 0);
    for (std::size_t k = 0; k < load.size(); ++k) weights[k] = power(of_channel(load, k) / most, exponent - 1);
    return weights;
  }

  static Values between(const Values& a, const Values& b, double part) {
    Values mixed(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) mixed[k] = (1 - part) * a[k] + part * b[k];
    return mixed;
  }

  /// The part of `b` in a mixture with the least sum of powers.
  double best_part(const Values& a, const Values& b, unsigned exponent) const {
    const double scale = std::max(largest(a), largest(b));
    const auto sum = [&](double part) {
      double total = 0;
      for (std::size_t k = 0; k < a.size(); ++k) {
        const double load = ((1 - part) * of_channel(a, k) + part * of_channel(b, k)) / scale;
        if (load > 0) total += routes_.classes().channels[k] * power(load, exponent);
      }
      return total;
    };
    double low = 0;
    double high = 1;
    constexpr int kThirds = 24;
    for (int k = 0; k < kThirds; ++k) {
      const double third = (high - low) / 3;
      if (sum(low + third) < sum(high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    return (low + high) / 2;
  }

  const topologies::Topology& topology_;
  Routes& routes_;
  double at_most_ = std::numeric_limits<double>::infinity();
  double at_least_ = 0;
  Values best_;  ///< the loads of at_least_
};

}  // namespace

std::optional<RoutingBound> routing_bound(const topologies::Topology& topology, bool adaptive) {
  // By difference every channel of a port has the same load, and every way of a header as many hops by each port.
  if (const double by_route = topologies::uniform_route_bound(topology); by_route > 0)
    return RoutingBound{by_route, by_route, true};
  Routes routes(topology, adaptive);
  if (static_cast<topologies::NodeId>(routes.classes().first.size()) > kMostBoundNodes || !routes.find())
    return std::nullopt;
  return Program(topology, routes).solve();
}

}  // namespace trenza::graphs
