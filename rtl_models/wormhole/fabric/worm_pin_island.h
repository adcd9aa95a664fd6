// Some routers of a flit-level machine as clocked modules.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/pin_island.h"

namespace trenza::rtl_models {

/// make_pin_island() for `router.switching: wormhole`.
std::unique_ptr<PinIsland> make_worm_pin_island(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                const std::vector<bool>& present);

}  // namespace trenza::rtl_models
