#include "topologies/relation_walk.h"

#include <algorithm>
#include <set>
#include <utility>

#include "topologies/difference_check.h"
#include "topologies/symmetry.h"

namespace trenza::topologies {

namespace {

/// Flat arrays that are used again for every destination: there are as many walks as nodes.
class RelationWalker {
 public:
  explicit RelationWalker(const Topology& topology)
      : topology_(topology),
        graph_(topology.graph()),
        relation_(topology.routing()),
        traits_(relation_.escape_traits()),
        lanes_{relation_.escape_vcs()},
        first_(static_cast<std::size_t>(graph_.nodes())),
        distance_(static_cast<std::size_t>(graph_.nodes())) {
    if (lanes_.vcs < 1 || lanes_.vcs > kMaxEscapeVcs) {
      note(result_.no_escape, "the relation has " + std::to_string(lanes_.vcs) + " escape virtual channels, not 1 to " +
                                  std::to_string(kMaxEscapeVcs));
      lanes_.vcs = kMaxEscapeVcs;
    }
    result_.turns.assign(static_cast<std::size_t>(graph_.channels()) * static_cast<std::size_t>(lanes_.vcs), 0);
  }

  void walk_to(NodeId destination) {
    start(destination);
    for (NodeId source = 0; source < graph_.nodes(); ++source) {
      if (source == destination) continue;
      const std::uint64_t routes = relation_.routes(source, destination);
      if (routes == 0) note_lost(source, [] { return std::string("has no route"); });
      for (std::uint64_t draw = 0; draw < routes; ++draw) {
        const HeaderWord header = relation_.initial(source, destination, draw);
        if (destination_of(header) == destination) {
          visit(source, header);
        } else {
          note_lost(source, [] { return std::string("starts with a header for another node"); });
        }
      }
    }
    for (std::size_t state = 0; state < states_.size(); ++state) expand(static_cast<std::int32_t>(state));
    result_.states += static_cast<std::int64_t>(states_.size());
    if (traits_.detours) find_loop();
  }

  RelationWalk take() { return std::move(result_); }
  void set_by_symmetry(std::vector<NodeId> destinations) { result_.destinations = std::move(destinations); }

  /// Lanes of the same port and virtual channel at nodes of the same class turn alike.
  void spread_turns(const std::vector<std::int32_t>& classes) {
    const auto period = static_cast<std::size_t>(graph_.ports()) * static_cast<std::size_t>(lanes_.vcs);
    const auto class_count = static_cast<std::size_t>(*std::max_element(classes.begin(), classes.end())) + 1;
    std::vector<LaneSet> of_class(class_count * period, 0);
    const auto entry = [&](std::size_t lane) {
      return static_cast<std::size_t>(classes[lane / period]) * period + lane % period;
    };
    for (std::size_t lane = 0; lane < result_.turns.size(); ++lane) of_class[entry(lane)] |= result_.turns[lane];
    for (std::size_t lane = 0; lane < result_.turns.size(); ++lane) result_.turns[lane] = of_class[entry(lane)];
  }

 private:
  struct State {
    HeaderWord header = 0;
    NodeId node = -1;
    std::int32_t next_of_node = -1;  ///< another state at this node
    std::int32_t escape = -1;        ///< state after the escape hop
  };

  static void note(std::string& first, const std::string& text) {
    if (first.empty()) first = text;
  }

  std::string state_text(NodeId node) const {
    return "a packet at r_" + topology_.node_name(node) + " to r_" + topology_.node_name(destination_);
  }

  /// `text` is made only if this is the first fault.
  template <typename Text>
  void note_lost(NodeId node, const Text& text) {
    if (result_.lost.empty()) result_.lost = state_text(node) + " " + text();
  }
  template <typename Text>
  void note_no_escape(NodeId node, const Text& text) {
    if (result_.no_escape.empty()) result_.no_escape = state_text(node) + " " + text();
  }

