// `trenza plug`: a block of the user's own, from SystemVerilog to a shared object that runs load.
#pragma once

#include "apps/graph/graph_commands.h"

namespace trenza::apps {

GraphCommand add_plug_command(Command& program);

}  // namespace trenza::apps
