// Which receive takes which message.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// A send and the receive that takes its message.
struct MatchedMessage {
  std::uint32_t send = 0;  ///< operations
  std::uint32_t recv = 0;
};

/// The k-th send of (source, destination, tag) goes with the k-th receive of the same triple, in text order. Messages
/// come in the order of their sends. Throws InputError for a send or receive without partner and for a pair of
/// different sizes.
std::vector<MatchedMessage> match_messages(const GoalTrace& trace);

}  // namespace trenza::testbench
