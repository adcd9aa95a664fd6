// Paraver: records of calls and messages (.prv), from which the order of a program is recovered.
#pragma once

#include <string>
#include <vector>

#include "traces/program.h"
#include "traces/trace_format.h"

namespace trenza::traces {

/// Reads one file. A computation is the time between two calls, and that before the first one. Messages belong to calls
/// as attach_messages() says. A receive that does not block ends with the first wait that ends when the message is
/// there, or later. Throws InputError.
Program read_paraver(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options);

}  // namespace trenza::traces
