// What a deadlock has to do with a packet.
#pragma once

#include <string>

#include "testbench/history/packet_history.h"

namespace trenza::testbench {

/// For a packet that is inside a fabric which the watchdog has found deadlocked: the packets that wait for each other
/// in a cycle, and whether it is one of them, waits for them, or neither. Ends with a line break.
std::string deadlock_text(const PacketHistory& history, const microarch::Fabric& fabric);

}  // namespace trenza::testbench
