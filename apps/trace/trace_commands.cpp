#include "apps/trace/trace_commands.h"

namespace trenza::apps {

std::vector<GraphCommand> add_trace_commands(Command& program) {
  Command trace = program.add_command("trace", "traces of parallel programs: record");
  trace.require_command();
  return {add_trace_record(trace)};
}

}  // namespace trenza::apps
