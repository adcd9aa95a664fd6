// The transaction-level view for wormhole: flit by flit, cycle by cycle, without work for idle routers and cycles
// (docs/microarchitecture-flit.md).
#pragma once

#include <memory>

#include "tlm/tlm_fabric.h"

namespace trenza::tlm {

/// Builds the fabric at cycle 0. `topology` must outlive it, and have the routes of a flit-level machine
/// (topologies/worm/worm_routing.h). Precondition: parameters.by_flits().
std::unique_ptr<TlmFabric> make_cycle_fabric(const topologies::Topology& topology,
                                             const microarch::FabricParameters& parameters);

/// The fabric that TlmFabric::save() described.
std::unique_ptr<TlmFabric> restore_cycle_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                microarch::ArchiveReader& archive);

}  // namespace trenza::tlm
