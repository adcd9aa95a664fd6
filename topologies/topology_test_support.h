// Helpers of the tests of this folder: parts of texts, distances and routes found on the graph alone, random tori, and
// networks with parts replaced.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "topologies/record_format.h"
#include "topologies/registry.h"
#include "topologies/topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies::test_support {

/// Whether a text has this part; a failure prints the text.
inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos ? testing::AssertionSuccess() : testing::AssertionFailure() << text;
}

inline std::unique_ptr<Topology> make(const std::string& kind, int a) {
  TopologySpec spec;
  spec.kind = kind;
  spec.values["a"] = a;
  return make_topology(spec);
}

inline std::unique_ptr<Topology> make_torus(const std::vector<int>& sizes, const std::vector<Twist>& twists = {}) {
  return make_twisted_torus("test", sizes, twists);
}

/// Hops from `source` to every node by breadth-first search on the graph; -1 where there is no way.
inline std::vector<int> graph_distances(const Graph& graph, NodeId source) {
  std::vector<int> distance(static_cast<std::size_t>(graph.nodes()), -1);
  std::vector<NodeId> order{source};
  distance[static_cast<std::size_t>(source)] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (PortId p = 0; p < graph.ports(); ++p) {
      if (!graph.has_out(order[i], p)) continue;
      const NodeId next = graph.out(order[i], p).to;
      if (distance[static_cast<std::size_t>(next)] >= 0) continue;
      distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(order[i])] + 1;
      order.push_back(next);
    }
  }
  return distance;
}

inline int length(const Record& record) {
  int sum = 0;
  for (const int hops : record) sum += hops < 0 ? -hops : hops;
  return sum;
}

/// The ports of the steps of a record, dimension by dimension.
inline std::vector<PortId> steps_of(const Record& record) {
  std::vector<PortId> steps;
  for (std::size_t k = 0; k < record.size(); ++k) {
    const auto port = static_cast<PortId>(2 * k + (record[k] < 0 ? 1 : 0));
    for (int i = 0; i < (record[k] < 0 ? -record[k] : record[k]); ++i) steps.push_back(port);
  }
  return steps;
}

inline NodeId walk(const Graph& graph, NodeId from, const std::vector<PortId>& ports) {
  for (const PortId port : ports) from = graph.out(from, port).to;
  return from;
}

/// All records that `initial` can give from `source` to `destination`, by draw 0, 1, 2, ...
inline std::vector<Record> records(const Topology& topology, NodeId source, NodeId destination) {
  const RecordFormat format(static_cast<int>(topology.sizes().size()));
  std::vector<Record> all;
  for (std::uint64_t draw = 0; draw < topology.routing().routes(source, destination); ++draw) {
    all.push_back(format.unpack(topology.routing().initial(source, destination, draw)));
  }
  return all;
}

struct RandomTorus {
  std::vector<int> sizes;
  std::vector<Twist> twists;
  std::string text;
};

inline constexpr int kRandomDimensions = 4;

/// 1 to 4 dimensions, at most `most_nodes` nodes and sizes up to `most_size`; every dimension either shifts others or
/// is shifted, so the twists never conflict.
inline RandomTorus random_torus(std::mt19937& random, int most_nodes = 160, int most_size = 12) {
  RandomTorus torus;
  const auto dimensions = 1 + static_cast<int>(random() % kRandomDimensions);
  int nodes = 1;
  for (int k = 0; k < dimensions; ++k) {
    const int room = most_nodes / (nodes << (dimensions - 1 - k));
    torus.sizes.push_back(
        2 + static_cast<int>(random() % static_cast<unsigned>(std::max(1, std::min(room, most_size) - 1))));
    nodes *= torus.sizes.back();
    torus.text += (k == 0 ? "" : "x") + std::to_string(torus.sizes.back());
  }
  std::vector<bool> shifts;
  for (int k = 0; k < dimensions; ++k) shifts.push_back(random() % 2 == 0);
  for (int j = 0; j < dimensions; ++j) {
    for (int k = 0; k < dimensions; ++k) {
      if (!shifts[static_cast<std::size_t>(j)] || shifts[static_cast<std::size_t>(k)] || random() % 4 == 0) continue;
      const int amount = static_cast<int>(random() % 41) - 20;
      torus.twists.push_back({j, k, amount});
      torus.text += " t" + std::to_string(j + 1) + std::to_string(k + 1) + "=" + std::to_string(amount);
    }
  }
  return torus;
}

/// A network with another's wiring and rings, and its own routing relation.
class ReroutedTopology : public Topology {
 public:
  ReroutedTopology(const Topology& base, const RoutingRelation& routing) : base_(base), routing_(routing) {}
  std::string name() const override { return base_.name(); }
  const Graph& graph() const override { return base_.graph(); }
  const RoutingRelation& routing() const override { return routing_; }
  const std::vector<int>& sizes() const override { return base_.sizes(); }
  std::vector<int> coordinates(NodeId node) const override { return base_.coordinates(node); }
  NodeId node_at(const std::vector<int>& coordinates) const override { return base_.node_at(coordinates); }
  std::string port_name(PortId port) const override { return base_.port_name(port); }
  const std::vector<Ring>& rings() const override { return base_.rings(); }
  int ring_of(ChannelId channel, int vc) const override { return base_.ring_of(channel, vc); }
  int port_dimension(PortId port) const override { return base_.port_dimension(port); }

 private:
  const Topology& base_;
  const RoutingRelation& routing_;
};

/// The relation of another network, without its claim to depend on differences only. For derived classes that change a
/// part of it.
class WrappedRelation : public RoutingRelation {
 public:
  explicit WrappedRelation(const RoutingRelation& base) : base_(base) {}
  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    return base_.initial(source, destination, draw);
  }
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    return base_.choices(at, header, lane);
  }
  HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const override {
    return base_.advance(at, header, port, escape);
  }
  int distance(NodeId source, NodeId destination) const override { return base_.distance(source, destination); }
  std::uint64_t routes(NodeId source, NodeId destination) const override { return base_.routes(source, destination); }
  int escape_vcs() const override { return base_.escape_vcs(); }
  EscapeTraits escape_traits() const override { return base_.escape_traits(); }

 private:
  const RoutingRelation& base_;
};

}  // namespace trenza::topologies::test_support
