#include "topologies/worm/plain_worm_routing.h"

#include <string>
#include <utility>

#include "topologies/tables/grid_coordinates.h"
#include "topologies/worm/datelines.h"
#include "topologies/worm/flit_bubble.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

namespace {

class PlainWormRouting final : public WormRelation {
 public:
  PlainWormRouting(const Topology& base, const RoutingRelation& inner, const WormRouting& routing, const WormVcs& vcs)
      : inner_(inner),
        ports_(base.graph().ports()),
        routing_(routing),
        vcs_(vcs),
        sticky_(routing.sticky_escape || vcs.adaptive == 0 ? vcs.escape : 0) {
    if (routing.flit_bubble) bubble_rings_ = Datelines(base.graph(), base.rings());
    if (vcs.of_dateline[1] == 0) return;
    datelines_ = Datelines(base.graph(), base.rings());
    grid_ = GridCoordinates(base.sizes());
  }
  PlainWormRouting(const Topology& base, std::unique_ptr<RoutingRelation> inner, const WormRouting& routing,
                   const WormVcs& vcs)
      : PlainWormRouting(base, *inner, routing, vcs) {
    own_ = std::move(inner);
  }

  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    if (source == destination) return static_cast<HeaderWord>(destination);
    return inner_.initial(source, destination, draw);
  }

  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    const RouteChoice inner = inner_.choices(at, header);
    if (inner.arrived) return inner;
    const bool bound = lane.port >= 0 && (sticky_ >> lane.vc & 1U) != 0;
    const VcMask adaptive = bound ? 0 : vcs_.adaptive;
    const std::uint32_t ports = adaptive == 0 ? 0 : inner.adaptive_ports();
    RouteChoice choice;
    choice.tiers[RouteChoice::kAdaptive] = {ports, ports == 0 ? 0 : adaptive};
    choice.tiers[RouteChoice::kEscape] = {inner.tiers[RouteChoice::kEscape].ports,
                                          escape_vcs_of(at, header, inner.escape_port(), lane)};
    return choice;
  }

  HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const override {
    return inner_.advance(at, header, port, escape);
  }

  int escape_vcs() const override { return __builtin_popcount(vcs_.escape); }
  EscapeTraits escape_traits() const override {
    const EscapeTraits inner = inner_.escape_traits();
    return {false, inner.sticky || sticky_ != 0, inner.detours};
  }
  int distance(NodeId source, NodeId destination) const override { return inner_.distance(source, destination); }
  std::uint64_t routes(NodeId source, NodeId destination) const override { return inner_.routes(source, destination); }
  bool translation_invariant() const override { return datelines_.empty() && inner_.translation_invariant(); }

  const WormVcs& vcs() const override { return vcs_; }
  VcMask counted_vcs(NodeId at, HeaderWord /*header*/, ArrivalLane lane, PortId port) const override {
    return ring_vcs_to_wait_for(bubble_rings_, at * ports_ + port, lane, vcs_.escape);
  }
  bool flit_bubble() const override { return routing_.flit_bubble; }
  std::string advice() const override { return datelines_.advice(routing_.dateline); }
  bool lane_matters() const override {
    const bool classes_stay = routing_.dateline != Dateline::memoryless && !datelines_.empty();
    return classes_stay || (sticky_ != 0 && vcs_.adaptive != 0);
  }
  bool headers_by_difference() const override { return datelines_.empty() && inner_.translation_invariant(); }
  std::uint64_t likeness(HeaderWord header) const override { return header >> kDestinationBits; }

 private:
  /// Hops from `at` to `destination` along the dimension of a torus port, in its direction.
  int hops_in_dimension(NodeId at, NodeId destination, PortId port) const {
    const int k = port / 2;
    const int apart = grid_.at(destination, k) - grid_.at(at, k);
    const int hops = port % 2 == 0 ? apart : -apart;
    return hops < 0 ? hops + grid_.size(k) : hops;
  }

  VcMask escape_vcs_of(NodeId at, HeaderWord header, PortId port, ArrivalLane lane) const {
    if (datelines_.empty()) return vcs_.escape;
    const RingPlace& place = datelines_.place(at * ports_ + port);
    if (place.to_dateline == 0) return vcs_.escape;
    return Datelines::ring_vcs(vcs_, routing_.dateline, place, lane,
                               [&] { return hops_in_dimension(at, destination_of(header), port); });
  }

  std::unique_ptr<RoutingRelation> own_;
  const RoutingRelation& inner_;
  PortId ports_;
  WormRouting routing_;
  WormVcs vcs_;
  VcMask sticky_;
  Datelines datelines_;
  Datelines bubble_rings_;    ///< places in rings with flit bubbles
  GridCoordinates grid_{{}};  ///< of networks with datelines
};

}  // namespace

std::unique_ptr<RoutingRelation> make_plain_worm_routing(const Topology& base, const RoutingRelation& inner,
                                                         const WormRouting& routing, const WormVcs& vcs) {
  return std::make_unique<PlainWormRouting>(base, inner, routing, vcs);
}

std::unique_ptr<RoutingRelation> make_plain_worm_routing(const Topology& base, std::unique_ptr<RoutingRelation> inner,
                                                         const WormRouting& routing, const WormVcs& vcs) {
  return std::make_unique<PlainWormRouting>(base, std::move(inner), routing, vcs);
}

}  // namespace trenza::topologies
