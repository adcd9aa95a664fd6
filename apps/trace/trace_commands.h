// `trenza trace`: traces of applications.
#pragma once

#include "apps/graph/graph_commands.h"
#include "apps/options.h"

namespace trenza::apps {

/// `trenza trace record`: the trace of an MPI program that runs.
GraphCommand add_trace_record_command(Command& trace);

/// `trenza trace` with all of them.
GraphCommand add_trace_command(Command& program);

}  // namespace trenza::apps
