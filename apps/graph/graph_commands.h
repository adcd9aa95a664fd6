// The commands about networks as graphs: no router, no cycles.
#pragma once

#include <functional>
#include <vector>

#include "apps/options.h"

namespace trenza::apps {

/// A command of the program: its options, and what runs once they are read (returns the exit status).
struct GraphCommand {
  Command command;
  std::function<int()> run;
};

/// `trenza topology SPEC`: metrics of one network.
GraphCommand add_topology_command(Command& program);
/// `trenza twists`: the best twist of rectangular tori.
GraphCommand add_twists_command(Command& program);
/// `trenza bypass`: the bypass schemes of an interlaced bypass torus.
GraphCommand add_bypass_command(Command& program);
/// `trenza map SPEC`: a mapping of processes on a network.
GraphCommand add_map_command(Command& program);
/// `trenza model rtt`, `trenza model duato-nbc`: latency and throughput on paper.
GraphCommand add_model_command(Command& program);
/// `trenza compare`: the networks of the iBT paper's Table 1, recomputed.
GraphCommand add_compare_command(Command& program);

/// All of them.
std::vector<GraphCommand> add_graph_commands(Command& program);

}  // namespace trenza::apps
