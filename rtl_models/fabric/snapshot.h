// Examines a fabric between two cycles: which packets wait for what, and whether flits, packets and credits are
// conserved.
#pragma once

#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"

namespace trenza::rtl_models {

/// All packets that wait in the cycle that the signals show.
microarch::WaitSnapshot take_snapshot(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
                                      const microarch::FabricParameters& parameters);

/// The packets that wait at one router in that cycle.
std::vector<microarch::WaitingHead> waiting_heads(const Noc& noc, const PacketTable& packets,
                                                  const topologies::Topology& topology, topologies::NodeId node);

/// One line for each virtual channel whose credits, flits and slots do not add up to its depth.
std::vector<std::string> audit_credits(const Noc& noc, const topologies::Topology& topology,
                                       const microarch::FabricParameters& parameters);

}  // namespace trenza::rtl_models
