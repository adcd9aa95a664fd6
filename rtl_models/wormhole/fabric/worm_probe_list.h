// The variables that the pin view of the flit-level machine offers to waves.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/probe.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"

namespace trenza::rtl_models {

/// All probes of the routers that are there, with the paths and groups of those of the first machine
/// (fabric/probe_list.h) where they mean the same. `stalls`: StallReason of input VC i of router r at r * inputs + i,
/// kept up to date by the caller while it records. All arguments must outlive them.
std::vector<Probe> list_worm_probes(const WormNoc& noc, const PacketTable& packets,
                                    const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                                    const std::vector<std::uint8_t>& stalls);

/// Sets, by probe group, whether a probe of it can have changed at the last edge or in the present cycle.
void note_worm_changes(const WormNoc& noc, const topologies::Topology& topology, std::vector<std::uint8_t>& changed);

}  // namespace trenza::rtl_models
