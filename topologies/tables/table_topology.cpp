#include "topologies/tables/table_topology.h"

#include <algorithm>
#include <map>
#include <utility>

#include "topologies/assembled_topology.h"
#include "topologies/directions.h"
#include "topologies/ibt/ibt_network.h"
#include "topologies/rings.h"
#include "topologies/tables/dimension_order.h"
#include "topologies/tables/distance_table.h"
#include "topologies/tables/table_routing.h"
#include "topologies/tables/three_classes.h"
#include "topologies/tables/up_down.h"

namespace trenza::topologies {

namespace {

std::vector<RingPort> ibt_ring_ports(const IbtSpec& spec, IbtEscape escape) {
  std::vector<RingPort> ports;
  const auto dimensions = static_cast<int>(spec.sizes.size());
  const int vcs = escape == IbtEscape::three_classes ? 2 : 1;
  for (int vc = 0; vc < vcs; ++vc) {
    for (PortId port = 0; port < 2 * dimensions; ++port) {
      if (spec.closed(port / 2)) ports.push_back({port, vc, direction_name(port), port / 2});
    }
    if (vc > 0 || escape != IbtEscape::three_classes || spec.lengths.empty()) continue;
    ports.push_back({2 * dimensions, 0, "bp", -1});
    ports.push_back({2 * dimensions + 1, 0, "bm", -1});
  }
  return ports;
}

/// By class where translations carry the network to itself.
DistanceTable ibt_distances(const IbtSpec& spec, const Graph& graph) {
  for (int k = 0; k < static_cast<int>(spec.sizes.size()); ++k) {
    if (!spec.closed(k)) return DistanceTable::by_pair(graph);
  }
  const int period = spec.period();
  return DistanceTable::by_class(graph, {spec.sizes, period == 1 ? 0 : spec.bypass_dimensions(), period});
}

}  // namespace

std::unique_ptr<Topology> make_mesh_ordered_torus(const std::string& name, const TorusShape& shape) {
  const Network network = torus_wiring(name, shape);
  TopologyParts parts = grid_parts(network, TorusLattice(shape.sizes, shape.twists));
  parts.routing = make_table_routing(DistanceTable::by_pair(parts.graph), mesh_order(shape.sizes));
  return assemble(std::move(parts));
}

std::unique_ptr<Topology> make_ibt(const IbtSpec& spec, IbtEscape escape) {
  const Network network = ibt_network(spec);
  std::unique_ptr<EscapeRule> rule =
      escape == IbtEscape::three_classes ? three_classes(spec) : torus_order(spec.sizes, spec.wrap);
  TopologyParts parts = grid_parts(network, TorusLattice(spec.sizes, {}));
  parts.rings = find_rings(parts.graph, ibt_ring_ports(spec, escape));
  for (Ring& ring : parts.rings) {
    const Channel& first = parts.graph.channel(ring.channels.front());
    ring.dimension = network.dimension(first.from, first.out_port);
  }
  parts.routing = make_table_routing(ibt_distances(spec, parts.graph), std::move(rule));
  return assemble(std::move(parts));
}

Graph paired_graph(const Network& network) {
  // The ports from a node to another, ascending.
  std::map<std::pair<NodeId, NodeId>, std::vector<PortId>> ports;
  for (NodeId node = 0; node < network.nodes; ++node) {
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId to = network.neighbour(node, port);
      if (to >= 0) ports[{node, to}].push_back(port);
    }
  }
  Graph graph(network.nodes, network.ports);
  std::vector<Channel> single;
  for (const auto& [ends, there] : ports) {
    const auto partner = ports.find({ends.second, ends.first});
    for (std::size_t j = 0; j < there.size(); ++j) {
      const bool paired = partner != ports.end() && j < partner->second.size();
      const Channel channel{ends.first, there[j], ends.second, paired ? partner->second[j] : -1, ChannelKind::mesh};
      if (paired)
        graph.connect(channel);
      else
        single.push_back(channel);
    }
  }
  for (Channel& channel : single) {
    channel.in_port = 0;
    while (graph.has_in(channel.to, channel.in_port)) ++channel.in_port;
    graph.connect(channel);
  }
  return graph;
}

std::unique_ptr<Topology> make_up_down_network(const Network& network, Graph graph) {
  TopologyParts parts;
  parts.name = network.name;
  parts.graph = std::move(graph);
  parts.sizes = {network.nodes};
  parts.port_names = network.port_names;
  parts.port_dimensions.assign(static_cast<std::size_t>(network.ports), -1);
  parts.bypasses.assign(static_cast<std::size_t>(network.ports), false);
  std::unique_ptr<EscapeRule> rule = up_down(parts.graph);
  parts.routing = make_table_routing(DistanceTable::by_pair(parts.graph), std::move(rule));
  return assemble(std::move(parts));
}

std::unique_ptr<Topology> make_up_down_network(const Network& network) {
  check_table_by_pair(network.nodes, network.ports);  // before the much larger work on the wiring
  return make_up_down_network(network, paired_graph(network));
}

}  // namespace trenza::topologies
