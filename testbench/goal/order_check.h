// Proof that a trace can be replayed to its end.
#pragma once

#include <cstdint>

#include "testbench/goal/dependencies.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// Throws InputError, naming the operations, if operations wait for each other in a circle: by dependencies within a
/// rank, or by messages between ranks. A trace that passes comes to its end on every network that delivers all packets:
/// a cpu that is busy always becomes free. `partner` is the result of match_messages. Receives without a partner, which
/// find theirs while they are replayed, are taken to find one: whether they do depends on the network.
void check_order(const GoalTrace& trace, const LargeArray<std::uint32_t>& partner, const Successors& dependencies);

}  // namespace trenza::testbench
