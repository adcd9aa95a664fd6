#include "apps/graph/logical_option.h"

namespace trenza::apps {

void add_logical_option(Command& command, std::string& logical) {
  command.add_option("--logical", logical, "the grid of the processes: with wraparounds, or without")
      .one_of({"torus", "mesh"})
      .shows_default();
}

graphs::LogicalGrid logical_grid(const std::string& logical) {
  return logical == "mesh" ? graphs::LogicalGrid::mesh : graphs::LogicalGrid::torus;
}

}  // namespace trenza::apps
