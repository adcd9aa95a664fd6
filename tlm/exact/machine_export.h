// The engine's state as that of the registers of clocked routers.
#pragma once

#include "microarch/machine_state.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/grant_history.h"

namespace trenza::tlm {

/// Fills routers, channels, packets and the cycle of `state`, which is empty. Precondition: the history is complete.
void export_registers(const Engine& engine, const GrantHistory& history, microarch::MachineState& state);

}  // namespace trenza::tlm
