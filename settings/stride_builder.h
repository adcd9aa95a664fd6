// The strides of the arbiters `stride` and `inverse_weighted`, from their settings.
#pragma once

#include <string>
#include <vector>

#include "microarch/strides.h"
#include "settings/settings.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::settings {

/// The values of `router.reference_pattern`, the default first: the patterns of traffic.pattern in which every node
/// sends as much to each other node, or all to one.
std::vector<std::string> reference_patterns();

/// The strides of `fabric`, whose other fields are set. The table of `inverse_weighted` becomes the value of
/// `router.strides.table`, if that has none. Throws ConfigError.
microarch::Strides build_strides(Settings& settings, const topologies::Topology& topology,
                                 const microarch::FabricParameters& fabric);

}  // namespace trenza::settings
