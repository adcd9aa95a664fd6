#include "topologies/worm/likeness_check.h"

#include <cstdint>
#include <map>
#include <vector>

#include "topologies/symmetry.h"
#include "topologies/worm/arrivals.h"

namespace trenza::topologies {

namespace {

constexpr int kPairs = 256;

bool same(const RouteChoice& one, const RouteChoice& two) {
  for (std::size_t tier = 0; tier < RouteChoice::kTiers; ++tier) {
    if (one.tiers[tier].ports != two.tiers[tier].ports || one.tiers[tier].vcs != two.tiers[tier].vcs) return false;
  }
  return one.arrived == two.arrived;
}

class Sample {
 public:
  Sample(const Topology& topology, const WormRelation& relation)
      : graph_(topology.graph()),
        relation_(relation),
        arrivals_(Arrivals::of(relation, topology.graph().ports())),
        by_difference_(relation.headers_by_difference() && steps_commute_everywhere(topology.graph())),
        classes_(relation.choice_classes()) {}

  bool holds() {
    for (int pair = 0; pair < kPairs; ++pair) {
      if (!route_holds(pick(), pick(), pick())) return false;
    }
    return true;
  }

 private:
  NodeId pick() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;  // linear congruential; its upper bits are good
    return static_cast<NodeId>((state_ >> 33) % static_cast<std::uint64_t>(graph_.nodes()));
  }

  /// Along the escape route from `source`, and along the same ports from `other`.
  bool route_holds(NodeId source, NodeId destination, NodeId other) {
    const std::uint64_t draw = state_ >> 33;
    const HeaderWord header = relation_.initial(source, destination, draw);
    HeaderWord left = header;
    NodeId here = source;
    NodeId there = other;
    for (NodeId hops = 0; here != destination; ++hops) {
      if (!lanes_hold(here, left) || !headers_hold(here, there, left)) return false;
      const PortId port = relation_.choices(here, left, {}).escape_port();
      if (hops == graph_.nodes() || port < 0 || !graph_.has_out(here, port)) return false;
      const HeaderWord after = relation_.advance(here, left, port, true);
      if (by_difference_ && (!graph_.has_out(there, port) || relation_.advance(there, left, port, true) != after))
        return false;
      left = after;
      here = graph_.out(here, port).to;
      if (by_difference_) there = graph_.out(there, port).to;
    }
    if (!by_difference_ || source == destination) return true;
    return relation_.routes(source, destination) == relation_.routes(other, there) &&
           (relation_.initial(other, there, draw) ^ header) >> kDestinationBits == 0;
  }

  /// Whether the same VCs count by all ports.
  bool counts_same(NodeId one, HeaderWord one_header, ArrivalLane one_lane, NodeId two, HeaderWord two_header,
                   ArrivalLane two_lane) const {
    const VcMask all = arrivals_.escape_vcs();
    for (PortId port = 0; port < graph_.ports(); ++port) {
      if ((relation_.counted_vcs(one, one_header, one_lane, port) & all) !=
          (relation_.counted_vcs(two, two_header, two_lane, port) & all))
        return false;
    }
    return true;
  }

  bool lanes_hold(NodeId node, HeaderWord header) const {
    const RouteChoice on_none = relation_.choices(node, header, {});
    for (PortId port = 0; port < graph_.ports(); ++port) {
      for (int vc = 0; vc < relation_.vcs().count; ++vc) {
        const VcMask bit = VcMask{1} << vc;
        RouteChoice expected = on_none;
        ArrivalLane like;
        for (int group = 0; group < arrivals_.escape_groups(); ++group) {
          if ((arrivals_.vcs(group) & bit) == 0) continue;
          like = arrivals_.lane(arrivals_.number(port, group));
          expected = relation_.choices(node, header, like);
        }
        if (!relation_.lane_matters()) expected = on_none;
        if (!same(relation_.choices(node, header, {port, vc}), expected)) return false;
        if (!counts_same(node, header, {port, vc}, node, header, like)) return false;
      }
    }
    return true;
  }

  bool are_one_class(NodeId one, NodeId other) const {
    if (relation_.translation_invariant()) return true;
    return !classes_.empty() && classes_[static_cast<std::size_t>(one)] == classes_[static_cast<std::size_t>(other)];
  }

  bool headers_hold(NodeId here, NodeId there, HeaderWord header) {
    if (!by_difference_) return true;
    const HeaderWord alike = first_.emplace(relation_.likeness(header), header).first->second;
    const HeaderWord other_destination = header ^ (header & kDestinationMask);
    for (int arrival = 0; arrival < arrivals_.count(); ++arrival) {
      const ArrivalLane lane = arrivals_.lane(arrival);
      const RouteChoice choice = relation_.choices(here, header, lane);
      if (!same(choice, relation_.choices(here, alike, lane))) return false;
      if (!counts_same(here, header, lane, here, alike, lane)) return false;
      if (!counts_same(here, header, lane, here, other_destination, lane)) return false;
      if (!same(choice, relation_.choices(here, other_destination, lane))) return false;
      const RouteChoice elsewhere = relation_.choices(there, header, lane);
      if (are_one_class(here, there) &&
          (!same(choice, elsewhere) || !counts_same(here, header, lane, there, header, lane)))
        return false;
      for (std::size_t tier = 0; arrival == 0 && tier < RouteChoice::kTiers; ++tier) {
        if (choice.tiers[tier].ports != elsewhere.tiers[tier].ports) return false;
      }
    }
    return true;
  }

  const Graph& graph_;
  const WormRelation& relation_;
  Arrivals arrivals_;
  bool by_difference_;
  std::vector<std::int32_t> classes_;
  std::map<std::uint64_t, HeaderWord> first_;  ///< by likeness: the header that had it first
  std::uint64_t state_ = 1;
};

}  // namespace

bool sample_is_alike(const Topology& topology, const WormRelation& relation) {
  return Sample(topology, relation).holds();
}

}  // namespace trenza::topologies
