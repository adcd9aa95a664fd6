// Collective operations of a trace as sends and receives.
#pragma once

#include "testbench/collectives/collective.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The trace with each collective replaced by the sends and receives of its members (docs/traces.md, section 1.1); the
/// trace itself if it has none. Throws InputError if the members of a communicator do not do the same collectives in
/// the same order, or if an algorithm does not do a kind.
GoalTrace expand_collectives(GoalTrace trace, const CollectiveChoice& choice = {});

}  // namespace trenza::testbench
