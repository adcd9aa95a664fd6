#include "topologies/worm/worm_routing.h"

#include <string>
#include <utility>

#include "topologies/topology_error.h"
#include "topologies/worm/negative_hop_routing.h"
#include "topologies/worm/negative_hops.h"
#include "topologies/worm/plain_worm_routing.h"
#include "topologies/worm/record_worm_routing.h"
#include "topologies/worm/up_down_relation.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

namespace {

/// How a network routes its escapes.
enum class EscapeKind {
  records,
  order,          ///< by bits, in mesh order or in torus order
  three_classes,  ///< in two escape VCs
  up_down,
};

EscapeKind escape_kind(const Topology& base) {
  const RoutingRelation& relation = base.routing();
  if (relation.record_steps() != nullptr) return EscapeKind::records;
  if (relation.escape_vcs() > 1) return EscapeKind::three_classes;
  if (!relation.escape_traits().detours) return EscapeKind::order;
  for (PortId port = 0; port < base.graph().ports(); ++port) {
    if (base.port_dimension(port) >= 0) return EscapeKind::order;
  }
  return EscapeKind::up_down;
}

bool has_order(EscapeKind kind) { return kind == EscapeKind::records || kind == EscapeKind::order; }

void check_vcs(int vcs) {
  if (vcs >= 1 && vcs <= kMaxWormVcs) return;
  throw TopologyError("a flit-level router has 1 to " + std::to_string(kMaxWormVcs) +
                      " virtual channels of each channel and class, not " + std::to_string(vcs));
}

void check_dimension_order(const Topology& base, EscapeKind kind) {
  if (has_order(kind)) return;
  throw TopologyError(
      base.name() +
      (kind == EscapeKind::three_classes
           ? ": escapes in three classes have no dimension order; use routing: up_down or routing: duato, or the "
             "network's escape: torus_order"
           : ": a network without dimensions has no dimension order; use routing: up_down or routing: duato"));
}

void check_adaptive(const Topology& base, int escape_vcs, int vcs) {
  if (vcs > escape_vcs) return;
  const std::string needed = std::to_string(escape_vcs + 1);
  throw TopologyError(base.name() + ": routing: duato takes " +
                      (escape_vcs == 1 ? "1 virtual channel for escapes"
                                       : "2 virtual channels for escapes, because the network has rings,") +
                      " and needs at least 1 more, but there " + (vcs == 1 ? "is 1" : "are " + std::to_string(vcs)) +
                      "; use " + needed +
                      " or more, or routing: " + (has_order(escape_kind(base)) ? "dimension_order" : "up_down"));
}

void check_flit_bubble(const Topology& base, EscapeKind kind, const WormRouting& routing) {
  if (!routing.flit_bubble) return;
  if (routing.route != WormRoute::dimension_order && routing.route != WormRoute::duato)
    throw TopologyError(base.name() + ": escape: flit_bubble is for routing: dimension_order and routing: duato");
  if (base.rings().empty() || !has_order(kind))
    throw TopologyError(
        base.name() +
        ": escape: flit_bubble is for networks with rings that packets go along in dimension order, and this has none; "
        "use escape: dateline");
  if (routing.route == WormRoute::duato && !routing.sticky_escape)
    throw TopologyError(base.name() +
                        ": escape: flit_bubble needs packets that stay on their escape VCs; use sticky_escape: on");
}

void check_ways_back(const Topology& base, EscapeKind kind) {
  const ChannelId one_way = channel_without_way_back(base.graph());
  if (one_way < 0) return;
  const Channel& channel = base.graph().channel(one_way);
  throw TopologyError(base.name() + ": a channel leads from r_" + base.node_name(channel.from) + " to r_" +
                      base.node_name(channel.to) + ", but none back; routes up and down a tree need both ways" +
                      (has_order(kind) ? "; use routing: dimension_order" : ": add the one back"));
}

std::unique_ptr<RoutingRelation> route(const Topology& base, const WormRouting& routing) {
  check_vcs(routing.vcs);
  const EscapeKind kind = escape_kind(base);
  check_flit_bubble(base, kind, routing);
  if (is_by_negative_hops(routing.route)) return make_negative_hop_routing(base, routing);
  const bool ordered =
      routing.route == WormRoute::dimension_order || (routing.route == WormRoute::duato && has_order(kind));
  const bool datelines = ordered && !base.rings().empty() && !routing.flit_bubble;
  if (routing.route == WormRoute::dimension_order) check_dimension_order(base, kind);
  if (routing.route == WormRoute::duato) check_adaptive(base, datelines ? 2 : 1, routing.vcs);
  const WormVcs vcs = routing.route == WormRoute::duato ? WormVcs::with_adaptive(routing.vcs, datelines)
                      : routing.flit_bubble             ? WormVcs::single_route_apart(routing.vcs)
                                                        : WormVcs::single_route(routing.vcs, datelines);
  if (ordered && kind == EscapeKind::records) return make_record_worm_routing(base, routing, vcs);
  if (ordered || kind == EscapeKind::up_down) return make_plain_worm_routing(base, base.routing(), routing, vcs);
  check_ways_back(base, kind);
  return make_plain_worm_routing(base, make_up_down_relation(base), routing, vcs);
}

class WormTopology final : public Topology {
 public:
  WormTopology(std::shared_ptr<const Topology> base, const WormRouting& routing)
      : base_(std::move(base)), routing_(route(*base_, routing)) {}

  std::string name() const override { return base_->name(); }
  const Graph& graph() const override { return base_->graph(); }
  const RoutingRelation& routing() const override { return *routing_; }
  const std::vector<int>& sizes() const override { return base_->sizes(); }
  std::vector<int> coordinates(NodeId node) const override { return base_->coordinates(node); }
  NodeId node_at(const std::vector<int>& coordinates) const override { return base_->node_at(coordinates); }
  std::string port_name(PortId port) const override { return base_->port_name(port); }
  const std::vector<Ring>& rings() const override { return base_->rings(); }
  /// The ring of a channel, whatever the VC.
  int ring_of(ChannelId channel, int /*vc*/) const override { return base_->ring_of(channel, 0); }
  int port_dimension(PortId port) const override { return base_->port_dimension(port); }
  bool port_bypasses(PortId port) const override { return base_->port_bypasses(port); }

 private:
  std::shared_ptr<const Topology> base_;
  std::unique_ptr<RoutingRelation> routing_;
};

}  // namespace

std::shared_ptr<const Topology> with_worm_routing(std::shared_ptr<const Topology> base, const WormRouting& routing) {
  return std::make_shared<WormTopology>(std::move(base), routing);
}

}  // namespace trenza::topologies
