// The pin view of the flit-level machine.
#pragma once

#include <memory>

#include "rtl_models/pin_fabric.h"

namespace trenza::rtl_models {

/// As make_pin_fabric(). `topology` must have the routes of a flit-level machine (topologies/worm/worm_routing.h).
/// Precondition: parameters.by_flits().
std::unique_ptr<PinFabric> make_worm_pin_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters);

}  // namespace trenza::rtl_models
