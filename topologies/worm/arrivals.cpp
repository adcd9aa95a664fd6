#include "topologies/worm/arrivals.h"

#include <algorithm>

namespace trenza::topologies {

Arrivals Arrivals::of_any(const RoutingRelation& relation, PortId ports) {
  Arrivals arrivals;
  arrivals.ports_ = ports;
  for (int vc = 0; vc < kMaxWormVcs; ++vc) arrivals.groups_.push_back(VcMask{1} << vc);
  arrivals.escape_groups_ = std::clamp(relation.escape_vcs(), 1, kMaxWormVcs);
  arrivals.escape_vcs_ = (VcMask{1} << arrivals.escape_groups_) - 1;
  return arrivals;
}

Arrivals Arrivals::of(const WormRelation& relation, PortId ports) {
  const WormVcs& vcs = relation.vcs();
  Arrivals arrivals;
  arrivals.ports_ = ports;
  arrivals.groups_ = vcs.groups;
  arrivals.escape_groups_ = arrivals.groups();
  arrivals.matter_ = relation.lane_matters();
  arrivals.escape_vcs_ = vcs.escape;
  return arrivals;
}

}  // namespace trenza::topologies
