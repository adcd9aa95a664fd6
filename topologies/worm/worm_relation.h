// What the relations of the flit-level machine say of themselves, so that the proof need not visit what is alike.
#pragma once

#include <cstdint>
#include <optional>

#include "topologies/routing.h"
#include "topologies/worm/datelines.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// The rules of a relation by records.
struct RecordRules {
  WormRouting routing;
  const Datelines* datelines = nullptr;
};

/// The proof believes these statements after it has checked them on a sample (likeness_check.h).
class WormRelation : public RoutingRelation {
 public:
  /// The VCs of a dateline class, or all escape VCs where there are none, are offered together or not at all, and mean the
  /// same on arrival. A packet that came on an adaptive VC has the choices of one that came on no lane.
  virtual const WormVcs& vcs() const = 0;

  /// If false, `choices` does not look at the lane.
  virtual bool lane_matters() const = 0;

  /// Bits 63..24 of `initial` are the same for every pair that the same ports join; beside the lane and, if
  /// translation_invariant() is false, the node, `choices` reads these bits only, and `advance` reads nothing else but the
  /// port. The ports of `choices` do not depend on the node.
  virtual bool headers_by_difference() const = 0;

  /// Only for headers by difference: headers that have this in common have the same choices at every node on every lane.
  virtual std::uint64_t likeness(HeaderWord header) const = 0;

  /// The rules if `choices` is made of the record, the lane, vcs() and these alone; they live as long as the relation.
  virtual std::optional<RecordRules> record_rules() const { return std::nullopt; }
};

}  // namespace trenza::topologies
