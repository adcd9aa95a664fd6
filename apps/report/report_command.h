// `trenza report`: a page about sweeps, and figures for papers.
#pragma once

#include "apps/graph/graph_commands.h"
#include "apps/options.h"

namespace trenza::apps {

GraphCommand add_report_command(Command& program);

}  // namespace trenza::apps
