// The bytes that each rank of a trace sends to each other rank.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The messages that one rank sends to another.
struct TrafficEntry {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

/// The pairs that exchange messages, by sender and then by receiver.
struct TrafficMatrix {
  std::uint32_t ranks = 0;
  std::vector<TrafficEntry> entries;

  std::uint64_t messages() const;
  std::uint64_t bytes() const;
};

/// Adds up the sends of a trace. Throws InputError if the bytes of all sends together do not fit 64 bits.
TrafficMatrix traffic_matrix(const GoalTrace& trace);

}  // namespace trenza::testbench
