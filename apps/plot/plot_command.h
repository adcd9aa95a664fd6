// `trenza plot`: one picture of a folder of points.
#pragma once

#include "apps/graph/graph_commands.h"

namespace trenza::apps {

GraphCommand add_plot_command(Command& program);

}  // namespace trenza::apps
