// Which routers a configuration wants in more detail.
#pragma once

#include <string>
#include <vector>

#include "settings/settings.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// Routers by number, each once.
struct DetailedRouters {
  std::vector<topologies::NodeId> pin;  ///< of `detail.pin` and of `detail.rtl`
  std::vector<topologies::NodeId> rtl;  ///< of `detail.rtl`
};

/// Empty if the section names no routers. Throws ConfigError for a name that no router or ring has.
DetailedRouters detailed_routers(const Settings& settings, const topologies::Topology& topology);

/// The key of the section `detail` that is given; empty: none.
std::string given_detail(const Settings& settings);

}  // namespace trenza::settings
