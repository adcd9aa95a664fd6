// `trenza trace`: traces of applications, recorded, converted and looked at.
#pragma once

#include "apps/graph/graph_commands.h"
#include "apps/options.h"

namespace trenza::apps {

/// `trenza trace record`: the trace of an MPI program that runs.
GraphCommand add_trace_record_command(Command& trace);
/// `trenza trace convert`: between GOAL and the formats of other tools.
GraphCommand add_trace_convert_command(Command& trace);
/// `trenza trace info`: what is in a trace.
GraphCommand add_trace_info_command(Command& trace);

/// `trenza trace` with all of them.
GraphCommand add_trace_command(Command& program);

}  // namespace trenza::apps
