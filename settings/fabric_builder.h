// The routers and links of a run.
#pragma once

#include <memory>

#include "microarch/parameters.h"
#include "settings/settings.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// The parameters of all routers and links; fills in the defaults that depend on the network. Throws ConfigError.
microarch::FabricParameters build_fabric(Settings& settings, const topologies::Topology& network);

/// The network with the routes that the machine takes. Throws ConfigError where it has no such routes.
std::shared_ptr<const topologies::Topology> with_routes(const Settings& settings,
                                                        const microarch::FabricParameters& fabric,
                                                        std::shared_ptr<const topologies::Topology> network);

}  // namespace trenza::settings
