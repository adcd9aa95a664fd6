#include "topologies/worm/worm_walk.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "topologies/worm/cycle_search.h"
#include "topologies/worm/extended_graph.h"
#include "topologies/worm/header_states.h"
#include "topologies/worm/likeness_check.h"
#include "topologies/worm/record_states.h"
#include "topologies/worm/ring_contraction.h"

namespace trenza::topologies {

namespace {

/// Most vertices of an extended graph: three bits each.
constexpr std::int64_t kMostVertices = std::int64_t{1} << 31;

bool is_clean(const WormFindings& findings) {
  return findings.lost.empty() && findings.no_escape.empty() && !findings.groups_are_split;
}

class WormWalker {
 public:
  WormWalker(const Topology& topology, const WalkProgress& progress)
      : topology_(topology),
        relation_(topology.routing()),
        bubble_(RoutingSubfunction(topology.routing()).flit_bubble()),
        nodes_(topology.graph().nodes()),
        progress_(progress) {}

  WormWalk walk() {
    const auto* claims = dynamic_cast<const WormRelation*>(&relation_);
    if (claims != nullptr && sample_is_alike(topology_, *claims)) {
      arrivals_ = Arrivals::of(*claims, topology_.graph().ports());
      if (walk_records(*claims)) return std::move(result_);
      walk_pairs();
      if (!result_.findings.groups_are_split) return std::move(result_);
    }
    arrivals_ = Arrivals::of_any(relation_, topology_.graph().ports());
    walk_pairs();
    return std::move(result_);
  }

  /// The extended graph is written down, too.
  std::vector<WormArc> arcs() {
    keep_arcs_ = true;
    const WormWalk walked = walk();
    if (!needs_extension(walked.findings)) return walked.dependencies.all_arcs();
    std::sort(arcs_.begin(), arcs_.end());
    return std::move(arcs_);
  }

 private:
  /// Whether packets can hold escape lanes while they make hops that are no arcs. With flit bubbles what the proof
  /// passes over is entered with room for the whole packet, so that nothing behind it is held.
  bool needs_extension(const WormFindings& findings) const {
    return findings.leaves_escape || (findings.passes_over && !bubble_);
  }

  void begin() {
    result_ = {};
    result_.dependencies = LaneDependencies(topology_.graph(), arrivals_);
  }
  void tell(NodeId done) const {
    if (progress_) progress_(static_cast<double>(done) / static_cast<double>(nodes_));
  }

  /// Headers by difference. False if they are not, or if something is wrong: then the walk by pairs can say what.
  bool walk_records(const WormRelation& relation) {
    const std::optional<RecordStates> records = RecordStates::find(topology_, relation);
    if (!records) return false;
    begin();
    result_.by_difference = true;
    RecordStates merged = records->merged();
    WormExplorer explorer(topology_, arrivals_, merged, result_.dependencies, result_.findings);
    visit_all(merged, explorer);
    if (!is_clean(result_.findings)) return false;
    result_.states = explorer.count();
    const bool stand_for_others = records->positions() < nodes_;
    if (stand_for_others) {
      result_.states = result_.states * nodes_ / records->positions();
      result_.dependencies.spread(records->representatives());
    }
    if (!needs_extension(result_.findings)) {
      find_direct_cycle();
    } else {
      // A cycle of nodes taken for one need not be a cycle of nodes, but without the one there is none of the other.
      if (stand_for_others && !keep_arcs_) {
        extend(*records);
        if (result_.cycle.empty()) return true;
      }
      extend(records->at_all_nodes());
    }
    return true;
  }

  void visit_all(RecordStates& states, WormExplorer<RecordStates>& explorer) const {
    for (std::int64_t state = 0; state < states.size(); ++state) {
      if (state % states.headers() == 0) tell(states.node(state));
      explorer.visit(state, 0);
      explorer.run();
    }
  }

  void extend(RecordStates states) {
    if (is_too_large(states.size())) return;
    LaneDependencies lanes(topology_.graph(), arrivals_);
    WormFindings findings;
    WormExplorer explorer(topology_, arrivals_, states, lanes, findings);
    visit_all(states, explorer);
    find_extended_cycle(ExtendedGraph(topology_, arrivals_, states, explorer.visited(), lanes));
  }

  bool is_too_large(std::int64_t states) {
    if (states <= kMostVertices / arrivals_.count()) return false;
    result_.unjudged = "the extended graph has " + std::to_string(states) + " states on " +
                       std::to_string(arrivals_.count()) + " lanes of arrival each, too many to be searched";
    return true;
  }

