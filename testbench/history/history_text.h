// The history of a packet as text.
#pragma once

#include <string>
#include <vector>

#include "testbench/history/packet_history.h"

namespace trenza::testbench {

/// The history hop by hop, and where its cycles went. Names of ports, VCs and injectors are those of
/// microarch/place_names.h. Ends with a line break.
std::string history_text(const PacketHistory& history, const topologies::Topology& topology,
                         const microarch::FabricParameters& parameters);

/// "5:7, 5:8, 6:1 and 4 more".
std::string names_text(const std::vector<PacketName>& packets);

/// "cycle 5" or "cycles 5 to 9".
std::string range_text(const CycleRange& range);

}  // namespace trenza::testbench
