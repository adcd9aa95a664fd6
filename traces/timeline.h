// Times for a program, for formats that are made of them.
#pragma once

#include <cstdint>
#include <vector>

#include "traces/program.h"

namespace trenza::traces {

/// When a step was done, in ns from the begin of the program.
struct StepTime {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// Sends: the receive that takes the message, and its rank; receives: the send. kAnyRank: none.
  std::uint32_t partner_rank = kAnyRank;
  std::uint32_t partner_step = 0;
};

/// A time of each step of a program of sends, receives and computation, by rank and step: those of a network in which a
/// message takes 1 ns, with calls of 2 ns at least, so that each message is sent and received within its calls. The
/// k-th send of (from, to, tag) goes with the k-th receive. Throws InputError for messages without a partner and for
/// operations that wait for each other in a circle.
std::vector<std::vector<StepTime>> timeline(const Program& program);

}  // namespace trenza::traces
