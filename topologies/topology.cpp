#include "topologies/topology.h"

#include <algorithm>

#include "topologies/symmetry.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

namespace {

/// Headers, and the ports that they ask for, are by difference, in a network in which every node sees the same. Classes
/// of virtual channels may differ from node to node.
bool ways_by_difference(const Topology& topology) {
  const RoutingRelation& relation = topology.routing();
  const auto* const worm = dynamic_cast<const WormRelation*>(&relation);
  return (relation.translation_invariant() || (worm != nullptr && worm->headers_by_difference())) &&
         steps_commute_everywhere(topology.graph());
}

/// Sources that stand for all.
NodeId sources_to_visit(const Topology& topology) {
  return ways_by_difference(topology) ? 1 : topology.graph().nodes();
}

/// Adds to `load` of every channel its share of one packet from `source` to each other node, every shortest path
/// weighing the same.
void add_shortest_path_load(const Graph& graph, NodeId source, std::vector<double>& load) {
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  std::vector<int> distance(nodes, -1);
  // Numbers of paths grow like 2^hops: beyond the range of double, within that of long double for every network that
  // can be built.
  std::vector<long double> paths(nodes, 0);
  std::vector<NodeId> order{source};
  distance[static_cast<std::size_t>(source)] = 0;
  paths[static_cast<std::size_t>(source)] = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto node = static_cast<std::size_t>(order[i]);
    for (PortId p = 0; p < graph.ports(); ++p) {
      if (!graph.has_out(order[i], p)) continue;
      const NodeId to = graph.out(order[i], p).to;
      const auto next = static_cast<std::size_t>(to);
      if (distance[next] < 0) {
        distance[next] = distance[node] + 1;
        order.push_back(to);
      }
      if (distance[next] == distance[node] + 1) paths[next] += paths[node];
    }
  }
  // Backwards: what arrives at or passes through a node came over its last hops in proportion to the paths behind each.
  std::vector<double> flow(nodes, 1);
  for (std::size_t i = order.size(); i-- > 1;) {
    const auto node = static_cast<std::size_t>(order[i]);
    for (PortId p = 0; p < graph.ports(); ++p) {
      if (!graph.has_in(order[i], p)) continue;
      const Channel& channel = graph.in(order[i], p);
      const auto before = static_cast<std::size_t>(channel.from);
      if (distance[before] != distance[node] - 1) continue;
      const double share = flow[node] * static_cast<double>(paths[before] / paths[node]);
      flow[before] += share;
      load[static_cast<std::size_t>(graph.id(channel.from, channel.out_port))] += share;
    }
  }
}

const char* kind_suffix(ChannelKind kind) {
  switch (kind) {
    case ChannelKind::wrap:
      return "_wrap";
    case ChannelKind::twist:
      return "_twist";
    case ChannelKind::mesh:
    case ChannelKind::bypass:  // its port's name says it
      break;
  }
  return "";
}

}  // namespace

std::string Topology::node_name(NodeId node) const {
  std::string name;
  for (const int x : coordinates(node)) name += (name.empty() ? "" : "_") + std::to_string(x);
  return name;
}

std::string input_name(const Topology& topology, const Channel& channel) {
  return topology.port_name(channel.out_port) + "_from_" + topology.node_name(channel.from) + kind_suffix(channel.kind);
}

std::string output_name(const Topology& topology, const Channel& channel) {
  return topology.port_name(channel.out_port) + "_to_" + topology.node_name(channel.to) + kind_suffix(channel.kind);
}

double mean_distance(const Topology& topology) {
  const NodeId nodes = topology.graph().nodes();
  const NodeId sources = sources_to_visit(topology);
  double sum = 0;
  for (NodeId source = 0; source < sources; ++source) {
    for (NodeId node = 0; node < nodes; ++node) sum += topology.routing().distance(source, node);
  }
  return sum / (static_cast<double>(sources) * (nodes - 1));
}

int diameter(const Topology& topology) {
  const NodeId sources = sources_to_visit(topology);
  int largest = 0;
  for (NodeId source = 0; source < sources; ++source) {
    for (NodeId node = 0; node < topology.graph().nodes(); ++node) {
      largest = std::max(largest, topology.routing().distance(source, node));
    }
  }
  return largest;
}

double uniform_even_split(const Topology& topology) {
  const Graph& graph = topology.graph();
  const bool symmetric = steps_commute_everywhere(graph);
  std::vector<double> load(static_cast<std::size_t>(graph.channels()), 0);
  for (NodeId source = 0; source < (symmetric ? 1 : graph.nodes()); ++source)
    add_shortest_path_load(graph, source, load);
  if (symmetric) {
    // The other sources load the channels of a port like the first one loads the others of that port.
    std::vector<double> of_port(static_cast<std::size_t>(graph.ports()), 0);
    for (std::size_t c = 0; c < load.size(); ++c) of_port[c % of_port.size()] += load[c];
    load = of_port;
  }
  return (graph.nodes() - 1) / *std::max_element(load.begin(), load.end());
}

double uniform_route_bound(const Topology& topology) {
  const Graph& graph = topology.graph();
  const RoutingRelation& relation = topology.routing();
  if (sources_to_visit(topology) != 1) return 0;
  // All paths of a header take the same number of hops by each port, and all channels of a port carry the same load.
  std::vector<double> of_port(static_cast<std::size_t>(graph.ports()), 0);
  for (NodeId destination = 1; destination < graph.nodes(); ++destination) {
    const auto routes = static_cast<std::uint64_t>(relation.routes(0, destination));
    for (std::uint64_t route = 0; route < routes; ++route) {
      HeaderWord header = relation.initial(0, destination, route);
      NodeId at = 0;
      for (RouteChoice choice = relation.choices(at, header); !choice.arrived; choice = relation.choices(at, header)) {
        of_port[static_cast<std::size_t>(choice.escape_port())] += 1.0 / static_cast<double>(routes);
        header = relation.advance(at, header, choice.escape_port(), true);
        at = graph.out(at, choice.escape_port()).to;
      }
    }
  }
  return (graph.nodes() - 1) / *std::max_element(of_port.begin(), of_port.end());
}

}  // namespace trenza::topologies
