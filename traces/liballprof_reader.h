// liballprof: lines of calls of MPI with their arguments, one file for each rank; times in microseconds.
#pragma once

#include <string>
#include <vector>

#include "traces/program.h"
#include "traces/trace_format.h"

namespace trenza::traces {

/// Reads the files of all ranks, in their order. Throws InputError.
Program read_liballprof(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options);

}  // namespace trenza::traces
