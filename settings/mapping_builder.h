// The mapping of a configuration: the node of each process.
#pragma once

#include <string>

#include "settings/settings.h"
#include "testbench/experiment.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// Fills in the mapping and the process grid of an experiment from the key `mapping`; `id` leaves both empty, which
/// means process n on node n. `file` is the configuration, to whose folder a file of the mapping is relative (one that
/// is named on the command line is relative to the current directory). Throws ConfigError with the line and column of
/// the fault: in the expression, or in the file of the mapping.
void build_mapping(const Settings& settings, const std::string& file, const topologies::Topology& topology,
                   testbench::Experiment& experiment);

}  // namespace trenza::settings
