// Converts all registers of the wired routers to a state that every view understands, and back.
#pragma once

#include "microarch/machine_state.h"
#include "rtl_models/fabric/noc.h"

namespace trenza::rtl_models {

/// Reads routers and channels into `state`, whose cycle is set and which is empty otherwise.
void read_registers(const Noc& noc, const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                    microarch::MachineState& state);

/// Sets them. The wiring must be as after a reset; signals follow with the next delta cycles.
void write_registers(const microarch::MachineState& state, const topologies::Topology& topology,
                     const microarch::FabricParameters& parameters, Noc& noc);

}  // namespace trenza::rtl_models
