#include "graphs/bounds/route_graph.h"

#include <algorithm>
#include <numeric>

#include "topologies/symmetry.h"

namespace trenza::graphs {

namespace {

using topologies::HeaderWord;
using topologies::NodeId;
using topologies::PortId;
using topologies::RouteChoice;

std::vector<std::int32_t> node_classes(const topologies::Topology& topology) {
  const topologies::RoutingRelation& relation = topology.routing();
  const auto nodes = static_cast<std::size_t>(topology.graph().nodes());
  if (relation.translation_invariant() && topologies::steps_commute_everywhere(topology.graph()))
    return std::vector<std::int32_t>(nodes, 0);
  std::vector<std::int32_t> classes = relation.node_classes();
  if (classes.empty()) {
    classes.resize(nodes);
    std::iota(classes.begin(), classes.end(), 0);
  }
  return classes;
}

}  // namespace

bool RouteGraph::has_choice() const {
  for (std::size_t s = 0; s < states(); ++s) {
    if (first_hop[s + 1] > first_hop[s] + 1) return true;
  }
  return false;
}

ChannelClasses channel_classes(const topologies::Topology& topology) {
  const topologies::Graph& graph = topology.graph();
  ChannelClasses classes;
  classes.ports = graph.ports();
  classes.class_of = node_classes(topology);
  const auto count = static_cast<std::size_t>(*std::max_element(classes.class_of.begin(), classes.class_of.end())) + 1;
  classes.first.assign(count, -1);
  classes.members.assign(count, 0);
  classes.channels.assign(count * static_cast<std::size_t>(graph.ports()), 0);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const auto of = static_cast<std::size_t>(classes.class_of[static_cast<std::size_t>(node)]);
    if (classes.first[of] < 0) classes.first[of] = node;
    ++classes.members[of];
    for (PortId port = 0; port < graph.ports(); ++port) {
      if (graph.has_out(node, port)) ++classes.channels[classes.of(node, port)];
    }
  }
  return classes;
}

RouteFinder::RouteFinder(const topologies::Topology& topology, const ChannelClasses& classes, bool adaptive)
    : topology_(topology),
      classes_(classes),
      adaptive_(adaptive),
      states_at_(static_cast<std::size_t>(topology.graph().nodes())) {}

std::uint32_t RouteFinder::state_of(NodeId node, HeaderWord header) {
  std::int32_t& first = states_at_[static_cast<std::size_t>(node)];
  for (std::int32_t s = first; s >= 0; s = states_[static_cast<std::size_t>(s)].next) {
    if (states_[static_cast<std::size_t>(s)].header == header) return static_cast<std::uint32_t>(s);
  }
  states_.push_back({node, header, first});
  sent_.push_back(0);
  first = static_cast<std::int32_t>(states_.size()) - 1;
  return static_cast<std::uint32_t>(first);
}

void RouteFinder::add_hop(std::uint32_t state, PortId port, bool escape, std::size_t begin) {
  const State from = states_[state];
  const HeaderWord header = topology_.routing().advance(from.node, from.header, port, escape);
  const std::uint32_t channel_class = classes_.of(from.node, port);
  const std::uint32_t to = state_of(topology_.graph().out(from.node, port).to, header);
  const bool is_known =
      std::any_of(hops_.begin() + static_cast<std::ptrdiff_t>(begin), hops_.end(),
                  [&](const RouteHop& hop) { return hop.channel_class == channel_class && hop.to == to; });
  if (!is_known) hops_.push_back({channel_class, to});
}

bool RouteFinder::add_hops(std::uint32_t state) {
  const State from = states_[state];
  const RouteChoice choice = topology_.routing().choices(from.node, from.header);
  if (choice.arrived) return from.node == topologies::destination_of(from.header);
  const std::size_t begin = hops_.size();
  const auto add = [&](std::size_t tier, bool escape) {
    if (choice.tiers[tier].vcs == 0) return;
    for (std::uint32_t rest = choice.tiers[tier].ports; rest != 0; rest &= rest - 1)
      add_hop(state, __builtin_ctz(rest), escape, begin);
  };
  add(RouteChoice::kEscape, true);
  for (std::size_t tier = 0; adaptive_ && tier < RouteChoice::kTiers; ++tier) {
    if (tier != RouteChoice::kEscape) add(tier, false);
  }
  return hops_.size() > begin;
}

bool RouteFinder::find(NodeId destination, RouteGraph& graph) {
  const topologies::RoutingRelation& relation = topology_.routing();
  std::fill(states_at_.begin(), states_at_.end(), -1);
  states_.clear();
  sent_.clear();
  first_hop_.clear();
  hops_.clear();
  for (NodeId source = 0; source < topology_.graph().nodes(); ++source) {
    if (source == destination) continue;
    const std::uint64_t routes = relation.routes(source, destination);
    for (std::uint64_t route = 0; route < routes; ++route)
      sent_[state_of(source, relation.initial(source, destination, route))] += 1 / static_cast<double>(routes);
  }
  for (std::uint32_t state = 0; state < states_.size(); ++state) {
    first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
    if (!add_hops(state)) return false;
  }
  first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
  graph.destinations =
      classes_.members[static_cast<std::size_t>(classes_.class_of[static_cast<std::size_t>(destination)])];
  return sort(graph);
}

/// States are numbered anew: each state comes after all states that lead to it.
bool RouteFinder::sort(RouteGraph& graph) {
  const std::size_t states = states_.size();
  arriving_.assign(states, 0);
  for (const RouteHop& hop : hops_) ++arriving_[hop.to];
  order_.clear();
  for (std::uint32_t s = 0; s < states; ++s) {
    if (arriving_[s] == 0) order_.push_back(s);
  }
  place_.resize(states);
  graph.first_hop.clear();
  graph.hops.clear();
  graph.sent.clear();
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::uint32_t s = order_[k];
    place_[s] = static_cast<std::uint32_t>(k);
    graph.sent.push_back(sent_[s]);
    graph.first_hop.push_back(static_cast<std::uint32_t>(graph.hops.size()));
    for (std::uint32_t h = first_hop_[s]; h < first_hop_[s + 1]; ++h) {
      graph.hops.push_back(hops_[h]);
      if (--arriving_[hops_[h].to] == 0) order_.push_back(hops_[h].to);
    }
  }
  graph.first_hop.push_back(static_cast<std::uint32_t>(graph.hops.size()));
  for (RouteHop& hop : graph.hops) hop.to = place_[hop.to];
  return order_.size() == states;
}

}  // namespace trenza::graphs
