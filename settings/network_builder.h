// The network of a configuration.
#pragma once

#include <memory>

#include "settings/settings.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// Builds the network of `topology`. Throws ConfigError for twists of dimensions that do not exist or over themselves,
/// and for whatever the kind of network refuses.
std::shared_ptr<const topologies::Topology> build_network(const Settings& settings);

}  // namespace trenza::settings
