#include "graphs/mapping/logical_neighbours.h"

#include <fmt/core.h>

#include "topologies/topology_error.h"

namespace trenza::graphs {

void each_logical_neighbour(const topologies::Mapping& mapping, LogicalGrid grid,
                            const std::function<void(std::int64_t, std::int64_t)>& send) {
  if (mapping.process_grid.empty()) {
    throw topologies::TopologyError(fmt::format(
        "mapping {}: logical neighbours need the sizes of the process grid, which a file does not give", mapping.name));
  }
  const bool wraps = grid == LogicalGrid::torus;
  for (std::int64_t process = 0; process < mapping.processes(); ++process) {
    std::int64_t stride = 1;
    for (const int size : mapping.process_grid) {
      const std::int64_t x = process / stride % size;
      if (wraps || x + 1 < size) send(process, process + ((x + 1) % size - x) * stride);
      if (wraps || x > 0) send(process, process + ((x + size - 1) % size - x) * stride);
      stride *= size;
    }
  }
}

}  // namespace trenza::graphs
