// The variables that the pin view offers to waves.
#pragma once

#include <vector>

#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/probe.h"

namespace trenza::rtl_models {

/// All probes. `stalls`: StallReason of input i of router r at r * inputs + i, kept up to date by the caller while it
/// is observed. All arguments must outlive the probes.
std::vector<Probe> list_probes(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters, const std::vector<std::uint8_t>& stalls);

}  // namespace trenza::rtl_models
