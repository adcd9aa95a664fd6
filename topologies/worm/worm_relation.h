// What the relations of the flit-level machine say of themselves, so that the proof need not visit what is alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topologies/routing.h"
#include "topologies/worm/datelines.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// The rules of a relation by records. Of `datelines` and `colours` there is what the route needs.
struct RecordRules {
  WormRouting routing;
  const Datelines* datelines = nullptr;                ///< in dimension order and over it
  const std::vector<std::uint8_t>* colours = nullptr;  ///< by negative hops: of the nodes
};

/// The proof believes these statements after it has checked them on a sample (likeness_check.h).
class WormRelation : public RoutingRelation {
 public:
  /// The escape VCs of a group are offered together or not at all, and mean the same on arrival. A packet that came on
  /// an adaptive VC has the choices of one that came on no lane.
  virtual const WormVcs& vcs() const = 0;

  /// If false, `choices` does not look at the lane.
  virtual bool lane_matters() const = 0;

  /// Bits 63..24 of `initial` are the same for every pair that the same ports join; beside the lane and, if
  /// translation_invariant() is false, the node, `choices` reads these bits only, and `advance` reads nothing else but
  /// the port. The ports of `choices` do not depend on the node.
  virtual bool headers_by_difference() const = 0;

  /// Only for headers by difference: those that have this in common have the same choices at every node and lane.
  virtual std::uint64_t likeness(HeaderWord header) const = 0;

  /// Only for headers by difference: classes of nodes, by node, with the same choices for all headers on all lanes, of
  /// which the same counts. Empty: nodes are of classes of their own, or of one with translation_invariant().
  virtual std::vector<std::int32_t> choice_classes() const { return {}; }

  /// Of the escape VCs that `choices` offers on `port`, those that the proof counts (a routing subfunction): a head
  /// that waits can always wait for them, whatever else it is offered. It depends on what `choices` depends on, and on
  /// the lane.
  virtual VcMask counted_vcs(NodeId /*at*/, HeaderWord /*header*/, ArrivalLane /*lane*/, PortId /*port*/) const {
    return ~VcMask{0};
  }

  /// Escape VCs of channels in a ring keep a flit of room (docs/microarchitecture-flit.md, section 8.3): what enters
  /// one of them finds room for all of its flits, and lets go of all that it holds behind. What goes on in a ring, in
  /// the VC of the same number, waits for this one only (counted_vcs).
  virtual bool flit_bubble() const { return false; }

  /// What would be accepted in the place of a relation that is refused, as keys of the configuration; may be empty.
  virtual std::string advice() const { return {}; }

  /// The rules if `choices` is made of the record, the lane, vcs() and these alone; they live as long as the relation.
  virtual std::optional<RecordRules> record_rules() const { return std::nullopt; }
};

/// The routing subfunction of any relation: without a word about it, all that is offered counts.
class RoutingSubfunction {
 public:
  explicit RoutingSubfunction(const RoutingRelation& relation)
      : relation_(dynamic_cast<const WormRelation*>(&relation)) {}
  /// Those of the `offered` escape VCs that count.
  VcMask of(NodeId at, HeaderWord header, ArrivalLane lane, PortId port, VcMask offered) const {
    return relation_ == nullptr ? offered : offered & relation_->counted_vcs(at, header, lane, port);
  }
  bool flit_bubble() const { return relation_ != nullptr && relation_->flit_bubble(); }
  std::string advice() const { return relation_ == nullptr ? std::string() : relation_->advice(); }

 private:
  const WormRelation* relation_;
};

}  // namespace trenza::topologies
