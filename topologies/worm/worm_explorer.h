// Every state of a relation of the flit-level machine, on every lane on which a packet can come to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/arrivals.h"
#include "topologies/worm/bit_table.h"
#include "topologies/worm/lane_dependencies.h"

namespace trenza::topologies {

/// What is found on the way.
struct WormFindings {
  std::string lost;               ///< the first state from which a packet can fail to arrive, in words
  std::string no_escape;          ///< the first state that cannot ask for an escape VC
  bool has_adaptive = false;      ///< some state may ask for an adaptive VC
  bool leaves_escape = false;     ///< a packet on an escape VC may ask for an adaptive one
  bool passes_over = false;       ///< some state is offered escape VCs that the proof does not count
  bool groups_are_split = false;  ///< only some of the VCs of a group were offered: the relation said something wrong
};

/// `States` numbers the states (node, header): HeaderStates or RecordStates.
template <typename States>
class WormExplorer {
 public:
  WormExplorer(const Topology& topology, const Arrivals& arrivals, States& states, LaneDependencies& dependencies,
               WormFindings& findings)
      : topology_(topology),
        graph_(topology.graph()),
        relation_(topology.routing()),
        subfunction_(topology.routing()),
        traits_(relation_.escape_traits()),
        arrivals_(arrivals),
        states_(states),
        dependencies_(dependencies),
        findings_(findings) {}

  /// Forgets which states were visited.
  void forget() {
    visited_.clear();
    room_ = 0;
  }

  /// A packet with this state can be there, come on `arrival`.
  void visit(std::int64_t state, int arrival) {
    if (is_new(state, arrival)) ++count_;
  }

  /// Follows everything that is offered.
  void run() {
    while (!waiting_.empty()) {
      const auto [state, arrival] = waiting_.back();
      waiting_.pop_back();
      expand(state, arrival);
    }
  }

  /// States on lanes that were visited.
  std::int64_t count() const { return count_; }
  const BitTable& visited() const { return visited_; }

 private:
  template <typename Text>
  void note(std::string& first, std::int64_t state, const Text& text, int arrival = 0) const {
    if (!first.empty()) return;
    std::string came_on;
    if (arrival != 0 && arrivals_.matter()) {
      const ArrivalLane lane = arrivals_.lane(arrival);
      came_on = " that came by " + port_text(lane.port) + " (VC " + std::to_string(lane.vc) + ")";
    }
    first = "a packet at r_" + topology_.node_name(states_.node(state)) + " to r_" +
            topology_.node_name(destination_of(states_.header(state))) + came_on + " " + text();
  }
  template <typename Text>
  void note_lost(std::int64_t state, const Text& text) const {
    note(findings_.lost, state, text);
  }
  template <typename Text>
  void note_no_escape(std::int64_t state, int arrival, const Text& text) const {
    note(findings_.no_escape, state, text, arrival);
  }

  /// It will be followed if it is.
  bool is_new(std::int64_t state, int arrival) {
    if (states_.size() > room_) {
      room_ = states_.size() + states_.size() / 2;
      visited_.resize(room_ * arrivals_.count());
    }
    if (!visited_.set(state * arrivals_.count() + arrival)) return false;
    waiting_.emplace_back(state, arrival);
    return true;
  }

  std::string port_text(PortId port) const {
    return port < graph_.ports() ? topology_.port_name(port) : std::to_string(port);
  }
  bool is_there(NodeId node, PortId port) const { return port < graph_.ports() && graph_.has_out(node, port); }
  static VcMask vcs_of(const Tier& tier) { return tier.ports == 0 ? 0 : tier.vcs; }

  void expand(std::int64_t state, int arrival) {
    const RouteChoice choice = relation_.choices(states_.node(state), states_.header(state), arrivals_.lane(arrival));
    const bool there = states_.at_destination(state);
    if (choice.arrived || there) {
      if (!there) note_lost(state, [] { return std::string("is taken for arrived"); });
      if (!choice.arrived) note_lost(state, [] { return std::string("is at its destination but goes on"); });
      return;
    }
    const Tier& adaptive = choice.tiers[RouteChoice::kAdaptive];
    const Tier& escape = choice.tiers[RouteChoice::kEscape];
    check_tiers(state, arrival, choice);
    if (vcs_of(adaptive) != 0) findings_.has_adaptive = true;
    if (vcs_of(adaptive) != 0 && arrivals_.on_escape(arrival)) {
      findings_.leaves_escape = true;
      if (traits_.sticky || traits_.detours)
        note_lost(state, [] { return std::string("has come on an escape VC but may leave its escape route"); });
    }
    // Where arrivals do not matter, the state is visited on no lane, too, and followed then.
    const bool followed = arrival != 0 && !arrivals_.matter();
    for (std::uint32_t left = followed || vcs_of(adaptive) == 0 ? 0 : adaptive.ports; left != 0; left &= left - 1)
      follow(state, __builtin_ctz(left), adaptive.vcs, false);
    VcMask counted = 0;
    for (std::uint32_t left = vcs_of(escape) == 0 ? 0 : escape.ports; left != 0; left &= left - 1) {
      const PortId port = __builtin_ctz(left);
      if (is_there(states_.node(state), port)) {
        counted |= ask(state, arrival, port, escape.vcs);
        if (!followed) follow(state, port, escape.vcs, true);
      } else {
        note_no_escape(state, arrival, [&] { return "escapes by port " + port_text(port) + ", which is not there"; });
      }
    }
    if (counted == 0)
      note_no_escape(state, arrival, [&] { return "waits for " + missing_text(state, arrival, escape); });
  }

