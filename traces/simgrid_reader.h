// SimGrid: time-independent traces. Computation is in flops; which rank does what stands in each line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/program.h"
#include "traces/trace_format.h"

namespace trenza::traces {

/// Flops are counted in thousandths.
inline constexpr std::uint64_t kMilli = 1000;
inline constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

/// Reads files with the actions of ranks, or a file with the names of such files. Throws InputError.
Program read_simgrid(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options);

}  // namespace trenza::traces
