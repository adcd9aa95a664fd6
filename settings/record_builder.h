// What a run records beside its totals, from its settings.
#pragma once

#include "settings/settings.h"
#include "testbench/experiment.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::settings {

/// Throws ConfigError if the windows of a run whose end is known (`cycles` > 0) would be too many.
testbench::RecordRequest record_request(const Settings& settings, const topologies::Topology& topology,
                                        const microarch::FabricParameters& fabric, microarch::Cycle cycles);

}  // namespace trenza::settings
