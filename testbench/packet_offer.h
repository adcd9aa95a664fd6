// A packet that the test bench offers to a fabric.
#pragma once

#include <cstdint>

#include "microarch/fabric.h"

namespace trenza::testbench {

struct PacketOffer {
  microarch::NodeId source = -1;
  microarch::NodeId destination = -1;
  int flits = 0;
  std::uint64_t tag = 0;  ///< comes back with the delivery; traces: the message
  int message_class = 0;
};

}  // namespace trenza::testbench
