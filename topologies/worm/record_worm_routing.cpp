#include "topologies/worm/record_worm_routing.h"

#include <stdexcept>
#include <string>

#include "topologies/record_format.h"
#include "topologies/record_steps.h"
#include "topologies/worm/flit_bubble.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

namespace {

/// For D dimensions: the positions of the fields are constants, as a head asks at every hop.
template <int D>
class RecordWormRouting final : public WormRelation {
 public:
  RecordWormRouting(const Topology& base, const WormRouting& routing, const WormVcs& vcs)
      : base_(base.routing()),
        steps_(*base.routing().record_steps()),
        ports_(base.graph().ports()),
        routing_(routing),
        vcs_(vcs),
        sticky_(routing.sticky_escape || vcs.adaptive == 0 ? vcs.escape : 0),
        datelines_(vcs.of_dateline[1] == 0 ? Datelines() : Datelines(base.graph(), base.rings())),
        bubble_rings_(routing.flit_bubble ? Datelines(base.graph(), base.rings()) : Datelines()) {}

  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    if (source == destination) return static_cast<HeaderWord>(destination);
    return base_.initial(source, destination, draw);
  }

  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = record_choices<D>(header);
    const std::uint32_t ports = choice.tiers[RouteChoice::kAdaptive].ports;
    if (ports == 0) return choice;
    const PortId port = __builtin_ctz(ports);
    const bool bound = lane.port >= 0 && (sticky_ >> lane.vc & 1U) != 0;
    const VcMask adaptive = bound ? 0 : vcs_.adaptive;
    choice.tiers[RouteChoice::kAdaptive] = {adaptive == 0 ? 0 : ports, adaptive};
    choice.tiers[RouteChoice::kEscape].vcs = escape_vcs_of(at, header, port, lane);
    return choice;
  }

  HeaderWord advance(NodeId /*at*/, HeaderWord header, PortId port, bool /*escape*/) const override {
    return record_hop(steps_.hops[static_cast<std::size_t>(port)], header);
  }

  int escape_vcs() const override { return __builtin_popcount(vcs_.escape); }
  EscapeTraits escape_traits() const override { return {false, sticky_ != 0, false}; }
  int distance(NodeId source, NodeId destination) const override { return base_.distance(source, destination); }
  std::uint64_t routes(NodeId source, NodeId destination) const override { return base_.routes(source, destination); }
  bool translation_invariant() const override { return datelines_.empty() && base_.translation_invariant(); }
  int record_dimensions() const override { return D; }
  std::optional<RecordRules> record_rules() const override { return RecordRules{routing_, &datelines_}; }

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
  bool headers_by_difference() const override { return base_.translation_invariant(); }
  /// The productive ports, and the hops by the lowest.
  std::uint64_t likeness(HeaderWord header) const override {
    const std::uint32_t ports = record_choices<D>(header).adaptive_ports();
    const int left = ports == 0 || datelines_.empty() ? 0 : hops(header, __builtin_ctz(ports));
    return std::uint64_t{ports} << 32 | static_cast<std::uint64_t>(left);
  }

 private:
  static constexpr RecordFormat kFormat{D};

  /// |r_k| of the dimension of a productive port.
  static int hops(HeaderWord header, PortId port) {
    constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;
    const auto field = static_cast<int>(header >> kFormat.shift(port / 2) & kFieldMask);
    return port % 2 == 0 ? field : (1 << kFormat.bits()) - field;
  }

  VcMask escape_vcs_of(NodeId at, HeaderWord header, PortId port, ArrivalLane lane) const {
    if (datelines_.empty()) return vcs_.escape;
    const RingPlace& place = datelines_.place(at * ports_ + port);
    if (place.to_dateline == 0) return vcs_.escape;
    return Datelines::ring_vcs(vcs_, routing_.dateline, place, lane, [&] { return hops(header, port); });
  }

  const RoutingRelation& base_;
  RecordSteps steps_;
  PortId ports_;
  WormRouting routing_;
  WormVcs vcs_;
  VcMask sticky_;
  Datelines datelines_;
  Datelines bubble_rings_;  ///< places in rings with flit bubbles
};

}  // namespace

std::unique_ptr<RoutingRelation> make_record_worm_routing(const Topology& base, const WormRouting& routing,
                                                          const WormVcs& vcs) {
  static_assert(kMaxDimensions == 6, "one case for each number of dimensions");
  const int dimensions = base.routing().record_steps()->dimensions;
  switch (dimensions) {
    case 1:
      return std::make_unique<RecordWormRouting<1>>(base, routing, vcs);
    case 2:
      return std::make_unique<RecordWormRouting<2>>(base, routing, vcs);
    case 3:
      return std::make_unique<RecordWormRouting<3>>(base, routing, vcs);
    case 4:
      return std::make_unique<RecordWormRouting<4>>(base, routing, vcs);
    case 5:
      return std::make_unique<RecordWormRouting<5>>(base, routing, vcs);
    case 6:
      return std::make_unique<RecordWormRouting<6>>(base, routing, vcs);
    default:
      throw std::logic_error("no routing by records with " + std::to_string(dimensions) + " dimensions");
  }
}

}  // namespace trenza::topologies
