// Programs in GOAL, back in the order of the program that they came from.
#pragma once

#include <string>

#include "testbench/goal/goal_trace.h"
#include "traces/program.h"

namespace trenza::traces {

/// The steps of a trace that was read: each rank as a sequence of blocking and non-blocking operations and waits whose
/// GOAL text has the same replay. Throws InputError, with the operation, if there is none: an operation that does not
/// depend on the one above it, or an operation on another cpu.
Program program_of_goal(const testbench::GoalTrace& trace);

/// The same program without non-blocking operations, for formats that have none. A send becomes a blocking one, which
/// changes no replay: it ends without its receiver. A receive moves to its wait; where it does not stand there already,
/// `moves_receives` must allow it, because its receive overhead is then charged there. Throws InputError.
Program blocking_program(const Program& program, bool moves_receives);

}  // namespace trenza::traces
