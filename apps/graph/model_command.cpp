#include "apps/graph/model_command.h"

namespace trenza::apps {

GraphCommand add_model_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("model", "latency and throughput on paper: the models of two papers");
  command.require_subcommand(1);
  const GraphCommand rtt = add_rtt_model(command);
  const GraphCommand duato_nbc = add_duato_nbc_model(command);
  return {&command, [rtt, duato_nbc] { return rtt.app->parsed() ? rtt.run() : duato_nbc.run(); }};
}

}  // namespace trenza::apps
