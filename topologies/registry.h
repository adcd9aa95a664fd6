// Networks by the name of their kind. A new network is one new file and one line in registry.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "topologies/topology_kind.h"

namespace trenza::topologies {

/// All kinds, in the order in which they are shown.
const std::vector<TopologyKind>& topology_kinds();
/// nullptr if there is none of that name.
const TopologyKind* find_topology_kind(const std::string& name);

/// Checks the spec against its kind and fills in the defaults. Throws TopologyError for an unknown kind (with the names
/// that are near), for parameters that the kind lacks or does not have, for values of another type or out of range.
TopologySpec completed(const TopologySpec& spec);
/// Throws TopologyError as `completed`, and for networks that cannot be built.
std::unique_ptr<Topology> make_topology(const TopologySpec& spec);
Network make_network(const TopologySpec& spec);

}  // namespace trenza::topologies
