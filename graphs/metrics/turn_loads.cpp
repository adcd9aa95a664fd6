#include "graphs/metrics/turn_loads.h"

#include <fmt/core.h>

#include <algorithm>

#include "topologies/symmetry.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

using topologies::HeaderWord;
using topologies::NodeId;
using topologies::PortId;
using topologies::RouteChoice;
using topologies::Topology;

/// Part `number` of `flow` in `parts` parts as equal as integers can be, the greater ones first.
std::uint64_t share(std::uint64_t flow, std::uint64_t parts, std::uint64_t number) {
  return flow / parts + (number < flow % parts ? 1 : 0);
}

/// Follows the records of a pair, each in the order of dimensions. `count(node, output, source, flow)` is called for
/// each router on the way.
template <class Count>
void follow_records(const Topology& topology, NodeId source, NodeId destination, const Count& count) {
  const topologies::RoutingRelation& relation = topology.routing();
  const std::uint64_t records = relation.routes(source, destination);
  for (std::uint64_t record = 0; record < records; ++record) {
    const std::uint64_t flow = share(TurnLoads::kPairFlow, records, record);
    HeaderWord header = relation.initial(source, destination, record);
    NodeId at = source;
    PortId in_port = topology.graph().ports();
    for (RouteChoice choice = relation.choices(at, header); !choice.arrived; choice = relation.choices(at, header)) {
      const topologies::Channel& channel = topology.graph().out(at, choice.escape_port());
      count(at, channel.out_port, in_port, flow);
      header = relation.advance(at, header, channel.out_port, true);
      at = channel.to;
      in_port = channel.in_port;
    }
    count(at, topology.graph().ports(), in_port, flow);
  }
}

/// Spreads the flows to a destination over the productive ports of each node on the way, the farthest node first.
class TableSpread {
 public:
  explicit TableSpread(const Topology& topology)
      : topology_(topology),
        sources_(static_cast<std::size_t>(topology.graph().ports()) + 1),
        flows_(static_cast<std::size_t>(topology.graph().nodes()) * sources_) {}

  void add(NodeId destination, const std::vector<NodeId>& senders, TurnLoads& loads) {
    const topologies::Graph& graph = topology_.graph();
    const topologies::RoutingRelation& relation = topology_.routing();
    std::fill(flows_.begin(), flows_.end(), 0);
    for (const NodeId sender : senders) flow(sender, graph.ports()) = TurnLoads::kPairFlow;
    order_by_distance(destination);
    for (const NodeId node : order_) {
      const std::uint32_t productive =
          node == destination ? 0 : relation.choices(node, relation.initial(node, destination, 0)).adaptive_ports();
      for (PortId source = 0; source <= graph.ports(); ++source) {
        const std::uint64_t all = flow(node, source);
        if (all == 0) continue;
        if (node == destination) loads.at(node, graph.ports(), source) += all;
        const auto parts = static_cast<std::uint64_t>(__builtin_popcount(productive));
        std::uint64_t number = 0;
        for (std::uint32_t rest = productive; rest != 0; rest &= rest - 1) {
          const topologies::Channel& channel = graph.out(node, __builtin_ctz(rest));
          const std::uint64_t part = share(all, parts, number++);
          loads.at(node, channel.out_port, source) += part;
          flow(channel.to, channel.in_port) += part;
        }
      }
    }
  }

 private:
  std::uint64_t& flow(NodeId node, PortId source) {
    return flows_[static_cast<std::size_t>(node) * sources_ + static_cast<std::size_t>(source)];
  }
  void order_by_distance(NodeId destination) {
    const NodeId nodes = topology_.graph().nodes();
    std::vector<int> distance(static_cast<std::size_t>(nodes));
    order_.clear();
    for (NodeId node = 0; node < nodes; ++node) {
      order_.push_back(node);
      if (node != destination)
        distance[static_cast<std::size_t>(node)] = topology_.routing().distance(node, destination);
    }
    std::stable_sort(order_.begin(), order_.end(), [&](NodeId a, NodeId b) {
      return distance[static_cast<std::size_t>(a)] > distance[static_cast<std::size_t>(b)];
    });
  }

