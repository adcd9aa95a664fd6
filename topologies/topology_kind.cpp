#include "topologies/topology_kind.h"

#include <algorithm>

namespace trenza::topologies {

const Parameter* TopologyKind::parameter(const std::string& wanted) const {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& each) { return each.name == wanted; });
  return found == parameters.end() ? nullptr : &*found;
}

}  // namespace trenza::topologies