  void start(NodeId destination) {
    destination_ = destination;
    states_.clear();
    std::fill(first_.begin(), first_.end(), -1);
    for (NodeId node = 0; node < graph_.nodes(); ++node) {
      distance_[static_cast<std::size_t>(node)] = node == destination ? 0 : relation_.distance(node, destination);
    }
  }

  std::int32_t visit(NodeId node, HeaderWord header) {
    std::int32_t& first = first_[static_cast<std::size_t>(node)];
    for (std::int32_t state = first; state >= 0; state = states_[static_cast<std::size_t>(state)].next_of_node) {
      if (states_[static_cast<std::size_t>(state)].header == header) return state;
    }
    states_.push_back({header, node, first, -1});
    first = static_cast<std::int32_t>(states_.size()) - 1;
    return first;
  }

  void expand(std::int32_t index) {
    const State state = states_[static_cast<std::size_t>(index)];
    const RouteChoice choice = relation_.choices(state.node, state.header);
    const bool there = state.node == destination_;
    if (choice.arrived || there) {
      if (!there) note_lost(state.node, [] { return std::string("is taken for arrived"); });
      if (!choice.arrived) note_lost(state.node, [] { return std::string("is at its destination but goes on"); });
      return;
    }
    const bool has_escape = check_escape(state.node, choice);
    if (choice.adaptive_ports() == 0 && !has_escape)
      note_lost(state.node, [] { return std::string("may go nowhere"); });
    for (std::uint32_t left = choice.adaptive_ports(); left != 0; left &= left - 1) {
      const PortId port = __builtin_ctz(left);
      if (port >= graph_.ports() || !graph_.has_out(state.node, port)) {
        note_lost(state.node, [&] { return "may ask for port " + port_text(port) + ", which is not there"; });
      } else {
        follow(state, port, false);
      }
    }
    if (has_escape) states_[static_cast<std::size_t>(index)].escape = follow_escape(state, choice);
  }

  std::string port_text(PortId port) const {
    return port < graph_.ports() ? topology_.port_name(port) : std::to_string(port);
  }

  bool check_escape(NodeId node, const RouteChoice& choice) {
    if (choice.escape_port() < 0) {
      note_no_escape(node, [] { return std::string("has no escape channel to ask for"); });
      return false;
    }
    if (choice.escape_port() >= graph_.ports() || !graph_.has_out(node, choice.escape_port())) {
      note_no_escape(node,
                     [&] { return "escapes by port " + port_text(choice.escape_port()) + ", which is not there"; });
      return false;
    }
    if (choice.escape_vc() < 0 || choice.escape_vc() >= lanes_.vcs) {
      note_no_escape(node, [&] {
        return "escapes in virtual channel " + std::to_string(choice.escape_vc()) + ", but there are " +
               std::to_string(lanes_.vcs);
      });
      return false;
    }
    return true;
  }

  /// The state after a hop; -1 if it is at fault.
  std::int32_t follow(const State& state, PortId port, bool escape) {
    const NodeId next = graph_.out(state.node, port).to;
    const HeaderWord header = relation_.advance(state.node, state.header, port, escape);
    const auto by = [&] { return "by " + topology_.port_name(port); };
    if (destination_of(header) != destination_) {
      note_lost(state.node, [&] { return by() + " gets a header for another node"; });
      return -1;
    }
    const bool nearer = distance_[static_cast<std::size_t>(next)] < distance_[static_cast<std::size_t>(state.node)];
    if (!nearer && !(escape && traits_.detours)) {
      note_lost(state.node, [&] { return by() + " comes no nearer"; });
      return -1;
    }
    return visit(next, header);
  }

