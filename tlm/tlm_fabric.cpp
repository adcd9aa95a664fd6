#include "tlm/tlm_fabric.h"

#include "microarch/parameters.h"
#include "tlm/cycle_fabric.h"
#include "tlm/exact_fabric.h"

namespace trenza::tlm {

std::string engine_name(const microarch::FabricParameters& parameters) {
  return parameters.by_flits() ? "flits" : "packets";
}

std::unique_ptr<TlmFabric> make_tlm_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters) {
  if (parameters.by_flits()) return make_cycle_fabric(topology, parameters);
  return make_exact_fabric(topology, parameters);
}

std::unique_ptr<TlmFabric> restore_tlm_fabric(const topologies::Topology& topology,
                                              const microarch::FabricParameters& parameters,
                                              microarch::ArchiveReader& archive) {
  if (parameters.by_flits()) return restore_cycle_fabric(topology, parameters, archive);
  return restore_exact_fabric(topology, parameters, archive);
}

}  // namespace trenza::tlm
