#include "topologies/difference_check.h"

#include <cstdint>
#include <map>
#include <vector>

namespace trenza::topologies {

namespace {

/// True if the pair (source, destination) and the pair that the same steps join from node `other` have the same records
/// and are offered the same ports, along the escape route from `source`.
bool same_from_elsewhere(const Topology& topology, NodeId source, NodeId destination, NodeId other,
                         std::uint64_t draw) {
  const Graph& graph = topology.graph();
  const RoutingRelation& relation = topology.routing();
  const HeaderWord header = relation.initial(source, destination, draw);
  std::vector<PortId> route;
  NodeId here = source;
  NodeId there = other;
  for (HeaderWord left = header; here != destination;) {
    const PortId port = relation.choices(here, left).escape_port();
    if (port < 0 || port >= graph.ports() || static_cast<NodeId>(route.size()) >= graph.nodes()) return false;
    if (!graph.has_out(here, port) || !graph.has_out(there, port)) return false;
    route.push_back(port);
    left = relation.advance(here, left, port, true);
    here = graph.out(here, port).to;
    there = graph.out(there, port).to;
  }
  HeaderWord moved = relation.initial(other, there, draw);
  if ((moved ^ header) >> kDestinationBits != 0) return false;
  if (relation.routes(source, destination) != relation.routes(other, there)) return false;
  here = source;
  there = other;
  HeaderWord left = header;
  for (const PortId port : route) {
    const RouteChoice one = relation.choices(here, left);
    const RouteChoice two = relation.choices(there, moved);
    if (one.adaptive_ports() != two.adaptive_ports() || one.escape_port() != two.escape_port() ||
        one.escape_vc() != two.escape_vc() || one.arrived != two.arrived)
      return false;
    left = relation.advance(here, left, port, true);
    moved = relation.advance(there, moved, port, true);
    here = graph.out(here, port).to;
    there = graph.out(there, port).to;
  }
  return true;
}

}  // namespace

bool sample_is_by_difference(const Topology& topology) {
  return sample_keeps_classes(topology, std::vector<std::int32_t>(static_cast<std::size_t>(topology.graph().nodes())));
}

bool sample_keeps_classes(const Topology& topology, const std::vector<std::int32_t>& classes) {
  constexpr std::uint64_t kPairs = 256;
  std::map<std::int32_t, std::vector<NodeId>> members;
  for (std::size_t node = 0; node < classes.size(); ++node) members[classes[node]].push_back(static_cast<NodeId>(node));
  std::uint64_t state = 1;
  const auto pick = [&state](std::size_t count) {
    state = state * 6364136223846793005U + 1442695040888963407U;  // linear congruential; its upper bits are good
    return static_cast<std::size_t>((state >> 33) % count);
  };
  for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
    const auto source = static_cast<NodeId>(pick(classes.size()));
    const auto destination = static_cast<NodeId>(pick(classes.size()));
    const std::vector<NodeId>& alike = members.at(classes[static_cast<std::size_t>(source)]);
    const NodeId other = alike[pick(alike.size())];
    if (source != destination && !same_from_elsewhere(topology, source, destination, other, pair)) return false;
  }
  return true;
}

}  // namespace trenza::topologies
