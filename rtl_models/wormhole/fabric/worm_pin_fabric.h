// The pin view of the flit-level machine.
#pragma once

#include <memory>

#include "rtl_models/pin_fabric.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::rtl_models {

/// As make_pin_fabric(). `topology` must have the routes of a flit-level machine (topologies/worm/worm_routing.h).
/// Its blocks are those that `blocks` makes. Precondition: parameters.by_flits().
std::unique_ptr<PinFabric> make_worm_pin_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                const WormBlockFactory& blocks = WormBlockFactory());

}  // namespace trenza::rtl_models
