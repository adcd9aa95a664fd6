#include "apps/graph/model_command.h"

namespace trenza::apps {

GraphCommand add_model_command(Command& program) {
  Command command = program.add_command("model", "latency and throughput on paper: the models of two papers");
  command.require_command();
  const GraphCommand rtt = add_rtt_model(command);
  const GraphCommand duato_nbc = add_duato_nbc_model(command);
  return {command, [rtt, duato_nbc] { return rtt.command.given() ? rtt.run() : duato_nbc.run(); }};
}

}  // namespace trenza::apps
