#include "microarch/deadlock_proof.h"

#include "microarch/flow_control/flow_control.h"
#include "topologies/worm/worm_proof.h"

namespace trenza::microarch {

topologies::Proof prove_deadlock_free(const topologies::Topology& topology, const FabricParameters& parameters,
                                      const topologies::WalkProgress& progress) {
  if (parameters.by_flits())
    return topologies::prove_worm_deadlock_free(
        topology, {parameters.wormhole.atomic(), parameters.wormhole.buffer_flits, parameters.max_packet_flits},
        progress);
  return topologies::prove_deadlock_free(topology, FlowControl::of_proof(parameters), progress);
}

}  // namespace trenza::microarch
