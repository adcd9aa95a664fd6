// Some routers of a flit-level machine as clocked modules.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/pin_island.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::rtl_models {

/// As make_pin_island(), with the blocks that `blocks` makes. Precondition: parameters.by_flits().
std::unique_ptr<PinIsland> make_worm_pin_island(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                const std::vector<bool>& present, const WormBlockFactory& blocks);

}  // namespace trenza::rtl_models
