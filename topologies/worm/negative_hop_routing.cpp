#include "topologies/worm/negative_hop_routing.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "topologies/colouring.h"
#include "topologies/record_format.h"
#include "topologies/record_steps.h"
#include "topologies/topology_error.h"
#include "topologies/worm/negative_hops.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

namespace {

std::vector<std::uint8_t> colours(const Topology& base, WormRoute route) {
  Colouring colouring = find_colouring(base.graph());
  if (colouring.odd_cycle.empty()) return std::move(colouring.colour);
  throw TopologyError(base.name() + ": routing: " + negative_hop_name(route) +
                      " needs a network whose nodes can be coloured with two colours, so that every channel joins "
                      "different ones, but " +
                      std::to_string(colouring.odd_cycle.size()) + " channels are an odd cycle: " +
                      cycle_text(base, colouring.odd_cycle) + "; use other sizes or twists, or routing: duato");
}

/// The shortest ways that a header leaves open.
struct ShortestWays {
  std::uint32_t ports = 0;
  int hops = 0;
};

/// By records. For D dimensions: the positions of the fields are constants, as a head asks at every hop.
template <int D>
class RecordWays {
 public:
  static constexpr int kDimensions = D;
  static constexpr bool kByHeader = true;
  explicit RecordWays(const RoutingRelation& base) : steps_(*base.record_steps()) {}

  ShortestWays at(NodeId /*node*/, HeaderWord header) const {
    constexpr RecordFormat kFormat{D};
    constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;
    constexpr int kLimit = 1 << (kFormat.bits() - 1);
    int hops = 0;
    for (int k = 0; k < D; ++k) {
      const auto field = static_cast<int>(header >> kFormat.shift(k) & kFieldMask);
      hops += std::abs((field ^ kLimit) - kLimit);
    }
    return {record_choices<D>(header).adaptive_ports(), hops};
  }
  HeaderWord advance(NodeId /*node*/, HeaderWord header, PortId port) const {
    return record_hop(steps_.hops[static_cast<std::size_t>(port)], header);
  }

 private:
  RecordSteps steps_;
};

/// By bits: a hop for every port.
class BitWays {
 public:
  static constexpr int kDimensions = 0;
  static constexpr bool kByHeader = true;
  explicit BitWays(const RoutingRelation& base) : base_(base) {}

  ShortestWays at(NodeId node, HeaderWord header) const {
    const std::uint32_t ports = base_.choices(node, header).adaptive_ports();
    return {ports, __builtin_popcount(ports)};
  }
  HeaderWord advance(NodeId node, HeaderWord header, PortId port) const {
    return base_.advance(node, header, port, false);
  }

 private:
  const RoutingRelation& base_;
};

/// By table. Headers are never bound to an escape route.
class TableWays {
 public:
  static constexpr int kDimensions = 0;
  static constexpr bool kByHeader = false;
  explicit TableWays(const RoutingRelation& base) : base_(base) {}

  ShortestWays at(NodeId node, HeaderWord header) const {
    const std::uint32_t ports = base_.choices(node, header).adaptive_ports();
    return {ports, ports == 0 ? 0 : base_.distance(node, destination_of(header))};
  }
  HeaderWord advance(NodeId node, HeaderWord header, PortId port) const {
    return base_.advance(node, header, port, false);
  }

