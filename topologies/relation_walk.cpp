#include "topologies/relation_walk.h"

#include <algorithm>
#include <utility>

#include "topologies/symmetry.h"

namespace trenza::topologies {

namespace {

class Walker {
 public:
  explicit Walker(const Topology& topology)
      : topology_(topology),
        graph_(topology.graph()),
        relation_(topology.routing()),
        seen_(static_cast<std::size_t>(graph_.nodes())) {
    result_.turns.assign(static_cast<std::size_t>(graph_.channels()), 0);
  }

  void walk_to(NodeId destination) {
    for (auto& headers : seen_) headers.clear();
    for (NodeId source = 0; source < graph_.nodes(); ++source) {
      if (source == destination) continue;
      const std::uint64_t routes = relation_.routes(source, destination);
      if (routes == 0) note(result_.lost, state_text(source, destination) + " has no route");
      for (std::uint64_t draw = 0; draw < routes; ++draw) {
        const HeaderWord header = relation_.initial(source, destination, draw);
        if (destination_of(header) != destination) {
          note(result_.lost, state_text(source, destination) + " starts with a header for another node");
          continue;
        }
        visit({source, header});
      }
    }
    while (!open_.empty()) {
      const State state = open_.back();
      open_.pop_back();
      expand(state);
    }
  }

  RelationWalk take() { return std::move(result_); }
  void set_by_symmetry() { result_.by_symmetry = true; }

  /// Every channel of a port turns like the others of that port.
  void spread_turns() {
    std::vector<std::uint32_t> of_port(static_cast<std::size_t>(graph_.ports()), 0);
    for (std::size_t c = 0; c < result_.turns.size(); ++c) of_port[c % of_port.size()] |= result_.turns[c];
    for (std::size_t c = 0; c < result_.turns.size(); ++c) result_.turns[c] = of_port[c % of_port.size()];
  }

 private:
  struct State {
    NodeId node;
    HeaderWord header;
  };

  static void note(std::string& first, const std::string& text) {
    if (first.empty()) first = text;
  }

  std::string state_text(NodeId node, NodeId destination) const {
    return "a packet at r_" + topology_.node_name(node) + " to r_" + topology_.node_name(destination);
  }
  std::string state_text(const State& state) const { return state_text(state.node, destination_of(state.header)); }

  void visit(const State& state) {
    auto& headers = seen_[static_cast<std::size_t>(state.node)];
    if (std::find(headers.begin(), headers.end(), state.header) != headers.end()) return;
    headers.push_back(state.header);
    ++result_.states;
    open_.push_back(state);
  }

  void expand(const State& state) {
    const RouteChoice choice = relation_.choices(state.node, state.header);
    const bool there = state.node == destination_of(state.header);
    if (choice.arrived || there) {
      if (!there) note(result_.lost, state_text(state) + " is taken for arrived");
      if (!choice.arrived) note(result_.lost, state_text(state) + " is at its destination but goes on");
      return;
    }
    const bool has_escape = choice.escape_port >= 0 && choice.escape_port < graph_.ports();
    if (!has_escape) note(result_.no_escape, state_text(state) + " has no escape channel to ask for");
    std::uint32_t ports = choice.adaptive_ports;
    if (has_escape) ports |= std::uint32_t{1} << choice.escape_port;
    if (ports == 0) note(result_.lost, state_text(state) + " may go nowhere");
    for (PortId port = 0; port < 32; ++port) {
      if ((ports >> port & 1U) == 0) continue;
      if (port >= graph_.ports()) {
        note(result_.lost, state_text(state) + " may ask for port " + std::to_string(port) + ", which is not there");
        continue;
      }
      follow(state, port, has_escape && port == choice.escape_port);
    }
  }

  void follow(const State& state, PortId port, bool escape) {
    const State next{graph_.out(state.node, port).to, relation_.advance(state.node, state.header, port, escape)};
    const NodeId destination = destination_of(state.header);
    if (destination_of(next.header) != destination) {
      note(result_.lost, state_text(state) + " by " + topology_.port_name(port) + " gets a header for another node");
      return;
    }
    if (relation_.distance(next.node, destination) >= relation_.distance(state.node, destination)) {
      note(result_.lost, state_text(state) + " by " + topology_.port_name(port) + " comes no nearer");
      return;
    }
    if (escape) {
      const RouteChoice after = relation_.choices(next.node, next.header);
      if (!after.arrived && after.escape_port >= 0 && after.escape_port < graph_.ports()) {
        result_.turns[static_cast<std::size_t>(graph_.id(state.node, port))] |= std::uint32_t{1} << after.escape_port;
      }
    }
    visit(next);
  }

  const Topology& topology_;
  const Graph& graph_;
  const RoutingRelation& relation_;
  std::vector<std::vector<HeaderWord>> seen_;
  std::vector<State> open_;
  RelationWalk result_;
};

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
    const PortId port = relation.choices(here, left).escape_port;
    if (port < 0 || port >= graph.ports() || static_cast<NodeId>(route.size()) >= graph.nodes()) return false;
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
    if (one.adaptive_ports != two.adaptive_ports || one.escape_port != two.escape_port || one.arrived != two.arrived)
      return false;
    left = relation.advance(here, left, port, true);
    moved = relation.advance(there, moved, port, true);
    here = graph.out(here, port).to;
    there = graph.out(there, port).to;
  }
  return true;
}

/// Checks the statement of translation_invariant() on pairs strewn over the network.
bool sample_is_by_difference(const Topology& topology) {
  constexpr int kPairs = 256;
  std::uint64_t state = 1;
  const auto pick = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;  // linear congruential; its upper bits are good
    return static_cast<NodeId>((state >> 33) % static_cast<std::uint64_t>(topology.graph().nodes()));
  };
  for (int i = 0; i < kPairs; ++i) {
    const NodeId source = pick();
    const NodeId destination = pick();
    const NodeId other = pick();
    if (source == destination) continue;
    if (!same_from_elsewhere(topology, source, destination, other, static_cast<std::uint64_t>(i))) return false;
  }
  return true;
}

}  // namespace

RelationWalk walk_relation(const Topology& topology) {
  Walker walker(topology);
  const bool symmetric = topology.routing().translation_invariant() && steps_commute_everywhere(topology.graph()) &&
                         sample_is_by_difference(topology);
  if (symmetric) {
    walker.walk_to(0);
    walker.spread_turns();
    walker.set_by_symmetry();
  } else {
    for (NodeId destination = 0; destination < topology.graph().nodes(); ++destination) walker.walk_to(destination);
  }
  return walker.take();
}

}  // namespace trenza::topologies
