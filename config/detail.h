// Which routers a configuration wants in more detail.
#pragma once

#include <vector>

#include "config/settings.h"
#include "topologies/topology.h"

namespace trenza::config {

/// The routers of `detail.pin`, by number, each once; none if it is not given. Throws ConfigError for a name that is none.
std::vector<topologies::NodeId> detailed_routers(const Settings& settings, const topologies::Topology& topology);

}  // namespace trenza::config
