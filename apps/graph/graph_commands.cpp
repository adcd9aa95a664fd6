#include "apps/graph/graph_commands.h"

namespace trenza::apps {

std::vector<GraphCommand> add_graph_commands(Command& program) {
  return {add_topology_command(program), add_twists_command(program), add_bypass_command(program),
          add_map_command(program),      add_model_command(program),  add_compare_command(program)};
}

}  // namespace trenza::apps
