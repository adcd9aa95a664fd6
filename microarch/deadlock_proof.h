// The proof of deadlock freedom of a fabric, whatever its machine.
#pragma once

#include "topologies/proof.h"
#include "topologies/topology.h"

namespace trenza::microarch {

struct FabricParameters;

/// By rings with bubbles for virtual cut-through (topologies/proof.h), by the extended dependency graph for wormhole
/// (topologies/worm/worm_proof.h).
topologies::Proof prove_deadlock_free(const topologies::Topology& topology, const FabricParameters& parameters,
                                      const topologies::WalkProgress& progress = {});

}  // namespace trenza::microarch
