// The variables that the pin view offers to waves.
#pragma once

#include <vector>

#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/probe.h"

namespace trenza::rtl_models {

/// All probes. `stalls`: StallReason of input i of router r at r * inputs + i, kept up to date by the caller while it
/// is observed. All arguments must outlive the probes.
/// Groups of probes that can change together: per router one for each input port's buffer, one for each output port
/// with its link, and one for the rest.
constexpr int probe_groups_per_router(int ports) { return 1 + 2 * ports; }
constexpr int probe_group(topologies::NodeId node, int ports) { return node * probe_groups_per_router(ports); }
constexpr int probe_group_of_input(topologies::NodeId node, int port, int ports) {
  return probe_group(node, ports) + 1 + port;
}
constexpr int probe_group_of_output(topologies::NodeId node, int port, int ports) {
  return probe_group(node, ports) + 1 + ports + port;
}

std::vector<Probe> list_probes(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters, const std::vector<std::uint8_t>& stalls);

}  // namespace trenza::rtl_models
