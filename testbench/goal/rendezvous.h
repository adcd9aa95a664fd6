// Large messages that wait for their receive.
#pragma once

#include <cstdint>

#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// Messages of more than `eager_bytes` go by rendezvous (docs/traces.md, section 3, rule 11): the sender asks, the
/// receiver answers when its receive is posted, and then the message goes. Question and answer are messages without
/// bytes. Collectives must have been expanded. Throws what match_messages does.
GoalTrace with_rendezvous(GoalTrace trace, std::uint64_t eager_bytes);

}  // namespace trenza::testbench
