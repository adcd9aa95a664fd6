// The network of a configuration.
#pragma once

#include <memory>

#include "config/settings.h"
#include "topologies/topology.h"

namespace trenza::config {

/// Builds the network of `topology`. Throws ConfigError for twists of dimensions that do not exist, over themselves or
/// in conflict, and for sizes that cannot be.
std::shared_ptr<const topologies::Topology> build_network(const Settings& settings);

}  // namespace trenza::config
