// GOAL text of a program.
#pragma once

#include "traces/program.h"
#include "traces/text_sink.h"

namespace trenza::traces {

/// Writes the program as GOAL (docs/traces.md), collectives as records with the communicators that they name.
/// Operations have the labels l1, l2, .. of their rank, and depend on those before: a blocking one ends before the next
/// starts, a non-blocking one starts before it, and a wait lets what follows depend on the end. Throws InputError for a
/// communicator or a list of sizes that is longer than a line of GOAL may be.
void write_goal(const Program& program, TextSink& sink);

}  // namespace trenza::traces