  /// The escape VC that a state should be offered. Precondition: it is offered others.
  std::string missing_text(std::int64_t state, int arrival, const Tier& escape) const {
    const PortId port = __builtin_ctz(escape.ports);
    const VcMask all = subfunction_.of(states_.node(state), states_.header(state), arrivals_.lane(arrival), port,
                                       arrivals_.escape_vcs());
    return all == 0 ? std::string("no escape VC")
                    : "VC " + std::to_string(__builtin_ctz(all)) + ", which it is not offered";
  }

  void check_tiers(std::int64_t state, int arrival, const RouteChoice& choice) const {
    const VcMask adaptive = vcs_of(choice.tiers[RouteChoice::kAdaptive]);
    const VcMask escape = vcs_of(choice.tiers[RouteChoice::kEscape]);
    for (std::size_t tier = RouteChoice::kEscape + 1; tier < RouteChoice::kTiers; ++tier) {
      if (vcs_of(choice.tiers[tier]) != 0)
        note_lost(state, [] { return std::string("is offered a third tier, of which nothing is known"); });
    }
    const auto vc_text = [](VcMask vcs) { return "VC " + std::to_string(__builtin_ctz(vcs)); };
    if (const VcMask wrong = adaptive & arrivals_.escape_vcs(); wrong != 0)
      note_lost(state, [&] { return "may ask for " + vc_text(wrong) + " as an adaptive one, but it is an escape VC"; });
    if (escape == 0) note_no_escape(state, arrival, [] { return std::string("has no escape VC to ask for"); });
    if (const VcMask wrong = escape & ~arrivals_.escape_vcs(); wrong != 0)
      note_no_escape(state, arrival, [&] { return "escapes in " + vc_text(wrong) + ", which is not an escape VC"; });
  }

  /// Returns the VCs that count.
  VcMask ask(std::int64_t state, int arrival, PortId port, VcMask vcs) {
    const NodeId node = states_.node(state);
    const VcMask counted = subfunction_.of(node, states_.header(state), arrivals_.lane(arrival), port, vcs);
    for (int group = 0; group < arrivals_.escape_groups(); ++group) {
      const VcMask all = arrivals_.vcs(group);
      if ((all & vcs) == 0) continue;
      dependencies_.ask(node, port, group);
      if ((all & counted) == 0) {
        findings_.passes_over = true;
      } else if (arrivals_.on_escape(arrival)) {
        dependencies_.wait(node, arrival, port, group);
      }
      if ((all & vcs) != all || ((all & counted) != 0 && (all & counted) != all)) findings_.groups_are_split = true;
    }
    return counted;
  }

  void follow(std::int64_t state, PortId port, VcMask vcs, bool escape) {
    if (!is_there(states_.node(state), port)) {
      note_lost(state, [&] { return "may ask for port " + port_text(port) + ", which is not there"; });
      return;
    }
    const PortId in_port = graph_.out(states_.node(state), port).in_port;
    bool leads_on = false;
    states_.after(state, port, escape, [&](std::int64_t next) {
      leads_on = true;
      const auto by = [&] { return "by " + topology_.port_name(port); };
      if (destination_of(states_.header(next)) != destination_of(states_.header(state))) {
        note_lost(state, [&] { return by() + " gets a header for another node"; });
      } else if (!(escape && traits_.detours) && !states_.comes_nearer(state, next)) {
        note_lost(state, [&] { return by() + " comes no nearer"; });
      } else if (!escape && arrivals_.adaptive_is_no_lane()) {
        visit(next, 0);
      } else {
        for (int group = 0; group < arrivals_.groups(); ++group) {
          if ((arrivals_.vcs(group) & vcs) != 0) visit(next, arrivals_.number(in_port, group));
        }
        if (!arrivals_.matter()) is_new(next, 0);
      }
    });
    if (!leads_on)
      note_lost(state, [&] { return "by " + topology_.port_name(port) + " gets a header that is not known"; });
  }

  const Topology& topology_;
  const Graph& graph_;
  const RoutingRelation& relation_;
  RoutingSubfunction subfunction_;
  EscapeTraits traits_;
  const Arrivals& arrivals_;
  States& states_;
  LaneDependencies& dependencies_;
  WormFindings& findings_;
  BitTable visited_;
  std::int64_t room_ = 0;  ///< states for which `visited_` has bits
  std::int64_t count_ = 0;
  std::vector<std::pair<std::int64_t, int>> waiting_;
};

}  // namespace trenza::topologies
