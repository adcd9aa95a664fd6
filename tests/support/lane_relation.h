// A routing relation that goes by the lane on which a header came.
#pragma once

#include "topologies/topology_test_support.h"

namespace trenza::test {

/// A network's relation, but a header offers no adaptive ports where the numbers of the port and of the VC within the
/// class by which it came are both odd or both even. Every packet can still leave by the escape channels.
class LaneRelation : public topologies::test_support::WrappedRelation {
 public:
  using WrappedRelation::WrappedRelation;
  topologies::RouteChoice choices(topologies::NodeId at, topologies::HeaderWord header,
                                  topologies::ArrivalLane lane) const override {
    topologies::RouteChoice route = WrappedRelation::choices(at, header, lane);
    if (lane.port >= 0 && (lane.port + lane.vc) % 2 == 0) route.set_adaptive(0);
    return route;
  }
};

/// A network with that relation in the place of its own.
class LaneTopology {
 public:
  explicit LaneTopology(const topologies::Topology& base) : relation_(base.routing()), topology_(base, relation_) {}
  const topologies::Topology& operator*() const { return topology_; }

 private:
  LaneRelation relation_;
  topologies::test_support::ReroutedTopology topology_;
};

}  // namespace trenza::test
