// The option that says whether the logical grid of processes is a torus or a mesh.
#pragma once

#include <string>

#include "apps/options.h"
#include "graphs/mapping/logical_neighbours.h"

namespace trenza::apps {

/// Adds --logical, whose value is in `logical`.
void add_logical_option(Command& command, std::string& logical);

/// Of a value that the option has let through.
graphs::LogicalGrid logical_grid(const std::string& logical);

}  // namespace trenza::apps
