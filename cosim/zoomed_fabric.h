// Zoom in space: some routers at pin level inside a fabric that is otherwise of the tlm view. docs/zoom.md.
#pragma once

#include <memory>
#include <vector>

#include "microarch/fabric.h"
#include "rtl_models/pin_fabric.h"
#include "rtl_models/router/block_factory.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::cosim {

/// A fabric in which the routers of `nodes` (one at least) are clocked modules; every packet is delivered in the cycle
/// in which any other view delivers it. Waves show those routers: the probes are theirs. Every flit that a clocked
/// router sends to another one, every grant and every departure is checked against the tlm view's books
/// (InvariantViolation). One per process, because it elaborates the SystemC kernel. `topology` must outlive it.
std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<microarch::NodeId>& nodes);

/// The same with the blocks that `blocks` makes, SystemVerilog say. Preconditions: the factory is that of the machine
/// (`parameters.by_flits()`).
std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<microarch::NodeId>& nodes,
                                                          const rtl_models::BlockFactory& blocks);
std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<microarch::NodeId>& nodes,
                                                          const rtl_models::WormBlockFactory& blocks);

}  // namespace trenza::cosim
