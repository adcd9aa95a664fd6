// Who sends how much to whom.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphs/mapping/logical_neighbours.h"
#include "topologies/mapping/mapping.h"

namespace trenza::graphs {

/// All bytes that one process sends to another.
struct Communication {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint64_t bytes = 0;
};

/// A communication matrix by a text file with a line "from to bytes" for each pair of processes; the same pair may
/// occur several times. Blanks, tabs and the characters , : ; separate the three; # starts a comment. Throws
/// MappingError with file, line and column.
std::vector<Communication> read_communications(const std::string& path);

/// The neighbours of the logical grid of a mapping as a matrix: every process sends the same number of bytes in equal
/// parts to its neighbours, so that byte-hops are in the ratio of mean dilations. Throws TopologyError for a mapping
/// without a process grid, and a mesh of more than 8 dimensions.
std::vector<Communication> neighbour_communications(const topologies::Mapping& mapping, LogicalGrid grid);

}  // namespace trenza::graphs