  std::int32_t follow_escape(const State& state, const RouteChoice& choice) {
    const std::int32_t reached = follow(state, choice.escape_port(), true);
    if (reached < 0) return -1;
    const State next = states_[static_cast<std::size_t>(reached)];
    const RouteChoice after = relation_.choices(next.node, next.header);
    if (after.arrived) return reached;
    if (traits_.sticky && after.adaptive_ports() != 0)
      note_lost(next.node, [] { return std::string("has come by an escape channel but may leave its escape route"); });
    if (check_escape(next.node, after)) {
      const LaneId lane = lanes_.id(graph_.id(state.node, choice.escape_port()), choice.escape_vc());
      result_.turns[static_cast<std::size_t>(lane)] |= lane_bit(after.escape_port(), after.escape_vc());
    }
    return reached;
  }

  /// Follows the escape route from every state; it must not come back to a state.
  void find_loop() {
    seen_.assign(states_.size(), 0);
    for (std::size_t first = 0; first < states_.size() && result_.lost.empty(); ++first) {
      const auto mark = static_cast<std::int32_t>(first) + 1;
      auto at = static_cast<std::int32_t>(first);
      while (at >= 0 && seen_[static_cast<std::size_t>(at)] == 0) {
        seen_[static_cast<std::size_t>(at)] = mark;
        at = states_[static_cast<std::size_t>(at)].escape;
      }
      if (at >= 0 && seen_[static_cast<std::size_t>(at)] == mark) note_loop(at);
    }
  }

  void note_loop(std::int32_t first) {
    const auto name = [&](std::int32_t state) {
      return "r_" + topology_.node_name(states_[static_cast<std::size_t>(state)].node);
    };
    std::string loop = name(first);
    for (std::int32_t at = states_[static_cast<std::size_t>(first)].escape;;
         at = states_[static_cast<std::size_t>(at)].escape) {
      loop += " -> " + name(at);
      if (at == first) break;
    }
    note_lost(states_[static_cast<std::size_t>(first)].node, [&] { return "never ends its escape route: " + loop; });
  }

  const Topology& topology_;
  const Graph& graph_;
  const RoutingRelation& relation_;
  EscapeTraits traits_;
  Lanes lanes_;
  NodeId destination_ = -1;
  std::vector<std::int32_t> first_;  ///< by node: a state there
  std::vector<int> distance_;        ///< by node: to the destination
  std::vector<State> states_;
  std::vector<std::int32_t> seen_;  ///< by state: 1 + the start of the escape route that met it first
  RelationWalk result_;
};

/// Classes of nodes that the walk may rely on, by node; empty: none.
std::vector<std::int32_t> checked_classes(const Topology& topology) {
  const RoutingRelation& relation = topology.routing();
  if (relation.translation_invariant() && !relation.escape_traits().detours) {
    const bool alike = steps_commute_everywhere(topology.graph()) && sample_is_by_difference(topology);
    return std::vector<std::int32_t>(alike ? static_cast<std::size_t>(topology.graph().nodes()) : 0, 0);
  }
  std::vector<std::int32_t> classes = relation.node_classes();
  if (!classes.empty() && !sample_keeps_classes(topology, classes)) classes.clear();
  return classes;
}

/// The first node of each class.
std::vector<NodeId> first_of_each(const std::vector<std::int32_t>& classes) {
  std::set<std::int32_t> seen;
  std::vector<NodeId> first;
  for (std::size_t node = 0; node < classes.size(); ++node) {
    if (seen.insert(classes[node]).second) first.push_back(static_cast<NodeId>(node));
  }
  return first;
}

}  // namespace

RelationWalk walk_relation(const Topology& topology, const WalkProgress& progress) {
  RelationWalker walker(topology);
  const std::vector<std::int32_t> classes = checked_classes(topology);
  std::vector<NodeId> destinations = first_of_each(classes);
  if (classes.empty()) {
    for (NodeId node = 0; node < topology.graph().nodes(); ++node) destinations.push_back(node);
  }
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    if (progress) progress(static_cast<double>(i) / static_cast<double>(destinations.size()));
    walker.walk_to(destinations[i]);
  }
  if (!classes.empty()) {
    walker.spread_turns(classes);
    walker.set_by_symmetry(std::move(destinations));
  }
  return walker.take();
}

}  // namespace trenza::topologies