  const Topology& topology_;
  std::size_t sources_;
  std::vector<std::uint64_t> flows_;  // of the destination, by node and source
  std::vector<NodeId> order_;
};

/// Node 0 sends to all; every other node is like it.
void add_by_difference(const Topology& topology, TurnLoads& loads) {
  const NodeId nodes = topology.graph().nodes();
  const PortId sources = topology.graph().ports() + 1;
  TurnLoads sums(1, topology.graph().ports());
  for (NodeId destination = 1; destination < nodes; ++destination) {
    follow_records(topology, 0, destination, [&](NodeId /*at*/, PortId output, PortId source, std::uint64_t flow) {
      sums.at(0, output, source) += flow;
    });
  }
  for (NodeId node = 0; node < nodes; ++node) {
    for (PortId output = 0; output < sources; ++output) {
      for (PortId source = 0; source < sources; ++source) loads.at(node, output, source) = sums.at(0, output, source);
    }
  }
}

/// Nodes that send to a destination.
std::vector<NodeId> senders_to(NodeId destination, NodeId nodes, const std::vector<NodeId>& destinations) {
  std::vector<NodeId> senders;
  for (NodeId node = 0; node < nodes; ++node) {
    if (node == destination) continue;
    if (destinations.empty() || destinations[static_cast<std::size_t>(node)] == destination) senders.push_back(node);
  }
  return senders;
}

/// 16 m / f, to the nearest integer, at most 255.
std::uint8_t stride_of(std::uint64_t most, std::uint64_t load) {
  constexpr std::uint64_t kUnit = 16;
  constexpr std::uint64_t kMost = 255;
  if (load == 0 || most / load >= kUnit) return kMost;
  return static_cast<std::uint8_t>(std::min(kMost, (2 * kUnit * most + load) / (2 * load)));
}

}  // namespace

TurnLoads turn_loads(const Topology& topology, const std::vector<NodeId>& destinations) {
  const topologies::RoutingRelation& relation = topology.routing();
  const NodeId nodes = topology.graph().nodes();
  TurnLoads loads(nodes, topology.graph().ports());
  const bool by_table = relation.escape_traits().detours;
  if (!by_table && destinations.empty() && relation.translation_invariant() &&
      topologies::steps_commute_everywhere(topology.graph())) {
    add_by_difference(topology, loads);
    return loads;
  }
  if (nodes > kMostTurnLoadNodes) {
    throw topologies::TopologyError(fmt::format("{} has {} nodes; expected {} at most to count all pairs",
                                                topology.name(), nodes, kMostTurnLoadNodes));
  }
  TableSpread spread(topology);
  for (NodeId destination = 0; destination < nodes; ++destination) {
    const std::vector<NodeId> senders = senders_to(destination, nodes, destinations);
    if (by_table) {
      if (!senders.empty()) spread.add(destination, senders, loads);
      continue;
    }
    for (const NodeId sender : senders) {
      follow_records(topology, sender, destination, [&](NodeId at, PortId output, PortId source, std::uint64_t flow) {
        loads.at(at, output, source) += flow;
      });
    }
  }
  return loads;
}

std::vector<std::uint8_t> inverse_strides(const TurnLoads& loads, NodeId nodes) {
  const PortId sources = loads.ports() + 1;
  std::vector<std::uint8_t> strides;
  for (NodeId node = 0; node < nodes; ++node) {
    for (PortId output = 0; output < sources; ++output) {
      std::uint64_t most = 0;
      for (PortId source = 0; source < sources; ++source) most = std::max(most, loads.at(node, output, source));
      for (PortId source = 0; source < sources; ++source)
        strides.push_back(stride_of(most, loads.at(node, output, source)));
    }
  }
  return strides;
}

}  // namespace trenza::graphs