 private:
  const RoutingRelation& base_;
};

template <typename Ways>
class NegativeHopRouting final : public WormRelation {
 public:
  NegativeHopRouting(const Topology& base, const WormRouting& routing, WormVcs vcs, std::vector<std::uint8_t> colour)
      : base_(base.routing()),
        ways_(base.routing()),
        routing_(routing),
        vcs_(std::move(vcs)),
        classes_(static_cast<int>(vcs_.groups.size())),
        colour_(std::move(colour)) {
    class_of_.fill(-1);
    for (int vc = 0; vc < kMaxWormVcs; ++vc) {
      for (int c = 0; c < classes_; ++c) {
        if ((vcs_.groups[static_cast<std::size_t>(c)] >> vc & 1U) != 0) class_of_[static_cast<std::size_t>(vc)] = c;
      }
    }
  }

  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    if (source == destination) return static_cast<HeaderWord>(destination);
    return base_.initial(source, destination, draw);
  }

  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    const ShortestWays ways = ways_.at(at, header);
    if (ways.ports == 0) return RouteChoice::at_destination();
    const VcMask escape = escape_vcs_of(hop(at, ways.hops, lane));
    RouteChoice choice;
    choice.tiers[RouteChoice::kAdaptive] = {vcs_.adaptive == 0 ? 0 : ways.ports, vcs_.adaptive};
    choice.tiers[RouteChoice::kEscape] = {escape == 0 ? 0 : ways.ports, escape};
    return choice;
  }

  HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool /*escape*/) const override {
    return ways_.advance(at, header, port);
  }

  int escape_vcs() const override { return __builtin_popcount(vcs_.escape); }
  int distance(NodeId source, NodeId destination) const override { return base_.distance(source, destination); }
  std::uint64_t routes(NodeId source, NodeId destination) const override { return base_.routes(source, destination); }
  int record_dimensions() const override { return Ways::kDimensions; }
  std::optional<RecordRules> record_rules() const override {
    if (Ways::kDimensions == 0) return std::nullopt;
    return RecordRules{routing_, nullptr, &colour_};
  }

  const WormVcs& vcs() const override { return vcs_; }
  std::vector<std::int32_t> choice_classes() const override { return {colour_.begin(), colour_.end()}; }
  /// With adaptive VCs the highest class: it grows with every hop that is made, whatever VCs they were on.
  VcMask counted_vcs(NodeId at, HeaderWord header, ArrivalLane lane, PortId /*port*/) const override {
    if (vcs_.adaptive == 0) return ~VcMask{0};
    const int cap = highest_class(hop(at, ways_.at(at, header).hops, lane), classes_, routing_.class_caps);
    return cap < 0 ? 0 : VcMask{1} << cap;
  }
  std::string advice() const override {
    return routing_.class_caps == ClassCaps::exact ? "" : "expected router.class_caps: exact";
  }
  bool lane_matters() const override { return true; }
  bool headers_by_difference() const override { return Ways::kByHeader && base_.translation_invariant(); }
  std::uint64_t likeness(HeaderWord header) const override {
    const ShortestWays ways = ways_.at(0, header);
    return std::uint64_t{ways.ports} << 32 | static_cast<std::uint64_t>(ways.hops);
  }

 private:
  ClassedHop hop(NodeId at, int hops, ArrivalLane lane) const {
    return {hops, colour_[static_cast<std::size_t>(at)] != 0,
            lane.port < 0 ? -1 : class_of_[static_cast<std::size_t>(lane.vc)]};
  }

  VcMask escape_vcs_of(const ClassedHop& hop) const {
    int low = lowest_class(hop);
    const int cap = highest_class(hop, classes_, routing_.class_caps);
    if (low > cap) return 0;
    if (routing_.route == WormRoute::nhop) return vcs_.groups[static_cast<std::size_t>(low)];
    if (routing_.bonus_cards == BonusCards::all) low = cap;
    return ((VcMask{2} << cap) - 1) & ~((VcMask{1} << low) - 1);
  }

  const RoutingRelation& base_;
  Ways ways_;
  WormRouting routing_;
  WormVcs vcs_;  ///< its groups are the classes; with bonus cards of one VC each
  int classes_;
  std::vector<std::uint8_t> colour_;                                   ///< by node
  std::array<int, static_cast<std::size_t>(kMaxWormVcs)> class_of_{};  ///< by VC; -1: adaptive
};

}  // namespace

std::unique_ptr<RoutingRelation> make_negative_hop_routing(const Topology& base, const WormRouting& routing) {
  std::vector<std::uint8_t> colour = colours(base, routing.route);
  const WormVcs vcs = negative_hop_vcs(routing, checked_negative_hop_classes(base.name(), diameter(base), routing));
  const RoutingRelation& relation = base.routing();
  if (relation.record_steps() == nullptr) {
    if (!relation.escape_traits().detours && relation.translation_invariant())
      return std::make_unique<NegativeHopRouting<BitWays>>(base, routing, vcs, std::move(colour));
    return std::make_unique<NegativeHopRouting<TableWays>>(base, routing, vcs, std::move(colour));
  }
  static_assert(kMaxDimensions == 6, "one case for each number of dimensions");
  const int dimensions = relation.record_steps()->dimensions;
  switch (dimensions) {
    case 1:
      return std::make_unique<NegativeHopRouting<RecordWays<1>>>(base, routing, vcs, std::move(colour));
    case 2:
      return std::make_unique<NegativeHopRouting<RecordWays<2>>>(base, routing, vcs, std::move(colour));
    case 3:
      return std::make_unique<NegativeHopRouting<RecordWays<3>>>(base, routing, vcs, std::move(colour));
    case 4:
      return std::make_unique<NegativeHopRouting<RecordWays<4>>>(base, routing, vcs, std::move(colour));
    case 5:
      return std::make_unique<NegativeHopRouting<RecordWays<5>>>(base, routing, vcs, std::move(colour));
    case 6:
      return std::make_unique<NegativeHopRouting<RecordWays<6>>>(base, routing, vcs, std::move(colour));
    default:
      throw std::logic_error("no routing by records with " + std::to_string(dimensions) + " dimensions");
  }
}

}  // namespace trenza::topologies
