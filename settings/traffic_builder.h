// The traffic of a configuration.
#pragma once

#include <string>

#include "settings/settings.h"
#include "testbench/experiment.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::settings {

/// Fills in router.max_packet_flits if it is not given, and checks that the traffic's packets fit. Throws ConfigError.
void complete_packet_size(Settings& settings);

/// Fills in the traffic. Throws ConfigError for what does not fit the network, and for a trace that is not there;
/// `file` is the configuration, to whose folder the trace is relative (a trace named on the command line is relative to
/// the current directory).
void build_traffic(const Settings& settings, const std::string& file, const topologies::Topology& topology,
                   testbench::Experiment& experiment);

/// Lets the test bench check the whole experiment: the pattern fits the network, the trace is one and fits too. Throws
/// ConfigError, or testbench::InputError that names the line of the trace.
void check_traffic(const Settings& settings, const topologies::Topology& topology,
                   const microarch::FabricParameters& fabric, const testbench::Experiment& experiment);

}  // namespace trenza::settings
