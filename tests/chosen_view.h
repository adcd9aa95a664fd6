// The view that a test looks at: quick forms at the tlm view, slow ones at pins.
#pragma once

#include <memory>

#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {

/// Makes the fabric of a machine.
using MakeView = std::unique_ptr<microarch::Fabric> (*)(const topologies::Topology&,
                                                        const microarch::FabricParameters&);

inline std::unique_ptr<microarch::Fabric> tlm_view(const topologies::Topology& topology,
                                                   const microarch::FabricParameters& parameters) {
  return tlm::make_tlm_fabric(topology, parameters);
}

/// One elaboration per process: use isolated() for more.
inline std::unique_ptr<microarch::Fabric> pin_view(const topologies::Topology& topology,
                                                   const microarch::FabricParameters& parameters) {
  return rtl_models::make_pin_fabric(topology, parameters);
}

}  // namespace trenza::test
