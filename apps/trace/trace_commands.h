// The commands about traces: `trenza trace record`.
#pragma once

#include <vector>

#include "apps/graph/graph_commands.h"

namespace trenza::apps {

/// `trenza trace` and all commands below it.
std::vector<GraphCommand> add_trace_commands(Command& program);

/// `trenza trace record`: the trace of an MPI program that runs.
GraphCommand add_trace_record(Command& trace);

}  // namespace trenza::apps