  /// All destinations one after the other.
  void walk_pairs() {
    begin();
    HeaderStates states(topology_);
    WormExplorer explorer(topology_, arrivals_, states, result_.dependencies, result_.findings);
    std::int64_t headers = 0;
    for (NodeId destination = 0; destination < nodes_; ++destination) {
      tell(destination);
      states.start(destination);
      explorer.forget();
      visit_sources(destination, states, explorer);
      headers += states.size();
    }
    result_.states = explorer.count();
    if (!needs_extension(result_.findings)) {
      find_direct_cycle();
    } else if (!is_too_large(headers)) {
      extend_pairs();
    }
  }

  void visit_sources(NodeId destination, HeaderStates& states, WormExplorer<HeaderStates>& explorer) {
    const auto note_lost = [&](NodeId source, const std::string& text) {
      if (result_.findings.lost.empty())
        result_.findings.lost =
            "a packet at r_" + topology_.node_name(source) + " to r_" + topology_.node_name(destination) + " " + text;
    };
    for (NodeId source = 0; source < nodes_; ++source) {
      const std::uint64_t routes = source == destination ? 1 : relation_.routes(source, destination);
      if (routes == 0) note_lost(source, "has no route");
      for (std::uint64_t draw = 0; draw < routes; ++draw) {
        const HeaderWord header = relation_.initial(source, destination, draw);
        if (destination_of(header) == destination) {
          explorer.visit(states.find_or_add(source, header), 0);
        } else {
          note_lost(source, "starts with a header for another node");
        }
      }
    }
    explorer.run();
  }

  void extend_pairs() {
    HeaderStates states(topology_);
    LaneDependencies lanes(topology_.graph(), arrivals_);
    WormFindings findings;
    WormExplorer explorer(topology_, arrivals_, states, lanes, findings);
    for (NodeId destination = 0; destination < nodes_; ++destination) {
      tell(destination);
      states.go_on(destination);
      visit_sources(destination, states, explorer);
    }
    states.sort_by_node();
    find_extended_cycle(ExtendedGraph(topology_, arrivals_, states, explorer.visited(), lanes));
  }

  void find_direct_cycle() {
    const LaneDependencies& lanes = result_.dependencies;
    if (bubble_) {
      find_cycle_of_rings(RingContraction(topology_, lanes));
      return;
    }
    for (const std::int64_t vertex : find_cycle(lanes, lanes.vertices()))
      result_.cycle.push_back({lanes.lane(vertex), {}});
    begin_with_lowest();
  }

  void find_cycle_of_rings(const RingContraction& rings) {
    result_.ring_arcs = rings.arc_count();
    const std::vector<std::int64_t> cycle = find_cycle(rings, rings.vertices());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const WormArc into = rings.arc(cycle[(i + cycle.size() - 1) % cycle.size()], cycle[i]);
      const WormArc out = rings.arc(cycle[i], cycle[(i + 1) % cycle.size()]);
      WormCycleStep step{out.from, {}};
      step.ring = rings.ring(cycle[i]);
      step.asked = into.to;
      result_.cycle.push_back(step);
    }
    begin_with_lowest();
  }

  void begin_with_lowest() {
    std::vector<WormCycleStep>& cycle = result_.cycle;
    std::rotate(
        cycle.begin(),
        std::min_element(cycle.begin(), cycle.end(), [](const auto& a, const auto& b) { return a.lane < b.lane; }),
        cycle.end());
  }

  template <typename States>
  void find_extended_cycle(const ExtendedGraph<States>& graph) {
    std::vector<std::int64_t> cycle = find_cycle(graph, graph.lanes());
    std::rotate(cycle.begin(), std::find_if(cycle.begin(), cycle.end(), [&](auto v) { return graph.is_lane(v); }),
                cycle.end());
    result_.cycle.clear();
    bool at_end = false;
    for (const std::int64_t vertex : cycle) {
      if (graph.is_lane(vertex)) {
        result_.cycle.push_back({result_.dependencies.lane(vertex), {}});
      } else if (!at_end) {
        result_.cycle.back().adaptive.push_back(graph.node(vertex));
      }
      at_end = graph.is_lane(vertex);
    }
    begin_with_lowest();
    if (!keep_arcs_) return;
    for (std::int64_t lane = 0; lane < graph.lanes(); ++lane) {
      for (const std::int64_t to : graph.lanes_after(lane)) result_.dependencies.add_arcs(lane, to, arcs_);
    }
  }

  const Topology& topology_;
  const RoutingRelation& relation_;
  bool bubble_;  ///< rings have flit bubbles
  NodeId nodes_;
  const WalkProgress& progress_;
  Arrivals arrivals_;
  WormWalk result_;
  bool keep_arcs_ = false;
  std::vector<WormArc> arcs_;
};

}  // namespace

WormWalk walk_worms(const Topology& routed, const WalkProgress& progress) {
  return WormWalker(routed, progress).walk();
}

std::vector<WormArc> worm_arcs(const Topology& routed) {
  const WalkProgress silent;
  return WormWalker(routed, silent).arcs();
}

}  // namespace trenza::topologies
