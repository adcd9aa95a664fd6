// The lanes on which a header can stand at a node, in groups that a relation does not tell apart.
#pragma once

#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::topologies {

/// An arrival is number 0, on no lane, or 1 + input port * groups + group of VCs. Groups of escape VCs come first.
class Arrivals {
 public:
  /// Every VC is a group of its own.
  static Arrivals of_any(const RoutingRelation& relation, PortId ports);
  /// Groups as the relation says; adaptive VCs are as no lane.
  static Arrivals of(const WormRelation& relation, PortId ports);

  int groups() const { return static_cast<int>(groups_.size()); }
  int escape_groups() const { return escape_groups_; }
  /// The VCs of a group.
  VcMask vcs(int group) const { return groups_[static_cast<std::size_t>(group)]; }
  VcMask escape_vcs() const { return escape_vcs_; }
  bool adaptive_is_no_lane() const { return groups() == escape_groups(); }
  /// Whether what is offered can depend on the arrival.
  bool matter() const { return matter_; }

  int count() const { return 1 + ports_ * groups(); }
  int number(PortId in_port, int group) const { return 1 + in_port * groups() + group; }
  PortId in_port(int arrival) const { return (arrival - 1) / groups(); }
  int group(int arrival) const { return (arrival - 1) % groups(); }
  bool on_escape(int arrival) const { return arrival > 0 && group(arrival) < escape_groups_; }
  /// The lane, in the lowest VC of its group.
  ArrivalLane lane(int arrival) const {
    if (arrival == 0) return {};
    return {in_port(arrival), __builtin_ctz(vcs(group(arrival)))};
  }

 private:
  PortId ports_ = 0;
  std::vector<VcMask> groups_;
  int escape_groups_ = 0;
  VcMask escape_vcs_ = 0;
  bool matter_ = true;
};

}  // namespace trenza::topologies
