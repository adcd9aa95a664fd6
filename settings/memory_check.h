// Refuses what the memory of this machine cannot hold, before it is built.
#pragma once

#include "settings/run_configuration.h"
#include "settings/settings.h"
#include "topologies/kind_parameters.h"

namespace trenza::settings {

/// Estimates the network and its routers in the tlm view by the keys alone, without buffers and arbiters, before the
/// network is built; throws ConfigError at `key` if they take more than there is.
void check_network_memory(const Settings& settings, const topologies::TopologySpec& spec, const std::string& key);

/// Estimates what the run keeps: the routers of its view with their buffers and arbiters, and packets that are all
/// there at the start. Throws ConfigError at the key that decides.
void check_run_memory(const Settings& settings, const RunConfiguration& run);

}  // namespace trenza::settings
