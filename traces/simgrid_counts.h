// SimGrid: the numbers of a collective with counts for each rank, which can be read when the number of ranks is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testbench/input_error.h"
#include "traces/simgrid_actions.h"

namespace trenza::traces {

/// An action gatherv, scatterv, allgatherv, alltoallv or reducescatter, as it stands in the trace.
struct SimgridCounts {
  SimgridAction action = SimgridAction::gatherv;
  std::uint64_t type_bytes = 1;        ///< without a type in the line
  std::vector<std::uint64_t> numbers;  ///< in thousandths
};

/// What it means.
struct CountedCollective {
  std::uint64_t bytes = 0;           ///< gatherv, scatterv, allgatherv: the part of this rank
  std::vector<std::uint64_t> parts;  ///< alltoallv: bytes to each rank; reducescatter: the part of each rank
  std::uint32_t root = 0;
  std::uint64_t milliflops = 0;
};

/// Reads the numbers in the order in which the replay of SMPI reads them, or, where its tracer writes another one that
/// can be told apart, in that. Throws InputError at `place`.
CountedCollective read_counts(const SimgridCounts& counts, std::size_t ranks, const testbench::FilePosition& place);

}  // namespace trenza::traces
