// `trenza reproduce`: the figures and tables of papers, run and judged.
#pragma once

#include "apps/graph/graph_commands.h"
#include "apps/options.h"

namespace trenza::apps {

GraphCommand add_reproduce_command(Command& program);

}  // namespace trenza::apps
