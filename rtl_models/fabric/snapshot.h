// Examines a fabric between two cycles: which packets wait for what, and whether flits, packets and credits are
// conserved.
#pragma once

#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"

namespace trenza::rtl_models {

/// Why a waiting header does not cross in this cycle, as shown in waves.
enum class StallReason : std::uint8_t {
  none,       ///< nothing waits, or it is granted
  link_busy,  ///< no output that it could take is free
  no_credit,  ///< a free output, but not enough credits
  bubble,     ///< only the bubble rule refuses it: it would enter the ring and fewer than two slots are free
  lost,       ///< another input won the output
  port_busy,  ///< another VC of its port crosses (crossbar per_port)
};

StallReason stall_reason(const RouterPorts& router, int input);

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
