// The commands about networks as graphs: no router, no cycles.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace trenza::apps {

/// A command of the program: its options, and what runs once they are read (returns the exit status).
struct GraphCommand {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

/// `trenza topology SPEC`: metrics of one network.
GraphCommand add_topology_command(CLI::App& program);
/// `trenza twists`: the best twist of rectangular tori.
GraphCommand add_twists_command(CLI::App& program);
/// `trenza bypass`: the bypass schemes of an interlaced bypass torus.
GraphCommand add_bypass_command(CLI::App& program);
/// `trenza map SPEC`: a mapping of processes on a network.
GraphCommand add_map_command(CLI::App& program);
/// `trenza model rtt`, `trenza model duato-nbc`: latency and throughput on paper.
GraphCommand add_model_command(CLI::App& program);
/// `trenza compare`: the networks of the iBT paper's Table 1, recomputed.
GraphCommand add_compare_command(CLI::App& program);

/// All of them.
std::vector<GraphCommand> add_graph_commands(CLI::App& program);

}  // namespace trenza::apps
