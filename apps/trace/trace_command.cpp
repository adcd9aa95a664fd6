#include "apps/exit_status.h"
#include "apps/trace/trace_commands.h"

namespace trenza::apps {

GraphCommand add_trace_command(Command& program) {
  Command command = program.add_command("trace", "traces of applications: recorded, converted, looked at");
  command.require_command();
  const std::vector<GraphCommand> commands{add_trace_record_command(command), add_trace_convert_command(command),
                                           add_trace_info_command(command)};
  return {command, [commands] {
            for (const GraphCommand& one : commands) {
              if (one.command.given()) return one.run();
            }
            return kDone;
          }};
}

}  // namespace trenza::apps
