// The neighbours of processes in the logical grid of an application.
#pragma once

#include <cstdint>
#include <functional>

#include "topologies/mapping/mapping.h"

namespace trenza::graphs {

/// How the process grid of a mapping ends.
enum class LogicalGrid : std::uint8_t {
  torus,  ///< in wraparounds, so that each process has 2D neighbours
  mesh,   ///< at its border, whose processes have fewer
};

/// Calls `send(process, neighbour)` for the neighbours of every process, dimension by dimension, the next one before
/// the one before. In a torus these are 2D: in a dimension of size 2 both are the same process, of size 1 the process
/// itself. In a mesh each is another process. Throws TopologyError for a mapping without a process grid.
void each_logical_neighbour(const topologies::Mapping& mapping, LogicalGrid grid,
                            const std::function<void(std::int64_t, std::int64_t)>& send);

}  // namespace trenza::graphs
