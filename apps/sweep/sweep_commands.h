// The commands about sweeps: `trenza sweep`, `trenza table`, `trenza diff`.
#pragma once

#include <vector>

#include "apps/graph/graph_commands.h"
#include "apps/options.h"

namespace trenza::apps {

GraphCommand add_sweep_command(Command& program);
GraphCommand add_table_command(Command& program);
GraphCommand add_diff_command(Command& program);

}  // namespace trenza::apps
